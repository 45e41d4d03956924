//! Places for results of types that are known when the program runs.

use std::ffi::c_void;
use std::ptr::NonNull;

use asyncir_runtime::{TaskError, Token, Value};

use super::any_tensor::AnyTensor;
use super::call_value::CallValue;
use super::number::Number;
use super::results::Output;
use super::scalar::{Scalar, ScalarType, with_scalars};
use super::signature::CallType;

/// Where a callee puts a result.
pub(super) enum Place {
    Number(Number),
    Token(Option<NonNull<c_void>>),
    Value(ScalarType, Option<NonNull<c_void>>),
    Tensor(AnyTensor),
}

impl Place {
    /// A place for a result of a function that can be called.
    pub(super) fn of(ty: &CallType) -> Self {
        match ty {
            CallType::Scalar(scalar) => Self::Number(Number::zero(*scalar)),
            CallType::Token => Self::Token(None),
            CallType::Value(payload) => Self::Value(*payload, None),
            CallType::Tensor { shape, element } => Self::Tensor(AnyTensor::place_for(*element, shape.len())),
            CallType::MemRef { .. } | CallType::Other(_) => unreachable!("functions that give {ty} cannot be called"),
        }
    }

    pub(super) fn pointer(&mut self) -> *mut c_void {
        match self {
            Self::Number(number) => number.place(),
            Self::Token(slot) | Self::Value(_, slot) => (&raw mut *slot).cast(),
            Self::Tensor(tensor) => tensor.place(),
        }
    }

    /// The number or tensor there, or the number of a value once it is available; none for a token.
    ///
    /// # Errors
    /// If a task failed that completes the token or value.
    ///
    /// # Safety
    /// The callee has put a result of its type there.
    pub(super) unsafe fn wait(self) -> Result<Option<CallValue>, TaskError> {
        match self {
            Self::Number(number) => Ok(Some(number.into())),
            Self::Token(slot) => {
                // SAFETY: the caller's promise.
                let token = unsafe { <Token as Output>::take(slot) };
                token.wait().map(|()| None)
            }
            // SAFETY: the caller's promise.
            Self::Value(payload, slot) => unsafe { number(payload, slot) }.map(|number| Some(number.into())),
            // SAFETY: the caller's promise.
            Self::Tensor(tensor) => Ok(Some(unsafe { tensor.take() }.into())),
        }
    }
}

/// # Safety
/// A callee has put a value of this type there.
unsafe fn number(payload: ScalarType, slot: Option<NonNull<c_void>>) -> Result<Number, TaskError> {
    /// # Safety
    /// As for [`number`].
    unsafe fn wait<T: Scalar>(slot: Option<NonNull<c_void>>) -> Result<T, TaskError> {
        // SAFETY: the caller's promise.
        unsafe { <Value<T> as Output>::take(slot) }.wait()
    }
    macro_rules! waited {
        ($($variant:ident($rust:ty), $name:literal;)*) => {
            match payload {
                // SAFETY: the caller's promise.
                $(ScalarType::$variant => unsafe { wait(slot) }.map(Number::$variant),)*
            }
        };
    }
    with_scalars!(waited)
}
