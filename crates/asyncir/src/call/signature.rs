//! The types of functions, as callers see them.

use std::fmt;

use asyncir_dialects::r#async::types::{TOKEN, VALUE};
use asyncir_dialects::memref::strides::row_major_strides;
use asyncir_ir::symbols::{Visibility, visibility};
use asyncir_ir::{Attribute, Context, Operation, Type, TypeKind};

use super::layout::{Memory, StridedLayout, parse_static};
use super::scalar::ScalarType;
use crate::escaping::{escaped, unescaped};

/// The types of a function's parameters and results, before the program is lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The types of parameters.
    pub parameters: Vec<CallType>,
    /// The types of results.
    pub results: Vec<CallType>,
}

/// A type of an argument or result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallType {
    /// A number.
    Scalar(ScalarType),
    /// A `memref`.
    MemRef {
        /// The sizes of the dimensions; `None` for a dynamic size.
        shape: Vec<Option<u64>>,
        /// The type of an element.
        element: ScalarType,
        /// Where elements are; `None` for contiguous ones in row-major order.
        layout: Option<StridedLayout>,
    },
    /// A `tensor`, with elements in row-major order. Results are in memory of their own; that of parameters is the caller's, and
    /// the function does not write to it.
    Tensor {
        /// The sizes of the dimensions; `None` for a dynamic size.
        shape: Vec<Option<u64>>,
        /// The type of an element.
        element: ScalarType,
    },
    /// `!async.token`
    Token,
    /// `!async.value` of a number.
    Value(ScalarType),
    /// A type whose values Rust can neither pass nor receive, as text.
    Other(String),
}

impl CallType {
    fn of(ctx: &Context, ty: Type) -> Self {
        if let Some(scalar) = ScalarType::of(ctx, ty) {
            return Self::Scalar(scalar);
        }
        let other = || Self::Other(ctx.show_type(ty).to_string());
        match ty.kind(ctx) {
            TypeKind::MemRef {
                memory_space: None,
                layout,
                ..
            } => {
                let memref = match layout {
                    None => Self::memref(ctx, ty, None),
                    Some(_) => StridedLayout::of(ctx, ty).and_then(|strided| Self::memref(ctx, ty, Some(strided))),
                };
                memref.unwrap_or_else(other)
            }
            TypeKind::RankedTensor { encoding: None, .. } => Self::tensor(ctx, ty).unwrap_or_else(other),
            TypeKind::Dialect { def, .. } if def.name == TOKEN.name => Self::Token,
            TypeKind::Dialect { def, params } if def.name == VALUE.name => {
                let payload = params.first().and_then(|param| param.as_type(ctx));
                payload
                    .and_then(|payload| ScalarType::of(ctx, payload))
                    .map_or_else(other, Self::Value)
            }
            _ => other(),
        }
    }

    /// The type of a parameter. One that is a tensor to which the function may write is memory as that of a memref.
    fn of_parameter(ctx: &Context, ty: Type, is_writable: bool) -> Self {
        match Self::of(ctx, ty) {
            Self::Tensor { shape, element } if is_writable => Self::MemRef {
                shape,
                element,
                layout: None,
            },
            other => other,
        }
    }

    /// The type of a result. Whether the memory of tensors is given away is known from the function.
    fn of_result(ctx: &Context, ty: Type, gives_tensors: bool) -> Self {
        if !matches!(ty.kind(ctx), TypeKind::RankedTensor { .. }) {
            return Self::of(ctx, ty);
        }
        match Self::of(ctx, ty) {
            tensor if gives_tensors => tensor,
            _ => Self::Other(ctx.show_type(ty).to_string()),
        }
    }

    /// A memref with the shape and the elements of a type, if these can be passed.
    fn memref(ctx: &Context, ty: Type, layout: Option<StridedLayout>) -> Option<Self> {
        let (shape, element) = elements(ctx, ty)?;
        Some(Self::MemRef { shape, element, layout })
    }

