//! Discardable attributes of the dialect.

use asyncir_ir::def::{EffectKind, OpTrait};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{Attribute, Fallible, OpRef};

/// Says that a program frees memory itself. On a function, it is said of the memory that the function returns: that is
/// asyncir's own.
const MANUAL_DEALLOCATION: &str = "bufferization.manual_deallocation";

/// Checks what the dialect's attributes say of ops.
pub(super) fn verify_attr(op: OpRef<'_>, name: &str, _value: Attribute) -> Fallible {
    let own = op.data().attrs().as_dict(op.ctx).unwrap_or_default();
    if !own.iter().any(|&(own, _)| op.ctx.str(own) == name) {
        // It is that of an argument.
        return Ok(());
    }
    if name != MANUAL_DEALLOCATION {
        let message = format!("attribute '\"{name}\"' not supported as an op attribute by the bufferization dialect");
        return Err(op.bare_error(message));
    }
    let is_either = |kind| kind == EffectKind::Allocate || kind == EffectKind::Free;
    let has_effect = effects_of(op).is_some_and(|effects| effects.iter().any(|effect| is_either(effect.kind)));
    let returns_memory = op.data().has_trait(OpTrait::FunctionLike);
    if has_effect || returns_memory {
        return Ok(());
    }
    Err(op.error(format_args!(
        "attribute '{name}' can be used only on ops that have an allocation and/or free side effect"
    )))
}
