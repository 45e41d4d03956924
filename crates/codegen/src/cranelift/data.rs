//! Globals: their initialisers as bytes.

use std::collections::HashMap;

use asyncir_dialects::llvm::layout::layout_of;
use asyncir_ir::{Fallible, OpRef, Type, ValueId};

use super::bits::{self, Image};
use super::{refused, refused_for, refused_type};
use crate::dialect::{DYNAMIC_INDEX, attr, integer, integers, symbol, type_attr};

/// What a global is when the program starts.
pub(super) struct Data<'m> {
    pub(super) image: Image<'m>,
    pub(super) align: u64,
}

/// Alignments that every page has.
const MAX_ALIGN: u64 = 4096;
/// Larger globals are aligned for whatever instruction reads them.
const LARGE: u64 = 16;

/// The contents of a global that is defined.
///
/// # Errors
/// If the initialiser of the global is not a constant that the translation to Cranelift knows.
pub(super) fn of<'m>(op: OpRef<'m>) -> Fallible<Data<'m>> {
    let ty = type_attr(op, "global_type").ok_or_else(|| refused(op))?;
    let layout = layout_of(op.ctx, ty).ok_or_else(|| refused_type(op, ty))?;
    let image = match (region_value(op)?, attr(op, "value")) {
        (Some(image), _) => image,
        (None, Some(value)) => bits::image_of(op, ty, value)?,
        (None, None) => Image::zeros(layout.size),
    };
    let natural = if layout.size >= LARGE {
        layout.align.max(LARGE)
    } else {
        layout.align
    };
    let requested = integer(op, "alignment").and_then(|align| u64::try_from(align).ok());
    let align = requested.filter(|&align| align > 0).unwrap_or(natural);
    if !align.is_power_of_two() || align > MAX_ALIGN {
        return Err(refused_for(op, "alignment"));
    }
    Ok(Data { image, align })
}

/// What the initialiser region returns, if there is one.
fn region_value<'m>(op: OpRef<'m>) -> Fallible<Option<Image<'m>>> {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    let Some(block) = regions.first().and_then(|&region| body.region(region).first()) else {
        return Ok(None);
    };
    let mut values: HashMap<ValueId, Image<'m>> = HashMap::new();
    for inner in body.block_ops(block) {
        let inner = OpRef { body, op: inner, ..op };
        // A large constant that is built up is not copied at each step.
        let mut take = |value| {
            if body.has_one_use(value) {
                values.remove(&value)
            } else {
                values.get(&value).cloned()
            }
        };
        let operands: Option<Vec<Image<'m>>> = inner.operands().into_iter().map(&mut take).collect();
        let operands = operands.ok_or_else(|| refused(inner))?;
        if inner.name() == "llvm.return" {
            return Ok(operands.into_iter().next());
        }
        let image = evaluate(inner, operands)?;
        let result = body.results(inner.op).next().ok_or_else(|| refused(inner))?;
        values.insert(result, image);
    }
    Err(refused(op))
}

/// The constant that an op of an initialiser gives.
fn evaluate<'m>(op: OpRef<'m>, mut operands: Vec<Image<'m>>) -> Fallible<Image<'m>> {
    let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
    let size = layout_of(op.ctx, ty).ok_or_else(|| refused_type(op, ty))?.size;
    let image = match (op.name(), &mut operands[..]) {
        ("llvm.mlir.constant", _) => return bits::image_of(op, ty, attr(op, "value").ok_or_else(|| refused(op))?),
        ("llvm.mlir.zero" | "llvm.mlir.undef" | "llvm.mlir.poison", _) => Some(Image::zeros(size)),
        ("llvm.mlir.addressof", _) => symbol(op, "global_name").map(|symbol| {
            let mut image = Image::zeros(size);
            image.refer_to(symbol);
            image
        }),
        ("llvm.getelementptr", [base]) => Some(moved(op, std::mem::take(base))?),
        ("llvm.ptrtoint" | "llvm.inttoptr" | "llvm.bitcast", [value]) if value.size == size => Some((*value).clone()),
        ("llvm.insertvalue", [whole, part]) => {
            let (_, offset) = bits::place(op, ty, &integers(op, "position"))?;
            let mut whole = std::mem::take(whole);
            whole.put(offset, part).map(|()| whole)
        }
        ("llvm.extractvalue", [whole]) => {
            let container = *op.operand_types().first().ok_or_else(|| refused(op))?;
            let (_, offset) = bits::place(op, container, &integers(op, "position"))?;
            whole.get(offset, size)
        }
        _ => None,
    };
    image.ok_or_else(|| refused(op))
}

/// An address, moved by constant indices.
fn moved<'m>(op: OpRef<'m>, mut image: Image<'m>) -> Fallible<Image<'m>> {
    let element = type_attr(op, "elem_type").ok_or_else(|| refused(op))?;
    let distance = constant_distance(op, element, &integers(op, "rawConstantIndices"))?;
    let reference = image.references.get_mut(&0).ok_or_else(|| refused(op))?;
    reference.addend = reference.addend.wrapping_add(distance);
    Ok(image)
}

fn constant_distance(op: OpRef<'_>, element: Type, indices: &[i64]) -> Fallible<i64> {
    let (&first, path) = indices.split_first().ok_or_else(|| refused(op))?;
    if indices.contains(&DYNAMIC_INDEX) {
        return Err(refused(op));
    }
    let stride = layout_of(op.ctx, element)
        .ok_or_else(|| refused_type(op, element))?
        .size;
    let (_, offset) = bits::place(op, element, path)?;
    Ok(first
        .wrapping_mul(stride.cast_signed())
        .wrapping_add(offset.cast_signed()))
}
