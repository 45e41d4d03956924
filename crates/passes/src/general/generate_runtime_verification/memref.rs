//! Checks of ops on memory.

use asyncir_dialects::arith::build::{ArithBuilder, fold_binary};
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::memref::strides::{MemRef, strided_layout, strides_and_offset};
use asyncir_dialects::memref::{
    AssumeAlignmentOp, CastOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, RankOp,
    SubViewOp,
};
use asyncir_dialects::{arith, tensor};
use asyncir_ir::def::OpView;
use asyncir_ir::{DYNAMIC, Type, ValueId};

use super::Checks;
use super::parts::{self, Limits};

/// The address is a multiple of the alignment.
pub(super) fn assume_alignment(checks: &mut Checks<'_>) -> Option<()> {
    let (ctx, at, memref) = (checks.rw.ctx, checks.at, checks.operand(0));
    let alignment = AssumeAlignmentOp(checks.rw.body.op_ref(ctx, checks.op)).alignment()?;
    let alignment = alignment.as_i64(ctx)?;
    let address = ExtractAlignedPointerAsIndexOp::build(ctx, at, memref, &[Type::INDEX]);
    let address = checks.rw.insert_value(address);
    let divisor = checks.index(alignment);
    let rest = ArithBuilder::new(&mut checks.rw, at).binary(arith::RemUIOp::DEF, address, divisor);
    let zero = checks.index(0);
    checks.assert_equal(rest, zero, &format!("memref is not aligned to {alignment}"));
    Some(())
}

/// Memory is what its new type says that the old one does not.
pub(super) fn cast(checks: &mut Checks<'_>) -> Option<()> {
    let (ctx, at, source) = (checks.rw.ctx, checks.at, checks.operand(0));
    let ty = checks.rw.body.value_type(checks.rw.body.result(checks.op, 0));
    let result = MemRef::of(ctx, ty)?;
    let known = MemRef::of(ctx, checks.rw.body.value_type(source));
    if known.is_none() {
        let rank = RankOp::build(ctx, at, source, &[Type::INDEX]);
        let rank = checks.rw.insert_value(rank);
        let wanted = checks.index(result.rank() as i64);
        checks.assert_equal(rank, wanted, "rank mismatch");
    }
    let open = MemRef {
        shape: vec![DYNAMIC; result.rank()],
        layout: Some(strided_layout(ctx, &vec![DYNAMIC; result.rank()], DYNAMIC)),
        ..result.clone()
    };
    let open = CastOp::build(ctx, at, source, &[open.ty(ctx)]);
    let open = checks.rw.insert_value(open);
    let metadata = ExtractStridedMetadataOp::build(ctx, at, open, &[]);
    let metadata = checks.rw.insert(metadata);
    for (dim, &size) in result.shape.iter().enumerate() {
        let is_known = known
            .as_ref()
            .is_some_and(|known| known.shape.get(dim) != Some(&DYNAMIC));
        if is_known || size == DYNAMIC {
            continue;
        }
        let actual = checks.dim(source, dim);
        let wanted = checks.index(size);
        checks.assert_equal(actual, wanted, &format!("size mismatch of dim {dim}"));
    }
    let (strides, offset) = strides_and_offset(ctx, ty)?;
    if offset != DYNAMIC {
        let (actual, wanted) = (checks.rw.body.result(metadata, 1), checks.index(offset));
        checks.assert_equal(actual, wanted, "offset mismatch");
    }
    for (dim, &stride) in strides.iter().enumerate() {
        if stride == DYNAMIC {
            continue;
        }
        let actual = checks.rw.body.result(metadata, 2 + strides.len() + dim);
        let wanted = checks.index(stride);
        checks.assert_equal(actual, wanted, &format!("stride mismatch of dim {dim}"));
    }
    Some(())
}

