//! `memref.reinterpret_cast`: any offset, sizes and strides for the same memory.

use asyncir_ir::{Context, DYNAMIC, Fallible, Location, OpRef, OperationState, Type, ValueId};

use super::strides::{memory_space, strides_and_offset};
use super::types::STRIDED_MEMREF;
use super::{canonicalize_view, fold};
use crate::constraints::{ANY_RANKED_OR_UNRANKED_MEMREF, DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list::{self, Entry, index_list_directive};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A view of the memory that its operand starts at, whatever offset, sizes and strides that has.
    ///
    /// ```mlir
    /// %b = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 4], strides: [4, 1]
    ///   : memref<*xf32> to memref<?x4xf32>
    /// ```
    op ReinterpretCastOp "memref.reinterpret_cast" {
        summary "memref reinterpret cast operation";
        operands {
            source: one ANY_RANKED_OR_UNRANKED_MEMREF,
            offsets: variadic INDEX,
            sizes: variadic INDEX,
            strides: variadic INDEX,
        }
        results { result: one STRIDED_MEMREF }
        attributes {
            static_offsets: required DENSE_I64_ARRAY_ATTR,
            static_sizes: required DENSE_I64_ARRAY_ATTR,
            static_strides: required DENSE_I64_ARRAY_ATTR,
        }
        traits [AttrSizedOperandSegments, Pure]
        format "$source `to` `offset` `` `:` custom<Offsets>($offsets, $static_offsets) \
                `` `,` `sizes` `` `:` custom<Sizes>($sizes, $static_sizes) \
                `` `,` `strides` `` `:` custom<Strides>($strides, $static_strides) \
                attr-dict `:` type($source) `to` type($result)";
        directives [
            "Offsets" => parse_offsets, print_offsets;
            "Sizes" => parse_sizes, print_sizes;
            "Strides" => parse_strides, print_strides;
        ]
        hooks {
            verify: verify,
            fold: fold::reinterpret_cast,
            canonicalize: canonicalize_view::REINTERPRET_CAST,
            result_names: |op, name| name(op.result(0), "reinterpret_cast"),
        }
    }
}

index_list_directive! {
    parse_offsets, print_offsets: ReinterpretCastOp, offsets, static_offsets;
    parse_sizes, print_sizes: ReinterpretCastOp, sizes, static_sizes;
    parse_strides, print_strides: ReinterpretCastOp, strides, static_strides;
}

/// Offsets, sizes and strides of a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    pub offsets: Vec<Entry>,
    pub sizes: Vec<Entry>,
    pub strides: Vec<Entry>,
}

impl ReinterpretCastOp<'_> {
    /// The offset.
    pub fn mixed_offsets(self) -> Vec<Entry> {
        index_list::join(&index_list::ints(self.0.ctx, self.static_offsets()), &self.offsets())
    }

    /// The sizes.
    pub fn mixed_sizes(self) -> Vec<Entry> {
        index_list::join(&index_list::ints(self.0.ctx, self.static_sizes()), &self.sizes())
    }

    /// The strides.
    pub fn mixed_strides(self) -> Vec<Entry> {
        index_list::join(&index_list::ints(self.0.ctx, self.static_strides()), &self.strides())
    }

    pub(super) fn slice(self) -> Slice {
        Slice {
            offsets: self.mixed_offsets(),
            sizes: self.mixed_sizes(),
            strides: self.mixed_strides(),
        }
    }
}

/// Gives an op that makes something of a source and a slice a function that builds it.
macro_rules! slice_builder {
    ($op:ident) => {
        impl $op<'_> {
            /// The state of such an op.
            pub(super) fn with_slice(
                ctx: &Context,
                location: Location,
                source: ValueId,
                slice: &Slice,
                ty: Type,
            ) -> OperationState {
                let (offsets, sizes, strides) = (
                    index_list::split(&slice.offsets),
                    index_list::split(&slice.sizes),
                    index_list::split(&slice.strides),
                );
                Self::build(
                    ctx,
                    location,
                    source,
                    &offsets.1,
                    &sizes.1,
                    &strides.1,
                    ctx.dense_i64_array(&offsets.0),
                    ctx.dense_i64_array(&sizes.0),
                    ctx.dense_i64_array(&strides.0),
                    &[ty],
                )
            }
        }
    };
}
pub(crate) use slice_builder;

