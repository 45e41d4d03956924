//! `memref.subview`: a part of memory.

use asyncir_ir::{Context, DYNAMIC, Fallible, Location, OpRef, OperationState, Type, ValueId};

use super::reinterpret_cast::{Slice, slice_builder, verify_slice};
use super::strides::{MemRef, add, multiply, strided_layout, strides_and_offset};
use super::{canonicalize_view, fold};
use crate::constraints::{ANY_MEMREF, DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list::{self, Entry, index_list_directive};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A view of a part of memory: offsets, sizes and strides, in elements of the operand, for each dimension.
    /// Dimensions of size 1 may be left out of the result.
    ///
    /// ```mlir
    /// %b = memref.subview %a[%i, 0] [4, 4] [1, 1]
    ///   : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
    /// ```
    op SubViewOp "memref.subview" {
        summary "memref subview operation";
        operands {
            source: one ANY_MEMREF,
            offsets: variadic INDEX,
            sizes: variadic INDEX,
            strides: variadic INDEX,
        }
        results { result: one ANY_MEMREF }
        attributes {
            static_offsets: required DENSE_I64_ARRAY_ATTR,
            static_sizes: required DENSE_I64_ARRAY_ATTR,
            static_strides: required DENSE_I64_ARRAY_ATTR,
        }
        traits [AttrSizedOperandSegments, Pure]
        format "$source `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) \
                custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)";
        directives [
            "Offsets" => parse_offsets, print_offsets;
            "Sizes" => parse_sizes, print_sizes;
            "Strides" => parse_strides, print_strides;
        ]
        hooks {
            verify: verify,
            fold: fold::subview,
            canonicalize: canonicalize_view::SUBVIEW,
            result_names: |op, name| name(op.result(0), "subview"),
        }
    }
}

index_list_directive! {
    parse_offsets, print_offsets: SubViewOp, offsets, static_offsets;
    parse_sizes, print_sizes: SubViewOp, sizes, static_sizes;
    parse_strides, print_strides: SubViewOp, strides, static_strides;
}

impl SubViewOp<'_> {
    /// The offsets.
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

    /// Which dimensions of the operand the result does not have.
    pub fn dropped_dims(self) -> Option<Vec<bool>> {
        self.possibly_dropped_dims().next()
    }

    /// Which dimensions of the operand the result may lack. The first answer is that of MLIR, which looks for the strides
    /// of the operand in the result. That is not always what the strides of the op make of them; the second one is. The last
    /// one looks at sizes alone. Answers that leave other sizes than those of the result, as strides that are not known may,
    /// are none.
    pub fn possibly_dropped_dims(self) -> impl Iterator<Item = Vec<bool>> {
        let ctx = self.0.ctx;
        let inferred = self.inferred_type().and_then(|ty| MemRef::of(ctx, ty));
        let result = MemRef::of(ctx, self.0.result_type(0));
        let both = inferred.zip(result);
        let by_strides_of = |ty: Option<Type>| {
            let (inferred, result) = both.as_ref()?;
            dropped_by_strides(ctx, &inferred.shape, ty?, result)
        };
        let by_sizes = || {
            let (inferred, result) = both.as_ref()?;
            dropped_by_sizes(&inferred.shape, &result.shape)
        };
        let answers = [
            by_strides_of(Some(self.0.operand_type(0))),
            by_strides_of(self.inferred_type()),
            by_sizes(),
        ];
        let fits = move |dropped: &Vec<bool>| {
            both.as_ref()
                .is_some_and(|(inferred, result)| kept(&inferred.shape, dropped).eq(result.shape.iter().copied()))
        };
        answers.into_iter().flatten().filter(fits)
    }

    /// The type of the result if it had all dimensions.
    pub fn inferred_type(self) -> Option<Type> {
        let ctx = self.0.ctx;
        let lists = [self.static_offsets(), self.static_sizes(), self.static_strides()];
        let [offsets, sizes, strides] = lists.map(|attr| index_list::ints(ctx, attr));
        result_type(ctx, self.0.operand_type(0), &offsets, &sizes, &strides)
    }
}

