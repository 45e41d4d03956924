//! Constants as LLVM has them: one representation for what functions use and what globals hold.
//!
//! LLVM keeps equal constants once, in one form: zeros, for instance, are always `zeroinitializer`. So the makers below
//! choose that form, and constants are equal where LLVM's are.

mod attributes;
mod dense;
mod parts;
mod render;

use std::rc::Rc;

use asyncir_ir::{ApInt, Context, Ident, Type, TypeKind};

pub(super) use attributes::ConstantReader;
pub(crate) use attributes::{extends_with_zeros, little_endian, storage_bytes};
pub(super) use dense::Dense;
pub(super) use parts::MAX_SIZE;
pub(super) use render::{ConstantWriter, integer_text, mask_text};

use crate::dialect::{LlvmType, llvm_type};

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Constant {
    pub(super) ty: Type,
    pub(super) value: Value,
}

/// What a constant is. Aggregates and expressions are shared, so that copies are cheap.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Integer(ApInt),
    /// The bits of a float.
    Float(u128),
    /// The zero of a type that is no number: a null pointer, `none`, or an aggregate or vector of zeros.
    Zero,
    Undef,
    Poison,
    /// The address of a global or function.
    Global(Ident),
    /// `dso_local_equivalent` of a function.
    DsoLocalEquivalent(Ident),
    /// The address of a block of a function, as text.
    Block(Ident, Rc<str>),
    /// A vector whose elements are all this one.
    Splat(Rc<Constant>),
    /// The elements of a vector or an array, or the fields of a struct.
    Parts(Rc<Parts>),
    /// An array whose elements are in an attribute.
    Dense(Dense),
    Expression(Rc<Expression>),
}

/// Parts, and how many constants are in them all told.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    list: Vec<Constant>,
    size: usize,
}

