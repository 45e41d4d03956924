//! Short builders for ops of `arith`, at the cursor of a rewriter.

use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::{FloatSemantics, from_f64, to_f64};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Location, OperationState, Type, TypeKind, ValueId};

use super::attrs;
use crate::constant_fold::splat;
use crate::matchers::uniform_constant;

/// Makes ops of `arith` at the cursor of a rewriter, all with one location.
#[derive(Debug)]
pub struct ArithBuilder<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    location: Location,
}

type BinaryBuild = fn(&Context, Location, ValueId, ValueId, Option<Attribute>, &[Type]) -> OperationState;
type PlainBuild = fn(&Context, Location, ValueId, ValueId, &[Type]) -> OperationState;

impl<'r, 'a> ArithBuilder<'r, 'a> {
    /// A builder at the cursor of `rw`.
    pub fn new(rw: &'r mut Rewriter<'a>, location: Location) -> Self {
        Self { rw, location }
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> Type {
        self.rw.body.value_type(value)
    }

    fn flagged(&mut self, build: BinaryBuild, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = self.type_of(lhs);
        self.rw
            .insert_value(build(self.rw.ctx, self.location, lhs, rhs, None, &[ty]))
    }

    fn plain(&mut self, build: PlainBuild, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = self.type_of(lhs);
        self.rw.insert_value(build(self.rw.ctx, self.location, lhs, rhs, &[ty]))
    }

    /// `arith.addi`
    pub fn addi(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(super::AddIOp::build, lhs, rhs)
    }

    /// `arith.subi`
    pub fn subi(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(super::SubIOp::build, lhs, rhs)
    }

    /// `arith.muli`
    pub fn muli(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(super::MulIOp::build, lhs, rhs)
    }

    /// `arith.shli`
    pub fn shli(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(super::ShLIOp::build, lhs, rhs)
    }

    /// An op with two operands and a result of the same type, without attributes given.
    pub fn binary(&mut self, def: &'static OpDef, lhs: ValueId, rhs: ValueId) -> ValueId {
        let state = binary_state(self.rw, self.location, def, lhs, rhs);
        self.rw.insert_value(state)
    }

    /// An op with one operand and a result of the same type, without attributes given.
    pub fn unary(&mut self, def: &'static OpDef, value: ValueId) -> ValueId {
        let ty = self.type_of(value);
        self.cast(def, value, ty)
    }

    /// A conversion to another type, without attributes given.
    pub fn cast(&mut self, def: &'static OpDef, value: ValueId, to: Type) -> ValueId {
        self.operation(def, &[value], to)
    }

    /// An op with a result of a type, without attributes given.
    pub fn operation(&mut self, def: &'static OpDef, operands: &[ValueId], result: Type) -> ValueId {
        let mut state = OperationState::of(def, self.location)
            .operands(operands)
            .results(&[result]);
        state.properties = self.rw.ctx.default_properties(def);
        self.rw.insert_value(state)
    }

    /// `arith.andi`
    pub fn andi(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.plain(super::AndIOp::build, lhs, rhs)
    }

    /// `arith.xori`
    pub fn xori(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.plain(super::XOrIOp::build, lhs, rhs)
    }

    /// `arith.cmpi`
    pub fn cmpi(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ctx = self.rw.ctx;
        let predicate = ctx.i64_attr(attrs::CMPI_PREDICATES.value(predicate).unwrap_or_default());
        self.rw
            .insert_value(super::CmpIOp::build(ctx, self.location, lhs, rhs, predicate, &[]))
    }

    /// `arith.cmpf`
    pub fn cmpf(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ctx = self.rw.ctx;
        let predicate = ctx.i64_attr(attrs::CMPF_PREDICATES.value(predicate).unwrap_or_default());
        self.rw
            .insert_value(super::CmpFOp::build(ctx, self.location, lhs, rhs, predicate, None, &[]))
    }

    /// `arith.addui_extended`: the sum, and whether it overflowed.
    pub fn addui_extended(&mut self, lhs: ValueId, rhs: ValueId) -> (ValueId, ValueId) {
        let ty = self.type_of(lhs);
        let overflow = with_element(self.rw.ctx, ty, Type::I1);
        let state = super::AddUIExtendedOp::build(self.rw.ctx, self.location, lhs, rhs, &[ty, overflow]);
        let op = self.rw.insert(state);
        (self.rw.body.result(op, 0), self.rw.body.result(op, 1))
    }

    /// `arith.mului_extended`: the low and the high half.
    pub fn mului_extended(&mut self, lhs: ValueId, rhs: ValueId) -> (ValueId, ValueId) {
        let ty = self.type_of(lhs);
        let state = super::MulUIExtendedOp::build(self.rw.ctx, self.location, lhs, rhs, &[ty, ty]);
        let op = self.rw.insert(state);
        (self.rw.body.result(op, 0), self.rw.body.result(op, 1))
    }

    /// `arith.select`
    pub fn select(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.type_of(yes);
        self.rw.insert_value(super::SelectOp::build(
            self.rw.ctx,
            self.location,
            condition,
            yes,
            no,
            &[ty],
        ))
    }

    /// `arith.constant` of an integer type, `index`, or a vector or tensor of them.
    pub fn constant(&mut self, ty: Type, value: i64) -> ValueId {
        let value = int_constant(self.rw.ctx, ty, value);
        constant(self.rw, self.location, value)
    }

    /// `arith.constant` of a float type, or a vector or tensor of it.
    pub fn float(&mut self, ty: Type, value: f64) -> ValueId {
        let semantics = self.semantics(ty);
        self.float_bits(ty, from_f64(semantics, value))
    }

    /// `arith.constant` of a float type, or a vector or tensor of it, from the bits of the float.
    pub fn float_bits(&mut self, ty: Type, bits: u128) -> ValueId {
        let bits = ApInt::from_u128(self.semantics(ty).width(), bits);
        let value = splat(self.rw.ctx, ty, &bits).unwrap_or(Attribute::UNIT);
        constant(self.rw, self.location, value)
    }

    /// The float that a value is, or all its elements, if it is a constant, maybe one that is extended to this type.
    pub fn known_float(&self, value: ValueId) -> Option<f64> {
        let extended = self
            .rw
            .body
            .defining_op(value)
            .filter(|&op| self.rw.body.op(op).is(super::ExtFOp::DEF));
        let value = extended.map_or(value, |op| self.rw.body.operand(op, 0));
        let bits = uniform_constant(self.rw.ctx, self.rw.body, value)?.to_u128()?;
        Some(to_f64(self.semantics(self.type_of(value)), bits))
    }

    fn semantics(&self, ty: Type) -> FloatSemantics {
        let element = ty.element_or_self(self.rw.ctx);
        element.float(self.rw.ctx).unwrap_or(FloatSemantics::F32)
    }
}

/// `arith.constant` of the value that the attribute says.
pub fn constant(rw: &mut Rewriter<'_>, location: Location, value: Attribute) -> ValueId {
    let ty = value.ty(rw.ctx);
    rw.insert_value(super::ConstantOp::build(rw.ctx, location, value, &[ty]))
}

/// `arith.constant` of type `index`.
pub fn index(rw: &mut Rewriter<'_>, location: Location, value: i64) -> ValueId {
    let value = rw.ctx.index_attr(value);
    constant(rw, location, value)
}

/// Inserts an op with two operands and a result of the same type, without attributes given, or what it folds to.
pub fn fold_binary(
    rw: &mut Rewriter<'_>,
    location: Location,
    def: &'static OpDef,
    lhs: ValueId,
    rhs: ValueId,
) -> ValueId {
    let state = binary_state(rw, location, def, lhs, rhs);
    rw.insert_or_fold(state)
}

fn binary_state(
    rw: &Rewriter<'_>,
    location: Location,
    def: &'static OpDef,
    lhs: ValueId,
    rhs: ValueId,
) -> OperationState {
    let ty = rw.body.value_type(lhs);
    let mut state = OperationState::of(def, location).operands(&[lhs, rhs]).results(&[ty]);
    state.properties = rw.ctx.default_properties(def);
    state
}

/// `value` as a constant of an integer type, `index`, or a vector or tensor of them.
pub fn int_constant(ctx: &Context, ty: Type, value: i64) -> Attribute {
    if !ty.is_shaped(ctx) {
        return ctx.int_attr(ty, value.into());
    }
    let element = ty.element_or_self(ctx);
    let width = ctx.int_or_index_width(element).unwrap_or(64);
    ctx.attr(AttrKind::DenseElements {
        ty,
        splat: true,
        data: ApInt::from_i128(width, value.into()).to_le_bytes().into(),
    })
}

/// `ty` with another element type: a scalar type becomes `element`, a vector or tensor keeps its shape.
pub fn with_element(ctx: &Context, ty: Type, element: Type) -> Type {
    match ty.kind(ctx) {
        TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_) => {
            attrs::with_element(ctx, ty, element)
        }
        _ => element,
    }
}
