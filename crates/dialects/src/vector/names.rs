//! Suggested names of results.

use asyncir_ir::OpRef;
use asyncir_ir::def::NameSink;

/// `%vscale`
pub fn vscale(op: OpRef<'_>, sink: NameSink<'_>) {
    sink(op.result(0), "vscale");
}
