//! Transposed blocks of elements, in registers.

use asyncir_dialects::vector;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, ValueId};

/// How many rows and columns a block has.
pub(super) const BLOCK: i64 = 8;

/// The columns of a block of [`BLOCK`] rows. Each round exchanges the squares beside the diagonal, of one element first, in pairs
/// of rows, then of two, and of four.
pub(super) fn transpose(rw: &mut Rewriter<'_>, location: Location, mut rows: Vec<ValueId>) -> Vec<ValueId> {
    for round in 0..BLOCK.ilog2() {
        let distance = 1 << round;
        let lanes = || 0..BLOCK;
        let upper: Vec<i64> = lanes()
            .map(|lane| {
                if lane & distance == 0 {
                    lane
                } else {
                    BLOCK + (lane ^ distance)
                }
            })
            .collect();
        let lower: Vec<i64> = lanes()
            .map(|lane| {
                if lane & distance == 0 {
                    lane | distance
                } else {
                    BLOCK + lane
                }
            })
            .collect();
        for first in (0..rows.len()).filter(|row| row & distance as usize == 0) {
            let second = first | distance as usize;
            let pair = (rows[first], rows[second]);
            rows[first] = shuffle(rw, location, pair, &upper);
            rows[second] = shuffle(rw, location, pair, &lower);
        }
    }
    rows
}

fn shuffle(rw: &mut Rewriter<'_>, location: Location, (first, second): (ValueId, ValueId), mask: &[i64]) -> ValueId {
    let (ty, mask) = (rw.body.value_type(first), rw.ctx.dense_i64_array(mask));
    rw.insert_value(vector::ShuffleOp::build(rw.ctx, location, first, second, mask, &[ty]))
}
