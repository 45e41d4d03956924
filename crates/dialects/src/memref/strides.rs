//! Layouts of memrefs: strides and offset.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::{AttrKind, Attribute, Context, DYNAMIC, Type, TypeKind};

/// A ranked memref type taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemRef {
    /// Sizes, outermost first.
    pub shape: Vec<i64>,
    /// Element type.
    pub element: Type,
    /// Layout; `None` is the identity.
    pub layout: Option<Attribute>,
    /// Memory space; `None` is the default one.
    pub memory_space: Option<Attribute>,
}

impl MemRef {
    /// The parts of a ranked memref type.
    pub fn of(ctx: &Context, ty: Type) -> Option<Self> {
        match ty.kind(ctx) {
            TypeKind::MemRef {
                shape,
                element,
                layout,
                memory_space,
            } => Some(Self {
                shape: shape.to_vec(),
                element: *element,
                layout: *layout,
                memory_space: *memory_space,
            }),
            _ => None,
        }
    }

    /// The type.
    pub fn ty(&self, ctx: &Context) -> Type {
        ctx.ty(TypeKind::MemRef {
            shape: self.shape.clone().into(),
            element: self.element,
            layout: self.layout,
            memory_space: self.memory_space,
        })
    }

    /// How many dimensions there are.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether all sizes are known.
    pub fn is_static(&self) -> bool {
        !self.shape.contains(&DYNAMIC)
    }
}

/// The memory space of a memref, ranked or not.
pub fn memory_space(ctx: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(ctx) {
        TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. } => *memory_space,
        _ => None,
    }
}

/// `strided<[strides], offset: offset>`
pub fn strided_layout(ctx: &Context, strides: &[i64], offset: i64) -> Attribute {
    ctx.attr(AttrKind::Strided {
        offset,
        strides: strides.into(),
    })
}

/// Whether memory of one type always has the offset and strides that another one tells; `None` if elements of either do not
/// stand at a linear function of their indices.
pub fn has_layout_of(ctx: &Context, from: Type, to: Type) -> Option<bool> {
    let (strides, offset) = strides_and_offset(ctx, from)?;
    let (wanted, wanted_offset) = strides_and_offset(ctx, to)?;
    let leaves_open = |(&known, &want): (&i64, &i64)| known == DYNAMIC && want != DYNAMIC;
    let mut pairs = strides
        .iter()
        .chain([&offset])
        .zip(wanted.iter().chain([&wanted_offset]));
    Some(!pairs.any(leaves_open))
}

/// The strides of a memref, outermost first, and its offset, in elements; [`DYNAMIC`] for what is known only at run
/// time. `None` if elements do not stand at such a linear function of their indices.
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

/// The product, [`DYNAMIC`] if a factor is and the other one is not zero.
pub fn multiply(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        _ => a.saturating_mul(b),
    }
}

/// The sum, [`DYNAMIC`] if a summand is.
pub fn add(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC {
        DYNAMIC
    } else {
        a.saturating_add(b)
    }
}

/// Whether the layout maps indices to themselves.
pub fn is_identity_layout(ctx: &Context, layout: Option<Attribute>) -> bool {
    match layout.map(|layout| layout.kind(ctx)) {
        None => true,
        Some(AttrKind::Strided { offset: 0, strides }) => **strides == [1],
        Some(AttrKind::AffineMap(map)) => map.is_identity(),
        Some(_) => false,
    }
}

/// How many values a layout leaves open: the symbols of its map.
pub fn num_layout_symbols(ctx: &Context, layout: Option<Attribute>) -> usize {
    match layout.map(|layout| layout.kind(ctx)) {
        Some(AttrKind::Strided { offset, strides }) => strides
            .iter()
            .chain([offset])
            .filter(|&&value| value == DYNAMIC)
            .count(),
        Some(AttrKind::AffineMap(map)) => map.num_symbols() as usize,
        _ => 0,
    }
}

/// Strides and offset of a layout map. Only a map with one result, or the identity, has them.
fn strides_of_map(map: &AffineMap, shape: &[i64]) -> Option<(Vec<i64>, i64)> {
    let weights = match map.num_results() {
        1 => vec![1],
        results if results == shape.len() && map.is_identity() => row_major_strides(shape),
        _ => return None,
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
            _ if expr.is_symbolic_or_constant() => sum.1 = DYNAMIC,
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