/// Both have the same sizes.
pub(super) fn copy(checks: &mut Checks<'_>) -> Option<()> {
    let operands = [checks.operand(0), checks.operand(1)];
    let shape = |value| MemRef::of(checks.rw.ctx, checks.rw.body.value_type(value)).map(|memref| memref.shape);
    let (from, to) = (shape(operands[0])?, shape(operands[1])?);
    for (dim, (&from, &to)) in from.iter().zip(&to).enumerate() {
        if from != DYNAMIC && to != DYNAMIC {
            continue;
        }
        let mut size = |memref, size| match size {
            DYNAMIC => checks.dim(memref, dim),
            size => checks.index(size),
        };
        let (source, target) = (size(operands[0], from), size(operands[1], to));
        checks.assert_equal(
            source,
            target,
            &format!("size of {dim}-th source/target dim does not match"),
        );
    }
    Some(())
}

/// There is such a dimension.
pub(super) fn dim(checks: &mut Checks<'_>) -> Option<()> {
    let (ctx, at) = (checks.rw.ctx, checks.at);
    let (source, index) = (checks.operand(0), checks.operand(1));
    let rank = if is_tensor(ctx, checks.rw.body.value_type(source)) {
        tensor::RankOp::build(ctx, at, source, &[Type::INDEX])
    } else {
        RankOp::build(ctx, at, source, &[Type::INDEX])
    };
    let rank = checks.rw.insert_value(rank);
    let zero = checks.index(0);
    let condition = checks.in_bounds(index, zero, rank);
    checks.assert(condition, "index is out of bounds");
    Some(())
}

/// The indices behind operand `memref` are within its sizes.
pub(super) fn access(checks: &mut Checks<'_>, memref: usize) -> Option<()> {
    let operands: Vec<ValueId> = checks.rw.body.operands(checks.op).skip(memref).collect();
    let (&memref, indices) = operands.split_first()?;
    if indices.is_empty() {
        return None;
    }
    let zero = checks.index(0);
    let mut all = None;
    for (dim, &index) in indices.iter().enumerate() {
        let size = checks.folded_dim(memref, dim);
        let one = checks.in_bounds(index, zero, size);
        all = Some(match all {
            Some(all) => fold_binary(&mut checks.rw, checks.at, arith::AndIOp::DEF, all, one),
            None => one,
        });
    }
    checks.assert(all?, "out-of-bounds access");
    Some(())
}

/// The known sizes of each group divide the size that it comes from.
pub(super) fn expand_shape(checks: &mut Checks<'_>) -> Option<()> {
    let ctx = checks.rw.ctx;
    let view = ExpandShapeOp(checks.rw.body.op_ref(ctx, checks.op));
    let (source, groups) = (view.src(), view.groups());
    let shape = view.0.result_type(0).shape(ctx)?.to_vec();
    for (dim, group) in groups.iter().enumerate() {
        let sizes = group.iter().filter_map(|&dim| shape.get(usize::try_from(dim).ok()?));
        let known = sizes.filter(|&&size| size != DYNAMIC);
        let product = known.fold(1i64, |product, &size| product.wrapping_mul(size));
        let size = checks.dim(source, dim);
        let product = checks.index(product);
        let rest = ArithBuilder::new(&mut checks.rw, checks.at).binary(arith::RemSIOp::DEF, size, product);
        let zero = checks.index(0);
        let message = "static result dims in reassoc group do not divide src dim evenly";
        checks.assert_equal(rest, zero, message);
    }
    Some(())
}

/// In each dimension the first and the last element are within the memory.
pub(super) fn subview(checks: &mut Checks<'_>) -> Option<()> {
    let (ctx, at, source) = (checks.rw.ctx, checks.at, checks.operand(0));
    let view = SubViewOp(checks.rw.body.op_ref(ctx, checks.op));
    let part = [view.mixed_offsets(), view.mixed_sizes(), view.mixed_strides()];
    let limits = Limits::new(checks);
    let metadata = ExtractStridedMetadataOp::build(ctx, at, source, &[]);
    let metadata = checks.rw.insert(metadata);
    parts::check(checks, "subview", &part, &limits, |checks, dim| {
        checks.rw.body.result(metadata, 2 + dim)
    });
    Some(())
}
