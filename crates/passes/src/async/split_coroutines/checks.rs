//! Frames that are checked: a debug mode, for which asyncir's runtime makes frames with guards around everything.
//!
//! The runtime is told by a table of constants where nothing has a place, and what is not in use across each suspension
//! point. It looks at the frame where the coroutine is about to be suspended, once everything is stored, and where it is
//! entered again.

use std::collections::BTreeSet;

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Ident, Location, OpId, OperationState, Type, ValueId};

use super::layout::{Frame, Request};
use crate::conversion::llvm_common::functions::Prototype;
use crate::conversion::llvm_common::{globals, ops, types};
use crate::runtime_functions::{
    ALLOCATE_CHECKED_FRAME, FREE_CHECKED_FRAME, RESUME_CHECKED_FRAME, SUSPEND_CHECKED_FRAME,
};

/// Bytes that are left free behind each place in a checked frame.
pub(super) const GUARD: u64 = 16;

/// The functions of the runtime that checked frames ask for.
pub(super) fn functions(ctx: &Context) -> [Prototype; 4] {
    let (ptr, void) = (types::ptr(ctx), types::void(ctx));
    let function = |name, params: &[Type], result| Prototype {
        name,
        params: params.to_vec(),
        result,
    };
    [
        function(FREE_CHECKED_FRAME, &[ptr], void),
        function(RESUME_CHECKED_FRAME, &[ptr], void),
        function(SUSPEND_CHECKED_FRAME, &[ptr, Type::I64], void),
        function(ALLOCATE_CHECKED_FRAME, &[ptr, Type::I64, ptr], ptr),
    ]
}

/// The constants that describe the frames of a coroutine.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    /// The name of the coroutine, for messages.
    pub(super) text: Ident,
    pub(super) text_symbol: Ident,
    pub(super) table_symbol: Ident,
}

impl Constants {
    /// The globals of a coroutine whose frames the table describes.
    pub(super) fn globals(self, ctx: &Context, location: Location, table: &[i64]) -> [OperationState; 2] {
        let table: Vec<u8> = table.iter().flat_map(|number| number.to_le_bytes()).collect();
        [
            globals::constant_array(ctx, location, self.text_symbol, Type::I8, self.text(ctx).as_bytes()),
            globals::constant_array(ctx, location, self.table_symbol, Type::I64, &table),
        ]
    }

    /// The name, or a word if it is empty: there are no empty constants.
    fn text(self, ctx: &Context) -> &str {
        match ctx.str(self.text) {
            "" => "coroutine",
            text => text,
        }
    }

    pub(super) fn allocate(self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        let ptr = types::ptr(rw.ctx);
        let text = ops::address_of(rw, loc, self.text_symbol, ptr);
        let length = constant(rw, loc, self.text(rw.ctx).len() as u64);
        let table = ops::address_of(rw, loc, self.table_symbol, ptr);
        let callee = rw.ctx.ident(ALLOCATE_CHECKED_FRAME);
        let call = ops::call(rw, loc, callee, &[text, length, table], Some(ptr));
        rw.body.result(call, 0)
    }
}

fn constant(rw: &mut Rewriter<'_>, loc: Location, number: u64) -> ValueId {
    let value = rw.ctx.int_attr(Type::I64, number.into());
    ops::constant(rw, loc, Type::I64, value)
}

/// Checks a frame where everything is stored that lives across a suspension point.
pub(super) fn suspend(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, point: usize) {
    let point = constant(rw, loc, point as u64);
    let callee = rw.ctx.ident(SUSPEND_CHECKED_FRAME);
    ops::call(rw, loc, callee, &[frame, point], None);
}

/// Checks a frame where its coroutine is entered again.
pub(super) fn resume(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId) {
    let callee = rw.ctx.ident(RESUME_CHECKED_FRAME);
    ops::call(rw, loc, callee, &[frame], None);
}

/// Frees a frame.
pub(super) fn free(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId) -> OpId {
    let callee = rw.ctx.ident(FREE_CHECKED_FRAME);
    ops::call(rw, loc, callee, &[frame], None)
}

/// What a piece of a frame is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Nothing has a place there.
    Guard,
    Unused,
    Used,
}

/// What the runtime wants to know of a frame: its size and alignment, the ranges that belong to nothing, and for each
/// suspension point those that are not in use.
pub(super) fn table(frame: &Frame, requests: &[Request], points: usize) -> Vec<i64> {
    let mut bounds = BTreeSet::from([0, frame.size]);
    bounds.extend(frame.fixed.iter().flat_map(|place| [place.start, place.end]));
    for (request, &start) in requests.iter().zip(&frame.offsets) {
        bounds.extend([start, start + request.layout.size]);
    }
    let bounds: Vec<u64> = bounds.into_iter().collect();
    let of_piece = |piece: u64, point: usize| {
        if frame.fixed.iter().any(|place| place.contains(&piece)) {
            return Use::Used;
        }
        let mut found = Use::Guard;
        for (request, &start) in requests.iter().zip(&frame.offsets) {
            if (start..start + request.layout.size).contains(&piece) {
                let is_used = request.points.as_ref().is_none_or(|points| points.contains(point));
                found = if is_used || found == Use::Used {
                    Use::Used
                } else {
                    Use::Unused
                };
            }
        }
        found
    };
    let ranges = |wanted: Use, point: usize| {
        let mut found: Vec<(u64, u64)> = Vec::new();
        for piece in bounds.windows(2).filter(|piece| of_piece(piece[0], point) == wanted) {
            match found.last_mut() {
                Some((_, end)) if *end == piece[0] => *end = piece[1],
                _ => found.push((piece[0], piece[1])),
            }
        }
        found
    };
    let mut table = vec![frame.size, frame.align];
    add(&mut table, &ranges(Use::Guard, 0));
    table.push(points as u64);
    for point in 0..points {
        add(&mut table, &ranges(Use::Unused, point));
    }
    // Frames are not larger than what these numbers hold.
    table.into_iter().map(|number| number as i64).collect()
}

fn add(table: &mut Vec<u64>, ranges: &[(u64, u64)]) {
    table.push(ranges.len() as u64);
    table.extend(ranges.iter().flat_map(|(start, end)| [*start, end - start]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use asyncir_dialects::llvm::layout::Layout;

    #[test]
    fn a_table_says_what_belongs_to_nothing_and_what_is_not_in_use() {
        let request = |size, points: Option<&[usize]>| Request {
            layout: Layout { size, align: 8 },
            points: points.map(|points| points.iter().copied().collect()),
        };
        let requests = [request(8, Some(&[0])), request(8, Some(&[1])), request(24, None)];
        let frame = Frame::lay_out(&requests, None, 2, GUARD).expect("a frame");
        // The two that share a place follow the largest one.
        assert_eq!(frame.offsets, [80, 80, 40]);
        assert_eq!((frame.index, frame.size), (16, 104));
        let guards = [17, 23, 64, 16, 88, 16];
        let mut wanted = vec![104, 8, 3];
        wanted.extend(guards);
        wanted.extend([2, 0, 0]);
        assert_eq!(table(&frame, &requests, 2), wanted);
        let alone = [request(8, Some(&[0])), request(24, None)];
        let frame = Frame::lay_out(&alone, None, 2, GUARD).expect("a frame");
        let table = table(&frame, &alone, 2);
        assert_eq!(
            table[table.len() - 4..],
            [0, 1, 80, 8],
            "it is dead across the second point"
        );
    }
}
