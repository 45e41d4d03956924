//! Where in a frame everything stands.

use std::collections::BTreeSet;

use asyncir_dialects::llvm::types::{array_parts, struct_parts};
use asyncir_ir::{Context, Type, TypeKind};

use crate::conversion::llvm_common::types;

/// Bytes, and the multiple of bytes that an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) size: u64,
    pub(super) align: u64,
}

const POINTER: Layout = Layout { size: 8, align: 8 };

/// Where the function that resumes stands in a frame.
pub(super) const RESUME: u64 = 0;
/// Where the function that destroys stands.
pub(super) const DESTROY: u64 = 8;
/// Where what every frame starts with ends.
const FUNCTIONS: u64 = 16;

/// Where the promise stands in a frame, by its alignment: behind the addresses of the functions, so that those who only
/// know the handle find it.
pub(super) fn promise_offset(align: u64) -> Option<u64> {
    FUNCTIONS.checked_next_multiple_of(align)
}

/// What memory a type takes, as LLVM lays it out on 64-bit machines; nothing for types without a known size.
pub(super) fn layout_of(ctx: &Context, ty: Type) -> Option<Layout> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => {
            let bytes = u64::from(*width).div_ceil(8).max(1);
            let align = bytes.next_power_of_two().min(16);
            let size = bytes.next_multiple_of(align);
            Some(Layout { size, align })
        }
        TypeKind::Float(semantics) => {
            let size = u64::from(semantics.width().div_ceil(8)).next_power_of_two();
            Some(Layout { size, align: size })
        }
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => {
            let lanes = u64::try_from(shape.iter().product::<i64>()).ok()?;
            let bits = match element.kind(ctx) {
                TypeKind::Integer { width, .. } => u64::from(*width),
                _ => layout_of(ctx, *element)?.size.checked_mul(8)?,
            };
            let size = bits.checked_mul(lanes)?.div_ceil(8).checked_next_power_of_two()?.max(1);
            (!scalable.contains(&true)).then_some(Layout { size, align: size })
        }
        TypeKind::Dialect { .. } if types::is_ptr(ctx, ty) => Some(POINTER),
        TypeKind::Dialect { .. } => aggregate(ctx, ty),
        _ => None,
    }
}

fn aggregate(ctx: &Context, ty: Type) -> Option<Layout> {
    if let Some((count, element)) = array_parts(ctx, ty) {
        let Layout { size, align } = layout_of(ctx, element)?;
        return Some(Layout {
            size: size.checked_mul(count)?,
            align,
        });
    }
    let parts = struct_parts(ctx, ty)?;
    let mut whole = Layout { size: 0, align: 1 };
    for field in parts.fields? {
        let mut field = layout_of(ctx, field)?;
        if parts.packed {
            field.align = 1;
        }
        let start = whole.size.checked_next_multiple_of(field.align)?;
        whole = Layout {
            size: start.checked_add(field.size)?,
            align: whole.align.max(field.align),
        };
    }
    whole.size = whole.size.checked_next_multiple_of(whole.align)?;
    Some(whole)
}

/// Something that wants a place in a frame.
pub(super) struct Request {
    pub(super) layout: Layout,
    /// The suspension points across which it lives; nothing for all.
    pub(super) points: Option<BTreeSet<usize>>,
}

impl Request {
    fn meets(&self, other: &Self) -> bool {
        match (&self.points, &other.points) {
            (Some(a), Some(b)) => !a.is_disjoint(b),
            _ => true,
        }
    }
}

/// Places in a frame.
pub(super) struct Frame {
    /// For each request where it stands.
    pub(super) offsets: Vec<u64>,
    pub(super) size: u64,
    pub(super) align: u64,
    /// How many bytes the addresses of functions, the promise and the number of the suspension point take.
    pub(super) header: u64,
    /// Where the promise stands, if there is one.
    pub(super) promise: Option<u64>,
    /// Where the number of the suspension point stands.
    pub(super) index: u64,
    /// How wide the number of the suspension point is, in bits; none if there is only one.
    pub(super) index_bits: Option<u32>,
}

impl Frame {
    /// A frame without anything in it.
    pub(super) fn empty() -> Self {
        Self {
            offsets: Vec::new(),
            size: 0,
            align: POINTER.align,
            header: 0,
            promise: None,
            index: 0,
            index_bits: None,
        }
    }

