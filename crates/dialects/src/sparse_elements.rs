//! Sparse elements as dense ones, which are all that folds and LLVM know.

use asyncir_ir::{AttrKind, Attribute, Context, Type, TypeKind};

use crate::constant_fold::element_width;

/// The dense attribute with the same elements as a sparse one, which has zeros where it names none; `None` for other
/// attributes, and for indices that do not fit the shape.
pub fn dense_of_sparse(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let named = Named::of(ctx, attr)?;
    let count = attr.ty(ctx).num_elements(ctx)?;
    let mut all = vec![0; usize::try_from(count).ok()?.checked_mul(named.bytes)?];
    // Of several elements for one place, the first one counts.
    for number in (0..named.count).rev() {
        let place = named.place(number)? * named.bytes;
        all.get_mut(place..)?
            .get_mut(..named.bytes)?
            .copy_from_slice(named.value(number)?);
    }
    Some(ctx.attr(AttrKind::DenseElements {
        ty: attr.ty(ctx),
        splat: false,
        data: all.into(),
    }))
}

/// The bytes of the first element that a sparse attribute names at `index`, in row-major order.
pub(crate) fn bytes_of_sparse_at(ctx: &Context, attr: Attribute, index: usize) -> Option<&[u8]> {
    let named = Named::of(ctx, attr)?;
    let number = (0..named.count).find(|&number| named.place(number) == Some(index))?;
    named.value(number)
}

/// The elements that a sparse attribute names.
struct Named<'a> {
    shape: &'a [i64],
    /// How many there are.
    count: usize,
    /// How many bytes each takes.
    bytes: usize,
    indices: Numbers<'a>,
    values: Numbers<'a>,
}

/// How many bytes an element of an attribute takes there: a number, or two.
pub fn element_bytes(ctx: &Context, element: Type) -> Option<usize> {
    let number = |ty| Some((element_width(ctx, ty)?.div_ceil(8) as usize).max(1));
    match *element.kind(ctx) {
        TypeKind::Complex(part) => Some(2 * number(part)?),
        _ => number(element),
    }
}

/// The data of dense elements.
struct Numbers<'a> {
    splat: bool,
    data: &'a [u8],
}

impl<'a> Numbers<'a> {
    fn of(ctx: &'a Context, attr: Attribute) -> Option<Self> {
        match attr.kind(ctx) {
            AttrKind::DenseElements { splat, data, .. } => Some(Self { splat: *splat, data }),
            _ => None,
        }
    }

    fn at(&self, number: usize, bytes: usize) -> Option<&'a [u8]> {
        let from = if self.splat { 0 } else { number * bytes };
        self.data.get(from..)?.get(..bytes)
    }
}

impl<'a> Named<'a> {
    fn of(ctx: &'a Context, attr: Attribute) -> Option<Self> {
        let AttrKind::SparseElements { ty, indices, values } = attr.kind(ctx) else {
            return None;
        };
        let (shape, numbers) = (ty.shape(ctx)?, indices.ty(ctx).num_elements(ctx)?);
        Some(Self {
            shape,
            count: usize::try_from(numbers).ok()? / shape.len().max(1),
            bytes: element_bytes(ctx, ty.element_or_self(ctx))?,
            indices: Numbers::of(ctx, *indices)?,
            values: Numbers::of(ctx, *values)?,
        })
    }

    /// Where an element is, in row-major order.
    fn place(&self, number: usize) -> Option<usize> {
        const WORD: usize = 8;
        let rank = self.shape.len();
        self.shape
            .iter()
            .enumerate()
            .try_fold(0_usize, |place, (dimension, &size)| {
                let word = self
                    .indices
                    .at(number * rank + dimension, WORD)?
                    .first_chunk::<WORD>()?;
                let index = usize::try_from(i64::from_le_bytes(*word)).ok()?;
                place.checked_mul(usize::try_from(size).ok()?)?.checked_add(index)
            })
    }

    fn value(&self, number: usize) -> Option<&'a [u8]> {
        self.values.at(number, self.bytes)
    }
}
