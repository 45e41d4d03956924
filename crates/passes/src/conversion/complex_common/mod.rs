//! What the lowerings of `complex` have in common: float arithmetic in one of two sets of ops, and division.

pub mod division;

use asyncir_dialects::arith::attrs::{FASTMATH_DEF, fastmath};
use asyncir_dialects::enum_attrs::{enum_attribute, enum_value};
use asyncir_dialects::{arith, llvm, math};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::{FloatSemantics, from_f64};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, Location, OpId, Type, ValueId};

use super::convert_arith_to_llvm::llvm_fastmath;
use super::llvm_common::ops;
use crate::options::{OptionInfo, PassOptions};

/// How division treats numbers whose squares do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComplexRange {
    /// By scaling, with all special cases of infinities and zeros.
    Improved,
    /// By the formula.
    Basic,
}

impl ComplexRange {
    /// The option that chooses one.
    pub const fn option(default: &'static str) -> OptionInfo {
        OptionInfo::choice(
            "complex-range",
            "Control the intermediate calculation of complex number division",
            &["improved", "basic", "none"],
            default,
        )
    }

    /// The one that was chosen.
    ///
    /// # Errors
    /// If the option has none of the values.
    pub fn parse(options: &PassOptions) -> Result<Self, String> {
        Ok(match options.text("complex-range")? {
            "improved" => Self::Improved,
            _ => Self::Basic,
        })
    }
}

/// Relations of floats, which `arith` and `llvm` number alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Relation {
    Oeq = 1,
    Ogt = 2,
    Oge = 3,
    Olt = 4,
    Ole = 5,
    One = 6,
    Ord = 7,
    Une = 13,
    Uno = 14,
}

/// Ops of float arithmetic.
pub struct FloatOps {
    constant: &'static OpDef,
    add: &'static OpDef,
    sub: &'static OpDef,
    mul: &'static OpDef,
    div: &'static OpDef,
    abs: &'static OpDef,
    copysign: &'static OpDef,
    cmp: &'static OpDef,
    and: &'static OpDef,
    or: &'static OpDef,
    select: &'static OpDef,
    /// The attribute that holds fast-math flags.
    flags: &'static str,
    /// What it holds for flags of `arith`.
    to_flags: fn(&Context, Attribute) -> Option<Attribute>,
}

/// Ops of float arithmetic of `arith` and `math`.
pub fn standard_ops() -> FloatOps {
    FloatOps {
        constant: arith::ConstantOp::DEF,
        add: arith::AddFOp::DEF,
        sub: arith::SubFOp::DEF,
        mul: arith::MulFOp::DEF,
        div: arith::DivFOp::DEF,
        abs: math::AbsFOp::DEF,
        copysign: math::CopySignOp::DEF,
        cmp: arith::CmpFOp::DEF,
        and: arith::AndIOp::DEF,
        or: arith::OrIOp::DEF,
        select: arith::SelectOp::DEF,
        flags: "fastmath",
        to_flags: |_, flags| Some(flags),
    }
}

/// Ops of float arithmetic of `llvm`.
pub fn llvm_ops() -> FloatOps {
    FloatOps {
        constant: llvm::ConstantOp::DEF,
        add: llvm::FAddOp::DEF,
        sub: llvm::FSubOp::DEF,
        mul: llvm::FMulOp::DEF,
        div: llvm::FDivOp::DEF,
        abs: llvm::FabsIntrOp::DEF,
        copysign: llvm::CopysignIntrOp::DEF,
        cmp: llvm::FCmpOp::DEF,
        and: llvm::AndOp::DEF,
        or: llvm::OrOp::DEF,
        select: llvm::SelectOp::DEF,
        flags: "fastmathFlags",
        to_flags: llvm_fastmath,
    }
}

/// Emits float arithmetic of one type at one place. Ops get the fast-math flags of [`Emitter::flags`] unless it says
/// otherwise.
pub struct Emitter<'a, 'r> {
    /// Where ops are inserted.
    pub rw: &'a mut Rewriter<'r>,
    /// Their location.
    pub loc: Location,
    /// Their type.
    pub element: Type,
    /// Their flags, as bits of `#arith.fastmath`.
    pub flags: i64,
    ops: FloatOps,
}

impl<'a, 'r> Emitter<'a, 'r> {
    /// An emitter of ops in place of `op`, of whose `fastmath` flags they are.
    pub fn new(rw: &'a mut Rewriter<'r>, op: OpId, element: Type, ops: FloatOps) -> Self {
        let (ctx, loc) = (rw.ctx, rw.location_of(op));
        let flags = rw.body.op(op).property(ctx, "fastmath");
        let flags = flags.and_then(|flags| enum_value(ctx, &FASTMATH_DEF, flags));
        Self {
            rw,
            loc,
            element,
            flags: flags.unwrap_or(0),
            ops,
        }
    }