slice_builder!(ReinterpretCastOp);

/// Checks that offsets, sizes and strides go together. `max` says how many of each there may be.
pub(crate) fn verify_slice(op: OpRef<'_>, max: [usize; 3], statics: [&[i64]; 3], values: [usize; 3]) -> Fallible {
    let error = |message: String| Err(op.bare_error(message));
    let [offsets, sizes, strides] = statics;
    let tail = "so the rank of the result type is well-formed.";
    if !(offsets.len() == 1 && max[0] == 1) && offsets.len() != sizes.len() {
        let (got, want) = (offsets.len(), sizes.len());
        return error(format!(
            "expected mixed offsets rank to match mixed sizes rank ({got} vs {want}) {tail}"
        ));
    }
    if sizes.len() != strides.len() {
        let (got, want) = (sizes.len(), strides.len());
        return error(format!(
            "expected mixed sizes rank to match mixed strides rank ({got} vs {want}) {tail}"
        ));
    }
    for (index, name) in ["offset", "size", "stride"].into_iter().enumerate() {
        if statics[index].len() != max[index] {
            let (want, got) = (max[index], statics[index].len());
            return error(format!("expected {want} {name} values, got {got}"));
        }
        let (operands, attribute) = (format!("{name}s"), format!("static_{name}s"));
        index_list::verify_counts(op, &operands, values[index], &attribute, statics[index])?;
    }
    for (name, list) in [("offsets", offsets), ("sizes", sizes)] {
        if let Some(value) = list.iter().find(|&&value| value < 0 && value != DYNAMIC) {
            return error(format!("expected {name} to be non-negative, but got {value}"));
        }
    }
    Ok(())
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = ReinterpretCastOp(op);
    let statics = [view.static_offsets(), view.static_sizes(), view.static_strides()];
    let [offsets, sizes, strides] = statics.map(|attr| index_list::ints(op.ctx, attr));
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let rank = result.shape(op.ctx).map_or(0, <[i64]>::len);
    let values = [view.offsets().len(), view.sizes().len(), view.strides().len()];
    verify_slice(op, [1, rank, rank], [&offsets, &sizes, &strides], values)?;
    let error = |message: String| Err(op.bare_error(message));
    let types = || {
        let (source, result) = (op.ctx.show_type(source), op.ctx.show_type(result));
        format!("specified for source type '{source}' and result memref type '{result}'")
    };
    if memory_space(op.ctx, source) != memory_space(op.ctx, result) {
        return error(format!("different memory spaces {}", types()));
    }
    if source.element_or_self(op.ctx) != result.element_or_self(op.ctx) {
        return error(format!("different element types {}", types()));
    }
    verify_layout(op, result, [&offsets, &sizes, &strides])
}

/// Checks the sizes, the offset and the strides in the type of the result: it may leave open what the op says, but not
/// the other way round.
fn verify_layout(op: OpRef<'_>, result: Type, [offsets, sizes, strides]: [&[i64]; 3]) -> Fallible {
    let error = |message: String| Err(op.bare_error(message));
    let mismatch = |got: i64, want: i64| got != DYNAMIC && got != want;
    let show = |want: i64| {
        if want == DYNAMIC {
            "dynamic".to_owned()
        } else {
            want.to_string()
        }
    };
    let shape = result.shape(op.ctx).unwrap_or_default();
    if let Some((dim, (&got, &want))) = shape
        .iter()
        .zip(sizes)
        .enumerate()
        .find(|(_, (got, want))| mismatch(**got, **want))
    {
        return error(format!(
            "expected result type with size = {} instead of {got} in dim = {dim}",
            show(want)
        ));
    }
    let Some((result_strides, result_offset)) = strides_and_offset(op.ctx, result) else {
        return Ok(());
    };
    let want = offsets.first().copied().unwrap_or_default();
    if mismatch(result_offset, want) {
        return error(format!(
            "expected result type with offset = {} instead of {result_offset}",
            show(want)
        ));
    }
    if let Some((dim, (got, &want))) = result_strides
        .iter()
        .zip(strides)
        .enumerate()
        .find(|(_, (got, want))| mismatch(**got, **want))
    {
        return error(format!(
            "expected result type with stride = {} instead of {got} in dim = {dim}",
            show(want)
        ));
    }
    Ok(())
}
