//! Checks of parts of tensors and memory. Where a part has elements, the first and the last one are within the whole; one
//! without elements may start behind the last element, too.

use asyncir_dialects::arith::build::{ArithBuilder, constant};
use asyncir_dialects::index_list::Entry;
use asyncir_ir::{Attribute, ValueId};

use super::Checks;

/// Numbers to compare with.
pub(super) struct Limits {
    zero: ValueId,
    one: ValueId,
}

impl Limits {
    pub(super) fn new(checks: &mut Checks<'_>) -> Self {
        Self {
            zero: checks.index(0),
            one: checks.index(1),
        }
    }
}

/// What a part takes of one dimension.
struct Slice<'l> {
    offset: ValueId,
    size: ValueId,
    stride: ValueId,
    /// The size of the dimension.
    whole: ValueId,
    limits: &'l Limits,
}

/// Checks all dimensions. `size_of` gives their sizes, `name` is what messages call the part.
pub(super) fn check(
    checks: &mut Checks<'_>,
    name: &str,
    [offsets, sizes, strides]: &[Vec<Entry>; 3],
    limits: &Limits,
    mut size_of: impl FnMut(&mut Checks<'_>, usize) -> ValueId,
) {
    for (dim, ((&offset, &size), &stride)) in offsets.iter().zip(sizes).zip(strides).enumerate() {
        let mut value = |entry| match entry {
            Entry::Static(number) => checks.index(number),
            Entry::Dynamic(value) => value,
        };
        let (offset, size, stride) = (value(offset), value(size), value(stride));
        let slice = Slice {
            offset,
            size,
            stride,
            whole: size_of(checks, dim),
            limits,
        };
        check_offset(checks, dim, &slice);
        check_end(checks, name, dim, &slice);
    }
}

fn check_offset(checks: &mut Checks<'_>, dim: usize, slice: &Slice<'_>) {
    let zero = slice.limits.zero;
    let is_empty = checks.cmpi("eq", slice.size, zero);
    let condition = checks.if_else(
        is_empty,
        |checks| {
            let at_least = checks.cmpi("sge", slice.offset, zero);
            let at_most = checks.cmpi("sle", slice.offset, slice.whole);
            ArithBuilder::new(&mut checks.rw, checks.at).andi(at_least, at_most)
        },
        |checks| checks.in_bounds(slice.offset, zero, slice.whole),
    );
    checks.assert(condition, &format!("offset {dim} is out-of-bounds"));
}

fn check_end(checks: &mut Checks<'_>, name: &str, dim: usize, slice: &Slice<'_>) {
    let Limits { zero, one } = *slice.limits;
    let has_elements = checks.cmpi("sgt", slice.size, zero);
    let condition = checks.if_else(
        has_elements,
        |checks| {
            let mut arith = ArithBuilder::new(&mut checks.rw, checks.at);
            let steps = arith.subi(slice.size, one);
            let length = arith.muli(steps, slice.stride);
            let last = arith.addi(slice.offset, length);
            checks.in_bounds(last, zero, slice.whole)
        },
        |checks| constant(&mut checks.rw, checks.at, Attribute::TRUE),
    );
    checks.assert(condition, &format!("{name} runs out-of-bounds along dimension {dim}"));
}
