//! `vector.transfer_read` and `vector.transfer_write` of one dimension.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_dialects::{arith, memref, tensor, vector};
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, DYNAMIC, Location, OpId, OpRef, OperationState, Type, TypeKind, ValueId};

use super::build;

/// A read or write of consecutive elements.
struct Transfer {
    vector: Type,
    base: ValueId,
    indices: Vec<ValueId>,
    /// The dimension of the memory that the vector lies along.
    dim: usize,
    in_bounds: bool,
    mask: Option<ValueId>,
}

/// Checks that the transfer is of consecutive elements of memory, in their order.
fn consecutive(
    op: OpRef<'_>,
    vector: Type,
    base: ValueId,
    indices: &[ValueId],
    mask: Option<ValueId>,
) -> Option<Transfer> {
    let ctx = op.ctx;
    let memory = op.body.value_type(base);
    let (strides, _) = strides_and_offset(ctx, memory)?;
    let TypeKind::Vector { shape, .. } = vector.kind(ctx) else {
        return None;
    };
    let AttrKind::AffineMap(map) = op.property("permutation_map")?.kind(ctx) else {
        return None;
    };
    let is_plain = shape.len() <= 1
        && map.is_minor_identity()
        && strides.last().is_none_or(|&stride| stride == 1)
        && memory.element_or_self(ctx) == vector.element_or_self(ctx);
    let in_bounds = op.property("in_bounds")?.as_array(ctx)?;
    let in_bounds = in_bounds.iter().all(|bit| bit.as_bool() == Some(true));
    is_plain.then(|| Transfer {
        vector,
        base,
        indices: indices.to_vec(),
        dim: indices.len().saturating_sub(1),
        in_bounds,
        mask,
    })
}

/// Whether the transfer reads one element of memory for all lanes of a vector with one dimension.
fn is_repeated(op: OpRef<'_>, base: ValueId) -> bool {
    let ctx = op.ctx;
    let memory = op.body.value_type(base);
    let map = op.property("permutation_map").map(|map| map.kind(ctx));
    let is_constant = matches!(map, Some(AttrKind::AffineMap(map)) if map.results() == [AffineExpr::Constant(0)]);
    let in_bounds = op.property("in_bounds").and_then(|bits| bits.as_array(ctx));
    let has_unit_stride =
        strides_and_offset(ctx, memory).is_some_and(|(strides, _)| strides.last().is_none_or(|&stride| stride == 1));
    is_constant
        && in_bounds == Some(&[asyncir_ir::Attribute::TRUE])
        && has_unit_stride
        && memory.element_or_self(ctx) == op.result_type(0).element_or_self(ctx)
}

/// The mask of the elements to access; `None` if all are.
fn mask_of(rw: &mut Rewriter<'_>, loc: Location, transfer: &Transfer) -> Option<ValueId> {
    let ctx = rw.ctx;
    if transfer.in_bounds {
        return transfer.mask;
    }
    let shape = rw.body.value_type(transfer.base).shape(ctx)?;
    let (&size, &index) = (shape.get(transfer.dim)?, transfer.indices.get(transfer.dim)?);
    let mut b = ArithBuilder::new(rw, loc);
    let size = if size == DYNAMIC {
        let dim = b.constant(Type::INDEX, transfer.dim as i64);
        let build = match rw.body.value_type(transfer.base).kind(ctx) {
            TypeKind::RankedTensor { .. } => tensor::DimOp::build,
            _ => memref::DimOp::build,
        };
        rw.insert_value(build(ctx, loc, transfer.base, dim, &[Type::INDEX]))
    } else {
        b.constant(Type::INDEX, size)
    };
    let rest = ArithBuilder::new(rw, loc).subi(size, index);
    let ty = arith::attrs::with_element(ctx, transfer.vector, Type::I1);
    let in_bounds = rw.insert_value(vector::CreateMaskOp::build(ctx, loc, &[rest], &[ty]));
    Some(match transfer.mask {
        Some(mask) => rw.insert_value(arith::AndIOp::build(ctx, loc, in_bounds, mask, &[])),
        None => in_bounds,
    })
}

