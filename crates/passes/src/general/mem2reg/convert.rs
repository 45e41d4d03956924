//! Values of the llvm dialect that are loaded as another type, or that change a part of what was stored before. The first
//! bytes of a value are its lowest bits.

use asyncir_dialects::llvm;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{ApInt, Context, Location, OperationState, Type, TypeKind, ValueId};

/// How many bits a type has, if it can be cast to an integer of as many.
fn bits(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(semantics) => Some(semantics.width()),
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => {
            let &[lanes] = &shape[..] else { return None };
            let width = match element.kind(ctx) {
                TypeKind::Integer { width, .. } => Some(*width),
                TypeKind::Float(semantics) => Some(semantics.width()),
                _ => None,
            };
            // Vectors of other elements have bits between their elements, or behind them.
            let width = width.filter(|width| width % 8 == 0)?;
            let lanes = u32::try_from(lanes).ok().filter(|lanes| lanes.is_power_of_two())?;
            (!scalable.contains(&true)).then(|| width.checked_mul(lanes))?
        }
        _ => is_pointer(ctx, ty).then_some(64),
    }
}

fn is_pointer(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &llvm::types::PTR)
}

/// Whether one of the types holds a part of the other, or the same, from the first byte on: `whole` is at least as long.
fn is_part(ctx: &Context, part: Type, whole: Type) -> bool {
    match (bits(ctx, part), bits(ctx, whole)) {
        (Some(part), Some(whole)) => part <= whole,
        _ => false,
    }
}

/// Whether the first bits of a value of the type `from` can be read as `to`.
pub(super) fn is_readable(ctx: &Context, to: Type, from: Type) -> bool {
    to == from || is_part(ctx, to, from)
}

/// Whether a value of the type `from` can be stored as a part of `to`.
pub(super) fn is_storable(ctx: &Context, to: Type, from: Type) -> bool {
    to == from || is_part(ctx, from, to)
}

/// How many bytes a type takes.
pub(in crate::general) fn bytes(ctx: &Context, ty: Type) -> Option<u64> {
    match bits(ctx, ty) {
        Some(bits) => Some(u64::from(bits.div_ceil(8))),
        None => llvm::layout::layout_of(ctx, ty).map(|layout| layout.size),
    }
}

/// Whether a value of the type can be made of equal bytes.
pub(super) fn is_fillable(ctx: &Context, ty: Type) -> bool {
    let is_number = matches!(ty.kind(ctx), TypeKind::Integer { .. } | TypeKind::Float(_));
    is_number && bits(ctx, ty).is_some_and(|bits| bits > 0 && bits % 8 == 0)
}

struct Converter<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    location: Location,
}

impl Converter<'_, '_> {
    fn state(&self, def: &'static OpDef, operands: &[ValueId], ty: Type) -> OperationState {
        let mut state = OperationState::of(def, self.location).operands(operands).results(&[ty]);
        state.set_properties(self.rw.ctx, &[], &[]);
        state
    }

    fn fold(&mut self, def: &'static OpDef, operands: &[ValueId], ty: Type) -> ValueId {
        let state = self.state(def, operands, ty);
        self.rw.insert_or_fold(state)
    }

    fn bits_of(&self, value: ValueId) -> u32 {
        bits(self.rw.ctx, self.rw.body.value_type(value)).unwrap_or_default()
    }

    /// As an integer of as many bits.
    fn cast_to_integer(&mut self, value: ValueId) -> ValueId {
        let ty = self.rw.body.value_type(value);
        if matches!(ty.kind(self.rw.ctx), TypeKind::Integer { .. }) {
            return value;
        }
        let integer = self.rw.ctx.int_type(self.bits_of(value));
        let def = if is_pointer(self.rw.ctx, ty) {
            llvm::PtrToIntOp::DEF
        } else {
            llvm::BitcastOp::DEF
        };
        self.fold(def, &[value], integer)
    }

    /// From an integer of as many bits.
    fn cast_integer(&mut self, value: ValueId, ty: Type) -> ValueId {
        if self.rw.body.value_type(value) == ty {
            return value;
        }
        let def = if is_pointer(self.rw.ctx, ty) {
            llvm::IntToPtrOp::DEF
        } else {
            llvm::BitcastOp::DEF
        };
        self.fold(def, &[value], ty)
    }

    fn same_size(&mut self, value: ValueId, ty: Type) -> ValueId {
        let from = self.rw.body.value_type(value);
        if from == ty {
            return value;
        }
        if is_pointer(self.rw.ctx, from) && is_pointer(self.rw.ctx, ty) {
            return self.fold(llvm::AddrSpaceCastOp::DEF, &[value], ty);
        }
        let integer = self.cast_to_integer(value);
        self.cast_integer(integer, ty)
    }
}

