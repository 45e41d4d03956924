//! `vector.transfer_read` and `vector.transfer_write`: their forms.

use asyncir_ir::affine::AffineMap;
use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter, Position, UnresolvedOperand};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, OpRef, OperationState, Type, TypeKind};

use super::{TransferReadOp, TransferWriteOp};
use crate::constraints::is_tensor;
use asyncir_ir::def::OpView;

fn set(p: &dyn OpParser, state: &mut OperationState, name: &str, attr: Attribute) {
    state.properties = p.ctx().dict_with(state.properties, name, Some(attr));
}

fn rank(ctx: &Context, ty: Type) -> u32 {
    ty.shape(ctx).map_or(0, |shape| shape.len() as u32)
}

/// The innermost dimensions of the source, as many as the vector has beyond those of its elements.
fn default_map(ctx: &Context, source: Type, vector: Type) -> Option<Attribute> {
    let element_rank = rank(ctx, source.element_or_self(ctx)) as i64;
    let results = i64::from(rank(ctx, vector)) - element_rank;
    // A vector of one element of a source without dimensions has none to map.
    let map = if rank(ctx, source) == 0 && vector.shape(ctx) == Some(&[1]) {
        AffineMap::constant(&[0])
    } else {
        AffineMap::minor_identity(rank(ctx, source), u32::try_from(results).ok()?)?
    };
    Some(ctx.attr(AttrKind::AffineMap(map)))
}

fn is_all_false(ctx: &Context, attr: Attribute) -> bool {
    attr.as_array(ctx)
        .is_some_and(|list| list.iter().all(|&bit| bit == Attribute::FALSE))
}

/// The mask has the shape that the source side of the map has.
pub(super) fn mask_type(ctx: &Context, vector: Type, map: Attribute) -> Option<Type> {
    let TypeKind::Vector { shape, scalable, .. } = vector.kind(ctx) else {
        return None;
    };
    let AttrKind::AffineMap(map) = map.kind(ctx) else {
        return None;
    };
    // Broadcast dimensions are not masked; the others come in the order of the source's.
    let mut dims: Vec<(u32, usize)> = Vec::new();
    for (position, expr) in map.results().iter().enumerate() {
        if let asyncir_ir::affine::AffineExpr::Dim(dim) = expr {
            dims.push((*dim, position));
        }
    }
    dims.sort_unstable();
    let (mut sizes, mut scales): (Vec<i64>, Vec<bool>) = dims
        .iter()
        .filter_map(|&(_, position)| Some((*shape.get(position)?, *scalable.get(position)?)))
        .unzip();
    if sizes.is_empty() {
        (sizes, scales) = (vec![1], vec![false]);
    }
    Some(ctx.ty(TypeKind::Vector {
        shape: sizes.into(),
        scalable: scales.into(),
        element: Type::I1,
    }))
}

fn add_defaults(
    p: &mut dyn OpParser,
    state: &mut OperationState,
    (source, vector): (Type, Type),
    at: Position,
) -> Fallible<Attribute> {
    let map = match state.properties.get(p.ctx(), "permutation_map") {
        Some(map) => map,
        None => {
            let Some(map) = default_map(p.ctx(), source, vector) else {
                return Err(p.error(
                    at,
                    "expected a custom permutation_map when rank(source) != rank(destination)",
                ));
            };
            set(p, state, "permutation_map", map);
            map
        }
    };
    if state.properties.get(p.ctx(), "in_bounds").is_none() {
        let bits = match map.kind(p.ctx()) {
            AttrKind::AffineMap(map) => map.num_results(),
            _ => 0,
        };
        let bits = p.ctx().array_attr(&vec![Attribute::FALSE; bits]);
        set(p, state, "in_bounds", bits);
    }
    Ok(map)
}

fn resolve_indices(p: &mut dyn OpParser, state: &mut OperationState, indices: &[UnresolvedOperand]) -> Fallible {
    for &index in indices {
        state.operands.push(p.resolve(index, Type::INDEX)?);
    }
    Ok(())
}

