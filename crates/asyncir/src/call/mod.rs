//! Calling compiled functions from Rust, with arguments and results.
//!
//! A function is called by the types that it has in the program before lowering ([`Signature`]). Compiled code passes them in
//! its own way, so a program gets a wrapper for each function that can be called (`wrapper`): it takes pointers to
//! arguments and to places for results.

#![allow(
    unsafe_code,
    reason = "results are taken from where compiled code has put them; programs are trusted"
)]

mod arguments;
mod function;
mod memref;
mod number;
mod results;
mod signature;
pub(crate) mod wrapper;

pub use arguments::{Argument, Arguments};
pub use function::Function;
pub use memref::MemRef;
pub use number::Number;
pub use results::{Output, Results};
pub(crate) use signature::function_type;
pub use signature::{CallType, Scalar, ScalarType, Signature};

/// Pointers to arguments, then to places for results.
pub(crate) type Pointers = smallvec::SmallVec<[*mut std::ffi::c_void; 16]>;

/// Keeps traits to the types for which compiled code has a counterpart.
mod sealed {
    /// Of this crate.
    pub trait Sealed {}
}
