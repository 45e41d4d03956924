//! Calling compiled functions from Rust, with arguments and results.
//!
//! Callers use the types that a function has before the program is lowered ([`Signature`]). Compiled code has other calling
//! conventions. So each function that can be called gets a wrapper (module `wrapper`), which takes pointers to the arguments
//! and to memory for the results.

#![allow(
    unsafe_code,
    reason = "results are taken from where compiled code has put them; programs are trusted"
)]

mod any_tensor;
mod arguments;
mod call_value;
mod descriptor;
mod error;
mod function;
mod layout;
mod memref;
mod number;
mod owned;
mod packed;
mod place;
mod results;
mod scalar;
mod signature;
mod tensor;
mod tensor_ref;
mod tensor_text;
pub(crate) mod wrapper;

pub use any_tensor::AnyTensor;
pub use arguments::{Argument, Arguments};
pub use call_value::CallValue;
pub use error::CallError;
pub use function::Function;
pub use layout::StridedLayout;
pub use memref::MemRef;
pub use number::Number;
pub use owned::OwnedFunction;
pub use results::{Output, Results};
pub use scalar::{Scalar, ScalarType};
pub(crate) use signature::function_type;
pub use signature::{CallType, Signature};
pub use tensor::Tensor;
pub use tensor_ref::TensorRef;

/// Pointers to arguments, then to places for results.
pub(crate) type Pointers = smallvec::SmallVec<[*mut std::ffi::c_void; 16]>;

/// Keeps traits to the types for which compiled code has a counterpart.
mod sealed {
    /// Of this crate.
    pub trait Sealed {}
}
