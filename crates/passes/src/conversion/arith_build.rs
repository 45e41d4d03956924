//! Short builders for ops of `arith`, at the cursor of a rewriter.

use asyncir_dialects::arith::{self, attrs};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Location, OperationState, Type, TypeKind, ValueId};

/// Makes ops of `arith` at the cursor of a rewriter, all with one location.
pub(crate) struct ArithBuilder<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    location: Location,
}

type BinaryBuild = fn(&Context, Location, ValueId, ValueId, Option<Attribute>, &[Type]) -> OperationState;
type PlainBuild = fn(&Context, Location, ValueId, ValueId, &[Type]) -> OperationState;

impl<'r, 'a> ArithBuilder<'r, 'a> {
    /// A builder at the cursor of `rw`.
    pub(crate) fn new(rw: &'r mut Rewriter<'a>, location: Location) -> Self {
        Self { rw, location }
    }

    /// The type of a value.
    pub(crate) fn type_of(&self, value: ValueId) -> Type {
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
    pub(crate) fn addi(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(arith::AddIOp::build, lhs, rhs)
    }

    /// `arith.subi`
    pub(crate) fn subi(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(arith::SubIOp::build, lhs, rhs)
    }

    /// `arith.muli`
    pub(crate) fn muli(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(arith::MulIOp::build, lhs, rhs)
    }

    /// `arith.shli`
    pub(crate) fn shli(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.flagged(arith::ShLIOp::build, lhs, rhs)
    }

    /// An op with two operands and a result of the same type, without attributes given.
    pub(crate) fn binary(&mut self, def: &'static asyncir_ir::def::OpDef, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = self.type_of(lhs);
        let mut state = OperationState::of(def, self.location)
            .operands(&[lhs, rhs])
            .results(&[ty]);
        state.properties = self.rw.ctx.default_properties(def);
        self.rw.insert_value(state)
    }

    /// A conversion to another type, without attributes given.
    pub(crate) fn cast(&mut self, def: &'static asyncir_ir::def::OpDef, value: ValueId, to: Type) -> ValueId {
        let mut state = OperationState::of(def, self.location).operands(&[value]).results(&[to]);
        state.properties = self.rw.ctx.default_properties(def);
        self.rw.insert_value(state)
    }

    /// `arith.andi`
    pub(crate) fn andi(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.plain(arith::AndIOp::build, lhs, rhs)
    }

    /// `arith.cmpi`
    pub(crate) fn cmpi(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ctx = self.rw.ctx;
        let predicate = ctx.i64_attr(attrs::CMPI_PREDICATES.value(predicate).unwrap_or_default());
        self.rw
            .insert_value(arith::CmpIOp::build(ctx, self.location, lhs, rhs, predicate, &[]))
    }

    /// `arith.cmpf`
    pub(crate) fn cmpf(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ctx = self.rw.ctx;
        let predicate = ctx.i64_attr(attrs::CMPF_PREDICATES.value(predicate).unwrap_or_default());
        self.rw
            .insert_value(arith::CmpFOp::build(ctx, self.location, lhs, rhs, predicate, None, &[]))
    }

    /// `arith.mului_extended`: the low and the high half.
    pub(crate) fn mului_extended(&mut self, lhs: ValueId, rhs: ValueId) -> (ValueId, ValueId) {
        let ty = self.type_of(lhs);
        let state = arith::MulUIExtendedOp::build(self.rw.ctx, self.location, lhs, rhs, &[ty, ty]);
        let op = self.rw.insert(state);
        (self.rw.body.result(op, 0), self.rw.body.result(op, 1))
    }

    /// `arith.select`
    pub(crate) fn select(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.type_of(yes);
        self.rw.insert_value(arith::SelectOp::build(
            self.rw.ctx,
            self.location,
            condition,
            yes,
            no,
            &[ty],
        ))
    }

    /// `arith.constant` of an integer type, `index`, or a vector or tensor of them.
    pub(crate) fn constant(&mut self, ty: Type, value: i64) -> ValueId {
        let value = int_constant(self.rw.ctx, ty, value);
        self.rw
            .insert_value(arith::ConstantOp::build(self.rw.ctx, self.location, value, &[ty]))
    }
}

/// `value` as a constant of an integer type, `index`, or a vector or tensor of them.
pub(crate) fn int_constant(ctx: &Context, ty: Type, value: i64) -> Attribute {
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
pub(crate) fn with_element(ctx: &Context, ty: Type, element: Type) -> Type {
    match ty.kind(ctx) {
        TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_) => {
            attrs::with_element(ctx, ty, element)
        }
        _ => element,
    }
}