fn resolve_mask(
    p: &mut dyn OpParser,
    state: &mut OperationState,
    mask: Option<UnresolvedOperand>,
    vector: Type,
    map: Attribute,
) -> Fallible {
    let Some(mask) = mask else { return Ok(()) };
    let at = p.position();
    let Some(ty) = mask_type(p.ctx(), vector, map) else {
        return Err(p.error(at, "expected a vector type"));
    };
    state.operands.push(p.resolve(mask, ty)?);
    Ok(())
}

/// `%source[%i], %padding, %mask {attributes} : source type, vector type`
pub fn parse_read(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let source = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.punct(",")?;
    let padding = p.operand()?;
    let mask = if p.optional_punct(",") {
        Some(p.operand()?)
    } else {
        None
    };
    p.attr_dict(state)?;
    let at = p.position();
    let source_type = p.colon_type()?;
    p.punct(",")?;
    let vector = p.ty()?;
    let map = add_defaults(p, state, (source_type, vector), at)?;
    state.operands.push(p.resolve(source, source_type)?);
    resolve_indices(p, state, &indices)?;
    let element = source_type.element_or_self(p.ctx());
    state.operands.push(p.resolve(padding, element)?);
    resolve_mask(p, state, mask, vector, map)?;
    let sizes = [1, indices.len() as i32, 1, i32::from(mask.is_some())];
    let sizes = p.ctx().dense_i32_array(&sizes);
    set(p, state, "operandSegmentSizes", sizes);
    state.results.push(vector);
    Ok(())
}

/// `%vector, %source[%i], %mask {attributes} : vector type, source type`
pub fn parse_write(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let value = p.operand()?;
    p.punct(",")?;
    let source = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    let mask = if p.optional_punct(",") {
        Some(p.operand()?)
    } else {
        None
    };
    p.attr_dict(state)?;
    let at = p.position();
    let vector = p.colon_type()?;
    p.punct(",")?;
    let source_type = p.ty()?;
    let map = add_defaults(p, state, (source_type, vector), at)?;
    state.operands.push(p.resolve(value, vector)?);
    state.operands.push(p.resolve(source, source_type)?);
    resolve_indices(p, state, &indices)?;
    resolve_mask(p, state, mask, vector, map)?;
    let sizes = [1, 1, indices.len() as i32, i32::from(mask.is_some())];
    let sizes = p.ctx().dense_i32_array(&sizes);
    set(p, state, "operandSegmentSizes", sizes);
    if is_tensor(p.ctx(), source_type) {
        state.results.push(source_type);
    }
    Ok(())
}

fn print_attrs(p: &mut dyn OpPrinter, op: OpRef<'_>, source: Type, vector: Type) {
    let mut elided = vec!["operandSegmentSizes"];
    if op.property("permutation_map") == default_map(op.ctx, source, vector) {
        elided.push("permutation_map");
    }
    if op.property("in_bounds").is_some_and(|attr| is_all_false(op.ctx, attr)) {
        elided.push("in_bounds");
    }
    p.attr_dict(op, &elided);
}

fn print_place(p: &mut dyn OpPrinter, op: OpRef<'_>, source: usize, indices: std::ops::Range<usize>) {
    p.operand(op.operand(source));
    p.text("[");
    let indices: Vec<_> = indices.map(|index| op.operand(index)).collect();
    p.operands(&indices);
    p.text("]");
}

fn print_mask(p: &mut dyn OpPrinter, op: OpRef<'_>, mask: std::ops::Range<usize>) {
    for index in mask {
        p.text(", ");
        p.operand(op.operand(index));
    }
}

/// Writes what [`parse_read`] reads.
pub fn print_read(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let range = |slot: usize| TransferReadOp::DEF.operand_range(op, slot);
    p.text(" ");
    print_place(p, op, 0, range(1));
    for index in range(2) {
        p.text(", ");
        p.operand(op.operand(index));
    }
    print_mask(p, op, range(3));
    print_attrs(p, op, op.operand_type(0), op.result_type(0));
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", ");
    p.ty(op.result_type(0));
}

/// Writes what [`parse_write`] reads.
pub fn print_write(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let range = |slot: usize| TransferWriteOp::DEF.operand_range(op, slot);
    p.text(" ");
    p.operand(op.operand(0));
    p.text(", ");
    print_place(p, op, 1, range(2));
    print_mask(p, op, range(3));
    print_attrs(p, op, op.operand_type(1), op.operand_type(0));
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", ");
    p.ty(op.operand_type(1));
}
