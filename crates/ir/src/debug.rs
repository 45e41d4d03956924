//! Short debug output of what is large. MLIR's text of it needs the context: `asyncir_text` prints that.

use std::fmt;

use crate::context::TextHooks;
use crate::def::Hooks;
use crate::rewrite::conversion::{ConversionPatterns, ConversionState, ConversionTarget, TypeConverter};
use crate::rewrite::{FrozenPatternSet, Rewriter};
use crate::verify::VerifyAhead;
use crate::{Body, Context, Dominance, Operation, OperationState, OwnedOp};

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("dialects", &self.num_dialects())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("ops", &self.num_ops())
            .finish_non_exhaustive()
    }
}

/// The name of a registered op; the others' names are in the context.
fn name(op: &Operation) -> &'static str {
    op.def().map_or("unregistered", |def| def.name)
}

impl fmt::Debug for OwnedOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedOp")
            .field("name", &name(self.operation()))
            .field("body", &self.body())
            .finish()
    }
}

impl fmt::Debug for OperationState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationState")
            .field("name", &self.name)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operation")
            .field("name", &name(self))
            .field("location", &self.location())
            .field("operands", &self.num_operands())
            .field("results", &self.num_results())
            .finish_non_exhaustive()
    }
}

/// What consists of functions and of data that tell nobody anything shows its name.
macro_rules! named {
    ($($ty:ident $(<$lifetime:lifetime>)?),*) => {$(
        impl fmt::Debug for $ty $(<$lifetime>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($ty)).finish_non_exhaustive()
            }
        }
    )*};
}

named!(
    ConversionPatterns,
    ConversionState,
    ConversionTarget,
    Dominance,
    FrozenPatternSet<'_>,
    Hooks,
    Rewriter<'_>,
    TextHooks,
    TypeConverter,
    VerifyAhead<'_>
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Location;

    #[test]
    fn debug_output_is_short() {
        let ctx = Context::new();
        let mut state = OperationState::new(ctx.op_name("test.op"), Location::UNKNOWN);
        state.body = Some(Box::new(Body::new()));
        assert!(format!("{state:?}").starts_with("OperationState { name: "));
        let op = OwnedOp::new(state);
        assert_eq!(
            format!("{op:?}"),
            "OwnedOp { name: \"unregistered\", body: Some(Body { ops: 0, .. }) }"
        );
        assert_eq!(format!("{ctx:?}"), "Context { dialects: 0, .. }");
    }
}
