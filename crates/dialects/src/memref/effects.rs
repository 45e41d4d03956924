//! Effects on memory, and control flow.

use asyncir_ir::OpRef;
use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::smallvec::{SmallVec, smallvec};

type Effects = SmallVec<[Effect; 2]>;

fn on(op: OpRef<'_>, kind: EffectKind, operand: usize) -> Effect {
    Effect { kind, value: Some(op.operand(operand)) }
}

/// Allocates the result.
pub fn alloc(op: OpRef<'_>) -> Effects {
    smallvec![Effect { kind: EffectKind::Allocate, value: Some(op.result(0)) }]
}

/// Frees the operand.
pub fn dealloc(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Free, 0)]
}

/// Frees the operand and allocates the result.
pub fn realloc(op: OpRef<'_>) -> Effects {
    smallvec![
        on(op, EffectKind::Free, 0),
        Effect { kind: EffectKind::Allocate, value: Some(op.result(0)) }
    ]
}

/// Reads the first operand.
pub fn load(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Read, 0)]
}

/// Writes the second operand.
pub fn store(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Write, 1)]
}

/// Reads the first operand and writes the second.
pub fn copy(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Read, 0), on(op, EffectKind::Write, 1)]
}

/// Reads and writes the second operand.
pub fn read_write(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Read, 1), on(op, EffectKind::Write, 1)]
}

/// Reads and writes the first operand.
pub fn read_write_first(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Read, 0), on(op, EffectKind::Write, 0)]
}

/// Touches the first operand both ways, so that it stays where it is.
pub fn prefetch(op: OpRef<'_>) -> Effects {
    smallvec![on(op, EffectKind::Read, 0), on(op, EffectKind::Write, 0)]
}

/// Into the region, and out of it behind the op.
pub fn scope_branch(_: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        None => smallvec![Some(0)],
        Some(_) => smallvec![None],
    }
}