/// An instruction on constants that the linker computes.
#[derive(Debug, PartialEq)]
pub(super) struct Expression {
    pub(super) operation: Operation,
    pub(super) operands: Vec<Constant>,
    size: usize,
    depth: usize,
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operation {
    /// `add`, `sub` or `xor`
    Binary(&'static str),
    /// A conversion to the type of the expression.
    Cast(&'static str),
    /// `getelementptr` on elements of a type, with the flags as the dialect numbers them.
    Address {
        element: Type,
        flags: i64,
    },
    ExtractElement,
    InsertElement,
    /// `shufflevector`; lanes that are poison are negative.
    Shuffle(Vec<i64>),
}

/// How many constants an expression may consist of, and how deep they may be nested: enough for programs, and little enough
/// for the text.
const MAX_EXPRESSION: usize = 10_000;
const MAX_DEPTH: usize = 200;

impl Constant {
    pub(super) fn new(ty: Type, value: Value) -> Self {
        Self { ty, value }
    }

    pub(super) fn undef(ty: Type) -> Self {
        Self::new(ty, Value::Undef)
    }

    pub(super) fn poison(ty: Type) -> Self {
        Self::new(ty, Value::Poison)
    }

    /// The integer, in every lane if the type is that of a vector.
    pub(super) fn integer(ctx: &Context, ty: Type, value: ApInt) -> Self {
        Self::splat(ctx, ty, Self::new(ty.element_or_self(ctx), Value::Integer(value)))
    }

    /// The float with those bits, in every lane if the type is that of a vector.
    pub(super) fn float(ctx: &Context, ty: Type, bits: u128) -> Self {
        Self::splat(ctx, ty, Self::new(ty.element_or_self(ctx), Value::Float(bits)))
    }

    /// A truth value, in every lane if the type is that of a vector.
    pub(super) fn bool(ctx: &Context, ty: Type, value: bool) -> Self {
        Self::integer(ctx, ty, ApInt::from_bool(value))
    }

    /// The zero of a type.
    pub(super) fn zero(ctx: &Context, ty: Type) -> Self {
        let value = match llvm_type(ctx, ty) {
            Some(LlvmType::Integer(width)) => Value::Integer(ApInt::zero(width)),
            Some(LlvmType::Float(_)) => Value::Float(0),
            _ => Value::Zero,
        };
        Self::new(ty, value)
    }

    /// The number or vector of numbers whose bits are all ones.
    pub(super) fn all_ones(ctx: &Context, ty: Type) -> Option<Self> {
        match llvm_type(ctx, ty.element_or_self(ctx))? {
            LlvmType::Integer(width) => Some(Self::integer(ctx, ty, ApInt::all_ones(width))),
            LlvmType::Float(_) => Some(Self::float(ctx, ty, float_ones(ctx, ty.element_or_self(ctx))?)),
            _ => None,
        }
    }

    /// The vector whose elements are all this one; the element itself if the type is that of a scalar.
    pub(super) fn splat(ctx: &Context, ty: Type, element: Self) -> Self {
        if !matches!(ty.kind(ctx), TypeKind::Vector { .. }) {
            return element;
        }
        match element.value {
            Value::Undef => Self::undef(ty),
            Value::Poison => Self::poison(ty),
            _ if element.is_zero() => Self::new(ty, Value::Zero),
            _ => Self::new(ty, Value::Splat(Rc::new(element))),
        }
    }

    /// An expression; `None` for one that is too large to be written.
    pub(super) fn expression(ty: Type, operation: Operation, operands: Vec<Self>) -> Option<Self> {
        let size = operands.iter().fold(1, |size, operand| operand.size() + size);
        let depth = operands.iter().map(Self::depth).max().unwrap_or(0) + 1;
        let expression = Expression {
            operation,
            operands,
            size,
            depth,
        };
        (size <= MAX_EXPRESSION && depth <= MAX_DEPTH).then(|| Self::new(ty, Value::Expression(Rc::new(expression))))
    }

    pub(super) fn as_expression(&self) -> Option<&Expression> {
        match &self.value {
            Value::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    pub(super) fn as_integer(&self) -> Option<&ApInt> {
        match &self.value {
            Value::Integer(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn as_float(&self) -> Option<u128> {
        match self.value {
            Value::Float(bits) => Some(bits),
            _ => None,
        }
    }

    pub(super) fn as_global(&self) -> Option<Ident> {
        match self.value {
            Value::Global(name) => Some(name),
            _ => None,
        }
    }

    /// The operand of an expression that converts in that way.
    pub(super) fn as_cast(&self, cast: &str) -> Option<&Self> {
        let expression = self.as_expression()?;
        let is_one = matches!(expression.operation, Operation::Cast(found) if found == cast);
        is_one.then(|| &expression.operands[0])
    }

    /// Whether it is the value that all zero bits stand for. Minus zero is not.
    pub(super) fn is_zero(&self) -> bool {
        match &self.value {
            Value::Integer(value) => value.is_zero(),
            Value::Float(bits) => *bits == 0,
            Value::Zero => true,
            _ => false,
        }
    }

    /// Whether it is a number, or a vector of numbers, whose bits are all ones.
    pub(super) fn is_all_ones(&self, ctx: &Context) -> bool {
        match &self.value {
            Value::Integer(value) => value.is_all_ones(),
            Value::Float(bits) => float_ones(ctx, self.ty) == Some(*bits),
            Value::Splat(element) => element.is_all_ones(ctx),
            _ => false,
        }
    }

    pub(super) fn is_poison(&self) -> bool {
        self.value == Value::Poison
    }

    /// Whether it is undefined or poison.
    pub(super) fn is_undefined(&self) -> bool {
        matches!(self.value, Value::Undef | Value::Poison)
    }

    /// The element that a vector has in all lanes.
    pub(super) fn splat_value(&self, ctx: &Context) -> Option<Self> {
        let element = || self.ty.element_or_self(ctx);
        match &self.value {
            Value::Splat(element) => Some((**element).clone()),
            Value::Zero if self.is_vector(ctx) => Some(Self::zero(ctx, element())),
            Value::Poison if self.is_vector(ctx) => Some(Self::poison(element())),
            _ => None,
        }
    }

    pub(super) fn is_vector(&self, ctx: &Context) -> bool {
        matches!(self.ty.kind(ctx), TypeKind::Vector { .. })
    }

    /// How many constants it consists of.
    fn size(&self) -> usize {
        match &self.value {
            Value::Parts(parts) => parts.size,
            Value::Expression(expression) => expression.size,
            Value::Splat(element) => element.size(),
            Value::Dense(dense) => dense.count(),
            _ => 1,
        }
    }

    /// How deep expressions are nested in it.
    fn depth(&self) -> usize {
        match &self.value {
            Value::Expression(expression) => expression.depth,
            Value::Splat(element) => element.depth(),
            Value::Parts(parts) => parts.list.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// The bits of a float that are all ones.
fn float_ones(ctx: &Context, ty: Type) -> Option<u128> {
    let width = ty.float(ctx)?.width();
    Some(u128::MAX >> (128 - width))
}

/// How many lanes a vector has, and whether there are more at run time.
pub(super) fn lanes(ctx: &Context, ty: Type) -> Option<(usize, bool)> {
    match llvm_type(ctx, ty)? {
        LlvmType::Vector { size, scalable, .. } => Some((usize::try_from(size).ok()?, scalable)),
        _ => None,
    }
}