    /// A tensor with the shape and the elements of a type, if these can be passed.
    fn tensor(ctx: &Context, ty: Type) -> Option<Self> {
        let (shape, element) = elements(ctx, ty)?;
        Some(Self::Tensor { shape, element })
    }

    /// The sizes and the layout of the memory that is passed for it, if it is a memref or tensor.
    pub(super) fn memory(&self) -> Option<(&[Option<u64>], Option<&StridedLayout>)> {
        match self {
            Self::MemRef { shape, layout, .. } => Some((shape, layout.as_ref())),
            Self::Tensor { shape, .. } => Some((shape, None)),
            _ => None,
        }
    }

    /// Whether it is a tensor that callers do not get.
    pub(super) fn is_kept_tensor(&self) -> bool {
        matches!(self, Self::Other(text) if text.starts_with("tensor<"))
    }

    /// Whether it stands for one handle or number that the callee gives.
    pub(crate) fn is_handle(&self) -> bool {
        matches!(self, Self::Token | Self::Value(_))
    }

    /// Whether a value of type `actual` can be passed for this type. The sizes of memrefs are all known then.
    pub(crate) fn accepts(&self, actual: &Self) -> bool {
        match (self, actual) {
            (Self::Other(_), _) => false,
            (Self::Scalar(wanted), Self::Scalar(given)) | (Self::Value(wanted), Self::Value(given)) => {
                wanted.accepts(*given)
            }
            (
                Self::MemRef { shape, element, .. } | Self::Tensor { shape, element },
                Self::MemRef {
                    shape: sizes,
                    element: other,
                    layout: given,
                },
            ) => {
                let layout = self.memory().and_then(|(_, layout)| layout);
                element.accepts(*other) && fits(shape, sizes) && has_layout(sizes, given.as_ref(), layout)
            }
            (
                Self::Tensor { shape, element },
                Self::Tensor {
                    shape: sizes,
                    element: other,
                },
            ) => element.accepts(*other) && fits(shape, sizes),
            _ => self == actual,
        }
    }
}

/// The sizes and the type of the elements of a memref or tensor, if callers know the latter.
fn elements(ctx: &Context, ty: Type) -> Option<(Vec<Option<u64>>, ScalarType)> {
    let sizes = ty.shape(ctx)?.iter();
    let sizes = sizes.map(|&size| u64::try_from(size).ok()).collect();
    Some((sizes, ScalarType::of(ctx, ty.element_or_self(ctx))?))
}

/// Whether these may be the sizes of what has that shape. Those of a result are known when it is there.
fn fits(shape: &[Option<u64>], sizes: &[Option<u64>]) -> bool {
    let fits = |(wanted, size): (&Option<u64>, &Option<u64>)| wanted.is_none() || size.is_none() || wanted == size;
    shape.len() == sizes.len() && shape.iter().zip(sizes).all(fits)
}

/// Whether memory of these sizes and this layout, all of which is known, is that of a memref of the layout `wanted`.
fn has_layout(sizes: &[Option<u64>], given: Option<&StridedLayout>, wanted: Option<&StridedLayout>) -> bool {
    let sizes: Vec<i64> = sizes.iter().flatten().map(|size| size.cast_signed()).collect();
    let (offset, strides) = match given {
        Some(given) => (given.offset, given.strides.iter().flatten().copied().collect()),
        None => (Some(0), row_major_strides(&sizes)),
    };
    let memory = Memory {
        offset: offset.unwrap_or_default(),
        sizes: &sizes,
        strides: &strides,
    };
    memory.problem(wanted).is_none()
}

