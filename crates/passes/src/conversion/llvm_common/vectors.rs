//! Ops on vectors that are taken apart: those of several dimensions, which llvm has as arrays of vectors, into innermost
//! vectors, others into elements.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::{constant_fold, vector};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, Type, TypeKind, ValueId};

use super::{LlvmTypeConverter, ops, types};

/// Applies `create` to every innermost vector of the operands (of array types of one shape) and puts its results
/// together. `result` is the original result type, a vector. `None` if it has no counterpart, or an operand is no array.
pub fn for_each_innermost(
    rw: &mut Rewriter<'_>,
    loc: Location,
    converter: &LlvmTypeConverter,
    result: Type,
    operands: &[ValueId],
    create: &mut dyn FnMut(&mut Rewriter<'_>, Type, &[ValueId]) -> ValueId,
) -> Option<ValueId> {
    let array = converter.convert(rw.ctx, result)?;
    let is_array = |rw: &Rewriter<'_>, ty: Type| types::array_parts(rw.ctx, ty).is_some();
    if !is_array(rw, array) || !operands.iter().all(|&value| is_array(rw, rw.body.value_type(value))) {
        return None;
    }
    let mut sizes = Vec::new();
    let mut innermost = array;
    while let Some((element, size)) = types::array_parts(rw.ctx, innermost) {
        sizes.push(i64::try_from(size).ok()?);
        innermost = element;
    }
    if count(&sizes) > MAX_PARTS {
        return None;
    }
    let mut whole = ops::poison(rw, loc, array);
    for position in positions(&sizes) {
        let parts: Vec<ValueId> = operands
            .iter()
            .map(|&operand| ops::extract_value(rw, loc, operand, &position))
            .collect();
        let part = create(rw, innermost, &parts);
        whole = ops::insert_value(rw, loc, whole, part, &position);
    }
    Some(whole)
}

/// Computes a value of type `ty`: if that is a vector, one element after the other from those of the operands. `None` if
/// it is a vector that is not taken apart.
pub fn map_elements(
    rw: &mut Rewriter<'_>,
    loc: Location,
    ty: Type,
    operands: &[ValueId],
    create: &mut dyn FnMut(&mut Rewriter<'_>, &[ValueId]) -> ValueId,
) -> Option<ValueId> {
    let shape = match ty.kind(rw.ctx) {
        // How many elements there are is not known.
        TypeKind::Vector { scalable, .. } if scalable.contains(&true) => return None,
        TypeKind::Vector { shape, .. } if count(shape) > MAX_PARTS => return None,
        TypeKind::Vector { shape, .. } => shape,
        _ if ty.element_or_self(rw.ctx) == ty => return Some(create(rw, operands)),
        _ => return None,
    };
    let mut all = constant(rw, loc, constant_fold::zero(rw.ctx, ty)?);
    for place in positions(shape) {
        let position = rw.ctx.dense_i64_array(&place);
        let part = |rw: &mut Rewriter<'_>, whole: ValueId| {
            let element = rw.body.value_type(whole).element_or_self(rw.ctx);
            rw.insert_value(vector::ExtractOp::build(rw.ctx, loc, whole, &[], position, &[element]))
        };
        let parts: Vec<ValueId> = operands.iter().map(|&whole| part(rw, whole)).collect();
        let value = create(rw, &parts);
        all = rw.insert_value(vector::InsertOp::build(rw.ctx, loc, value, all, &[], position, &[ty]));
    }
    Some(all)
}

/// Vectors of more parts are not taken apart: a few letters of a type would become any amount of code.
pub const MAX_PARTS: i64 = 1 << 16;

/// How many elements an array of those sizes has; the largest number if they are more.
pub fn count(sizes: &[i64]) -> i64 {
    sizes.iter().fold(1, |count: i64, &size| count.saturating_mul(size))
}

/// All positions in an array of those sizes, the last index running fastest.
pub fn positions(sizes: &[i64]) -> Vec<Vec<i64>> {
    let mut positions = vec![Vec::new()];
    for &size in sizes {
        positions = positions
            .into_iter()
            .flat_map(|prefix| (0..size).map(move |index| [prefix.as_slice(), &[index]].concat()))
            .collect();
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::{count, positions};

    #[test]
    fn large_counts_do_not_wrap() {
        assert_eq!((count(&[]), count(&[2, 3])), (1, 6));
        assert_eq!(count(&[1 << 32, 1 << 32]), i64::MAX);
    }

    #[test]
    fn the_last_index_runs_fastest() {
        assert_eq!(positions(&[2, 2]), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert!(positions(&[3, 0]).is_empty());
    }
}
