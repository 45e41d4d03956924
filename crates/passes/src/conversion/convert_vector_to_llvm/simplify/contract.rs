//! `vector.contract`: products of rows and columns, or contractions with a dimension less.

use asyncir_dialects::arith::attrs::with_element;
use asyncir_dialects::arith::build::constant;
use asyncir_dialects::vector::contract::Contraction;
use asyncir_dialects::vector::mask::{insert_masked, root_and_mask};
use asyncir_dialects::{arith, constant_fold, vector};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::build;
use crate::conversion::convert_vector_to_scf::build::transpose;
use crate::conversion::llvm_common::vectors::{MAX_PARTS, count};

/// What is known of a contraction.
struct Parts {
    loc: Location,
    lhs: ValueId,
    rhs: ValueId,
    acc: ValueId,
    result: Type,
    loops: Contraction,
    iterators: Vec<Attribute>,
    mask: Option<ValueId>,
    is_int: bool,
}

/// How products of matrices are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Each element by itself.
    DotProducts,
    /// As a sum of products of columns and rows.
    OuterProducts,
}

pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId, way: Way) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let (ctx, types) = (rw.ctx, view.operand_types());
    let element = types[2].element_or_self(ctx);
    let is_large = |ty: &Type| count(ty.shape(ctx).unwrap_or(&[])) > MAX_PARTS;
    if types.iter().any(is_large) {
        return None;
    }
    let is_sum = vector::combine::kind_of(view) == 0;
    let is_mixed = types.iter().any(|ty| ty.element_or_self(ctx) != element);
    let kind = view.property("kind");
    let (root, mask) = root_and_mask(rw.body, op);
    let parts = Parts {
        loc: view.location(),
        lhs: view.operand(0),
        rhs: view.operand(1),
        acc: view.operand(2),
        result: view.result_type(0),
        loops: Contraction::of(view)?,
        iterators: view.property("iterator_types")?.as_array(ctx)?.to_vec(),
        mask,
        is_int: ctx.int_or_index_width(element).is_some(),
    };
    rw.set_before(root);
    let is_plain = is_sum && !is_mixed;
    let result = match way {
        Way::OuterProducts => parts.outer_products(rw, kind),
        Way::DotProducts if is_plain => parts.dot_products(rw),
        Way::DotProducts => None,
    };
    let result = match result {
        Some(result) => result,
        None if is_plain => parts.unroll(rw)?,
        None => return None,
    };
    rw.replace(root, &[result]);
    Some(())
}

impl Parts {
    fn zero(&self, rw: &mut Rewriter<'_>, ty: Type) -> Option<ValueId> {
        let zero = constant_fold::zero(rw.ctx, ty)?;
        Some(constant(rw, self.loc, zero))
    }

