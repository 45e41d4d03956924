//! Ops that reduce values.

/// Whether an op with two operands combines values in any grouping; floats as other reductions do.
pub(crate) fn is_associative(name: &str) -> bool {
    const OPS: [&str; 15] = [
        "arith.addf",
        "arith.addi",
        "arith.andi",
        "arith.maximumf",
        "arith.maxnumf",
        "arith.maxsi",
        "arith.maxui",
        "arith.minimumf",
        "arith.minnumf",
        "arith.minsi",
        "arith.minui",
        "arith.mulf",
        "arith.muli",
        "arith.ori",
        "arith.xori",
    ];
    OPS.contains(&name)
}
