//! Sizes of tests under an interpreter.

/// As many as asked for; under Miri, which takes a thousand times as long, a fiftieth of that, and no more than 200.
pub const fn fewer(count: usize) -> usize {
    match count.div_ceil(50) {
        _ if !cfg!(miri) => count,
        few @ ..200 => few,
        _ => 200,
    }
}
