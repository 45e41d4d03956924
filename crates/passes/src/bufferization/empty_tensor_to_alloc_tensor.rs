//! `empty-tensor-to-alloc-tensor`: tensors without contents become tensors for which memory is allocated.

use asyncir_dialects::bufferization::AllocTensorOp;
use asyncir_dialects::tensor::EmptyOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "empty-tensor-to-alloc-tensor",
    class: "EmptyTensorToAllocTensorPass",
    summary: "Replace all empty ops by alloc_tensor ops.",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(EmptyTensorToAllocTensor)),
};

struct EmptyTensorToAllocTensor;

impl Pass for EmptyTensorToAllocTensor {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        rewrite_greedily(op, cx, &FrozenPatternSet::new([&ALLOCATE as _]))
    }
}

static ALLOCATE: FnPattern = FnPattern {
    name: "allocate-empty-tensor",
    root: EmptyOp::DEF,
    benefit: 1,
    rewrite: allocate,
};

fn allocate(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let sizes: Vec<_> = rw.body.operands(op).collect();
    let (types, location) = (rw.body.result_types(op), rw.location_of(op));
    rw.replace_with(
        op,
        AllocTensorOp::build(rw.ctx, location, &sizes, None, None, None, &types),
    );
    true
}
