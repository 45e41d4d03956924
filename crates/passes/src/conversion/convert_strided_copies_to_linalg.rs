//! `convert-strided-copies-to-linalg`: copies of memory whose elements do not lie without gaps become `linalg.copy`, and so
//! parallel loops. Otherwise a function of the runtime copies them, on one thread, by descriptors that it gets in memory of the
//! stack.
//!
//! Only copies between memory that is known to be different are converted. Iterations of others would depend on each other.

use asyncir_dialects::linalg::CopyOp;
use asyncir_dialects::memref;
use asyncir_dialects::memref::strides::MemRef;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Context, Diagnostics, OpId, OpRef, OwnedOp, Type, TypeKind};

use super::finalize_memref_to_llvm::is_contiguous;
use crate::analysis::memref_alias::are_distinct;
use crate::linalg::nest::yields_first;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-strided-copies-to-linalg",
    class: "ConvertStridedCopiesToLinalg",
    summary: "Convert memref.copy of memory with gaps to linalg.copy",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ConvertStridedCopiesToLinalg)),
};

struct ConvertStridedCopiesToLinalg;

impl Pass for ConvertStridedCopiesToLinalg {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        target.unknown_dynamic(|_| true);
        target.dynamic_op(memref::CopyOp::DEF, |op| !becomes_structured(op));
        let mut patterns = ConversionPatterns::new();
        patterns.add_untyped(memref::CopyOp::DEF, |rw, op, _| to_structured(rw, op));
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

/// Whether a copy is one of those that the pass converts.
fn becomes_structured(op: OpRef<'_>) -> bool {
    let types = op.operand_types();
    let is_ranked = |&ty: &Type| MemRef::of(op.ctx, ty).is_some();
    types.iter().all(is_ranked)
        && types.iter().any(|&ty| !is_contiguous(op.ctx, ty))
        && types
            .first()
            .is_some_and(|ty| is_number(op.ctx, ty.element_or_self(op.ctx)))
        && are_distinct(op.body, op.operand(0), op.operand(1))
}

/// Whether structured ops work on elements of the type.
fn is_number(ctx: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(ctx),
        TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_)
    )
}

fn to_structured(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    let (at, source, target) = (view.location(), view.operand(0), view.operand(1));
    let element = view.operand_type(0).element_or_self(ctx);
    let body = yields_first(rw, at, element);
    let mut state = CopyOp::build(ctx, at, &[source], &[target], None, &[]);
    state.regions.push(body);
    rw.insert(state);
    rw.erase(op);
    Some(())
}
