//! Places for results of types that are known when the program runs.

use std::ffi::c_void;
use std::ptr::NonNull;

use asyncir_runtime::{Token, Value};

use super::any_tensor::AnyTensor;
use super::call_value::CallValue;
use super::error::CallError;
use super::number::Number;
use super::results::{Output, UnusableTensor};
use super::scalar::{Scalar, ScalarType, with_scalars};
use super::signature::CallType;
use crate::Error;

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

    /// A place with the result that a callee has put elsewhere.
    ///
    /// # Safety
    /// It is of this type, and is not used there any more.
    pub(super) unsafe fn moved_from(ty: &CallType, pointer: *const c_void) -> Self {
        let mut place = Self::of(ty);
        let size = place.size();
        // SAFETY: both are places for a result of this type.
        unsafe { std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), place.pointer().cast(), size) };
        place
    }

    fn size(&self) -> usize {
        match self {
            Self::Number(number) => number.ty().size(),
            Self::Token(_) | Self::Value(..) => size_of::<*mut c_void>(),
            Self::Tensor(tensor) => tensor.size_of_descriptor(),
        }
    }

    /// Waits for what is there, and drops it.
    ///
    /// # Safety
    /// As [`Place::wait`].
    pub(super) unsafe fn release(self, function: &str) {
        // SAFETY: the caller's promise.
        let _ = unsafe { self.wait(function) };
    }

    /// The number or tensor there, or the number of a value once it is available; none for a token.
    ///
    /// # Errors
    /// If a task failed that completes the token or value, or it is a tensor with sizes that it cannot have.
    ///
    /// # Safety
    /// The callee has put a result of its type there.
    pub(super) unsafe fn wait(self, function: &str) -> Result<Option<CallValue>, Error> {
        match self {
            Self::Number(number) => Ok(Some(number.into())),
            Self::Token(slot) => {
                // SAFETY: the caller's promise.
                let token = checked(function, unsafe { <Token as Output>::take(slot) })?;
                Ok(token.wait().map(|()| None)?)
            }
            // SAFETY: the caller's promise.
            Self::Value(payload, slot) => Ok(Some(unsafe { number(function, payload, slot) }?.into())),
            // SAFETY: the caller's promise.
            Self::Tensor(tensor) => Ok(Some(checked(function, unsafe { tensor.take() })?.into())),
        }
    }
}

/// A result of a function, or the error that it is not sound.
fn checked<T>(function: &str, result: Result<T, UnusableTensor>) -> Result<T, Error> {
    result.map_err(|found| CallError::unusable_tensor(function, found).into())
}

/// # Safety
/// A callee has put a value of this type there.
unsafe fn number(function: &str, payload: ScalarType, slot: Option<NonNull<c_void>>) -> Result<Number, Error> {
    /// # Safety
    /// As for [`number`].
    unsafe fn wait<T: Scalar>(function: &str, slot: Option<NonNull<c_void>>) -> Result<T, Error> {
        // SAFETY: the caller's promise.
        let value = checked(function, unsafe { <Value<T> as Output>::take(slot) })?;
        Ok(value.wait()?)
    }
    macro_rules! waited {
        ($($variant:ident($rust:ty), $name:literal;)*) => {
            match payload {
                // SAFETY: the caller's promise.
                $(ScalarType::$variant => unsafe { wait(function, slot) }.map(Number::$variant),)*
            }
        };
    }
    with_scalars!(waited)
}
