//! Layouts: strides and offsets of memrefs.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::{AttrKind, Attribute, Context, DYNAMIC, Type, TypeKind};

/// Where the elements of a memref are: `offset + sum(index * stride)`, in elements; [`DYNAMIC`] where that is known
/// only at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strided {
    /// Offset.
    pub offset: i64,
    /// Strides, outermost first.
    pub strides: Vec<i64>,
}

fn product(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_mul(b) }
}

/// The strides of a row-major layout.
pub fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = product(strides[dim], shape[dim]);
    }
    strides
}

/// Strides and offset of a ranked memref, if its layout has that form.
pub fn strides_and_offset(ctx: &Context, ty: Type) -> Option<Strided> {
    let TypeKind::MemRef { shape, layout, .. } = ty.kind(ctx) else { return None };
    let Some(layout) = layout else {
        return Some(Strided { offset: 0, strides: row_major(shape) });
    };
    match layout.kind(ctx) {
        AttrKind::Strided { offset, strides } => Some(Strided { offset: *offset, strides: strides.to_vec() }),
        AttrKind::AffineMap(map) => of_map(map, shape),
        _ => None,
    }
}

/// A map of one result that is linear in its dimensions; symbols are unknown numbers.
fn of_map(map: &AffineMap, shape: &[i64]) -> Option<Strided> {
    if map.is_identity() {
        return Some(Strided { offset: 0, strides: row_major(shape) });
    }
    let [expr] = map.results() else { return None };
    let mut form = Linear { offset: 0, strides: vec![0; map.num_dims() as usize] };
    form.add(expr, 1)?;
    Some(Strided { offset: form.offset, strides: form.strides })
}

struct Linear {
    offset: i64,
    strides: Vec<i64>,
}

fn sum(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_add(b) }
}

impl Linear {
    /// Adds `factor * expr`.
    fn add(&mut self, expr: &AffineExpr, factor: i64) -> Option<()> {
        match expr.kind() {
            AffineKind::Add => {
                self.add(expr.lhs(), factor)?;
                self.add(expr.rhs(), factor)
            }
            AffineKind::Mul => {
                if let Some(value) = expr.rhs().as_constant() {
                    return self.add(expr.lhs(), product(factor, value));
                }
                if expr.rhs().is_symbolic_or_constant() {
                    return self.add(expr.lhs(), DYNAMIC);
                }
                None
            }
            _ => self.add_leaf(expr, factor),
        }
    }

    fn add_leaf(&mut self, expr: &AffineExpr, factor: i64) -> Option<()> {
        if let Some(value) = expr.as_constant() {
            self.offset = sum(self.offset, product(value, factor));
            return Some(());
        }
        if expr.is_symbolic_or_constant() {
            self.offset = DYNAMIC;
            return Some(());
        }
        let dim = (0..self.strides.len()).find(|&dim| *expr == AffineExpr::dim(dim as u32))?;
        self.strides[dim] = sum(self.strides[dim], factor);
        Some(())
    }
}

/// `strided<[...], offset: ...>`
pub fn strided_attr(ctx: &Context, layout: &Strided) -> Attribute {
    ctx.attr(AttrKind::Strided { offset: layout.offset, strides: layout.strides.clone().into() })
}

/// The layout attribute of a memref; none where the layout is row-major and starts at 0.
pub fn canonical_layout(ctx: &Context, shape: &[i64], layout: &Strided) -> Option<Attribute> {
    let plain = layout.offset == 0 && layout.strides == row_major(shape) && !layout.strides.contains(&DYNAMIC);
    (!plain).then(|| strided_attr(ctx, layout))
}

/// A memref with another shape and layout, all else as in `like`.
pub fn with_shape(ctx: &Context, like: Type, new_shape: &[i64], layout: Option<Attribute>) -> Type {
    match like.kind(ctx) {
        TypeKind::MemRef { element, memory_space, .. } | TypeKind::UnrankedMemRef { element, memory_space } => {
            ctx.ty(TypeKind::MemRef {
                shape: new_shape.into(),
                element: *element,
                layout,
                memory_space: *memory_space,
            })
        }
        _ => like,
    }
}
