//! `vector.outerproduct`: each element of the left operand times the right one.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::arith::{self, attrs::with_element};
use asyncir_dialects::{constant_fold, vector};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, OperationState, ValueId};

use super::build;
use crate::conversion::convert_vector_to_llvm::enum_case;

struct Product {
    loc: Location,
    is_int: bool,
    kind: i64,
    combine: &'static OpDef,
}

impl Product {
    fn binary(&self, rw: &mut Rewriter<'_>, def: &'static OpDef, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = rw.body.value_type(lhs);
        let mut state = OperationState::of(def, self.loc).operands(&[lhs, rhs]).results(&[ty]);
        state.properties = rw.ctx.default_properties(def);
        rw.insert_value(state)
    }

    /// The product of two vectors, combined with a third one where a mask is set.
    fn of(
        &self,
        rw: &mut Rewriter<'_>,
        lhs: ValueId,
        rhs: ValueId,
        before: Option<ValueId>,
        mask: Option<ValueId>,
    ) -> ValueId {
        let value = self.combined(rw, lhs, rhs, before);
        match before {
            Some(before) => vector::combine::select(rw, self.loc, mask, value, before),
            None => value,
        }
    }

    fn combined(&self, rw: &mut Rewriter<'_>, lhs: ValueId, rhs: ValueId, before: Option<ValueId>) -> ValueId {
        if let (0, false, Some(before)) = (self.kind, self.is_int, before) {
            let ty = rw.body.value_type(lhs);
            return rw.insert_value(vector::FMAOp::build(rw.ctx, self.loc, lhs, rhs, before, &[ty]));
        }
        let multiply = if self.is_int {
            arith::MulIOp::DEF
        } else {
            arith::MulFOp::DEF
        };
        let product = self.binary(rw, multiply, lhs, rhs);
        before.map_or(product, |before| self.binary(rw, self.combine, product, before))
    }
}

pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let view = rw.body.op_ref(ctx, op);
    let (lhs, rhs) = (view.operand(0), view.operand(1));
    let before = view.operands().get(2).copied();
    let kind = view.property("kind").and_then(|kind| enum_case(ctx, kind)).unwrap_or(0);
    let (lhs_type, rhs_type, ty) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    let is_int = ctx.int_or_index_width(ty.element_or_self(ctx)).is_some();
    let product = Product {
        loc,
        is_int,
        kind,
        combine: vector::combine::combining_op(kind, is_int)?,
    };
    let (root, mask) = vector::mask::root_and_mask(rw.body, op);
    rw.set_before(root);
    if rhs_type.shape(ctx).is_none() {
        let factors = rw.insert_value(vector::BroadcastOp::build(ctx, loc, rhs, &[lhs_type]));
        let result = product.of(rw, lhs, factors, before, mask);
        rw.replace(root, &[result]);
        return Some(());
    }
    if build::is_scalable_outside(ctx, lhs_type) || with_element(ctx, rhs_type, ty.element_or_self(ctx)) != rhs_type {
        return None;
    }
    let rows = *lhs_type.shape(ctx)?.first()?;
    let zero = constant_fold::zero(ctx, ty)?;
    let mut result = constant(rw, loc, zero);
    for row in 0..rows {
        let factor = build::extract(rw, loc, lhs, &[row]);
        let factors = rw.insert_value(vector::BroadcastOp::build(ctx, loc, factor, &[rhs_type]));
        let before = before.map(|before| build::extract(rw, loc, before, &[row]));
        let mask = mask.map(|mask| build::extract(rw, loc, mask, &[row]));
        let part = product.of(rw, factors, rhs, before, mask);
        result = build::insert(rw, loc, part, result, &[row]);
    }
    rw.replace(root, &[result]);
    Some(())
}