    /// Places requests behind the header. Those of the strictest alignment come first, among them the largest, each at
    /// the lowest place that nothing takes that lives at the same time. `guard` bytes behind each place, and behind the
    /// header, are left free.
    ///
    /// Gives nothing if the frame would be too large for any memory.
    pub(super) fn lay_out(requests: &[Request], promise: Option<Layout>, points: usize, guard: u64) -> Option<Self> {
        let index_bits = match points {
            0 | 1 => None,
            2..=0x100 => Some(8),
            0x101..=0x1_0000 => Some(16),
            _ => Some(32),
        };
        let (promised, functions) = match promise {
            Some(Layout { size, align }) => {
                let start = promise_offset(align)?;
                (Some(start), start.checked_add(size)?)
            }
            None => (None, FUNCTIONS),
        };
        let bytes = index_bits.map_or(1, |bits| u64::from(bits) / 8);
        let index = functions.checked_next_multiple_of(bytes)?;
        let header = if index_bits.is_some() { index + bytes } else { functions };
        let mut order: Vec<usize> = (0..requests.len()).collect();
        let rank = |&index: &usize| {
            let Layout { size, align } = requests[index].layout;
            (std::cmp::Reverse(align), std::cmp::Reverse(size))
        };
        order.sort_by_key(rank);
        let mut frame = Self {
            offsets: vec![0; requests.len()],
            size: header.checked_add(guard)?,
            align: POINTER.align.max(promise.map_or(1, |promise| promise.align)),
            header,
            promise: promised,
            index,
            index_bits,
        };
        // What is placed, lowest first.
        let mut placed: Vec<usize> = Vec::new();
        for index in order {
            let request = &requests[index];
            let mut offset = header
                .checked_add(guard)?
                .checked_next_multiple_of(request.layout.align)?;
            let taken = request.layout.size.checked_add(guard)?;
            for &other in placed.iter().filter(|&&other| request.meets(&requests[other])) {
                let start = frame.offsets[other];
                let end = start + requests[other].layout.size + guard;
                let is_free = offset.checked_add(taken)? <= start;
                if !is_free && offset < end {
                    offset = end.checked_next_multiple_of(request.layout.align)?;
                }
            }
            frame.offsets[index] = offset;
            frame.size = frame.size.max(offset.checked_add(taken)?);
            frame.align = frame.align.max(request.layout.align);
            let at = placed.partition_point(|&other| frame.offsets[other] <= offset);
            placed.insert(at, index);
        }
        frame.size = frame.size.checked_next_multiple_of(frame.align)?;
        i64::try_from(frame.size).is_ok().then_some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(size: u64, align: u64, points: &[usize]) -> Request {
        Request {
            layout: Layout { size, align },
            points: Some(points.iter().copied().collect()),
        }
    }

    #[test]
    fn what_does_not_live_at_the_same_time_shares_a_place() {
        let requests = [request(8, 8, &[0]), request(8, 8, &[1]), request(8, 8, &[0, 1])];
        let frame = Frame::lay_out(&requests, None, 2, 0).expect("a frame");
        assert_eq!(frame.offsets, [24, 24, 32]);
        assert_eq!((frame.size, frame.align), (40, 8));
    }

    #[test]
    fn small_things_fill_the_gap_behind_the_index() {
        let requests = [request(1, 1, &[0, 1]), request(8, 8, &[0, 1]), request(4, 4, &[0, 1])];
        let frame = Frame::lay_out(&requests, None, 2, 0).expect("a frame");
        assert_eq!(frame.offsets, [17, 24, 20]);
        assert_eq!(frame.size, 32);
    }

    #[test]
    fn a_frame_is_as_aligned_as_what_is_in_it() {
        let requests = [request(64, 64, &[0]), request(8, 8, &[0])];
        let frame = Frame::lay_out(&requests, None, 1, 0).expect("a frame");
        assert_eq!(frame.offsets, [64, 16]);
        assert_eq!((frame.size, frame.align), (128, 64));
    }

    #[test]
    fn a_promise_stands_behind_the_functions() {
        let requests = [request(8, 8, &[0, 1])];
        let promise = |size, align| Some(Layout { size, align });
        let frame = Frame::lay_out(&requests, promise(12, 4), 2, 0).expect("a frame");
        assert_eq!((frame.promise, frame.index, frame.header), (Some(16), 28, 29));
        assert_eq!((&frame.offsets[..], frame.size), (&[32][..], 40));
        let frame = Frame::lay_out(&requests, promise(64, 64), 1, 0).expect("a frame");
        assert_eq!((frame.promise, frame.header, frame.align), (Some(64), 128, 64));
        assert_eq!((&frame.offsets[..], frame.size), (&[128][..], 192));
    }

    #[test]
    fn a_frame_larger_than_any_memory_is_refused() {
        let requests = [request(i64::MAX as u64, 1, &[0]), request(i64::MAX as u64, 1, &[0])];
        assert!(Frame::lay_out(&requests, None, 1, 0).is_none());
    }
}
