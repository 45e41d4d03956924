//! Positions in vectors: lists of numbers and operands.

use asyncir_ir::OpRef;

use super::shapes::inner_type;
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

/// Whether an extraction gives what lies at its position, as it is. It may also give the element of a vector of one, or an
/// element as such a vector.
pub fn gives_inner_type(extract: OpRef<'_>) -> bool {
    let count = position(extract).len();
    inner_type(extract.ctx, extract.operand_type(0), count) == Some(extract.result_type(0))
}
