//! What ops that define symbols share.

use asyncir_ir::def::OpTrait;
use asyncir_ir::{Fallible, OpRef};

/// What is said about a symbol that stands where no symbol table is.
pub(crate) const NO_SYMBOL_TABLE: &str = "symbol's parent must have the SymbolTable trait";

/// Checks that a symbol is not in an op without a symbol table, such as a loop.
pub fn verify_place(op: OpRef<'_>) -> Fallible {
    // At the top of a body the owner of the body is the parent; see the verifier of symbol tables. An unknown op may be
    // a table.
    if op
        .parent()
        .is_some_and(|parent| parent.data().def().is_some_and(|def| !def.has(OpTrait::SymbolTable)))
    {
        return Err(op.error(NO_SYMBOL_TABLE));
    }
    Ok(())
}

/// Checks the place and the visibility of a symbol. The symbol of a declaration must not be public: nobody defines it here.
pub fn verify_symbol(op: OpRef<'_>, is_declaration: bool) -> Fallible {
    verify_place(op)?;
    let visibility = op.property("sym_visibility").map(|attr| attr.as_str(op.ctx));
    match visibility {
        Some(Some("private" | "nested")) => Ok(()),
        None | Some(Some("public")) if is_declaration => {
            Err(op.error("symbol declaration cannot have public visibility"))
        }
        None | Some(Some("public")) => Ok(()),
        Some(other) => {
            let got = other.unwrap_or_default();
            Err(op.error(format_args!(
                "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{got}\""
            )))
        }
    }
}

/// Whether nobody outside the symbol table can see the symbol.
pub fn is_private(op: OpRef<'_>) -> bool {
    op.property("sym_visibility").and_then(|attr| attr.as_str(op.ctx)) == Some("private")
}
