//! The ranges of values, for passes that make use of them.

use std::sync::Mutex;

use asyncir_ir::def::Dialect;
use asyncir_ir::{Body, OwnedOp, ValueId};

use crate::analysis::dataflow::solver::Kinds;
use crate::analysis::dataflow::{Facts, Program};
use crate::analysis::int_range::{Known, Range, ranges_of};
use crate::pass::PassContext;

/// The ranges of the values of a body, also of those that the pass makes, as far as it says so.
pub(super) struct Ranges(Mutex<Facts<Known>>);

impl Ranges {
    /// The range of a value, if it is known.
    pub(super) fn of(&self, value: ValueId) -> Option<Range> {
        self.0.lock().ok()?.get(value).0
    }

    /// Notes the range of a new value.
    pub(super) fn note(&self, value: ValueId, range: Range) {
        if let Ok(mut known) = self.0.lock() {
            known.set(value, Known(Some(range)));
        }
    }
}

/// Works out the ranges of all values, as one of the analyses `kinds`, and visits each body with those in it. It also gets the
/// dialect of the op that the body belongs to, if that is not the pass's own.
pub(super) fn for_each_body(
    cx: &PassContext<'_>,
    op: &mut OwnedOp,
    kinds: Kinds,
    mut visit: impl FnMut(&mut Body, &Ranges, Option<&'static Dialect>),
) {
    let mut program = Program::take_apart(cx.ctx, op);
    let ranges = ranges_of(&mut program, kinds, cx.is_nested);
    let owners: Vec<_> = program.spaces().map(|space| program.owner_dialect(space)).collect();
    let mut ranges = ranges.into_iter().zip(owners);
    program.for_each_body(|space, body| {
        if let Some((known, owner)) = ranges.next() {
            visit(body, &Ranges(Mutex::new(known)), owner.filter(|_| space > 0));
        }
    });
    program.put_together(op);
}
