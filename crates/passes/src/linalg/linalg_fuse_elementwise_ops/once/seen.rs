//! Tensors whose memory is seen from outside of the program's tensors: a function may write it in place, and whoever gave it
//! sees that.

use asyncir_dialects::bufferization::ToTensorOp;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::linalg::Structured;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{Attribute, Body, Context, OpId, Operation, ValueDef, ValueId, WalkOrder};

/// How many values are asked at most where a tensor comes from.
const MAX_STEPS: usize = 64;

/// Which arguments of a function are tensors that it may write.
pub(super) fn writable_arguments(ctx: &Context, function: &Operation) -> Vec<bool> {
    let attrs = function.property(ctx, "arg_attrs");
    let attrs = attrs.and_then(|attrs| attrs.as_array(ctx)).unwrap_or_default();
    let has = |attrs: &Attribute| attrs.get_static(ctx, "bufferization.writable").is_some();
    attrs.iter().map(has).collect()
}

/// What is known of such tensors in a body.
pub(super) struct Seen {
    writable: Vec<bool>,
    any: bool,
}

impl Seen {
    pub(super) fn of(ctx: &Context, body: &Body, writable: Vec<bool>) -> Self {
        let gives_writable = |op: OpId| {
            let view = ToTensorOp::cast(body.op_ref(ctx, op));
            view.is_some_and(|view| view.writable().is_some())
        };
        let any = writable.contains(&true) || body.walk_all(WalkOrder::Pre).into_iter().any(gives_writable);
        Self { writable, any }
    }

    /// Whether there may be any.
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// Whether the memory of a tensor may be such memory.
    pub(super) fn may_be(&self, ctx: &Context, body: &Body, value: ValueId) -> bool {
        let mut pending = vec![value];
        let mut steps = 0;
        while let Some(value) = pending.pop().filter(|_| self.any) {
            steps += 1;
            let is_seen = match body.value_def(value) {
                ValueDef::Argument { block, index } => {
                    let is_of_function = body.entry() == Some(block);
                    !is_of_function || self.writable.get(index as usize) == Some(&true)
                }
                ValueDef::Result { op, index } => !follow(ctx, body, (op, index), &mut pending),
                ValueDef::Placeholder => true,
            };
            if is_seen || steps > MAX_STEPS {
                return true;
            }
        }
        false
    }
}

/// Adds the tensors whose memory a result may have. `false` if nothing is known of that, or it is memory from outside.
fn follow(ctx: &Context, body: &Body, (op, index): (OpId, u32), pending: &mut Vec<ValueId>) -> bool {
    let view = body.op_ref(ctx, op);
    if let Some(nest) = Structured::of(view) {
        pending.extend(nest.inits().get(index as usize));
        return nest.is_on_tensors();
    }
    if let Some(view) = ToTensorOp::cast(view) {
        return view.writable().is_none();
    }
    let has_regions = !body.op_regions(op).is_empty() || view.data().body().is_some();
    if has_regions || !is_memory_effect_free(view) {
        return false;
    }
    pending.extend(
        body.operands(op)
            .filter(|&value| is_tensor(ctx, body.value_type(value))),
    );
    true
}