    fn binary(
        &self,
        rw: &mut Rewriter<'_>,
        [int, float]: [&'static str; 2],
        lhs: ValueId,
        rhs: ValueId,
    ) -> Option<ValueId> {
        let def = rw.ctx.op_def(if self.is_int { int } else { float })?;
        let ty = rw.body.value_type(lhs);
        let mut state = OperationState::of(def, self.loc).operands(&[lhs, rhs]).results(&[ty]);
        state.properties = rw.ctx.default_properties(def);
        Some(rw.insert_value(state))
    }

    fn transpose(&self, rw: &mut Rewriter<'_>, value: ValueId) -> ValueId {
        let ctx = rw.ctx;
        let from = rw.body.value_type(value);
        let shape: Vec<i64> = from.shape(ctx).unwrap_or(&[]).iter().rev().copied().collect();
        let ty = build::reversed(ctx, from, &shape);
        let permutation = ctx.dense_i64_array(&[1, 0]);
        rw.insert_value(vector::TransposeOp::build(ctx, self.loc, value, permutation, &[ty]))
    }

    /// Products of matrices, or of a matrix and a vector: what is summed over is made the innermost dimension of both,
    /// and each element is the sum of a product of rows.
    fn dot_products(&self, rw: &mut Rewriter<'_>) -> Option<ValueId> {
        if self.mask.is_some() {
            return None;
        }
        let [lhs, rhs, out] = self.loops.dims.each_ref().map(Vec::as_slice);
        let (turns_lhs, turns_rhs, swaps) = match (&self.loops.reduces[..], out) {
            ([false, false, true, ..], [0, 1]) => (turns(lhs, 0, 2)?, turns(rhs, 1, 2)?, false),
            ([false, false, true, ..], [1, 0]) => (turns(lhs, 0, 2)?, turns(rhs, 1, 2)?, true),
            ([false, true, ..], [0]) if rhs == [1] => (turns(lhs, 0, 1)?, false, false),
            ([false, true, ..], [0]) if lhs == [1] => (false, turns(rhs, 0, 1)?, true),
            _ => return None,
        };
        let shape = self.result.shape(rw.ctx)?.to_vec();
        let (mut first, mut second) = ((self.lhs, turns_lhs), (self.rhs, turns_rhs));
        if swaps {
            std::mem::swap(&mut first, &mut second);
        }
        let mut turned = |(value, turns): (ValueId, bool)| if turns { self.transpose(rw, value) } else { value };
        let (rows, columns) = (turned(first), turned(second));
        let mut result = self.zero(rw, self.result)?;
        let mut extracted = Vec::new();
        for row in 0..shape[0] {
            let lhs = build::extract(rw, self.loc, rows, &[row]);
            for column in 0..shape.get(1).copied().unwrap_or(1) {
                if row == 0 {
                    extracted.push(match shape.len() {
                        1 => columns,
                        _ => build::extract(rw, self.loc, columns, &[column]),
                    });
                }
                let product = self.binary(rw, ["arith.muli", "arith.mulf"], lhs, extracted[column as usize])?;
                let sum = self.reduction(rw, product, None);
                let sum = rw.insert_value(sum);
                let place = [row, column];
                result = build::insert(rw, self.loc, sum, result, &place[..shape.len()]);
            }
        }
        self.binary(rw, ["arith.addi", "arith.addf"], result, self.acc)
    }

    /// Products of matrices, or of a matrix and a vector: what is summed over is made the outermost dimension of both,
    /// and products of columns and rows are summed.
    fn outer_products(&self, rw: &mut Rewriter<'_>, kind: Option<Attribute>) -> Option<ValueId> {
        let [lhs, rhs, out] = self.loops.dims.each_ref().map(Vec::as_slice);
        let (turns_lhs, turns_rhs, swaps, mask) = match (&self.loops.reduces[..], out) {
            ([false, false, true], [0, 1]) => (turns(lhs, 2, 0)?, turns(rhs, 2, 1)?, false, &[2, 0, 1][..]),
            ([false, false, true], [1, 0]) => (turns(lhs, 2, 0)?, turns(rhs, 2, 1)?, true, &[2, 0, 1][..]),
            ([false, true], [0]) if rhs == [1] => (turns(lhs, 1, 0)?, false, false, &[1, 0][..]),
            ([false, true], [0]) if lhs == [1] => (false, turns(rhs, 1, 0)?, true, &[1, 0][..]),
            ([true, false], [1]) if rhs == [0] => (turns(lhs, 0, 1)?, false, false, &[][..]),
            ([true, false], [1]) if lhs == [0] => (false, turns(rhs, 0, 1)?, true, &[][..]),
            _ => return None,
        };
        let summed = self.loops.reduces.iter().position(|&reduces| reduces)?;
        let place = lhs.iter().position(|&dim| dim == summed)?;
        let TypeKind::Vector { shape, scalable, .. } = rw.body.value_type(self.lhs).kind(rw.ctx) else {
            return None;
        };
        if scalable[place] {
            return None;
        }
        let mut turned = |value: ValueId, turns: bool| if turns { self.transpose(rw, value) } else { value };
        let (columns, rows) = if swaps {
            (turned(self.rhs, turns_rhs), turned(self.lhs, turns_lhs))
        } else {
            (turned(self.lhs, turns_lhs), turned(self.rhs, turns_rhs))
        };
        let mask = self.mask.map(|value| {
            if mask.is_empty() {
                return value;
            }
            let state = transpose(rw, self.loc, value, mask);
            rw.insert_value(state)
        });
        let mut result = self.acc;
        for index in 0..shape[place] {
            let [column, row] = [columns, rows].map(|value| build::extract(rw, self.loc, value, &[index]));
            let [column, row] = [column, row].map(|value| self.promote(rw, value));
            let mask = mask.map(|mask| build::extract(rw, self.loc, mask, &[index]));
            let types = [self.result];
            let state = vector::OuterproductOp::build(rw.ctx, self.loc, column, row, Some(result), kind, &types);
            result = insert_masked(rw, state, mask);
        }
        Some(result)
    }

    /// A value with elements of the type that the result has.
    fn promote(&self, rw: &mut Rewriter<'_>, value: ValueId) -> ValueId {
        let (ctx, from) = (rw.ctx, rw.body.value_type(value));
        let element = self.result.element_or_self(ctx);
        let ty = with_element(ctx, from, element);
        if ty == from {
            return value;
        }
        let def = if self.is_int {
            arith::ExtSIOp::DEF
        } else {
            arith::ExtFOp::DEF
        };
        let mut state = OperationState::of(def, self.loc).operands(&[value]).results(&[ty]);
        state.properties = ctx.default_properties(def);
        rw.insert_value(state)
    }

    fn reduction(&self, rw: &Rewriter<'_>, value: ValueId, acc: Option<ValueId>) -> OperationState {
        let ctx = rw.ctx;
        let ty = rw.body.value_type(value).element_or_self(ctx);
        vector::ReductionOp::build(ctx, self.loc, value, acc, vector::attrs::add(ctx), None, &[ty])
    }

    /// Takes a loop apart: one that does not reduce while there are such, else the first one.
    fn unroll(&self, rw: &mut Rewriter<'_>) -> Option<ValueId> {
        let [lhs, rhs, _] = &self.loops.dims;
        if let Some(&(left, right)) = self.loops.pairs(false).first() {
            return self.unroll_parallel(rw, lhs[left], Some(left), Some(right));
        }
        let summed = self.loops.pairs(true);
        if let Some(left) = (0..lhs.len()).find(|&dim| summed.iter().all(|pair| pair.0 != dim)) {
            return self.unroll_parallel(rw, lhs[left], Some(left), None);
        }
        if let Some(right) = (0..rhs.len()).find(|&dim| summed.iter().all(|pair| pair.1 != dim)) {
            return self.unroll_parallel(rw, rhs[right], None, Some(right));
        }
        self.unroll_reduction(rw)
    }

    fn size(&self, rw: &Rewriter<'_>, value: ValueId, dim: usize) -> Option<i64> {
        rw.body.value_type(value).shape(rw.ctx)?.get(dim).copied()
    }

    fn unroll_parallel(
        &self,
        rw: &mut Rewriter<'_>,
        dim: usize,
        left: Option<usize>,
        right: Option<usize>,
    ) -> Option<ValueId> {
        let place = self.loops.dims[2].iter().position(|&one| one == dim);
        let size = match (left, right) {
            (Some(left), _) => self.size(rw, self.lhs, left)?,
            (None, right) => self.size(rw, self.rhs, right?)?,
        };
        if place.is_none() && size != 1 {
            return None;
        }
        let mut result = self.zero(rw, self.result)?;
        for index in 0..size {
            let lhs = self.take(rw, self.lhs, left, index)?;
            let rhs = self.take(rw, self.rhs, right, index)?;
            let acc = self.take(rw, self.acc, place, index)?;
            let mask = match self.mask {
                Some(mask) => Some(self.take(rw, mask, Some(dim), index)?),
                None => None,
            };
            let part = self.lower_dimensional(rw, dim, [lhs, rhs, acc], mask);
            result = self.put(rw, part, result, place, index)?;
        }
        Some(result)
    }

    fn unroll_reduction(&self, rw: &mut Rewriter<'_>) -> Option<ValueId> {
        let place = |dims: &[usize]| dims.iter().position(|&one| one == 0);
        let (left, right) = (place(&self.loops.dims[0])?, place(&self.loops.dims[1])?);
        if self.loops.dims[0].len() == 1 {
            let product = self.binary(rw, ["arith.muli", "arith.mulf"], self.lhs, self.rhs)?;
            let sum = self.reduction(rw, product, Some(self.acc));
            return Some(insert_masked(rw, sum, self.mask));
        }
        let mut result = self.acc;
        for index in 0..self.size(rw, self.lhs, left)? {
            let lhs = self.take(rw, self.lhs, Some(left), index)?;
            let rhs = self.take(rw, self.rhs, Some(right), index)?;
            let mask = match self.mask {
                Some(mask) => Some(self.take(rw, mask, Some(0), index)?),
                None => None,
            };
            result = self.lower_dimensional(rw, 0, [lhs, rhs, result], mask);
        }
        Some(result)
    }

    /// The contraction without the loop `dim`.
    fn lower_dimensional(
        &self,
        rw: &mut Rewriter<'_>,
        dim: usize,
        [lhs, rhs, acc]: [ValueId; 3],
        mask: Option<ValueId>,
    ) -> ValueId {
        let ctx = rw.ctx;
        let loops = self.loops.reduces.len() - 1;
        let map = |dims: &Vec<usize>| {
            let rest = dims.iter().filter(|&&one| one != dim);
            let rest = rest.map(|&one| AffineExpr::Dim(if one > dim { one - 1 } else { one } as u32));
            let map = AffineMap::new(loops as u32, 0, rest.collect());
            ctx.attr(AttrKind::AffineMap(map.unwrap_or_else(|| AffineMap::identity(0))))
        };
        let maps = ctx.array_attr(&self.loops.dims.each_ref().map(map));
        let mut iterators = self.iterators.clone();
        iterators.remove(dim);
        let iterators = ctx.array_attr(&iterators);
        let ty = rw.body.value_type(acc);
        let state = vector::ContractionOp::build(ctx, self.loc, lhs, rhs, acc, maps, iterators, None, &[ty]);
        insert_masked(rw, state, mask)
    }

    /// What is at an index of a dimension; all if there is none.
    fn take(&self, rw: &mut Rewriter<'_>, value: ValueId, dim: Option<usize>, index: i64) -> Option<ValueId> {
        let Some(dim) = dim else { return Some(value) };
        if dim == 0 {
            return Some(build::extract(rw, self.loc, value, &[index]));
        }
        let from = rw.body.value_type(value);
        let ty = build::without(rw.ctx, from, dim)?;
        let mut result = self.zero(rw, ty)?;
        for outer in 0..from.shape(rw.ctx)?[0] {
            let row = build::extract(rw, self.loc, value, &[outer]);
            let part = self.take(rw, row, Some(dim - 1), index)?;
            result = build::insert(rw, self.loc, part, result, &[outer]);
        }
        Some(result)
    }

    /// Puts a part to where [`Parts::take`] takes it from.
    fn put(
        &self,
        rw: &mut Rewriter<'_>,
        part: ValueId,
        whole: ValueId,
        dim: Option<usize>,
        index: i64,
    ) -> Option<ValueId> {
        let Some(dim) = dim else { return Some(part) };
        if dim == 0 {
            return Some(build::insert(rw, self.loc, part, whole, &[index]));
        }
        let mut whole = whole;
        for outer in 0..self.size(rw, whole, 0)? {
            let row = build::extract(rw, self.loc, whole, &[outer]);
            let inner = build::extract(rw, self.loc, part, &[outer]);
            let row = self.put(rw, inner, row, Some(dim - 1), index)?;
            whole = build::insert(rw, self.loc, row, whole, &[outer]);
        }
        Some(whole)
    }
}

/// Whether a matrix whose dimensions are those loops has the one that is summed over outside; `None` if it has others.
fn turns(dims: &[usize], kept: usize, summed: usize) -> Option<bool> {
    match dims {
        [first, second] if *first == kept && *second == summed => Some(false),
        [first, second] if *first == summed && *second == kept => Some(true),
        _ => None,
    }
}
