//! Declares patterns that are plain functions, for the tables of definitions.

/// Declares patterns: a name, the op it is rooted at, the function that rewrites it.
#[macro_export]
#[doc(hidden)]
macro_rules! pattern {
    ($($(#[$doc:meta])* $Name:ident on $Op:ident, $rewrite:path);+ $(;)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;

        impl asyncir_ir::rewrite::RewritePattern for $Name {
            fn name(&self) -> &str {
                stringify!($Name)
            }
            fn root(&self) -> asyncir_ir::rewrite::PatternRoot {
                asyncir_ir::rewrite::PatternRoot::Op(<$Op<'static> as asyncir_ir::def::OpView<'static>>::DEF)
            }
            fn rewrite(&self, rewriter: &mut asyncir_ir::rewrite::Rewriter<'_>, op: asyncir_ir::OpId) -> bool {
                $rewrite(rewriter, op)
            }
        }
    )+};
}
