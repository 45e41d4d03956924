//! What the regions of ops take to compute.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, OpId};

/// Ops that the processor does in a step or two.
const CHEAP_MATH: [&str; 13] = [
    "absf",
    "absi",
    "ceil",
    "clampf",
    "copysign",
    "floor",
    "fma",
    "isfinite",
    "isinf",
    "isnan",
    "round",
    "roundeven",
    "trunc",
];
/// What a division takes, or a square root.
const DIVISION: usize = 8;
/// What a function of the C library takes, or what nothing is known of.
const FUNCTION: usize = 32;

/// Ops that only convert an element.
const CASTS: [&str; 12] = [
    "bitcast",
    "extf",
    "extsi",
    "extui",
    "fptosi",
    "fptoui",
    "index_cast",
    "index_castui",
    "sitofp",
    "truncf",
    "trunci",
    "uitofp",
];

/// What an op computes for each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    /// How many ops there are, without constants.
    pub(crate) ops: usize,
    /// How many of them do more than to convert an element.
    pub(crate) computing: usize,
    /// Roughly how many steps of the processor they take, one element at a time.
    pub(crate) steps: usize,
}

impl Cost {
    /// What is computed in the block of a region.
    pub(crate) fn of(rw: &Rewriter<'_>, block: BlockId) -> Self {
        let mut cost = Self {
            ops: 0,
            computing: 0,
            steps: 0,
        };
        rw.body.block_ops(block).for_each(|op| cost.add(rw, op));
        cost
    }

    /// Whether it takes much longer than to read the elements.
    pub(crate) fn is_high(&self) -> bool {
        self.steps >= FUNCTION
    }

    fn add(&mut self, rw: &Rewriter<'_>, op: OpId) {
        let name = rw.body.op(op).name().as_str(rw.ctx);
        let (dialect, mnemonic) = name.split_once('.').unwrap_or((name, ""));
        let steps = match (dialect, mnemonic) {
            ("arith", "constant") | ("linalg", "yield") => return,
            ("linalg", _) => 0,
            ("arith", mnemonic) if is_division(mnemonic) => DIVISION,
            ("math", mnemonic) if CHEAP_MATH.contains(&mnemonic) => 1,
            ("math", "sqrt") => DIVISION,
            ("arith" | "affine", _) => 1,
            _ => FUNCTION,
        };
        self.ops += 1;
        self.steps += steps;
        let only_converts = dialect == "arith" && CASTS.contains(&mnemonic);
        self.computing += usize::from(!only_converts);
    }
}

fn is_division(mnemonic: &str) -> bool {
    ["div", "rem", "ceildiv", "floordiv"]
        .iter()
        .any(|prefix| mnemonic.starts_with(prefix))
}
