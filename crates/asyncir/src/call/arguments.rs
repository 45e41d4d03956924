//! The arguments that Rust passes to compiled functions.

use super::Pointers;
use super::scalar::Scalar;
use super::sealed::Sealed;
use super::signature::CallType;

/// An argument: a number, a [`MemRef`](super::MemRef), or a [`TensorRef`](super::TensorRef).
pub trait Argument: Sealed {
    /// Whether it lends memory to the callee.
    #[doc(hidden)]
    const BORROWS: bool;

    /// The type of the argument, with the sizes that it has.
    #[doc(hidden)]
    fn ty(&self) -> CallType;

    /// Adds pointers to the values that are passed for it.
    #[doc(hidden)]
    fn point_to(&self, pointers: &mut Pointers);
}

impl<T: Scalar> Argument for T {
    const BORROWS: bool = false;

    fn ty(&self) -> CallType {
        CallType::Scalar(T::TYPE)
    }

    fn point_to(&self, pointers: &mut Pointers) {
        pointers.push((&raw const *self).cast_mut().cast());
    }
}

/// All arguments of a call: a tuple of at most twelve [`Argument`]s.
pub trait Arguments: Sealed {
    /// Whether one of them lends memory to the callee.
    #[doc(hidden)]
    const BORROW: bool;

    /// Their types.
    #[doc(hidden)]
    fn types(&self) -> Vec<CallType>;

    /// Adds pointers to the values that are passed for them.
    #[doc(hidden)]
    fn point_to(&self, pointers: &mut Pointers);
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: Argument),*> Sealed for ($($name,)*) {}

        #[allow(non_snake_case, reason = "parts are named as their types")]
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            const BORROW: bool = false $(|| $name::BORROWS)*;

            fn types(&self) -> Vec<CallType> {
                let ($($name,)*) = self;
                vec![$($name.ty()),*]
            }

            #[allow(unused_variables, reason = "no parts, no pointers")]
            fn point_to(&self, pointers: &mut Pointers) {
                let ($($name,)*) = self;
                $($name.point_to(pointers);)*
            }
        }
    };
}

tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);
tuples!(A B C D E F G H I);
tuples!(A B C D E F G H I J);
tuples!(A B C D E F G H I J K);
tuples!(A B C D E F G H I J K L);