/// The first bits of a value, as another type.
pub(super) fn read(rw: &mut Rewriter<'_>, location: Location, value: ValueId, ty: Type) -> ValueId {
    let ctx = rw.ctx;
    let mut convert = Converter { rw, location };
    let wanted = bits(ctx, ty).unwrap_or_default();
    if convert.bits_of(value) == wanted {
        return convert.same_size(value, ty);
    }
    let integer = convert.cast_to_integer(value);
    let state = convert.state(llvm::TruncOp::DEF, &[integer], ctx.int_type(wanted));
    let part = convert.rw.insert_value(state);
    convert.cast_integer(part, ty)
}

/// `old` with its first bits replaced by those of `value`.
pub(super) fn write(rw: &mut Rewriter<'_>, location: Location, value: ValueId, old: ValueId) -> ValueId {
    let ctx = rw.ctx;
    let ty = rw.body.value_type(old);
    let mut convert = Converter { rw, location };
    let (part, whole) = (convert.bits_of(value), convert.bits_of(old));
    if part == whole {
        return convert.same_size(value, ty);
    }
    let integer = ctx.int_type(whole);
    let old = convert.cast_to_integer(old);
    let value = convert.cast_to_integer(value);
    let value = convert.fold(llvm::ZExtOp::DEF, &[value], integer);
    let mask = ApInt::all_ones(whole).shl(part);
    let mask = ctx.attr(asyncir_ir::AttrKind::Integer {
        ty: integer,
        value: mask,
    });
    let mask = convert
        .rw
        .insert_value(llvm::ConstantOp::build(ctx, location, mask, &[integer]));
    let kept = convert.fold(llvm::AndOp::DEF, &[old, mask], integer);
    let both = convert.fold(llvm::OrOp::DEF, &[kept, value], integer);
    convert.cast_integer(both, ty)
}

/// A value whose bytes are all `byte`.
pub(super) fn fill(rw: &mut Rewriter<'_>, location: Location, byte: ValueId, ty: Type) -> ValueId {
    let ctx = rw.ctx;
    let width = bits(ctx, ty).unwrap_or_default();
    let integer = ctx.int_type(width);
    let known = constant_value(ctx, rw.body, byte).and_then(|byte| byte.as_int(ctx));
    let value = match known {
        Some((_, byte)) => {
            let value = repeated(byte, width);
            let value = ctx.attr(asyncir_ir::AttrKind::Integer { ty: integer, value });
            rw.insert_value(llvm::ConstantOp::build(ctx, location, value, &[integer]))
        }
        None => repeat(rw, location, byte, width),
    };
    if ty == integer {
        return value;
    }
    let state = Converter { rw, location }.state(llvm::BitcastOp::DEF, &[value], ty);
    rw.insert_value(state)
}

/// A number whose bytes are all `byte`.
fn repeated(byte: &ApInt, width: u32) -> ApInt {
    let byte = byte.zext(width);
    let places = (0..width).step_by(8);
    places.fold(ApInt::zero(width), |all, place| all.or(&byte.shl(place)))
}

/// Computes an integer whose bytes are all `byte`.
fn repeat(rw: &mut Rewriter<'_>, location: Location, byte: ValueId, width: u32) -> ValueId {
    let ctx = rw.ctx;
    let integer = ctx.int_type(width);
    let convert = Converter { rw, location };
    let mut value = byte;
    if width > 8 {
        let state = convert.state(llvm::ZExtOp::DEF, &[byte], integer);
        value = convert.rw.insert_value(state);
    }
    // Each round doubles the number of bytes that are right.
    let mut covered = 8;
    while covered < width {
        let amount = llvm::ConstantOp::build(ctx, location, ctx.int_attr(integer, i128::from(covered)), &[integer]);
        let amount = convert.rw.insert_value(amount);
        let state = convert.state(llvm::ShlOp::DEF, &[value, amount], integer);
        let shifted = convert.rw.insert_value(state);
        let state = convert.state(llvm::OrOp::DEF, &[value, shifted], integer);
        value = convert.rw.insert_value(state);
        covered *= 2;
    }
    value
}

/// What stands at an address.
pub(super) fn load(rw: &mut Rewriter<'_>, location: Location, address: ValueId, ty: Type) -> ValueId {
    let convert = Converter { rw, location };
    let state = convert.state(llvm::LoadOp::DEF, &[address], ty);
    convert.rw.insert_value(state)
}

/// Stores a value at an address.
pub(super) fn store(rw: &mut Rewriter<'_>, location: Location, value: ValueId, address: ValueId) {
    let mut state = OperationState::of(llvm::StoreOp::DEF, location).operands(&[value, address]);
    state.set_properties(rw.ctx, &[], &[]);
    rw.insert(state);
}