slice_builder!(SubViewOp);

/// The type of a part of memory that keeps all dimensions; `None` if the memory has no strides.
pub fn result_type(ctx: &Context, source: Type, offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Option<Type> {
    let (source_strides, source_offset) = strides_and_offset(ctx, source)?;
    let offset = offsets
        .iter()
        .zip(&source_strides)
        .fold(source_offset, |sum, (&a, &b)| add(sum, multiply(a, b)));
    let strides: Vec<i64> = source_strides
        .iter()
        .zip(strides)
        .map(|(&a, &b)| multiply(a, b))
        .collect();
    let source = MemRef::of(ctx, source)?;
    let layout = Some(strided_layout(ctx, &strides, offset));
    Some(
        MemRef {
            shape: sizes.to_vec(),
            layout,
            ..source
        }
        .ty(ctx),
    )
}

/// The type of a part of memory of the given shape, which may leave out dimensions of one element.
pub fn reduced_type(
    ctx: &Context,
    source: Type,
    shape: &[i64],
    [offsets, sizes, strides]: [&[i64]; 3],
) -> Option<Type> {
    let full = result_type(ctx, source, offsets, sizes, strides)?;
    let memref = MemRef::of(ctx, full)?;
    if memref.rank() == shape.len() {
        return Some(full);
    }
    let dropped = dropped_by_sizes(&memref.shape, shape)?;
    let (strides, offset) = strides_and_offset(ctx, full)?;
    let strides: Vec<i64> = kept(&strides, &dropped).collect();
    let reduced = MemRef {
        shape: shape.to_vec(),
        layout: Some(strided_layout(ctx, &strides, offset)),
        ..memref
    };
    Some(reduced.ty(ctx))
}

/// What is left of a list without what is dropped.
fn kept<'a>(list: &'a [i64], dropped: &'a [bool]) -> impl Iterator<Item = i64> + 'a {
    let kept = list.iter().zip(dropped).filter(|(_, dropped)| !**dropped);
    kept.map(|(&entry, _)| entry)
}

/// Which dimensions of `full` are to be left out so that the sizes of `reduced` remain; only those of size 1 can be.
pub(crate) fn dropped_by_sizes(full: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut next = 0;
    let mut dropped = Vec::with_capacity(full.len());
    for &size in full {
        let kept = reduced.get(next) == Some(&size);
        if !kept && size != 1 {
            return None;
        }
        next += usize::from(kept);
        dropped.push(!kept);
    }
    (next == reduced.len()).then_some(dropped)
}

/// Which dimensions of a shape are left out, judged by the strides of a type of that rank as well: of several dimensions
/// of size 1, those go whose stride is missing from the result.
fn dropped_by_strides(ctx: &Context, shape: &[i64], strided: Type, reduced: &MemRef) -> Option<Vec<bool>> {
    if shape.len() == reduced.rank() {
        return Some(vec![false; shape.len()]);
    }
    let mut dropped: Vec<bool> = shape.iter().map(|&size| size == 1).collect();
    let count = |dropped: &[bool]| dropped.iter().filter(|&&dropped| dropped).count();
    if count(&dropped) + reduced.rank() == shape.len() {
        return Some(dropped);
    }
    let (mut open, _) = strides_and_offset(ctx, strided)?;
    let strides = open.clone();
    let (kept, _) = strides_and_offset(ctx, reduced.ty(ctx))?;
    let occurrences = |list: &[i64], stride: i64| list.iter().filter(|&&other| other == stride).count();
    for dim in 0..dropped.len() {
        if !dropped[dim] {
            continue;
        }
        match occurrences(&open, strides[dim]).cmp(&occurrences(&kept, strides[dim])) {
            std::cmp::Ordering::Greater => {
                let first = open.iter().position(|&other| other == strides[dim])?;
                open.swap_remove(first);
            }
            std::cmp::Ordering::Equal => dropped[dim] = false,
            std::cmp::Ordering::Less => return None,
        }
    }
    (count(&dropped) + reduced.rank() == shape.len()).then_some(dropped)
}

/// What is wrong with the type of a result.
enum Mismatch {
    Rank,
    Sizes,
    Element,
    Layout,
}

fn compare(ctx: &Context, full: Type, result: Type) -> Option<Mismatch> {
    let (Some(expected), Some(reduced)) = (MemRef::of(ctx, full), MemRef::of(ctx, result)) else {
        return Some(Mismatch::Layout);
    };
    if reduced.rank() > expected.rank() {
        return Some(Mismatch::Rank);
    }
    if dropped_by_sizes(&expected.shape, &reduced.shape).is_none() {
        return Some(Mismatch::Sizes);
    }
    if expected.element != reduced.element {
        return Some(Mismatch::Element);
    }
    let layouts = strides_and_offset(ctx, full).zip(strides_and_offset(ctx, result));
    let fits = |dropped: Vec<bool>| {
        layouts
            .as_ref()
            .is_some_and(|((strides, offset), (wanted, wanted_offset))| {
                offset == wanted_offset && kept(strides, &dropped).eq(wanted.iter().copied())
            })
    };
    let by_strides = dropped_by_strides(ctx, &expected.shape, full, &reduced);
    let by_sizes = dropped_by_sizes(&expected.shape, &reduced.shape);
    let is_found = [by_strides, by_sizes].into_iter().flatten().any(fits);
    if is_found { None } else { Some(Mismatch::Layout) }
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = SubViewOp(op);
    let lists = [view.static_offsets(), view.static_sizes(), view.static_strides()];
    let [offsets, sizes, strides] = lists.map(|attr| index_list::ints(op.ctx, attr));
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let (Some(base), Some(part)) = (MemRef::of(op.ctx, source), MemRef::of(op.ctx, result)) else {
        return Ok(());
    };
    let values = [view.offsets().len(), view.sizes().len(), view.strides().len()];
    verify_slice(op, [base.rank(); 3], [&offsets, &sizes, &strides], values)?;
    let error = |message: String| Err(op.bare_error(message));
    let (source_text, result_text) = (op.ctx.show_type(source), op.ctx.show_type(result));
    if base.memory_space != part.memory_space {
        return error(format!(
            "different memory spaces specified for base memref type '{source_text}' and subview memref type '{result_text}'"
        ));
    }
    let Some(expected) = result_type(op.ctx, source, &offsets, &sizes, &strides) else {
        return error(format!("base type '{source_text}' is not strided"));
    };
    let wrong = |what: &str| {
        let expected = op.ctx.show_type(expected);
        error(format!(
            "expected result type to be '{expected}' or a rank-reduced version. (mismatch of result {what}), but got \
             '{result_text}'"
        ))
    };
    match compare(op.ctx, expected, result) {
        None => match out_of_bounds(&base.shape, &offsets, &sizes, &strides) {
            Some(message) => Err(op.bare_error(message)),
            None => Ok(()),
        },
        Some(Mismatch::Rank) => error(format!(
            "expected result rank to be smaller or equal to the source rank, but got '{result_text}'"
        )),
        Some(Mismatch::Sizes) => wrong("sizes"),
        Some(Mismatch::Layout) => wrong("layout"),
        Some(Mismatch::Element) => {
            let element = op.ctx.show_type(base.element);
            error(format!(
                "expected result element type to be '{element}', but got '{result_text}'"
            ))
        }
    }
}

/// What of a slice is outside of memory, as far as its numbers are known.
pub fn out_of_bounds(shape: &[i64], offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Option<String> {
    for (dim, &size) in shape.iter().enumerate() {
        let offset = offsets[dim];
        if size == DYNAMIC || offset == DYNAMIC {
            continue;
        }
        if offset >= size {
            return Some(format!("offset {dim} is out-of-bounds: {offset} >= {size}"));
        }
        let last = add(offset, multiply(add(sizes[dim], -1), strides[dim]));
        if last != DYNAMIC && last >= size {
            return Some(format!(
                "slice along dimension {dim} runs out-of-bounds: {last} >= {size}"
            ));
        }
    }
    None
}
