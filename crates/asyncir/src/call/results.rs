//! The results that compiled functions return to Rust.

use std::ffi::c_void;
use std::ptr::NonNull;

use asyncir_runtime::{Token, Value};

use super::Pointers;
use super::scalar::{Scalar, ScalarType};
use super::sealed::Sealed;
use super::signature::CallType;

/// The type of a result, as far as the caller's types tell it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputType {
    Scalar(ScalarType),
    Token,
    Value(ScalarType),
    /// The type of the elements, and the number of dimensions.
    Tensor(ScalarType, usize),
}

impl OutputType {
    /// Whether it is awaited.
    pub(super) fn is_handle(&self) -> bool {
        matches!(self, Self::Token | Self::Value(_))
    }
}

impl From<OutputType> for CallType {
    fn from(ty: OutputType) -> Self {
        match ty {
            OutputType::Scalar(scalar) => Self::Scalar(scalar),
            OutputType::Token => Self::Token,
            OutputType::Value(payload) => Self::Value(payload),
            OutputType::Tensor(element, rank) => Self::Tensor {
                shape: vec![None; rank],
                element,
            },
        }
    }
}

/// A result that is a tensor has these sizes, of which one is negative, or for which there is no memory.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableTensor(pub(super) Vec<i64>);

impl UnusableTensor {
    /// An error if a tensor cannot have these sizes, with elements of so many bytes at this address.
    pub(super) fn check(sizes: &[i64], element_size: usize, elements: *const c_void) -> Result<(), Self> {
        let all: Option<Vec<usize>> = sizes.iter().map(|&size| size.try_into().ok()).collect();
        let is_usable = all.is_some_and(|all| {
            // The size of a part is that of a type, even if the whole has no elements.
            let mut some = all.iter().filter(|&&size| size != 0);
            let bytes = some.try_fold(element_size, |bytes, &size| bytes.checked_mul(size));
            let fits = bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok());
            fits && (all.contains(&0) || !elements.is_null())
        });
        if is_usable { Ok(()) } else { Err(Self(sizes.to_vec())) }
    }
}

/// A result: a number, a [`Tensor`](super::Tensor), or a [`Token`] or [`Value`], which can be awaited.
pub trait Output: Sized + Sealed {
    /// Where the callee puts it.
    #[doc(hidden)]
    type Slot: Default;

    /// The type of the result.
    #[doc(hidden)]
    const TYPE: OutputType;

    /// Takes it out of its place.
    ///
    /// # Errors
    /// If it is a tensor with sizes that it cannot have.
    ///
    /// # Safety
    /// The callee has put a result of this type there.
    #[doc(hidden)]
    unsafe fn take(slot: Self::Slot) -> Result<Self, UnusableTensor>;
}

impl<T: Scalar> Output for T {
    type Slot = T;

    const TYPE: OutputType = OutputType::Scalar(T::TYPE);

    unsafe fn take(slot: T) -> Result<T, UnusableTensor> {
        Ok(slot)
    }
}

impl Sealed for Token {}

impl Output for Token {
    type Slot = Option<NonNull<c_void>>;

    const TYPE: OutputType = OutputType::Token;

    unsafe fn take(slot: Self::Slot) -> Result<Self, UnusableTensor> {
        // SAFETY: the callee gives away a reference to a token.
        Ok(unsafe { Token::from_raw(slot.expect("a function that returns gives its results")) })
    }
}

impl<T> Sealed for Value<T> {}

impl<T: Scalar> Output for Value<T> {
    type Slot = Option<NonNull<c_void>>;

    const TYPE: OutputType = OutputType::Value(T::TYPE);

    unsafe fn take(slot: Self::Slot) -> Result<Self, UnusableTensor> {
        // SAFETY: the callee gives away a reference to a value whose payload is a `T`, and keeps no handle to it.
        Ok(unsafe { Value::from_raw(slot.expect("a function that returns gives its results")) })
    }
}

/// All results of a call: nothing, an [`Output`], or a tuple of two to eight of them.
pub trait Results: Sized {
    /// Where the callee puts them.
    #[doc(hidden)]
    type Slots: Default;

    /// Their types.
    #[doc(hidden)]
    const TYPES: &'static [OutputType];

    /// Adds pointers to the places.
    #[doc(hidden)]
    fn point_to(slots: &mut Self::Slots, pointers: &mut Pointers);

    /// Takes them out of their places.
    ///
    /// # Errors
    /// As [`Output::take`].
    ///
    /// # Safety
    /// As [`Output::take`].
    #[doc(hidden)]
    unsafe fn take(slots: Self::Slots) -> Result<Self, UnusableTensor>;
}

impl Results for () {
    type Slots = ();

    const TYPES: &'static [OutputType] = &[];

    fn point_to((): &mut (), _: &mut Pointers) {}

    unsafe fn take((): ()) -> Result<(), UnusableTensor> {
        Ok(())
    }
}

impl<T: Output> Results for T {
    type Slots = T::Slot;

    const TYPES: &'static [OutputType] = &[T::TYPE];

    fn point_to(slot: &mut T::Slot, pointers: &mut Pointers) {
        pointers.push((&raw mut *slot).cast());
    }

    unsafe fn take(slot: T::Slot) -> Result<T, UnusableTensor> {
        // SAFETY: the caller's promise.
        unsafe { T::take(slot) }
    }
}

macro_rules! tuples {
    ($($name:ident $slot:ident)*) => {
        impl<$($name: Output),*> Results for ($($name,)*) {
            type Slots = ($($name::Slot,)*);

            const TYPES: &'static [OutputType] = &[$($name::TYPE),*];

            fn point_to(($($slot,)*): &mut Self::Slots, pointers: &mut Pointers) {
                $(pointers.push((&raw mut *$slot).cast());)*
            }

            unsafe fn take(($($slot,)*): Self::Slots) -> Result<Self, UnusableTensor> {
                // SAFETY: the caller's promise. Each result is taken, so that none is lost.
                let taken = unsafe { ($($name::take($slot),)*) };
                let ($($slot,)*) = taken;
                Ok(($($slot?,)*))
            }
        }
    };
}

tuples!(A a B b);
tuples!(A a B b C c);
tuples!(A a B b C c D d);
tuples!(A a B b C c D d E e);
tuples!(A a B b C c D d E e F f);
tuples!(A a B b C c D d E e F f G g);
tuples!(A a B b C c D d E e F f G g H h);
