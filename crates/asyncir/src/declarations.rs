//! Where functions and variables are declared that a program does not define: what an error for those says that nobody defines.

use std::collections::BTreeMap;

use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Context, OwnedOp};

use crate::Error;
use crate::error::UndefinedSymbol;
use crate::escaping::{escaped, unescaped};
use crate::library_functions::is_defined;

/// Names of functions and variables, and where they are declared: `file:line:column`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declarations(BTreeMap<String, String>);

impl Declarations {
    /// Those of a module.
    pub(crate) fn of(ctx: &Context, module: &OwnedOp) -> Self {
        let mut places = BTreeMap::new();
        let Some((body, block)) = module.body().and_then(|body| Some((body, body.entry()?))) else {
            return Self::default();
        };
        for op in body.block_ops(block).map(|op| body.op_ref(ctx, op)) {
            let Some(name) = symbol_name(ctx, op.data()).filter(|_| !is_defined(op)) else {
                continue;
            };
            if let Some((file, line, column)) = op.location().file_position(ctx) {
                places.insert(ctx.str(name).to_owned(), format!("{}:{line}:{column}", ctx.str(file)));
            }
        }
        Self(places)
    }

    /// The error, with the places of symbols that are not defined.
    pub(crate) fn explain(&self, error: Error) -> Error {
        let Error::Codegen(asyncir_codegen::Error::SymbolsNotFound { names }) = error else {
            return error;
        };
        let symbol = |name: String| UndefinedSymbol {
            declared_at: self.0.get(&name).cloned(),
            name,
        };
        Error::Undefined(names.into_iter().map(symbol).collect())
    }

    /// The lines of a file that [`Declarations::add_line`] reads.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0
            .iter()
            .map(|(name, place)| format!("{} {}", escaped(name), escaped(place)))
    }

    pub(crate) fn add_line(&mut self, line: &str) -> Option<()> {
        let (name, place) = line.split_once(' ')?;
        self.0.insert(unescaped(name)?, unescaped(place)?);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_survive_the_manifest() {
        let places = [("f", "a b.mlir:1:2"), ("\\x y", "<stdin>:3:4"), ("", "")];
        let places = places.map(|(name, place)| (name.to_owned(), place.to_owned()));
        let declarations = Declarations(BTreeMap::from(places));
        let mut read = Declarations::default();
        for line in declarations.lines() {
            read.add_line(&line).expect("it was written so");
        }
        assert_eq!(read, declarations);
    }
}