impl Signature {
    /// The type of a function of the func, async or llvm dialect. Whether it gives away the memory of tensors is up to more than
    /// its type.
    pub(crate) fn of(ctx: &Context, function: &Operation, gives_tensors: bool) -> Option<Self> {
        let (parameters, results) = function_type(ctx, function)?;
        let parameters = parameters.into_iter().enumerate();
        let parameters =
            parameters.map(|(number, ty)| CallType::of_parameter(ctx, ty, is_writable(ctx, function, number)));
        let results = results.into_iter();
        let results = results.map(|ty| CallType::of_result(ctx, ty, gives_tensors));
        Some(Self {
            parameters: parameters.collect(),
            results: results.collect(),
        })
    }

    /// Whether callers can pass all that it takes and receive all that it gives.
    pub(crate) fn is_callable(&self) -> bool {
        self.not_passed().next().is_none() && self.not_received().next().is_none()
    }

    /// The types of parameters that callers cannot pass.
    pub(crate) fn not_passed(&self) -> impl Iterator<Item = &CallType> {
        let passes = |ty: &CallType| matches!(ty, CallType::Scalar(_)) || ty.memory().is_some();
        self.parameters.iter().filter(move |ty| !passes(ty))
    }

    /// The types of results that callers cannot receive.
    pub(crate) fn not_received(&self) -> impl Iterator<Item = &CallType> {
        let receives = |ty: &CallType| !matches!(ty, CallType::MemRef { .. } | CallType::Other(_));
        self.results.iter().filter(move |ty| !receives(ty))
    }
}

/// Whether a function may write to an argument that is a tensor: public ones keep those for which they do not say otherwise.
fn is_writable(ctx: &Context, function: &Operation, argument: usize) -> bool {
    let attrs = function.property(ctx, "arg_attrs");
    let attrs = attrs.and_then(|attrs| attrs.as_array(ctx)?.get(argument));
    let writable = attrs.and_then(|attrs| attrs.get_static(ctx, "bufferization.writable"));
    let is_kept = visibility(ctx, function) == Visibility::Public;
    writable.and_then(|writable| writable.as_bool()).unwrap_or(!is_kept)
}

/// The types of parameters and results of a function of the func, async or llvm dialect.
pub(crate) fn function_type(ctx: &Context, op: &Operation) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = op.property(ctx, "function_type")?.as_type(ctx)?;
    if let Some((inputs, results)) = ty.function(ctx) {
        return Some((inputs.to_vec(), results.to_vec()));
    }
    // `!llvm.func<result (parameters...)>`
    let (_, params) = ty.dialect(ctx).filter(|(def, _)| def.name == "llvm.func")?;
    let (result, inputs) = (params.first()?.as_type(ctx)?, params.get(1)?.as_array(ctx)?);
    let inputs: Option<Vec<Type>> = inputs.iter().map(|input: &Attribute| input.as_type(ctx)).collect();
    let is_void = result.dialect(ctx).is_some_and(|(def, _)| def.name == "llvm.void");
    Some((inputs?, if is_void { Vec::new() } else { vec![result] }))
}

/// The sizes of dimensions, as types write them.
struct Sizes<'a>(&'a [Option<u64>]);

