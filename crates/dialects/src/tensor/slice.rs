//! Parts of tensors, as offsets, sizes and strides.

use asyncir_ir::{Body, Context, DYNAMIC, Fallible, OpRef, Type};

use crate::index_list::{self, Entry};
use crate::memref::out_of_bounds;
use crate::memref::reinterpret_cast::{Slice, verify_slice};
use crate::memref::subview::dropped_by_sizes;

/// The integers of a part, and how many values there are for what they leave open.
pub(super) struct Statics {
    pub offsets: Vec<i64>,
    pub sizes: Vec<i64>,
    pub strides: Vec<i64>,
    pub values: [usize; 3],
}

/// Gives an op with the operands and attributes of a slice its slice, and what the verifier looks at.
macro_rules! slice_accessors {
    ($op:ident) => {
        impl $op<'_> {
            pub(crate) fn slice(self) -> Slice {
                let ctx = self.0.ctx;
                let join = |statics, values: &[ValueId]| index_list::join(&index_list::ints(ctx, statics), values);
                Slice {
                    offsets: join(self.static_offsets(), &self.offsets()),
                    sizes: join(self.static_sizes(), &self.sizes()),
                    strides: join(self.static_strides(), &self.strides()),
                }
            }

            fn statics(self) -> Statics {
                let ints = |attr| index_list::ints(self.0.ctx, attr);
                Statics {
                    offsets: ints(self.static_offsets()),
                    sizes: ints(self.static_sizes()),
                    strides: ints(self.static_strides()),
                    values: [self.offsets().len(), self.sizes().len(), self.strides().len()],
                }
            }
        }
    };
}
pub(super) use slice_accessors;

/// A tensor of another shape, with what else the type says.
pub(super) fn with_shape(ctx: &Context, ty: Type, shape: &[i64]) -> Type {
    ctx.tensor_type(shape, ty.element_or_self(ctx))
}

/// Checks a part of a tensor of type `whole`, which has type `part`.
pub(super) fn verify_part(op: OpRef<'_>, whole: Type, part: Type, statics: &Statics) -> Fallible {
    let ctx = op.ctx;
    let (shape, part_shape) = (
        whole.shape(ctx).unwrap_or_default(),
        part.shape(ctx).unwrap_or_default(),
    );
    let lists: [&[i64]; 3] = [&statics.offsets, &statics.sizes, &statics.strides];
    verify_slice(op, [shape.len(); 3], lists, statics.values)?;
    if part_shape.len() > shape.len() {
        return Err(op.bare_error("expected rank to be smaller or equal to the other rank. "));
    }
    let expected = with_shape(ctx, whole, &statics.sizes);
    if dropped_by_sizes(&statics.sizes, part_shape).is_none() {
        let expected = ctx.show_type(expected);
        return Err(op.bare_error(format!(
            "expected type to be '{expected}' or a rank-reduced version. (size mismatch) "
        )));
    }
    if part.element_or_self(ctx) != whole.element_or_self(ctx) {
        let element = ctx.show_type(whole.element_or_self(ctx));
        return Err(op.bare_error(format!("expected element type to be '{element}'")));
    }
    match out_of_bounds(shape, &statics.offsets, &statics.sizes, &statics.strides) {
        Some(message) => Err(op.bare_error(message)),
        None => Ok(()),
    }
}

/// The integers of a slice.
pub(super) fn statics(slice: &Slice) -> [Vec<i64>; 3] {
    [&slice.offsets, &slice.sizes, &slice.strides].map(|entries| index_list::split(entries).0)
}

/// Whether a slice is known to be all of a tensor of this type, whose sizes are known.
pub(super) fn is_whole(ctx: &Context, body: &Body, slice: &Slice, ty: Type) -> bool {
    let shape = ty.shape(ctx).unwrap_or(&[DYNAMIC]);
    let all = |entries: &[Entry], value| entries.iter().all(|entry| entry.known(ctx, body) == Some(value));
    let sizes = slice.sizes.iter().map(|entry| entry.known(ctx, body));
    !shape.contains(&DYNAMIC)
        && all(&slice.offsets, 0)
        && all(&slice.strides, 1)
        && sizes.eq(shape.iter().map(|&size| Some(size)))
}
