//! Folding of constants: functions on numbers applied to scalars, splats and whole vectors and tensors.

use asyncir_ir::def::Folded;
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, DYNAMIC, Location, OperationState, Type, TypeKind};

use crate::sparse_elements::{bytes_of_sparse_at, dense_bytes};

/// The constant op for what was folded in dialects whose constants are those of arith; `None` if the context does not know
/// arith, or it has no such constant.
pub(crate) fn materialize_arith_constant(
    ctx: &Context,
    value: Attribute,
    ty: Type,
    at: Location,
) -> Option<OperationState> {
    ctx.dialect("arith")?.materialize_constant?(ctx, value, ty, at)
}

/// The numbers in a constant: of integers their value, of floats their bits.
#[derive(Debug)]
pub struct Numbers {
    /// One number if the constant is a scalar or a splat.
    pub values: Vec<ApInt>,
    /// Whether all numbers are there.
    pub splat: bool,
}

/// Bits of a number of the type; 64 for `index`.
pub fn element_width(ctx: &Context, element: Type) -> Option<u32> {
    ctx.int_or_index_width(element)
        .or_else(|| element.float(ctx).map(FloatSemantics::width))
}

/// How many bytes a number takes in a dense attribute.
fn number_bytes(width: u32) -> usize {
    (width.div_ceil(8) as usize).max(1)
}

/// How many bytes an element takes in a dense attribute: a number, or two of a complex one.
pub fn element_bytes(ctx: &Context, element: Type) -> Option<usize> {
    match *element.kind(ctx) {
        TypeKind::Complex(part) => Some(2 * number_bytes(element_width(ctx, part)?)),
        _ => Some(number_bytes(element_width(ctx, element)?)),
    }
}

/// The numbers in a constant.
pub fn numbers(ctx: &Context, attr: Attribute) -> Option<Numbers> {
    match attr.kind(ctx) {
        AttrKind::Integer { value, .. } => Some(Numbers {
            values: vec![value.clone()],
            splat: true,
        }),
        AttrKind::Float { ty, bits } => {
            let width = element_width(ctx, *ty)?;
            Some(Numbers {
                values: vec![ApInt::from_u128(width, *bits)],
                splat: true,
            })
        }
        AttrKind::DenseElements { ty, splat, data } => numbers_in(ctx, *ty, *splat, data),
        _ => None,
    }
}

/// The numbers in the data of a dense attribute.
fn numbers_in(ctx: &Context, ty: Type, splat: bool, data: &[u8]) -> Option<Numbers> {
    let width = element_width(ctx, ty.element_or_self(ctx))?;
    let chunks = data.chunks_exact(number_bytes(width));
    let values = chunks.map(|chunk| ApInt::from_le_bytes(width, chunk)).collect();
    Some(Numbers { values, splat })
}

/// The numbers in a constant, sparse ones included if there are not too many zeros in between.
fn numbers_of_elements(ctx: &Context, attr: Attribute) -> Option<Numbers> {
    /// A constant folded of it would be text of some megabytes.
    const MOST: u64 = 1 << 20;
    match attr.kind(ctx) {
        AttrKind::SparseElements { ty, .. } if ty.num_elements(ctx)? <= MOST => {
            numbers_in(ctx, *ty, false, &dense_bytes(ctx, attr)?)
        }
        _ => numbers(ctx, attr),
    }
}

/// How many numbers a constant vector or tensor stands for; 0 for other attributes.
pub fn number_count(ctx: &Context, attr: Attribute) -> u64 {
    match attr.kind(ctx) {
        AttrKind::DenseElements { ty, .. } => ty.num_elements(ctx).unwrap_or(u64::MAX),
        _ => 0,
    }
}

/// The element at `index` of a constant vector or tensor, counted in the order of its text.
pub fn element_at(ctx: &Context, attr: Attribute, index: usize) -> Option<Attribute> {
    let element = attr.ty(ctx).element_or_self(ctx);
    let width = element_width(ctx, element)?;
    let bytes = match attr.kind(ctx) {
        AttrKind::DenseElements { splat, data, .. } => {
            data.chunks_exact(number_bytes(width))
                .nth(if *splat { 0 } else { index })?
        }
        AttrKind::SparseElements { .. } => bytes_of_sparse_at(ctx, attr, index)?,
        _ => return None,
    };
    from_numbers(ctx, element, &[ApInt::from_le_bytes(width, bytes)], true)
}

/// The constant of type `ty` with one number for all elements.
pub fn splat(ctx: &Context, ty: Type, value: &ApInt) -> Option<Attribute> {
    from_numbers(ctx, ty, std::slice::from_ref(value), true)
}

