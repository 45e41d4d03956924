//! The types of functions, as callers see them.

use std::fmt;

use asyncir_dialects::r#async::types::{TOKEN, VALUE};
use asyncir_dialects::memref::strides::row_major_strides;
use asyncir_ir::float::FloatSemantics;

use asyncir_ir::{Attribute, Context, Operation, Signedness, Type, TypeKind};

use super::element::ElementType;
use super::layout::{Memory, StridedLayout, parse_static};
use super::sealed::Sealed;
use crate::words::{escaped, unescaped};

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
    /// A `memref`; or a parameter that is a `tensor`, which is in the memory of a memref without a layout.
    MemRef {
        /// The sizes of the dimensions; `None` for a dynamic size.
        shape: Vec<Option<u64>>,
        /// The type of an element.
        element: ElementType,
        /// Where elements are; `None` for contiguous ones in row-major order.
        layout: Option<StridedLayout>,
    },
    /// A result that is a `tensor`. It is in memory of its own, with elements in row-major order.
    Tensor {
        /// The sizes of the dimensions; `None` for a dynamic size.
        shape: Vec<Option<u64>>,
        /// The type of an element.
        element: ElementType,
    },
    /// `!async.token`
    Token,
    /// `!async.value` of a number.
    Value(ScalarType),
    /// A type whose values Rust can neither pass nor receive, as text.
    Other(String),
}

/// The types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScalarType {
    /// `i1`
    I1,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `ui8`
    U8,
    /// `ui16`
    U16,
    /// `ui32`
    U32,
    /// `ui64`
    U64,
    /// `index`
    Index,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

/// A number that can be passed to compiled code and returned by it. Rust's signed and unsigned integers both correspond to
/// MLIR's integers of their width, signless or not.
pub trait Scalar: Copy + Default + Send + Sealed + 'static {
    /// The corresponding type in the program.
    const TYPE: ScalarType;
}

macro_rules! scalars {
    ($($rust:ty => $variant:ident),* $(,)?) => {
        $(
            impl Sealed for $rust {}
            impl Scalar for $rust {
                const TYPE: ScalarType = ScalarType::$variant;
            }
        )*
    };
}

scalars! {
    bool => I1, i8 => I8, u8 => I8, i16 => I16, u16 => I16, i32 => I32, u32 => I32, i64 => I64, u64 => I64,
    isize => Index, usize => Index, f32 => F32, f64 => F64,
}

const SCALARS: [(&str, ScalarType); 12] = [
    ("i1", ScalarType::I1),
    ("i8", ScalarType::I8),
    ("i16", ScalarType::I16),
    ("i32", ScalarType::I32),
    ("i64", ScalarType::I64),
    ("ui8", ScalarType::U8),
    ("ui16", ScalarType::U16),
    ("ui32", ScalarType::U32),
    ("ui64", ScalarType::U64),
    ("index", ScalarType::Index),
    ("f32", ScalarType::F32),
    ("f64", ScalarType::F64),
];

impl ScalarType {
    pub(super) fn of(ctx: &Context, ty: Type) -> Option<Self> {
        if ty.is_index() {
            return Some(Self::Index);
        }
        if let TypeKind::Integer {
            width,
            signedness: Signedness::Unsigned,
        } = *ty.kind(ctx)
        {
            return match width {
                8 => Some(Self::U8),
                16 => Some(Self::U16),
                32 => Some(Self::U32),
                64 => Some(Self::U64),
                _ => None,
            };
        }
        match (ty.float(ctx), ty.int_width(ctx)) {
            (Some(FloatSemantics::F32), _) => Some(Self::F32),
            (Some(FloatSemantics::F64), _) => Some(Self::F64),
            (None, Some(1)) => Some(Self::I1),
            (None, Some(8)) => Some(Self::I8),
            (None, Some(16)) => Some(Self::I16),
            (None, Some(32)) => Some(Self::I32),
            (None, Some(64)) => Some(Self::I64),
            _ => None,
        }
    }

