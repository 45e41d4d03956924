//! `lower-vector-mask`: transfers and gathers in `vector.mask` take the mask themselves.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::vector::mask::masked_op;
use asyncir_dialects::{constant_fold, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OperationState, OwnedOp, ValueId};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "lower-vector-mask",
    class: "LowerVectorMaskPass",
    summary: "Lower 'vector.mask' operations",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(LowerVectorMask)),
};

struct LowerVectorMask;

impl Pass for LowerVectorMask {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        // One that masks nothing selects lanes, as when it is canonicalized.
        let simpler = vector::MaskOp::DEF.hooks.canonicalize.iter().copied();
        let patterns = FrozenPatternSet::new(std::iter::once(&LOWER as &dyn RewritePattern).chain(simpler));
        rewrite_greedily(op, cx, &patterns)
    }
}

static LOWER: FnPattern = FnPattern::new("give-mask-to-op", vector::MaskOp::DEF, |rw, op| {
    give_mask(rw, op).is_some()
});

fn give_mask(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let masked = masked_op(rw.body, op)?;
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let (&mask, passthru) = (operands.first()?, operands.get(1).copied());
    let def = rw.body.op(masked).def()?;
    let mut state = match def {
        _ if def == vector::TransferReadOp::DEF && passthru.is_none() => transfer(rw, masked, mask)?,
        _ if def == vector::TransferWriteOp::DEF => transfer(rw, masked, mask)?,
        _ if def == vector::GatherOp::DEF => {
            let mut operands: Vec<ValueId> = rw.body.operands(masked).collect();
            let [.., own_mask, other] = &mut operands[..] else {
                return None;
            };
            *own_mask = mask;
            *other = match passthru {
                Some(passthru) => passthru,
                None => {
                    let (loc, ty) = (rw.location_of(masked), rw.body.value_type(*other));
                    let zero = constant_fold::zero(rw.ctx, ty)?;
                    rw.set_before(op);
                    constant(rw, loc, zero)
                }
            };
            with_operands(rw, masked, &operands)?
        }
        _ => return None,
    };
    state.location = rw.location_of(op);
    rw.replace_with(op, state);
    Some(())
}

/// A transfer with a mask behind its other operands.
fn transfer(rw: &Rewriter<'_>, op: OpId, mask: ValueId) -> Option<OperationState> {
    let segments = rw.body.op(op).property(rw.ctx, "operandSegmentSizes")?;
    let mut sizes = segments.as_dense_ints(rw.ctx)?;
    if sizes.last() != Some(&0) {
        return None;
    }
    *sizes.last_mut()? = 1;
    let sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
    let operands: Vec<ValueId> = rw.body.operands(op).chain([mask]).collect();
    let mut state = with_operands(rw, op, &operands)?;
    let sizes = rw.ctx.dense_i32_array(&sizes);
    state.properties = rw.ctx.dict_with(state.properties, "operandSegmentSizes", Some(sizes));
    Some(state)
}

/// The state of an op as `op`, but with other operands.
fn with_operands(rw: &Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<OperationState> {
    let view = rw.body.op_ref(rw.ctx, op);
    let mut state = OperationState::of(view.data().def()?, view.location())
        .operands(operands)
        .results(&view.result_types());
    state.properties = view.data().properties();
    Some(state)
}