impl fmt::Display for Sizes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for size in self.0 {
            match size {
                Some(size) => write!(f, "{size}x")?,
                None => f.write_str("?x")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for CallType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::MemRef { shape, element, layout } => {
                write!(f, "memref<{}{element}", Sizes(shape))?;
                if let Some(layout) = layout {
                    write!(f, ", {layout}")?;
                }
                f.write_str(">")
            }
            Self::Tensor { shape, element } => write!(f, "tensor<{}{element}>", Sizes(shape)),
            Self::Token => f.write_str("!async.token"),
            Self::Value(payload) => write!(f, "!async.value<{payload}>"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl CallType {
    /// The type as a word without spaces.
    fn to_word(&self) -> String {
        match self {
            Self::Other(text) => format!("?{}", escaped(text)),
            // Layouts have spaces.
            ty => ty.to_string().replace(' ', ""),
        }
    }

    /// Reads what [`CallType::to_word`] writes.
    fn parse(text: &str) -> Option<Self> {
        let inside = |prefix: &str| text.strip_prefix(prefix)?.strip_suffix('>');
        if text == "!async.token" {
            Some(Self::Token)
        } else if let Some(other) = text.strip_prefix('?') {
            unescaped(other).map(Self::Other)
        } else if let Some(payload) = inside("!async.value<") {
            ScalarType::parse(payload).map(Self::Value)
        } else if let Some(memref) = inside("memref<") {
            let (memref, layout) = match memref.split_once(',') {
                Some((memref, layout)) => (memref, Some(StridedLayout::parse(layout)?)),
                None => (memref, None),
            };
            let (shape, element) = shape_and_element(memref)?;
            Some(Self::MemRef { shape, element, layout })
        } else if let Some(tensor) = inside("tensor<") {
            let (shape, element) = shape_and_element(tensor)?;
            Some(Self::Tensor { shape, element })
        } else {
            ScalarType::parse(text).map(Self::Scalar)
        }
    }
}

/// Reads what stands in the type of a memref without a layout.
fn shape_and_element(text: &str) -> Option<(Vec<Option<u64>>, ScalarType)> {
    let (mut shape, mut element) = (Vec::new(), text);
    while let Some((size, rest)) = element.split_once('x')
        && let Some(size) = parse_static(size)
    {
        shape.push(size);
        element = rest;
    }
    Some((shape, ScalarType::parse(element)?))
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(CallType::to_string))
    }
}

impl Signature {
    fn to_text(&self, show: impl Fn(&CallType) -> String) -> String {
        let list = |types: &[CallType]| types.iter().map(&show).collect::<Vec<_>>().join(", ");
        format!("({}) -> ({})", list(&self.parameters), list(&self.results))
    }

    /// The types as text that can be read.
    pub(crate) fn to_words(&self) -> String {
        self.to_text(CallType::to_word)
    }

    /// Reads what [`Signature::to_words`] writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (parameters, results) = text.split_once(" -> ")?;
        let list = |text: &str| {
            let inner = text.strip_prefix('(')?.strip_suffix(')')?;
            let types = inner.split(", ").filter(|ty| !ty.is_empty());
            types.map(CallType::parse).collect::<Option<Vec<_>>>()
        };
        Some(Self {
            parameters: list(parameters)?,
            results: list(results)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in [
            "() -> ()",
            "(i1, index, f64) -> (i32)",
            "(memref<?x4xf32>, memref<i8>) -> (!async.token, !async.value<i64>)",
            "(ui32, memref<2xui8>) -> (!async.value<ui64>)",
            "(memref<?x4xf32,strided<[?,-2],offset:?>>, memref<f64,strided<[]>>, memref<i8,strided<[],offset:7>>) -> ()",
            "(?) -> (?vector<4xi32>)",
            "() -> (tensor<?x4xf32>, tensor<complex<f64>>, i32, ?tensor<2xi4>)",
            "(memref<2x?xcomplex<f32>>, memref<complex<f64>,strided<[]>>, memref<?xf16>, memref<7xbf16>) -> ()",
        ] {
            let signature = Signature::parse(text).expect(text);
            assert_eq!(signature.to_words(), text);
        }
        let signature = Signature {
            parameters: vec![CallType::Other("!llvm.struct<(i32, i32)>".to_owned())],
            results: vec![CallType::Other("() -> (i32, i32)".to_owned())],
        };
        assert_eq!(
            signature.to_string(),
            "(!llvm.struct<(i32, i32)>) -> (() -> (i32, i32))"
        );
        assert_eq!(Signature::parse(&signature.to_words()), Some(signature));
        for text in [
            "",
            "(i32)",
            "(i33) -> ()",
            "(memref<4x>) -> ()",
            "(memref<4xi8,strided<[x]>>) -> ()",
            "i32 -> i32",
        ] {
            assert!(Signature::parse(text).is_none(), "{text}");
        }
    }
}