/// The constant of type `ty` with the given numbers.
pub fn from_numbers(ctx: &Context, ty: Type, values: &[ApInt], splat: bool) -> Option<Attribute> {
    let element = ty.element_or_self(ctx);
    if !ty.is_shaped(ctx) {
        let value = values.first()?.clone();
        return Some(match ctx.int_or_index_width(ty) {
            Some(_) => ctx.attr(AttrKind::Integer { ty, value }),
            None => ctx.float_bits_attr(ty, value.to_u128()?),
        });
    }
    if ty.shape(ctx)?.contains(&DYNAMIC) {
        return None;
    }
    let width = element_width(ctx, element)?;
    let bytes = number_bytes(width);
    let splat = splat || (!values.is_empty() && values.iter().all(|value| *value == values[0]));
    let kept = if splat { &values[..1.min(values.len())] } else { values };
    let mut data = Vec::with_capacity(kept.len() * bytes);
    for value in kept {
        let mut le = value.to_le_bytes();
        le.resize(bytes, 0);
        data.extend_from_slice(&le);
    }
    Some(ctx.attr(AttrKind::DenseElements {
        ty,
        splat,
        data: data.into(),
    }))
}

/// The number of a scalar or splat constant.
pub fn uniform(ctx: &Context, attr: Option<Attribute>) -> Option<ApInt> {
    let mut numbers = numbers(ctx, attr?)?;
    (numbers.splat && numbers.values.len() == 1).then(|| numbers.values.swap_remove(0))
}

/// Applies `f` to the numbers of constants, element by element, for a result of type `ty`. Nothing comes of it if an
/// operand is not constant or `f` declines.
pub fn map(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    f: &mut dyn FnMut(&[ApInt]) -> Option<ApInt>,
) -> Option<Attribute> {
    let inputs = operands.iter().map(|&operand| numbers(ctx, operand?));
    combine(ctx, &inputs.collect::<Option<Vec<_>>>()?, ty, f)
}

/// As [`map`], also for sparse constants.
fn map_elements(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    f: &mut dyn FnMut(&[ApInt]) -> Option<ApInt>,
) -> Option<Attribute> {
    let inputs = operands.iter().map(|&operand| numbers_of_elements(ctx, operand?));
    combine(ctx, &inputs.collect::<Option<Vec<_>>>()?, ty, f)
}

fn combine(
    ctx: &Context,
    inputs: &[Numbers],
    ty: Type,
    f: &mut dyn FnMut(&[ApInt]) -> Option<ApInt>,
) -> Option<Attribute> {
    if inputs.iter().all(|input| input.splat) {
        let args: Vec<ApInt> = inputs
            .iter()
            .map(|input| input.values.first().cloned())
            .collect::<Option<_>>()?;
        return splat(ctx, ty, &f(&args)?);
    }
    let count = inputs
        .iter()
        .filter(|input| !input.splat)
        .map(|input| input.values.len())
        .max()?;
    let mut results = Vec::with_capacity(count);
    for index in 0..count {
        let pick = |input: &Numbers| input.values.get(if input.splat { 0 } else { index }).cloned();
        let args: Vec<ApInt> = inputs.iter().map(pick).collect::<Option<_>>()?;
        results.push(f(&args)?);
    }
    from_numbers(ctx, ty, &results, false)
}

/// As [`map`], for one operand.
pub fn unary(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    mut f: impl FnMut(&ApInt) -> Option<ApInt>,
) -> Option<Attribute> {
    map(ctx, operands.get(..1)?, ty, &mut |args| f(&args[0]))
}

/// As [`map`], for two operands.
pub fn binary(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    mut f: impl FnMut(&ApInt, &ApInt) -> Option<ApInt>,
) -> Option<Attribute> {
    map(ctx, operands.get(..2)?, ty, &mut |args| f(&args[0], &args[1]))
}

/// The operand that is poison, if one is: most computations of poison give poison.
pub fn poison_of(ctx: &Context, operands: &[Option<Attribute>]) -> Option<Attribute> {
    operands
        .iter()
        .copied()
        .flatten()
        .find(|&operand| crate::ub::is_poison(ctx, operand))
}

/// As [`binary`], also for sparse constants.
pub fn binary_of_elements(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    mut f: impl FnMut(&ApInt, &ApInt) -> Option<ApInt>,
) -> Option<Attribute> {
    map_elements(ctx, operands.get(..2)?, ty, &mut |args| f(&args[0], &args[1]))
}

/// As [`unary`], but poison of poison, and also for sparse constants.
pub fn unary_or_poison(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    mut f: impl FnMut(&ApInt) -> Option<ApInt>,
) -> Option<Attribute> {
    let of_elements = || map_elements(ctx, operands.get(..1)?, ty, &mut |args| f(&args[0]));
    poison_of(ctx, operands).or_else(of_elements)
}

/// As [`binary_of_elements`], but poison if an operand is.
pub fn binary_or_poison(
    ctx: &Context,
    operands: &[Option<Attribute>],
    ty: Type,
    f: impl FnMut(&ApInt, &ApInt) -> Option<ApInt>,
) -> Option<Attribute> {
    poison_of(ctx, operands).or_else(|| binary_of_elements(ctx, operands, ty, f))
}

/// A constant if there is one.
pub fn folded(attr: Option<Attribute>) -> Folded {
    attr.map_or(Folded::No, Folded::attr)
}

/// Zero of an integer, index or float type, or of a vector or tensor of it with static shape.
pub fn zero(ctx: &Context, ty: Type) -> Option<Attribute> {
    let width = element_width(ctx, ty.element_or_self(ctx))?;
    splat(ctx, ty, &ApInt::zero(width))
}
