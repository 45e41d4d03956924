//! The bodies of a module while they are worked on at once, with the functions that are made on the way.

use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{Body, Context, Ident, OpId, OperationState};

use super::stand_ins::{StandIns, replace_callees};
use crate::r#async::new_functions::{Functions, NewFunction, insert};
use crate::{PassContext, bodies};

/// A function that was made, called by a stand-in.
pub(super) struct Made {
    /// What its name begins with.
    pub(super) stem: &'static str,
    pub(super) function: NewFunction,
}

/// The body of an op of the module, taken out.
pub(super) struct Visited {
    pub(super) owner: OpId,
    pub(super) body: Box<Body>,
    pub(super) changed: bool,
    pub(super) made: Vec<Made>,
    /// What the functions made are called.
    pub(super) names: Vec<Ident>,
    finished: Vec<OperationState>,
}

/// Takes the bodies out of a module, the last one first.
pub(super) fn take_out(module: &mut Body) -> Vec<Visited> {
    let owners = module.owners().into_iter().rev();
    owners
        .filter_map(|owner| {
            module.op_mut(owner).take_body().map(|body| Visited {
                owner,
                body,
                changed: false,
                made: Vec::new(),
                names: Vec::new(),
                finished: Vec::new(),
            })
        })
        .collect()
}

impl Visited {
    /// Writes names for stand-ins, and readies what was made for the module.
    pub(super) fn settle(
        &mut self,
        cx: &PassContext<'_>,
        verifier: &mut VerifyAhead<'_>,
        stand_ins: &StandIns,
        module: &Body,
    ) {
        if self.made.is_empty() {
            return;
        }
        let made = std::mem::take(&mut self.made);
        self.finished = finish(cx, verifier, stand_ins, &mut self.body, made, &self.names);
        bodies::finish(verifier, cx, module.op_ref(cx.ctx, self.owner), &mut self.body);
    }

    /// Puts the body back, and what was made at the end of the module.
    pub(super) fn put_back(self, module: &mut Body) {
        module.op_mut(self.owner).put_body(self.body);
        insert(module, self.finished);
    }
}

/// Names for new functions, in the order in which they were made.
pub(super) fn take_names(ctx: &Context, names: &mut Functions, made: &[Made]) -> Vec<Ident> {
    made.iter().map(|made| names.unique_name(ctx, made.stem)).collect()
}

/// Writes `names` for the stand-ins of the functions that were made for `body`, in all of them and in `body`. Gives what the
/// module's ops for the functions are made of.
pub(super) fn finish(
    cx: &PassContext<'_>,
    verifier: &mut VerifyAhead<'_>,
    stand_ins: &StandIns,
    body: &mut Body,
    made: Vec<Made>,
    names: &[Ident],
) -> Vec<OperationState> {
    let replacements = stand_ins.replacements(cx.ctx, names);
    replace_callees(cx.ctx, body, &replacements);
    let finish_one = |(Made { mut function, .. }, &name): (Made, &Ident)| {
        function.name = name;
        replace_callees(cx.ctx, &mut function.body, &replacements);
        let mut state = function.into_state(cx.ctx);
        bodies::finish_new(verifier, cx, &mut state);
        state
    };
    made.into_iter().zip(names).map(finish_one).collect()
}
