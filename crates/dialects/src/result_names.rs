//! Suggested names of results.

use asyncir_ir::OpRef;
use asyncir_ir::def::NameSink;

/// Ops with several results name them as their definition does: `%sum, %overflow`.
pub fn by_slot(op: OpRef<'_>, sink: NameSink<'_>) {
    let Some(def) = op.data().def() else { return };
    for (slot, result) in def.results.iter().enumerate() {
        if let Some(first) = def.result_range(op, slot).next() {
            sink(op.result(first), result.name);
        }
    }
}
