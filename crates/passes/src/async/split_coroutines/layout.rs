//! Where in a frame everything stands.

use std::ops::Range;

use asyncir_dialects::llvm::layout::{Layout, POINTER};
use fixedbitset::FixedBitSet;

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

/// Something that wants a place in a frame.
pub(super) struct Request {
    pub(super) layout: Layout,
    /// The suspension points across which it lives; nothing for all.
    pub(super) points: Option<FixedBitSet>,
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
    /// What stands at places that do not depend on requests: the addresses of functions, the promise, and the number of
    /// the suspension point.
    pub(super) fixed: Vec<Range<u64>>,
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
            fixed: Vec::new(),
            promise: None,
            index: 0,
            index_bits: None,
        }
    }

    /// A frame with nothing but what does not depend on requests.
    fn fixed(promise: Option<Layout>, points: usize, guard: u64) -> Option<Self> {
        let mut frame = Self::empty();
        frame.fixed.push(0..FUNCTIONS);
        let mut end = FUNCTIONS;
        if let Some(Layout { size, align }) = promise {
            let start = promise_offset(align)?;
            end = start.checked_add(size)?;
            frame.fixed.push(start..end);
            frame.promise = Some(start);
            frame.align = frame.align.max(align);
        }
        frame.index_bits = match points {
            0 | 1 => None,
            2..=0x100 => Some(8),
            0x101..=0x1_0000 => Some(16),
            _ => Some(32),
        };
        if let Some(bits) = frame.index_bits {
            let bytes = u64::from(bits) / 8;
            // There may be room before a promise of strict alignment.
            let is_before = frame
                .promise
                .is_some_and(|start| FUNCTIONS + bytes + 2 * guard <= start);
            let lowest = if is_before { FUNCTIONS } else { end };
            frame.index = lowest.checked_next_multiple_of(bytes)?;
            end = end.max(frame.index.checked_add(bytes)?);
            frame.fixed.push(frame.index..frame.index + bytes);
        }
        frame.size = end.checked_add(guard)?;
        Some(frame)
    }

    /// Places requests behind the addresses of functions. Those of the strictest alignment come first, among them the
    /// largest, each at the lowest place that nothing takes that lives at the same time. `guard` bytes behind each place
    /// are left free.
    ///
    /// Gives nothing if the frame would be too large for any memory.
    pub(super) fn lay_out(requests: &[Request], promise: Option<Layout>, points: usize, guard: u64) -> Option<Self> {
        let mut order: Vec<usize> = (0..requests.len()).collect();
        let rank = |&index: &usize| {
            let Layout { size, align } = requests[index].layout;
            (std::cmp::Reverse(align), std::cmp::Reverse(size))
        };
        order.sort_by_key(rank);
        let mut frame = Self::fixed(promise, points, guard)?;
        frame.offsets = vec![0; requests.len()];
        // What is placed, lowest first, with the request that it is for.
        let fixed = frame.fixed.iter().map(|place| (place.clone(), None));
        let mut placed: Vec<(Range<u64>, Option<usize>)> = fixed.collect();
        placed.sort_by_key(|(place, _)| place.start);
        for index in order {
            let request = &requests[index];
            let meets = |other: Option<usize>| other.is_none_or(|other| request.meets(&requests[other]));
            let mut offset = 0_u64;
            let taken = request.layout.size.checked_add(guard)?;
            for (place, _) in placed.iter().filter(|&&(_, other)| meets(other)) {
                let is_free = offset.checked_add(taken)? <= place.start;
                if !is_free && offset < place.end + guard {
                    offset = (place.end + guard).checked_next_multiple_of(request.layout.align)?;
                }
            }
            frame.offsets[index] = offset;
            frame.size = frame.size.max(offset.checked_add(taken)?);
            frame.align = frame.align.max(request.layout.align);
            let at = placed.partition_point(|(place, _)| place.start <= offset);
            placed.insert(at, (offset..offset + request.layout.size, Some(index)));
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
        assert_eq!((frame.promise, frame.index), (Some(16), 28));
        assert_eq!((&frame.offsets[..], frame.size), (&[32][..], 40));
        // One that is aligned strictly leaves room before it.
        let frame = Frame::lay_out(&requests, promise(64, 64), 2, 0).expect("a frame");
        assert_eq!((frame.promise, frame.index, frame.align), (Some(64), 16, 64));
        assert_eq!((&frame.offsets[..], frame.size), (&[24][..], 128));
    }

    #[test]
    fn a_frame_larger_than_any_memory_is_refused() {
        let requests = [request(i64::MAX as u64, 1, &[0]), request(i64::MAX as u64, 1, &[0])];
        assert!(Frame::lay_out(&requests, None, 1, 0).is_none());
    }
}
