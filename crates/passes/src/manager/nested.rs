//! Where the op that a pass runs on stands: passes get it in a holder of its own, taken out of the body around it.

use asyncir_ir::{Body, Context, OpId, OperationState, OwnedOp};

/// An op that passes run on, with the ops around it.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The op.
    pub op: &'a OwnedOp,
    /// The op around it, and where in its body the op stands when no pass runs on it.
    pub parent: Option<(&'a Scope<'a>, OpId)>,
}

/// The op around another one, and where in its body that one stands.
pub(crate) type Parent<'a> = Option<(&'a Scope<'a>, OpId)>;

impl Scope<'_> {
    /// Whether the op stands in no other.
    pub fn is_top_level(&self) -> bool {
        self.parent.is_none()
    }

    /// A pipeline of the outermost op that leads to this one and runs nothing but `pass` there.
    pub(crate) fn pipeline(&self, ctx: &Context, pass: &str) -> String {
        let mut text = pass.to_owned();
        let mut scope = Some(self);
        while let Some(Scope { op, parent }) = scope {
            text = format!("{}({text})", op.op_ref(ctx).name());
            scope = parent.map(|(parent, _)| parent);
        }
        text
    }

    /// A copy of the outermost op, with this one at its place in it.
    pub fn snapshot(&self) -> OwnedOp {
        let mut copy = self.op.clone();
        let mut scope = *self;
        while let Some((parent, place)) = scope.parent {
            let mut outer = parent.op.clone();
            if let Some(body) = outer.body_mut() {
                put_back(body, place, copy);
            }
            copy = outer;
            scope = *parent;
        }
        copy
    }
}

/// Takes an isolated op out of a body, into a holder; only its shell stays. `None` if it has no body.
pub(crate) fn take_out(body: &mut Body, op: OpId) -> Option<OwnedOp> {
    let results = body.result_types(op);
    let data = body.op_mut(op);
    let own = data.take_body()?;
    let mut state = OperationState::new(data.name(), data.location());
    state.properties = data.properties();
    state.attrs = data.attrs();
    state.results = results;
    state.body = Some(own);
    Some(OwnedOp::new(state))
}

/// Puts what passes made of an op back to where it was.
pub(crate) fn put_back(body: &mut Body, op: OpId, mut holder: OwnedOp) {
    let held = holder.operation_mut();
    let data = body.op_mut(op);
    data.set_name(held.name());
    data.set_location(held.location());
    data.set_properties(held.properties());
    data.set_attrs(held.attrs());
    if let Some(own) = held.take_body() {
        data.put_body(own);
    }
}
