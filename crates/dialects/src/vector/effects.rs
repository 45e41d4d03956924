//! Effects on memory.

use asyncir_ir::OpRef;
use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::smallvec::{SmallVec, smallvec};

use crate::constraints::is_any_memref;

type Effects = SmallVec<[Effect; 2]>;

/// An effect on the operand, if it is memory; tensors are values.
fn on(op: OpRef<'_>, kind: EffectKind, operand: usize) -> Effects {
    if is_any_memref(op.ctx, op.operand_type(operand)) {
        smallvec![Effect {
            kind,
            value: Some(op.operand(operand))
        }]
    } else {
        smallvec![]
    }
}

/// Reads the first operand.
pub fn read(op: OpRef<'_>) -> Effects {
    on(op, EffectKind::Read, 0)
}

/// Writes the first operand.
pub fn write(op: OpRef<'_>) -> Effects {
    on(op, EffectKind::Write, 0)
}

/// Writes the second operand.
pub fn write_second(op: OpRef<'_>) -> Effects {
    on(op, EffectKind::Write, 1)
}

/// Output is an effect on the world.
pub fn print(_: OpRef<'_>) -> Effects {
    smallvec![Effect {
        kind: EffectKind::Write,
        value: None
    }]
}
