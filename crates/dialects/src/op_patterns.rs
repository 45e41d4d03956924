//! Canonicalisation patterns as tables of functions.

use asyncir_ir::OpId;
use asyncir_ir::def::OpDef;
use asyncir_ir::rewrite::{PatternRoot, RewritePattern, Rewriter};

/// A pattern that is a plain function. The root is a function as well, because definitions name their patterns and
/// patterns their definition.
pub(crate) struct OpPattern {
    /// Name.
    pub name: &'static str,
    /// Root.
    pub root: fn() -> &'static OpDef,
    /// The rewrite.
    pub rewrite: fn(&mut Rewriter<'_>, OpId) -> bool,
}

impl RewritePattern for OpPattern {
    fn name(&self) -> &str {
        self.name
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Op((self.root)())
    }
    fn rewrite(&self, rewriter: &mut Rewriter<'_>, op: OpId) -> bool {
        (self.rewrite)(rewriter, op)
    }
}

/// Declares the patterns of ops: `ADDI for AddIOp = [add_constants];`.
macro_rules! op_patterns {
    ($($(#[$doc:meta])* $TABLE:ident for $Op:ident = [$($rewrite:path),* $(,)?];)*) => {$(
        $(#[$doc])*
        pub static $TABLE: &[&dyn asyncir_ir::rewrite::RewritePattern] = &[$(
            &$crate::op_patterns::OpPattern {
                name: stringify!($rewrite),
                root: || <$Op<'static> as asyncir_ir::def::OpView<'static>>::DEF,
                rewrite: $rewrite,
            }
        ),*];
    )*};
}

pub(crate) use op_patterns;