/// Masks a transfer of one dimension that may go out of bounds, where no load or store of a vector does it. MLIR takes the
/// last dimension of the memory for the one that the vector lies along.
fn materialize_mask(rw: &mut Rewriter<'_>, op: OpId, of: Unmasked<'_>) -> Option<()> {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    let (loc, in_bounds) = (view.location(), view.property("in_bounds")?.as_array(ctx)?);
    if in_bounds != [asyncir_ir::Attribute::FALSE] || of.indices.is_empty() {
        return None;
    }
    let AttrKind::AffineMap(map) = view.property("permutation_map")?.kind(ctx) else {
        return None;
    };
    let [AffineExpr::Dim(dim)] = map.results() else {
        return None;
    };
    let transfer = Transfer {
        vector: of.vector,
        base: of.base,
        indices: of.indices.to_vec(),
        dim: *dim as usize,
        in_bounds: false,
        mask: of.mask,
    };
    let first_mask = rw.body.op(op).num_operands() - usize::from(of.mask.is_some());
    rw.set_before(op);
    let mask = mask_of(rw, loc, &transfer)?;
    let mut operands: Vec<ValueId> = rw.body.operands(op).take(first_mask).collect();
    operands.push(mask);
    let mut sizes = rw
        .body
        .op(op)
        .property(ctx, "operandSegmentSizes")?
        .as_dense_ints(ctx)?;
    *sizes.last_mut()? = 1;
    let sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
    let inside = ctx.array_attr(&[asyncir_ir::Attribute::TRUE]);
    rw.modify(op, |body| {
        body.set_operands(op, &operands);
        let data = body.op_mut(op);
        data.set_property(ctx, "operandSegmentSizes", Some(ctx.dense_i32_array(&sizes)));
        data.set_property(ctx, "in_bounds", Some(inside));
    });
    Some(())
}

/// The parts of a transfer that its mask depends on.
struct Unmasked<'a> {
    vector: Type,
    base: ValueId,
    indices: &'a [ValueId],
    mask: Option<ValueId>,
}

/// Turns a read into a load, masked if it may go out of bounds.
pub(super) fn lower_read(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    if vector::mask::masking_op(rw.body, op).is_some() {
        return None;
    }
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let read = vector::TransferReadOp::cast(op_ref)?;
    let (vector, padding) = (op_ref.result_type(0), read.padding());
    let (base, indices, mask) = (read.base(), read.indices(), read.mask());
    if mask.is_none() && is_repeated(op_ref, base) {
        // One element is read and repeated.
        let one = build::like(ctx, vector, &[1]);
        let operands = [&[base], &indices[..]].concat();
        rw.set_before(op);
        let load = OperationState::of(vector::LoadOp::DEF, loc).operands(&operands);
        let load = rw.insert_value(load.results(&[one]));
        rw.replace_with(op, vector::BroadcastOp::build(ctx, loc, load, &[vector]));
        return Some(());
    }
    let Some(transfer) = consecutive(op_ref, vector, base, &indices, mask) else {
        let of = Unmasked {
            vector,
            base,
            indices: &indices,
            mask,
        };
        return materialize_mask(rw, op, of);
    };
    rw.set_before(op);
    let mask = mask_of(rw, loc, &transfer);
    let mut operands = vec![transfer.base];
    operands.extend(&transfer.indices);
    let def = match mask {
        None => vector::LoadOp::DEF,
        Some(mask) => {
            let fill = rw.insert_value(vector::BroadcastOp::build(ctx, loc, padding, &[vector]));
            operands.extend([mask, fill]);
            vector::MaskedloadOp::DEF
        }
    };
    let mut state = OperationState::of(def, loc).operands(&operands).results(&[vector]);
    state.properties = ctx.default_properties(def);
    rw.replace_with(op, state);
    Some(())
}

/// Turns a write into a store, masked if it may go out of bounds.
pub(super) fn lower_write(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    if vector::mask::masking_op(rw.body, op).is_some() {
        return None;
    }
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let write = vector::TransferWriteOp::cast(op_ref)?;
    let value = write.valueToStore();
    let vector = rw.body.value_type(value);
    let (base, indices, mask) = (write.base(), write.indices(), write.mask());
    let Some(transfer) = consecutive(op_ref, vector, base, &indices, mask) else {
        let of = Unmasked {
            vector,
            base,
            indices: &indices,
            mask,
        };
        return materialize_mask(rw, op, of);
    };
    rw.set_before(op);
    let mask = mask_of(rw, loc, &transfer);
    let mut operands = transfer.indices.clone();
    operands.insert(0, transfer.base);
    let def = match mask {
        None => {
            operands.insert(0, value);
            vector::StoreOp::DEF
        }
        Some(mask) => {
            operands.extend([mask, value]);
            vector::MaskedstoreOp::DEF
        }
    };
    let mut state = OperationState::of(def, loc).operands(&operands);
    state.properties = ctx.default_properties(def);
    rw.insert(state);
    rw.erase(op);
    Some(())
}
