//! Names for functions whose own names are not known yet.
//!
//! Functions of a module are worked on at once, and each may make others, whose names depend on how many those before it
//! have made. So a new function is called by a stand-in, which is replaced when all of them are there.

use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Body, Context, Ident, WalkOrder};

use crate::r#async::new_functions::Functions;

/// The stand-ins of a module: the same ones for each of its functions.
pub(super) struct StandIns {
    prefix: String,
}

impl StandIns {
    /// Ones that no function of the module is called by.
    pub(super) fn beside(ctx: &Context, taken: &Functions) -> Self {
        let mut prefix = "new function ".to_owned();
        while taken.names().any(|name| ctx.str(name).starts_with(&prefix)) {
            prefix.push('\'');
        }
        Self { prefix }
    }

    /// The stand-in for the function that is made after `index` others.
    pub(super) fn name(&self, ctx: &Context, index: usize) -> Ident {
        ctx.ident(&format!("{}{index}", self.prefix))
    }

    /// Which symbols to write for the stand-ins of functions that are called `names`.
    pub(super) fn replacements(&self, ctx: &Context, names: &[Ident]) -> Vec<(Attribute, Attribute)> {
        let symbol = |name: Ident| ctx.symbol_of(name);
        let pairs = names.iter().enumerate();
        pairs
            .map(|(index, &name)| (symbol(self.name(ctx, index)), symbol(name)))
            .collect()
    }
}

/// Replaces callees in all of `body`.
pub(super) fn replace_callees(ctx: &Context, body: &mut Body, replacements: &[(Attribute, Attribute)]) {
    for op in body.walk_all(WalkOrder::Pre) {
        if let Some(inner) = body.op_mut(op).body_mut() {
            replace_callees(ctx, inner, replacements);
        }
        if !body.op(op).is(func::CallOp::DEF) {
            continue;
        }
        let callee = func::CallOp::wrap(body.op_ref(ctx, op)).callee();
        if let Some((_, new)) = replacements.iter().find(|(stand_in, _)| Some(*stand_in) == callee) {
            body.op_mut(op).set_property(ctx, "callee", Some(*new));
        }
    }
}
