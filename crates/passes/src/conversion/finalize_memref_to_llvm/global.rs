//! `memref.global` and `memref.get_global`.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, Body, Context, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::Lowering;
use super::alloc::{Memory, Shape};
use super::size_of::bytes_of;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::types;

/// What the allocated pointer of a global is, so that freeing one is noticed.
const NOT_ALLOCATED: i64 = 0xdead_beef;

/// A memref as the type of a global: an array of arrays.
fn array_of(lowering: &Lowering, ctx: &Context, memref: Type) -> Option<Type> {
    let element = lowering.element(ctx, memref)?;
    let shape = memref.shape(ctx)?;
    shape.iter().rev().try_fold(element, |inner, &size| {
        Some(types::array(ctx, inner, u64::try_from(size).ok()?))
    })
}

/// Lowers a global.
pub(super) fn lower_global(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, _operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let memref = op_ref.property("type")?.as_type(ctx)?;
    if !lowering.is_dense(ctx, memref) {
        return None;
    }
    let array = array_of(lowering, ctx, memref)?;
    let initial = op_ref.property("initial_value");
    let is_uninitialized = initial == Some(Attribute::UNIT);
    let value = match initial.filter(|_| !is_uninitialized) {
        Some(value) if memref.shape(ctx)?.is_empty() => Some(scalar_of(ctx, value)?),
        value => value,
    };
    let visibility = op_ref.property("sym_visibility");
    let is_public = visibility.is_none_or(|attr| attr.as_str(ctx) == Some("public"));
    let linkage = if is_public { "external" } else { "private" };
    let space = i32::try_from(lowering.types.address_space(ctx, memref)?).ok()?;
    let alignment = op_ref.property("alignment").filter(|attr| attr.as_i64(ctx) != Some(0));
    let mut state = OperationState::of(llvm::GlobalOp::DEF, loc);
    let is_constant = op_ref.property("constant").is_some();
    let given = [
        ("global_type", Some(ctx.type_attr(array))),
        ("constant", is_constant.then_some(Attribute::UNIT)),
        ("sym_name", op_ref.property("sym_name")),
        ("linkage", Some(types::linkage(ctx, linkage))),
        ("value", value),
        ("alignment", alignment),
        ("addr_space", Some(ctx.i32_attr(space))),
    ];
    state.set_properties(ctx, &given, &[]);
    state.body = Some(Box::new(initializer(ctx, loc, is_uninitialized.then_some(array))));
    rw.insert(state);
    rw.erase(op);
    Some(())
}

/// The body of a global: that of one without an initial value that is defined here gives an undefined one.
fn initializer(ctx: &Context, loc: Location, undefined: Option<Type>) -> Body {
    let mut body = Body::new();
    let region = body.add_root_region();
    if let Some(ty) = undefined {
        let block = body.append_block(region);
        let mut rw = Rewriter::new(ctx, &mut body);
        rw.set_end(block);
        let value = ops::simple(&mut rw, llvm::UndefOp::DEF, loc, &[], ty);
        ops::return_op(&mut rw, loc, Some(value));
    }
    body
}

/// The only element of an elements attribute; of a complex number, an array of its two parts.
fn scalar_of(ctx: &Context, value: Attribute) -> Option<Attribute> {
    let AttrKind::DenseElements { ty, data, .. } = value.kind(ctx) else {
        return None;
    };
    let element = ty.element_or_self(ctx);
    if let TypeKind::Complex(part) = *element.kind(ctx) {
        let (real, imaginary) = data.split_at(data.len() / 2);
        let parts = [number_of(ctx, part, real)?, number_of(ctx, part, imaginary)?];
        return Some(ctx.array_attr(&parts));
    }
    number_of(ctx, element, data)
}

fn number_of(ctx: &Context, element: Type, data: &[u8]) -> Option<Attribute> {
    let mut bytes = [0; 16];
    bytes.get_mut(..data.len())?.copy_from_slice(data);
    let bits = u128::from_le_bytes(bytes);
    if element.float(ctx).is_some() {
        return Some(ctx.float_bits_attr(element, bits));
    }
    ctx.int_or_index_width(element)?;
    Some(ctx.int_attr(element, bits as i128))
}

/// Lowers access to a global: a descriptor of its address.
pub(super) fn lower_get_global(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let memref = op_ref.result_type(0);
    let name = op_ref.symbol_property("name")?;
    if !lowering.is_dense(ctx, memref) {
        return None;
    }
    let array = array_of(lowering, ctx, memref)?;
    let ptr = lowering.element_ptr(ctx, memref)?;
    let shape = Shape::compute(lowering, rw, loc, memref, operands)?;
    // As for an allocation, the size is computed, though nobody needs it here.
    let element = memref.element_or_self(ctx);
    bytes_of(lowering, rw, loc, element, GepIndex::Value(shape.count))?;
    let address = ops::address_of(rw, loc, name, ptr);
    let zeros = vec![GepIndex::Constant(0); memref.shape(ctx)?.len() + 1];
    let aligned = ops::gep(rw, loc, ptr, array, address, &zeros, None);
    // Addresses have as many bits as `index` usually has, whatever it has here.
    let marker = ops::index_constant(rw, loc, Type::I64, NOT_ALLOCATED);
    let allocated = ops::simple(rw, llvm::IntToPtrOp::DEF, loc, &[marker], ptr);
    let memory = Memory { allocated, aligned };
    let value = shape.describe(lowering, rw, loc, memref, memory)?;
    rw.replace(op, &[value]);
    Some(())
}
