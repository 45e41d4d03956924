//! Copies of memory.

use asyncir_ir::OpRef;
use asyncir_ir::def::{Effect, EffectKind};
use smallvec::{SmallVec, smallvec};

use super::canonicalize;
use crate::constraints::ANY_RANKED_OR_UNRANKED_MEMREF;
use crate::memref::fold_any_cast;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Memory with the same elements as the operand has. Neither may be written afterwards, so that both may be one.
    ///
    /// ```mlir
    /// %c = bufferization.clone %m : memref<?xf32> to memref<?xf32>
    /// ```
    op CloneOp "bufferization.clone" {
        summary "clone a memref";
        operands { input: one ANY_RANKED_OR_UNRANKED_MEMREF }
        results { output: one ANY_RANKED_OR_UNRANKED_MEMREF }
        format "$input attr-dict `:` type($input) `to` type($output)";
        hooks { effects: effects, fold: fold_any_cast, canonicalize: canonicalize::CLONE }
    }
}

fn effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    let effect = |kind, value| Effect {
        kind,
        value: Some(value),
    };
    smallvec![
        effect(EffectKind::Read, op.operand(0)),
        effect(EffectKind::Write, op.result(0)),
        effect(EffectKind::Allocate, op.result(0)),
    ]
}
