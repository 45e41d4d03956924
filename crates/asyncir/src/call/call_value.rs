//! Arguments and results whose types are known when the program runs.

use std::fmt;

use super::Pointers;
use super::any_tensor::AnyTensor;
use super::number::Number;
use super::signature::CallType;

/// An argument or result of any type.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum CallValue {
    /// A number.
    Number(Number),
    /// A tensor, or as an argument also a memref.
    Tensor(AnyTensor),
}

impl CallValue {
    /// Reads a value of a type: a number as [`Number::parse`] does, a tensor or memref as [`AnyTensor::parse`] does.
    ///
    /// # Errors
    /// If the text is not one of this type; says what is wrong.
    pub fn parse(ty: &CallType, text: &str) -> Result<Self, String> {
        match ty {
            CallType::Scalar(scalar) => Ok(Self::Number(Number::parse(*scalar, text.trim())?)),
            _ => AnyTensor::parse(ty, text).map(Self::Tensor),
        }
    }

    /// The type of the value as an argument.
    pub(super) fn ty(&self) -> CallType {
        match self {
            Self::Number(number) => CallType::Scalar(number.ty()),
            Self::Tensor(tensor) => tensor.ty(),
        }
    }

    /// Adds pointers to what is passed for it.
    pub(super) fn point_to(&mut self, pointers: &mut Pointers) {
        match self {
            Self::Number(number) => pointers.push(number.place()),
            Self::Tensor(tensor) => tensor.point_to_fields(pointers),
        }
    }
}

impl From<Number> for CallValue {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<AnyTensor> for CallValue {
    fn from(tensor: AnyTensor) -> Self {
        Self::Tensor(tensor)
    }
}

/// As `asyncir run` prints it.
impl fmt::Display for CallValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Tensor(tensor) => tensor.fmt(f),
        }
    }
}
