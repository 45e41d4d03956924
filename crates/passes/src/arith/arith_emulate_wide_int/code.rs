//! Takes values apart into halves, and puts them together.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::matchers::constant;
use asyncir_dialects::vector;
use asyncir_ir::def::OpDef;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::Types;
use crate::conversion::convert_vector_to_llvm::simplify::build;

/// The code that takes the place of an op. A half of a vector still has the dimension of the halves, with size one.
pub(super) struct Code<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    at: Location,
    pub(super) types: &'r Types,
}

impl<'r, 'a> Code<'r, 'a> {
    pub(super) fn new(rw: &'r mut Rewriter<'a>, op: OpId, types: &'r Types) -> Self {
        let at = rw.location_of(op);
        Self { rw, at, types }
    }

    pub(super) fn ctx(&self) -> &'a Context {
        self.rw.ctx
    }

    /// Builds ops of `arith`.
    pub(super) fn b(&mut self) -> ArithBuilder<'_, 'a> {
        ArithBuilder::new(self.rw, self.at)
    }

    pub(super) fn rw(&mut self) -> &mut Rewriter<'a> {
        self.rw
    }

    pub(super) fn location(&self) -> Location {
        self.at
    }

    pub(super) fn type_of(&self, value: ValueId) -> Type {
        self.rw.body.value_type(value)
    }

    /// The type of the result of an op, as it was.
    pub(super) fn result_type(&self, op: OpId) -> Type {
        self.rw.body.value_type(self.rw.body.result(op, 0))
    }

    /// An operand as it was.
    pub(super) fn original(&self, op: OpId, index: usize) -> ValueId {
        self.rw.body.operand(op, index)
    }

    /// The type that the result of an op is converted to.
    pub(super) fn halved_result(&self, op: OpId) -> Option<Type> {
        self.types.halved(self.ctx(), self.result_type(op))
    }

    /// Whether a half without its last dimension has the shape that values of a type have. Vectors without dimensions become
    /// vectors of two numbers, so their halves are numbers.
    pub(super) fn keeps_shape(&self, ty: Type) -> bool {
        !matches!(ty.kind(self.ctx()), TypeKind::Vector { shape, .. } if shape.is_empty())
    }

    /// The type of a half.
    pub(super) fn half_type(&self, halved: Type) -> Type {
        let ctx = self.ctx();
        match halved.shape(ctx) {
            Some([outer @ .., _]) if !outer.is_empty() => build::like(ctx, halved, &[outer, &[1]].concat()),
            _ => halved.element_or_self(ctx),
        }
    }

    fn rank(&self, value: ValueId) -> usize {
        self.type_of(value).shape(self.ctx()).map_or(0, <[i64]>::len)
    }

    /// The low half (0) or the high one (1).
    pub(super) fn half(&mut self, value: ValueId, index: i64) -> ValueId {
        let rank = self.rank(value);
        if rank == 1 {
            return build::extract(self.rw, self.at, value, &[index]);
        }
        let mut sizes = self.type_of(value).shape(self.ctx()).unwrap_or_default().to_vec();
        sizes.iter_mut().last().into_iter().for_each(|last| *last = 1);
        let lists = [&place(rank, index)[..], &sizes, &vec![1; rank]];
        build::extract_slice(self.rw, self.at, value, lists)
    }

    /// The low half and the high one.
    pub(super) fn halves(&mut self, value: ValueId) -> (ValueId, ValueId) {
        (self.half(value, 0), self.half(value, 1))
    }

    /// Puts a half into a value.
    pub(super) fn insert(&mut self, half: ValueId, into: ValueId, index: i64) -> ValueId {
        if self.rank(half) == 0 {
            return build::insert(self.rw, self.at, half, into, &[index]);
        }
        let rank = self.rank(into);
        build::insert_slice(self.rw, self.at, half, into, [&place(rank, index), &vec![1; rank]])
    }

    /// A value of halves.
    pub(super) fn join(&mut self, halved: Type, low: ValueId, high: ValueId) -> ValueId {
        let value = self.b().constant(halved, 0);
        let value = self.insert(low, value, 0);
        self.insert(high, value, 1)
    }

    /// Drops the dimension of the halves.
    pub(super) fn without_last_dim(&mut self, value: ValueId) -> ValueId {
        let ctx = self.ctx();
        let ty = self.type_of(value);
        match ty.shape(ctx) {
            Some([outer @ .., _]) => {
                let ty = build::like(ctx, ty, outer);
                self.shape_cast(value, ty)
            }
            _ => value,
        }
    }

    /// Adds the dimension of the halves to a vector.
    pub(super) fn with_last_dim(&mut self, value: ValueId) -> ValueId {
        let ctx = self.ctx();
        let ty = self.type_of(value);
        match ty.kind(ctx) {
            TypeKind::Vector { shape, .. } => {
                let ty = build::like(ctx, ty, &[shape, &[1][..]].concat());
                self.shape_cast(value, ty)
            }
            _ => value,
        }
    }

    fn shape_cast(&mut self, value: ValueId, ty: Type) -> ValueId {
        self.rw
            .insert_value(vector::ShapeCastOp::build(self.rw.ctx, self.at, value, &[ty]))
    }

    /// A conversion to a type, or what it folds to. A value of the type stays, unless it is a constant, which is made anew.
    pub(super) fn resize(&mut self, def: &'static OpDef, value: ValueId, ty: Type) -> ValueId {
        if self.type_of(value) == ty && constant(self.rw.ctx, self.rw.body, value).is_none() {
            return value;
        }
        let mut state = OperationState::of(def, self.at).operands(&[value]).results(&[ty]);
        state.properties = self.rw.ctx.default_properties(def);
        self.rw.insert_or_fold(state)
    }
}

/// The position of the first element of a half.
fn place(rank: usize, index: i64) -> Vec<i64> {
    let mut place = vec![0; rank];
    place.iter_mut().last().into_iter().for_each(|last| *last = index);
    place
}
