//! Memory that compiled functions read.

use std::marker::PhantomData;

use super::arguments::Argument;
use super::descriptor::Descriptor;
use super::scalar::Scalar;
use super::sealed::Sealed;
use super::signature::CallType;
use super::{Pointers, Tensor};

/// A slice that is passed as a `tensor` of `N` dimensions. The function does not write to it.
///
/// ```
/// # use asyncir::{Engine, EngineOptions, Source, TensorRef, context, parse};
/// let text = "func.func @first(%a: tensor<?x2xf32>) -> f32 {
///   %c0 = arith.constant 0 : index
///   %c1 = arith.constant 1 : index
///   %x = tensor.extract %a[%c0, %c1] : tensor<?x2xf32>
///   return %x : f32
/// }";
/// let ctx = context();
/// let mut module = parse(&ctx, &Source::new("first.mlir", text))?;
/// // SAFETY: the function touches no memory but that of its argument.
/// let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }?;
/// let rows = TensorRef::new(&[1.0f32, 2.0, 3.0, 4.0], [2, 2]).expect("four elements");
/// assert_eq!(engine.function("first")?.call::<f32>((rows,))?, 2.0);
/// # Ok::<(), asyncir::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TensorRef<'a, T, const N: usize> {
    descriptor: Descriptor<T, N>,
    elements: PhantomData<&'a [T]>,
}

impl<'a, T: Scalar, const N: usize> TensorRef<'a, T, N> {
    /// Makes a tensor of the elements of a slice, which are in row-major order; `None` if their number is not the product of the
    /// sizes in `shape`.
    pub fn new(elements: &'a [T], shape: [usize; N]) -> Option<Self> {
        Some(Self {
            descriptor: Descriptor::of_slice(elements, shape)?,
            elements: PhantomData,
        })
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> [usize; N] {
        self.descriptor.shape()
    }
}

impl<'a, T: Scalar> From<&'a [T]> for TensorRef<'a, T, 1> {
    fn from(elements: &'a [T]) -> Self {
        let length = elements.len();
        match Self::new(elements, [length]) {
            Some(tensor) => tensor,
            None => unreachable!("the slice has as many elements as it has"),
        }
    }
}

impl<'a, T: Scalar, const M: usize> From<&'a [T; M]> for TensorRef<'a, T, 1> {
    fn from(elements: &'a [T; M]) -> Self {
        Self::from(elements.as_slice())
    }
}

impl<'a, T: Scalar> From<&'a Vec<T>> for TensorRef<'a, T, 1> {
    fn from(elements: &'a Vec<T>) -> Self {
        Self::from(elements.as_slice())
    }
}

impl<'a, T: Scalar, const N: usize> From<&'a Tensor<T, N>> for TensorRef<'a, T, N> {
    fn from(tensor: &'a Tensor<T, N>) -> Self {
        match Self::new(tensor, tensor.shape()) {
            Some(tensor) => tensor,
            None => unreachable!("a tensor has as many elements as its shape says"),
        }
    }
}

impl<T, const N: usize> Sealed for TensorRef<'_, T, N> {}

impl<T: Scalar, const N: usize> Argument for TensorRef<'_, T, N> {
    const BORROWS: bool = true;

    fn ty(&self) -> CallType {
        CallType::Tensor {
            shape: self.shape().iter().map(|&size| Some(size as u64)).collect(),
            element: T::TYPE,
        }
    }

    fn point_to(&self, pointers: &mut Pointers) {
        self.descriptor.point_to_fields(pointers);
    }
}
