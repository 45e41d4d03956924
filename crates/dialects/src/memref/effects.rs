//! What ops do to the memory of their operands and results.

use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::{OpRef, ValueId};
use smallvec::{SmallVec, smallvec};

type Effects = SmallVec<[Effect; 2]>;

fn on(kind: EffectKind, value: ValueId) -> Effect {
    Effect {
        kind,
        value: Some(value),
    }
}

/// Reads the memory of the first operand.
pub fn read_first(op: OpRef<'_>) -> Effects {
    smallvec![on(EffectKind::Read, op.operand(0))]
}

/// Reads the memory of the second operand.
pub fn read_second(op: OpRef<'_>) -> Effects {
    smallvec![on(EffectKind::Read, op.operand(1))]
}

/// Writes the memory of the first operand.
pub fn write_first(op: OpRef<'_>) -> Effects {
    smallvec![on(EffectKind::Write, op.operand(0))]
}

/// Writes the memory of the second operand.
pub fn write_second(op: OpRef<'_>) -> Effects {
    smallvec![on(EffectKind::Write, op.operand(1))]
}

/// Reads and writes the memory of the first operand.
pub fn update_first(op: OpRef<'_>) -> Effects {
    smallvec![
        on(EffectKind::Read, op.operand(0)),
        on(EffectKind::Write, op.operand(0))
    ]
}

/// Reads and writes the memory of the second operand.
pub fn update_second(op: OpRef<'_>) -> Effects {
    smallvec![
        on(EffectKind::Read, op.operand(1)),
        on(EffectKind::Write, op.operand(1))
    ]
}

/// Reads the memory of the first operand and writes that of the second.
pub fn copy(op: OpRef<'_>) -> Effects {
    smallvec![
        on(EffectKind::Read, op.operand(0)),
        on(EffectKind::Write, op.operand(1))
    ]
}

/// Allocates the result.
pub fn allocate(op: OpRef<'_>) -> Effects {
    smallvec![on(EffectKind::Allocate, op.result(0))]
}

/// Frees the first operand.
pub fn free(op: OpRef<'_>) -> Effects {
    smallvec![on(EffectKind::Free, op.operand(0))]
}

/// Frees the first operand and allocates the result.
pub fn reallocate(op: OpRef<'_>) -> Effects {
    smallvec![
        on(EffectKind::Free, op.operand(0)),
        on(EffectKind::Allocate, op.result(0))
    ]
}
