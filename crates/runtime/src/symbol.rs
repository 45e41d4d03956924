//! Addresses of functions, for a JIT to define as absolute symbols.

/// The address of an `extern "C"` function, of this library or of its host.
#[derive(Clone, Copy, Debug)]
pub struct SymbolAddress(*const ());

// SAFETY: the address of a function is the same on every thread.
unsafe impl Send for SymbolAddress {}
// SAFETY: as above.
unsafe impl Sync for SymbolAddress {}

impl SymbolAddress {
    /// The address of a function, such as `function as *const ()`.
    pub const fn new(function: *const ()) -> Self {
        Self(function)
    }

    /// The address as a pointer.
    pub fn as_ptr(self) -> *const () {
        self.0
    }

    /// The address as ORC's `JITTargetAddress`.
    pub fn address(self) -> u64 {
        self.0.addr() as u64
    }
}

/// A static table of functions under their own names.
macro_rules! symbol_table {
    ($($function:ident),* $(,)?) => {{
        static TABLE: &[(&str, $crate::symbol::SymbolAddress)] =
            &[$((stringify!($function), $crate::symbol::SymbolAddress::new($function as *const ()))),*];
        TABLE
    }};
}
pub(crate) use symbol_table;
