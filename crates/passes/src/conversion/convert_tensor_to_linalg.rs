//! `convert-tensor-to-linalg`: a padded tensor is one of the padding, into which the tensor is inserted.

use asyncir_dialects::arith::AddIOp;
use asyncir_dialects::arith::build::fold_binary;
use asyncir_dialects::index_list::Entry;
use asyncir_dialects::linalg::FillOp;
use asyncir_dialects::tensor::{EmptyOp, GenerateOp, InsertSliceOp, PadOp, size_at};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{DYNAMIC, Diagnostics, InsertPoint, Location, OpId, OwnedOp, Type, ValueId};

use super::fold_result::materialize;
use crate::linalg::nest::yields_first;
use crate::tensor::begins_behind;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-tensor-to-linalg",
    class: "ConvertTensorToLinalgPass",
    summary: "Convert some Tensor dialect ops to Linalg dialect",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(ConvertTensorToLinalg)),
};

struct ConvertTensorToLinalg;

impl Pass for ConvertTensorToLinalg {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        target
            .legal_dialects(&["arith", "linalg", "tensor"])
            .illegal_op(PadOp::DEF);
        let mut patterns = ConversionPatterns::new();
        patterns.add_untyped(PadOp::DEF, |rw, op, operands| insert_into_padding(rw, op, operands[0]));
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

fn insert_into_padding(rw: &mut Rewriter<'_>, op: OpId, source: ValueId) -> Option<()> {
    let ctx = rw.ctx;
    let view = PadOp(rw.body.op_ref(ctx, op));
    let (at, ty, padding, value) = (
        view.0.location(),
        view.0.result_type(0),
        view.known_padding(),
        view.value(),
    );
    rw.set_before(op);
    let mut sizes = Vec::new();
    for (dimension, &size) in ty.shape(ctx)?.iter().enumerate() {
        if size == DYNAMIC {
            let own = size_at(rw, at, source, dimension);
            let own = materialize(rw, at, own.into());
            let low = materialize(rw, at, padding.low[dimension].into());
            let with_low = fold_binary(rw, at, AddIOp::DEF, own, low);
            let high = materialize(rw, at, padding.high[dimension].into());
            sizes.push(fold_binary(rw, at, AddIOp::DEF, with_low, high));
        }
    }
    let empty = rw.insert_value(EmptyOp::build(ctx, at, &sizes, &[ty]));
    let padded = match value {
        Some(value) => fill(rw, at, op, value, empty),
        None => generate(rw, at, op, &sizes, ty)?,
    };
    if begins_behind(ctx, ty, &padding.low) {
        rw.replace(op, &[padded]);
        return Some(());
    }
    let rank = ty.shape(ctx)?.len();
    let own: Vec<Entry> = (0..rank).map(|dimension| size_at(rw, at, source, dimension)).collect();
    let strides = vec![Entry::Static(1); rank];
    let part = [&padding.low[..], &own, &strides];
    let state = InsertSliceOp::of_part(ctx, at, source, padded, part, &[ty]);
    rw.replace_with(op, state);
    Some(())
}

/// A tensor of one value, which moves in front of the op if it is a constant in its region.
fn fill(rw: &mut Rewriter<'_>, at: Location, op: OpId, value: ValueId, empty: ValueId) -> ValueId {
    let ctx = rw.ctx;
    let maker = rw.body.defining_op(value);
    if let Some(maker) = maker.filter(|&maker| rw.body.parent_op(maker) == Some(op)) {
        rw.move_op(maker, InsertPoint::Before(op));
    }
    let (ty, element) = (rw.body.value_type(empty), rw.body.value_type(value));
    let body = yields_first(rw, at, element);
    let mut state = FillOp::build(ctx, at, &[value], &[empty], &[ty]);
    state.regions.push(body);
    rw.insert_value(state)
}

/// A tensor whose elements the region of the op computes.
fn generate(rw: &mut Rewriter<'_>, at: Location, op: OpId, sizes: &[ValueId], ty: Type) -> Option<ValueId> {
    let from = *rw.body.op_regions(op).first()?;
    let to = rw.body.create_region();
    let mut state = GenerateOp::build(rw.ctx, at, sizes, &[ty]);
    state.regions.push(to);
    let generated = rw.insert_value(state);
    rw.inline_region(from, to, None);
    Some(generated)
}
