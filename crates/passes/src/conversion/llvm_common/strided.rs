//! Strides and offset of memref types.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::{AttrKind, Context, DYNAMIC, Type, TypeKind};

/// The strides of a memref, outermost first, and its offset, in elements; [`DYNAMIC`] for what is known only at run time.
/// `None` if elements do not stand at such a linear function of their indices.
pub fn strides_and_offset(ctx: &Context, memref: Type) -> Option<(Vec<i64>, i64)> {
    let TypeKind::MemRef { shape, layout, .. } = memref.kind(ctx) else {
        return None;
    };
    match layout.map(|layout| layout.kind(ctx)) {
        None => Some((row_major_strides(shape), 0)),
        Some(AttrKind::Strided { offset, strides }) => Some((strides.to_vec(), *offset)),
        Some(AttrKind::AffineMap(map)) => strides_of_map(map, shape),
        Some(_) => None,
    }
}

/// The strides of a dense memref of that shape.
pub fn row_major_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = multiply(strides[dim], shape[dim]);
    }
    strides
}

fn multiply(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC {
        DYNAMIC
    } else {
        a.saturating_mul(b)
    }
}

fn add(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC {
        DYNAMIC
    } else {
        a.saturating_add(b)
    }
}

/// Strides and offset of a layout map. One of several results is put into one by the strides of the shape first.
fn strides_of_map(map: &AffineMap, shape: &[i64]) -> Option<(Vec<i64>, i64)> {
    let weights = if map.num_results() == 1 {
        vec![1]
    } else if map.num_results() == shape.len() && map.is_identity() {
        row_major_strides(shape)
    } else {
        return None;
    };
    let mut sum = (vec![0; map.num_dims() as usize], 0);
    for (result, &weight) in map.results().iter().zip(&weights) {
        accumulate(result, weight, &mut sum)?;
    }
    Some(sum)
}

/// Adds `factor * expr` to strides and offset.
fn accumulate(expr: &AffineExpr, factor: i64, sum: &mut (Vec<i64>, i64)) -> Option<()> {
    match expr {
        AffineExpr::Dim(position) => {
            let stride = sum.0.get_mut(*position as usize)?;
            *stride = add(*stride, factor);
        }
        AffineExpr::Symbol(_) => sum.1 = DYNAMIC,
        AffineExpr::Constant(value) => sum.1 = add(sum.1, multiply(*value, factor)),
        AffineExpr::Binary(binary) => match binary.kind() {
            AffineKind::Add => {
                accumulate(binary.lhs(), factor, sum)?;
                accumulate(binary.rhs(), factor, sum)?;
            }
            AffineKind::Mul => {
                let by = symbolic_factor(binary.rhs())?;
                accumulate(binary.lhs(), multiply(factor, by), sum)?;
            }
            _ => return None,
        },
    }
    Some(())
}

fn symbolic_factor(expr: &AffineExpr) -> Option<i64> {
    match expr.as_constant() {
        Some(value) => Some(value),
        None => expr.is_symbolic_or_constant().then_some(DYNAMIC),
    }
}

#[cfg(test)]
mod tests {
    use asyncir_ir::AttrKind;

    use super::*;

    fn memref(ctx: &Context, shape: &[i64], map: AffineMap) -> Type {
        ctx.ty(TypeKind::MemRef {
            shape: shape.into(),
            element: Type::F32,
            layout: Some(ctx.attr(AttrKind::AffineMap(map))),
            memory_space: None,
        })
    }

    #[test]
    fn dense_memrefs_have_row_major_strides() {
        let ctx = Context::new();
        let ty = ctx.memref_type(&[2, DYNAMIC, 3, 4], Type::F32);
        assert_eq!(strides_and_offset(&ctx, ty), Some((vec![DYNAMIC, 12, 4, 1], 0)));
    }

    #[test]
    fn linear_maps_have_strides_and_others_have_none() {
        let ctx = Context::new();
        let (d0, d1, s0) = (AffineExpr::Dim(0), AffineExpr::Dim(1), AffineExpr::Symbol(0));
        let linear = d0.clone() * s0 + d1.clone() * AffineExpr::Constant(3) + AffineExpr::Constant(7);
        let strides = |result| {
            let map = AffineMap::new(2, 1, vec![result]).expect("a map");
            strides_and_offset(&ctx, memref(&ctx, &[4, 4], map))
        };
        assert_eq!(strides(linear), Some((vec![DYNAMIC, 3], 7)));
        assert_eq!(strides(d0.floor_div(2) + d1), None);
    }
}
