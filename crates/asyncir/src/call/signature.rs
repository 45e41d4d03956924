//! The types of functions, as callers see them.

use std::fmt;
use std::str::FromStr;

use asyncir_dialects::r#async::types::{TOKEN, VALUE};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{Attribute, Context, Operation, Type, TypeKind};

use super::sealed::Sealed;

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
pub enum CallType {
    /// A number.
    Scalar(ScalarType),
    /// A `memref` whose elements are contiguous, in row-major order.
    MemRef {
        /// The sizes of the dimensions; `None` for a dynamic size.
        shape: Vec<Option<u64>>,
        /// The type of an element.
        element: ScalarType,
    },
    /// `!async.token`
    Token,
    /// `!async.value` of a number.
    Value(ScalarType),
    /// A type whose values Rust can neither pass nor receive.
    Other,
}

/// The types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// `index`
    Index,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

/// A number that can be passed to compiled code and returned by it. MLIR's integers are signless, so Rust's signed and
/// unsigned integers both correspond to them.
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

const SCALARS: [(&str, ScalarType); 8] = [
    ("i1", ScalarType::I1),
    ("i8", ScalarType::I8),
    ("i16", ScalarType::I16),
    ("i32", ScalarType::I32),
    ("i64", ScalarType::I64),
    ("index", ScalarType::Index),
    ("f32", ScalarType::F32),
    ("f64", ScalarType::F64),
];

impl ScalarType {
    fn of(ctx: &Context, ty: Type) -> Option<Self> {
        if ty.is_index() {
            return Some(Self::Index);
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
}

impl CallType {
    fn of(ctx: &Context, ty: Type) -> Self {
        if let Some(scalar) = ScalarType::of(ctx, ty) {
            return Self::Scalar(scalar);
        }
        match ty.kind(ctx) {
            TypeKind::MemRef {
                shape,
                element,
                layout: None,
                memory_space: None,
            } => match ScalarType::of(ctx, *element) {
                Some(element) => Self::MemRef {
                    shape: shape.iter().map(|&size| u64::try_from(size).ok()).collect(),
                    element,
                },
                None => Self::Other,
            },
            TypeKind::Dialect { def, .. } if def.name == TOKEN.name => Self::Token,
            TypeKind::Dialect { def, params } if def.name == VALUE.name => {
                let payload = params.first().and_then(|param| param.as_type(ctx));
                payload
                    .and_then(|payload| ScalarType::of(ctx, payload))
                    .map_or(Self::Other, Self::Value)
            }
            _ => Self::Other,
        }
    }

    /// Whether it stands for one handle or number that the callee gives.
    pub(crate) fn is_handle(&self) -> bool {
        matches!(self, Self::Token | Self::Value(_))
    }

    /// Whether a value of type `actual`, whose sizes are all known, can be passed for this type.
    pub(crate) fn accepts(&self, actual: &Self) -> bool {
        match (self, actual) {
            (Self::Other, _) => false,
            (
                Self::MemRef { shape, element },
                Self::MemRef {
                    shape: sizes,
                    element: other,
                },
            ) => {
                let fits = |(wanted, size): (&Option<u64>, &Option<u64>)| wanted.is_none() || wanted == size;
                element == other && shape.len() == sizes.len() && shape.iter().zip(sizes).all(fits)
            }
            _ => self == actual,
        }
    }
}

impl Signature {
    /// The type of a function of the func, async or llvm dialect.
    pub(crate) fn of(ctx: &Context, function: &Operation) -> Option<Self> {
        let (parameters, results) = function_type(ctx, function)?;
        let of = |types: Vec<Type>| types.into_iter().map(|ty| CallType::of(ctx, ty)).collect();
        Some(Self {
            parameters: of(parameters),
            results: of(results),
        })
    }

    /// Whether callers can pass all that it takes and gives.
    pub(crate) fn is_callable(&self) -> bool {
        let gives = |ty: &CallType| !matches!(ty, CallType::MemRef { .. } | CallType::Other);
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

impl FromStr for ScalarType {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let found = SCALARS.iter().find(|(name, _)| *name == text);
        found.map(|&(_, ty)| ty).ok_or(())
    }
}

impl fmt::Display for CallType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::MemRef { shape, element } => {
                f.write_str("memref<")?;
                for size in shape {
                    match size {
                        Some(size) => write!(f, "{size}x")?,
                        None => f.write_str("?x")?,
                    }
                }
                write!(f, "{element}>")
            }
            Self::Token => f.write_str("!async.token"),
            Self::Value(payload) => write!(f, "!async.value<{payload}>"),
            Self::Other => f.write_str("?"),
        }
    }
}

impl FromStr for CallType {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let inside = |prefix: &str| text.strip_prefix(prefix)?.strip_suffix('>');
        if text == "!async.token" {
            Ok(Self::Token)
        } else if text == "?" {
            Ok(Self::Other)
        } else if let Some(payload) = inside("!async.value<") {
            payload.parse().map(Self::Value)
        } else if let Some(memref) = inside("memref<") {
            let (sizes, element) = memref.rsplit_once('x').unwrap_or(("", memref));
            let sizes = sizes.split('x').filter(|size| !size.is_empty());
            let shape = sizes.map(|size| match size {
                "?" => Ok(None),
                size => size.parse().map(Some).map_err(drop),
            });
            Ok(Self::MemRef {
                shape: shape.collect::<Result<_, ()>>()?,
                element: element.parse()?,
            })
        } else {
            text.parse().map(Self::Scalar)
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[CallType]| -> String {
            let types: Vec<String> = types.iter().map(CallType::to_string).collect();
            types.join(", ")
        };
        write!(f, "({}) -> ({})", list(&self.parameters), list(&self.results))
    }
}

impl FromStr for Signature {
    type Err = ();

    /// Reads what [`fmt::Display`] writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (parameters, results) = text.split_once(" -> ").ok_or(())?;
        let list = |text: &str| {
            let inner = text
                .strip_prefix('(')
                .and_then(|text| text.strip_suffix(')'))
                .ok_or(())?;
            let types = inner.split(", ").filter(|ty| !ty.is_empty());
            types.map(str::parse).collect::<Result<Vec<CallType>, ()>>()
        };
        Ok(Self {
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
            "(?) -> (?)",
        ] {
            let signature: Signature = text.parse().expect(text);
            assert_eq!(signature.to_string(), text);
        }
        for text in ["", "(i32)", "(i33) -> ()", "(memref<4x>) -> ()", "i32 -> i32"] {
            assert!(text.parse::<Signature>().is_err(), "{text}");
        }
    }
}
