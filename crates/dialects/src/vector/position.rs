//! Positions in vectors: lists of numbers and operands.

use asyncir_ir::OpRef;

pub use crate::index_list::Entry;
use crate::index_list::{ints, join};

/// The position of an op.
pub fn position(op: OpRef<'_>) -> Vec<Entry> {
    let Some(def) = op.data().def() else {
        return Vec::new();
    };
    let range = def
        .operand_slot("dynamic_position")
        .map(|slot| def.operand_range(op, slot))
        .unwrap_or_default();
    let values: Vec<_> = range.map(|index| op.operand(index)).collect();
    join(&ints(op.ctx, op.property("static_position")), &values)
}
