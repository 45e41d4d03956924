//! Data that a file carries behind its ops, in `{-# ... #-}`.

use asyncir_ir::Ident;

/// A value of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResourceValue {
    /// `"0x..."`: four bytes of alignment, then the data.
    Blob(Vec<u8>),
    /// `true` or `false`
    Bool(bool),
    /// A string.
    String(Vec<u8>),
}

/// The resources of a file.
#[derive(Clone, Default, Debug)]
pub struct Resources {
    /// By dialect: keys and values in the order of the file.
    pub dialects: Vec<(Ident, Vec<(Ident, ResourceValue)>)>,
    /// By external provider: keys and values in the order of the file.
    pub external: Vec<(Ident, Vec<(Ident, ResourceValue)>)>,
}

impl Resources {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.dialects.is_empty() && self.external.is_empty()
    }
}
