//! Suggested names of results.

use asyncir_ir::OpRef;
use asyncir_ir::def::NameSink;

macro_rules! names {
    ($($name:ident)*) => {$(
        /// The op's name.
        pub fn $name(op: OpRef<'_>, sink: NameSink<'_>) {
            sink(op.result(0), stringify!($name));
        }
    )*};
}

names! {
    alloc alloca cast dim subview reinterpret_cast expand_shape collapse_shape intptr view transpose assume_align
    memspacecast reshape
}

/// `%base_buffer, %offset, %sizes:2, %strides:2`
pub fn metadata(op: OpRef<'_>, sink: NameSink<'_>) {
    let count = op.data().num_results();
    if count < 2 {
        return;
    }
    sink(op.result(0), "base_buffer");
    sink(op.result(1), "offset");
    let rank = (count - 2) / 2;
    if rank > 0 {
        sink(op.result(2), "sizes");
        sink(op.result(2 + rank), "strides");
    }
}
