//! Sparse elements as dense ones, which are all that folds and LLVM know.

use asyncir_ir::{AttrKind, Attribute, Context};

use crate::constant_fold::element_bytes;

/// How many bytes of elements a sparse attribute may stand for, to be made dense.
const MOST: usize = 1 << 30;

/// The dense attribute with the same elements as a sparse one, which has zeros where it names none; `None` for other
/// attributes, and for more than a gigabyte.
pub fn dense_of_sparse(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let data = dense_bytes(ctx, attr)?;
    Some(ctx.attr(AttrKind::DenseElements {
        ty: attr.ty(ctx),
        splat: false,
        data: data.into(),
    }))
}

/// The bytes of all elements of a sparse attribute, in row-major order.
pub(crate) fn dense_bytes(ctx: &Context, attr: Attribute) -> Option<Vec<u8>> {
    let named = Named::of(ctx, attr)?;
    let count = usize::try_from(attr.ty(ctx).num_elements(ctx)?).ok()?;
    let bytes = count.checked_mul(named.bytes).filter(|&bytes| bytes <= MOST)?;
    let mut all = vec![0; bytes];
    // Of several elements for one place, the first one counts.
    for number in (0..named.count).rev() {
        let place = named.place(number)? * named.bytes;
        all.get_mut(place..)?
            .get_mut(..named.bytes)?
            .copy_from_slice(named.value(number)?);
    }
    Some(all)
}

/// The bytes of the first element that a sparse attribute names at `index`, in row-major order; no bytes if it names none
/// there, which stands for zero. `None` for other attributes, and outside of the shape.
pub(crate) fn bytes_of_sparse_at(ctx: &Context, attr: Attribute, index: usize) -> Option<&[u8]> {
    let named = Named::of(ctx, attr)?;
    if index as u64 >= attr.ty(ctx).num_elements(ctx)? {
        return None;
    }
    for number in 0..named.count {
        if named.place(number)? == index {
            return named.value(number);
        }
    }
    Some(&[])
}

/// The elements that a sparse attribute names.
struct Named<'a> {
    shape: &'a [i64],
    /// How many there are.
    count: usize,
    /// How many bytes each takes.
    bytes: usize,
    indices: Data<'a>,
    values: Data<'a>,
}

/// The data of a dense attribute.
struct Data<'a> {
    splat: bool,
    bytes: &'a [u8],
}

impl<'a> Data<'a> {
    fn of(ctx: &'a Context, attr: Attribute) -> Option<Self> {
        match attr.kind(ctx) {
            AttrKind::DenseElements { splat, data, .. } => Some(Self {
                splat: *splat,
                bytes: data,
            }),
            _ => None,
        }
    }

    fn at(&self, number: usize, bytes: usize) -> Option<&'a [u8]> {
        let from = if self.splat { 0 } else { number.checked_mul(bytes)? };
        self.bytes.get(from..)?.get(..bytes)
    }
}

/// How many bytes an index takes.
const WORD: usize = 8;

impl<'a> Named<'a> {
    fn of(ctx: &'a Context, attr: Attribute) -> Option<Self> {
        let AttrKind::SparseElements { ty, indices, values } = attr.kind(ctx) else {
            return None;
        };
        let shape = ty.shape(ctx)?;
        let count = values.ty(ctx).num_elements(ctx)?;
        let element = ty.element_or_self(ctx);
        let indices_fit = indices.ty(ctx).num_elements(ctx)? == count.checked_mul(shape.len() as u64)?
            && element_bytes(ctx, indices.ty(ctx).element_or_self(ctx)) == Some(WORD);
        if !indices_fit || values.ty(ctx).element_or_self(ctx) != element {
            return None;
        }
        Some(Self {
            shape,
            count: usize::try_from(count).ok()?,
            bytes: element_bytes(ctx, element)?,
            indices: Data::of(ctx, *indices)?,
            values: Data::of(ctx, *values)?,
        })
    }

    /// Where an element is, in row-major order; `None` if that is outside of the shape.
    fn place(&self, number: usize) -> Option<usize> {
        let first = number * self.shape.len();
        (first..).zip(self.shape).try_fold(0_usize, |place, (at, &size)| {
            let index = i64::from_le_bytes(*self.indices.at(at, WORD)?.first_chunk()?);
            let within = (0..size).contains(&index);
            let place = place.checked_mul(usize::try_from(size).ok()?)?;
            within.then_some(place.checked_add(usize::try_from(index).ok()?)?)
        })
    }

    fn value(&self, number: usize) -> Option<&'a [u8]> {
        self.values.at(number, self.bytes)
    }
}
