//! A translated module in parts, so that it can be written whole or cut into several modules.

use super::metadata::Metadata;
use super::text::{name, put};

/// A function or global: what stands behind its linkage and visibility, as a declaration and as a definition.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    /// The name of the function or global, without sigil or quotes.
    pub(crate) name: String,
    /// LLVM's word for its linkage; external linkage of definitions has none.
    pub(crate) linkage: &'static str,
    /// Whether its visibility is private: LLVM IR text does not say so, but no other module refers to it.
    pub(crate) is_private: bool,
    /// LLVM's words between linkage and the rest, each with a space behind it.
    pub(crate) prefix: String,
    /// Lines above it.
    pub(crate) comment: String,
    /// Debug information of a declaration, with a space behind it.
    pub(crate) attached: String,
    /// What declares it elsewhere.
    pub(crate) declaration: String,
    /// What defines it, down to the end of its last line; `None` if it is defined elsewhere.
    pub(crate) definition: Option<String>,
}

/// The declaration of an intrinsic.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// The name of the intrinsic, without sigil or quotes.
    pub(crate) name: String,
    /// The whole declaration.
    pub(crate) text: String,
    /// The function attributes of the intrinsic, if the module has attribute groups.
    pub(crate) attributes: Vec<String>,
}

/// A module as LLVM IR text, in parts. [`ModuleText::to_text`] puts them together; [`crate::partition`] cuts the
/// module into several.
#[derive(Clone, Debug)]
pub struct ModuleText {
    /// Name, data layout and target.
    pub(crate) header: String,
    /// Assembly for the whole module.
    pub(crate) assembly: String,
    /// Named structs.
    pub(crate) types: String,
    pub(crate) comdats: String,
    pub(crate) globals: Vec<Symbol>,
    /// The tables of static initialisers and finalisers.
    pub(crate) tables: String,
    /// Aliases and indirect functions.
    pub(crate) aliases: String,
    pub(crate) functions: Vec<Symbol>,
    /// Whether constants name blocks of functions, which must stand in the same module.
    pub(crate) has_block_addresses: bool,
    /// Declarations of intrinsics, in the order of their first use.
    pub(crate) intrinsics: Vec<Declaration>,
    /// The definitions of attribute groups.
    pub(crate) attribute_groups: String,
    pub(crate) metadata: Metadata,
}

impl ModuleText {
    /// The whole module.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut parts = Parts::default();
        for global in &self.globals {
            put_global(&mut parts.globals, global, global.linkage, &global.prefix);
        }
        parts.globals.push_str(&self.tables);
        for function in &self.functions {
            put_function(&mut parts.functions, function, function.linkage, &function.prefix);
        }
        for intrinsic in &self.intrinsics {
            put!(parts.functions, "\n{}\n", intrinsic.text);
        }
        if !self.attribute_groups.is_empty() {
            put!(parts.functions, "\n{}", self.attribute_groups);
        }
        self.assemble(&parts, |out| self.metadata.write(out))
    }

    /// Puts parts together in LLVM's order.
    pub(crate) fn assemble(&self, parts: &Parts, metadata: impl FnOnce(&mut String)) -> String {
        let mut out = format!("{}{}", self.header, self.assembly);
        for part in [&self.types, &self.comdats, &parts.globals, &self.aliases] {
            if !part.is_empty() {
                put!(out, "\n{part}");
            }
        }
        out.push_str(&parts.functions);
        metadata(&mut out);
        out
    }
}

/// Globals and functions of a module, written.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) globals: String,
    pub(crate) functions: String,
}

/// Writes a global with that linkage and prefix.
pub(crate) fn put_global(out: &mut String, global: &Symbol, linkage: &str, prefix: &str) {
    let space = if linkage.is_empty() { "" } else { " " };
    put!(out, "{} = {linkage}{space}{prefix}", name('@', &global.name));
    match &global.definition {
        Some(definition) => out.push_str(definition),
        None => put!(out, "{}\n", global.declaration),
    }
}

/// Writes a function with that linkage and prefix.
pub(crate) fn put_function(out: &mut String, function: &Symbol, linkage: &str, prefix: &str) {
    let space = if linkage.is_empty() { "" } else { " " };
    let comment = &function.comment;
    match &function.definition {
        Some(definition) => put!(out, "\n{comment}define {linkage}{space}{prefix}{definition}"),
        None => put!(
            out,
            "\n{comment}declare {}{linkage}{space}{prefix}{}\n",
            function.attached,
            function.declaration
        ),
    }
}

/// Writes the declaration of a global that another module defines.
pub(crate) fn put_external_global(out: &mut String, global: &Symbol, prefix: &str) {
    put!(
        out,
        "{} = external {prefix}{}\n",
        name('@', &global.name),
        global.declaration
    );
}

/// Writes the declaration of a function that another module defines.
pub(crate) fn put_external_function(out: &mut String, function: &Symbol, prefix: &str) {
    put!(out, "\ndeclare {prefix}{}\n", function.declaration);
}