    /// The type with the same bits whose sign is not told.
    pub(super) fn signless(self) -> Self {
        match self {
            Self::U8 => Self::I8,
            Self::U16 => Self::I16,
            Self::U32 => Self::I32,
            Self::U64 => Self::I64,
            other => other,
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let found = SCALARS.iter().find(|(name, _)| *name == text);
        found.map(|&(_, ty)| ty)
    }
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
            // Lowering puts tensors into memory without a layout.
            TypeKind::RankedTensor { encoding: None, .. } => Self::memref(ctx, ty, None).unwrap_or_else(other),
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

    /// The type of a result. Whether the memory of tensors is given away is known from the function.
    fn of_result(ctx: &Context, ty: Type, gives_tensors: bool) -> Self {
        if !matches!(ty.kind(ctx), TypeKind::RankedTensor { .. }) {
            return Self::of(ctx, ty);
        }
        match Self::of(ctx, ty) {
            Self::MemRef { shape, element, .. } if gives_tensors => Self::Tensor { shape, element },
            _ => Self::Other(ctx.show_type(ty).to_string()),
        }
    }

    /// A memref with the shape and the elements of a type, if these can be passed.
    fn memref(ctx: &Context, ty: Type, layout: Option<StridedLayout>) -> Option<Self> {
        Some(Self::MemRef {
            shape: ty.shape(ctx)?.iter().map(|&size| u64::try_from(size).ok()).collect(),
            element: ElementType::of(ctx, ty.element_or_self(ctx))?,
            layout,
        })
    }

    /// Whether it stands for one handle or number that the callee gives.
    pub(crate) fn is_handle(&self) -> bool {
        matches!(self, Self::Token | Self::Value(_))
    }

    /// Whether a value of type `actual`, whose sizes are all known, can be passed for this type.
    pub(crate) fn accepts(&self, actual: &Self) -> bool {
        match (self, actual) {
            (Self::Other(_), _) => false,
            (Self::Scalar(wanted), Self::Scalar(given)) | (Self::Value(wanted), Self::Value(given)) => {
                wanted.signless() == given.signless()
            }
            (
                Self::MemRef { shape, element, layout },
                Self::MemRef {
                    shape: sizes,
                    element: other,
                    layout: given,
                },
            ) => {
                let fits = |(wanted, size): (&Option<u64>, &Option<u64>)| wanted.is_none() || wanted == size;
                element.accepts(*other)
                    && shape.len() == sizes.len()
                    && shape.iter().zip(sizes).all(fits)
                    && has_layout(sizes, given.as_ref(), layout.as_ref())
            }
            // What sizes a result has is known when it is there.
            (
                Self::Tensor { shape, element },
                Self::Tensor {
                    shape: sizes,
                    element: other,
                },
            ) => element.accepts(*other) && shape.len() == sizes.len(),
            _ => self == actual,
        }
    }
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
        let parameters = parameters.into_iter().map(|ty| CallType::of(ctx, ty));
        let results = results.into_iter();
        let results = results.map(|ty| CallType::of_result(ctx, ty, gives_tensors));
        Some(Self {
            parameters: parameters.collect(),
            results: results.collect(),
        })
    }

    /// Whether callers can pass all that it takes and gives.
    pub(crate) fn is_callable(&self) -> bool {
        let gives = |ty: &CallType| !matches!(ty, CallType::MemRef { .. } | CallType::Other(_));
        let takes = |ty: &CallType| matches!(ty, CallType::MemRef { .. } | CallType::Scalar(_));
        self.parameters.iter().all(takes) && self.results.iter().all(gives)
    }
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

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = SCALARS.iter().find(|(_, ty)| ty == self);
        f.write_str(name.map_or("?", |(name, _)| name))
    }
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
fn shape_and_element(text: &str) -> Option<(Vec<Option<u64>>, ElementType)> {
    let (mut shape, mut element) = (Vec::new(), text);
    while let Some((size, rest)) = element.split_once('x')
        && let Some(size) = parse_static(size)
    {
        shape.push(size);
        element = rest;
    }
    Some((shape, ElementType::parse(element)?))
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