    /// Emits with other flags.
    pub fn with_flags<R>(&mut self, flags: i64, emit: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.flags, flags);
        let result = emit(self);
        self.flags = outer;
        result
    }

    /// The flags without those that exclude NaN and infinity.
    pub fn flags_with_nan_and_inf(&self) -> i64 {
        self.flags & !(fastmath::NNAN | fastmath::NINF)
    }

    /// Whether the flags exclude both NaN and infinity.
    pub fn has_only_finite(&self) -> bool {
        let finite = fastmath::NNAN | fastmath::NINF;
        self.flags & finite == finite
    }

    fn semantics(&self) -> Option<FloatSemantics> {
        self.element.float(self.rw.ctx)
    }

    fn flags_attr(&self) -> Option<Attribute> {
        let ctx = self.rw.ctx;
        (self.ops.to_flags)(ctx, enum_attribute(ctx, &FASTMATH_DEF, self.flags))
    }

    /// An op of one result without flags.
    pub fn plain(&mut self, def: &'static OpDef, operands: &[ValueId], ty: Type) -> ValueId {
        let state = ops::state(self.rw.ctx, def, self.loc, operands, &[], &[ty]);
        self.rw.insert_value(state)
    }

    /// An op whose result is of the element type, with the flags.
    pub fn float(&mut self, def: &'static OpDef, operands: &[ValueId]) -> ValueId {
        self.typed(def, operands, self.element)
    }

    /// An op of one result with the flags.
    pub fn typed(&mut self, def: &'static OpDef, operands: &[ValueId], ty: Type) -> ValueId {
        let properties = [(self.ops.flags, self.flags_attr())];
        let state = ops::state(self.rw.ctx, def, self.loc, operands, &properties, &[ty]);
        self.rw.insert_value(state)
    }

    /// `lhs + rhs`
    pub fn add(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.float(self.ops.add, &[lhs, rhs])
    }

    /// `lhs - rhs`
    pub fn sub(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.float(self.ops.sub, &[lhs, rhs])
    }

    /// `lhs * rhs`
    pub fn mul(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.float(self.ops.mul, &[lhs, rhs])
    }

    /// `lhs / rhs`
    pub fn div(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.float(self.ops.div, &[lhs, rhs])
    }

    /// The absolute value.
    pub fn abs(&mut self, value: ValueId) -> ValueId {
        self.float(self.ops.abs, &[value])
    }

    /// `value` with the sign of `sign`.
    pub fn copysign(&mut self, value: ValueId, sign: ValueId) -> ValueId {
        self.float(self.ops.copysign, &[value, sign])
    }

    /// Whether a relation holds.
    pub fn cmp(&mut self, relation: Relation, lhs: ValueId, rhs: ValueId) -> ValueId {
        let predicate = self.rw.ctx.i64_attr(relation as i64);
        let properties = [("predicate", Some(predicate)), (self.ops.flags, self.flags_attr())];
        let state = ops::state(
            self.rw.ctx,
            self.ops.cmp,
            self.loc,
            &[lhs, rhs],
            &properties,
            &[Type::I1],
        );
        self.rw.insert_value(state)
    }

    /// Whether both hold.
    pub fn and(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.plain(self.ops.and, &[lhs, rhs], Type::I1)
    }

    /// Whether one holds.
    pub fn or(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.plain(self.ops.or, &[lhs, rhs], Type::I1)
    }

    /// One of two values of one type.
    pub fn select(&mut self, condition: ValueId, on_true: ValueId, on_false: ValueId) -> ValueId {
        let ty = self.rw.body.value_type(on_true);
        self.plain(self.ops.select, &[condition, on_true, on_false], ty)
    }

    fn constant_bits(&mut self, bits: u128) -> ValueId {
        let value = self.rw.ctx.float_bits_attr(self.element, bits);
        let properties = [("value", Some(value))];
        let state = ops::state(
            self.rw.ctx,
            self.ops.constant,
            self.loc,
            &[],
            &properties,
            &[self.element],
        );
        self.rw.insert_value(state)
    }

    /// A number.
    pub fn constant(&mut self, value: f64) -> ValueId {
        let bits = self.semantics().map_or(0, |semantics| from_f64(semantics, value));
        self.constant_bits(bits)
    }
}
