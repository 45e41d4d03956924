//! `lower-vector-multi-reduction`: reductions along several dimensions become those of rows.
//!
//! What is reduced is moved inside or outside, and what is left has two dimensions. Then rows are reduced one by one, or
//! combined with each other.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::vector::combine::Combination;
use asyncir_dialects::vector::mask::{insert_masked, root_and_mask};
use asyncir_dialects::vector::multi_reduction::reduced_dims;
use asyncir_dialects::{constant_fold, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Attribute, Diagnostics, Location, OpId, OwnedOp, Type, TypeKind, ValueId};

use crate::bodies::rewrite_greedily;
use crate::conversion::convert_vector_to_llvm::simplify::build;
use crate::options::OptionInfo;
use crate::{Pass, PassContext, PassInfo};

/// The most rows that a reduction is spelled out for.
const MAX_ROWS: i64 = 1 << 16;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "lower-vector-multi-reduction",
    class: "LowerVectorMultiReduction",
    summary: "Lower 'vector.multi_reduction' operations",
    anchor: Some("func.func"),
    options: &[OptionInfo::choice(
        "lowering-strategy",
        "Select the strategy to control how multi_reduction is lowered.",
        &["inner-parallel", "inner-reduction"],
        "inner-parallel",
    )],
    create: |options| {
        let reduces_inside = options.text("lowering-strategy")? == "inner-reduction";
        Ok(Box::new(LowerVectorMultiReduction { reduces_inside }))
    },
};

struct LowerVectorMultiReduction {
    reduces_inside: bool,
}

impl Pass for LowerVectorMultiReduction {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let lower = Lower {
            inside: self.reduces_inside,
        };
        let patterns = FrozenPatternSet::new(std::iter::once(&lower as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

struct Lower {
    /// Whether dimensions that are reduced are moved inside.
    inside: bool,
}

impl RewritePattern for Lower {
    fn name(&self) -> &str {
        "lower-multi-reduction"
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(vector::MultiReductionOp::DEF)
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        Reduction::of(rw, op, self.inside).is_some_and(|reduction| {
            let root = root_and_mask(rw.body, op).0;
            rw.set_before(root);
            let result = reduction.step(rw);
            if let Some(result) = result {
                rw.replace(root, &[result]);
            }
            result.is_some()
        })
    }
}

/// A reduction that is to be lowered.
struct Reduction {
    loc: Location,
    inside: bool,
    source: ValueId,
    acc: ValueId,
    mask: Option<ValueId>,
    kind: Attribute,
    how: Combination,
    shape: Vec<i64>,
    scalable: Vec<bool>,
    element: Type,
    /// Dimensions that are kept, and that are reduced.
    kept: Vec<usize>,
    reduced: Vec<usize>,
}

impl Reduction {
    fn of(rw: &Rewriter<'_>, op: OpId, inside: bool) -> Option<Self> {
        let view = rw.body.op_ref(rw.ctx, op);
        let TypeKind::Vector {
            shape,
            scalable,
            element,
        } = view.operand_type(0).kind(rw.ctx)
        else {
            return None;
        };
        let dims = reduced_dims(view);
        let is_reduced = |dim: &usize| dims.contains(&(*dim as i64));
        let (reduced, kept) = (0..shape.len()).partition(is_reduced);
        Some(Self {
            loc: view.location(),
            inside,
            source: view.operand(0),
            acc: view.operand(1),
            mask: root_and_mask(rw.body, op).1,
            kind: view.property("kind")?,
            how: Combination::of(view)?,
            shape: shape.to_vec(),
            scalable: scalable.to_vec(),
            element: *element,
            kept,
            reduced,
        })
    }

    /// Dimensions in the order that they should have.
    fn order(&self) -> Vec<usize> {
        if self.inside {
            [&self.kept[..], &self.reduced].concat()
        } else {
            [&self.reduced[..], &self.kept].concat()
        }
    }

    /// Takes the next step; gives what replaces the op.
    fn step(&self, rw: &mut Rewriter<'_>) -> Option<ValueId> {
        if self.reduced.is_empty() {
            return Some(self.how.apply(rw, self.loc, self.source, self.acc, self.mask));
        }
        if !self.kept.is_empty() && !self.order().is_sorted() {
            return Some(self.transpose(rw));
        }
        match self.shape.len() {
            1 => Some(self.add_dimension(rw)),
            2 if self.kept.len() == 1 && self.shape[0] > MAX_ROWS => None,
            2 if self.kept.len() == 1 && self.inside => self.reduce_rows(rw),
            2 if self.kept.len() == 1 => Some(self.combine_rows(rw)),
            _ => Some(self.flatten(rw)),
        }
    }

    fn vector(&self, rw: &Rewriter<'_>, dims: &[(i64, bool)], element: Type) -> Type {
        rw.ctx.ty(TypeKind::Vector {
            shape: dims.iter().map(|dim| dim.0).collect(),
            scalable: dims.iter().map(|dim| dim.1).collect(),
            element,
        })
    }

    /// A reduction of another vector, of the same kind.
    fn reduce(
        &self,
        rw: &mut Rewriter<'_>,
        [source, acc]: [ValueId; 2],
        dims: &[i64],
        mask: Option<ValueId>,
    ) -> ValueId {
        let (ctx, ty) = (rw.ctx, rw.body.value_type(acc));
        let dims = ctx.dense_i64_array(dims);
        let state = vector::MultiReductionOp::build(ctx, self.loc, source, acc, self.kind, dims, &[ty]);
        insert_masked(rw, state, mask)
    }

    fn shape_cast(&self, rw: &mut Rewriter<'_>, value: ValueId, ty: Type) -> ValueId {
        rw.insert_value(vector::ShapeCastOp::build(rw.ctx, self.loc, value, &[ty]))
    }

    fn transpose(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let order = self.order();
        let dims: Vec<(i64, bool)> = order.iter().map(|&dim| (self.shape[dim], self.scalable[dim])).collect();
        let permutation: Vec<i64> = order.iter().map(|&dim| dim as i64).collect();
        let permutation = rw.ctx.dense_i64_array(&permutation);
        let turned = |rw: &mut Rewriter<'_>, value, element| {
            let ty = self.vector(rw, &dims, element);
            rw.insert_value(vector::TransposeOp::build(rw.ctx, self.loc, value, permutation, &[ty]))
        };
        let mask = self.mask.map(|mask| turned(rw, mask, Type::I1));
        let source = turned(rw, self.source, self.element);
        let first = if self.inside { self.kept.len() } else { 0 };
        let dims: Vec<i64> = (first..first + self.reduced.len()).map(|dim| dim as i64).collect();
        self.reduce(rw, [source, self.acc], &dims, mask)
    }

    fn product(&self, dims: &[usize]) -> (i64, bool) {
        let size = dims.iter().map(|&dim| self.shape[dim]).product();
        (size, dims.iter().any(|&dim| self.scalable[dim]))
    }

    /// Makes one dimension of all that are kept, and one of all that are reduced.
    fn flatten(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let (kept, reduced) = (self.product(&self.kept), self.product(&self.reduced));
        let (dims, place) = match (self.kept.is_empty(), self.inside) {
            (true, _) => (vec![reduced], 0),
            (false, true) => (vec![kept, reduced], 1),
            (false, false) => (vec![reduced, kept], 0),
        };
        let mask = self.mask.map(|mask| {
            let ty = self.vector(rw, &dims, Type::I1);
            self.shape_cast(rw, mask, ty)
        });
        let ty = self.vector(rw, &dims, self.element);
        let source = self.shape_cast(rw, self.source, ty);
        if self.kept.is_empty() {
            return self.reduce(rw, [source, self.acc], &[place], mask);
        }
        let flat = self.vector(rw, &[kept], self.element);
        let acc = self.shape_cast(rw, self.acc, flat);
        let result = self.reduce(rw, [source, acc], &[place], mask);
        let ty = rw.body.value_type(self.acc);
        self.shape_cast(rw, result, ty)
    }

    /// A vector as the only row of a matrix.
    fn add_dimension(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let ctx = rw.ctx;
        let dims = [(1, false), (self.shape[0], self.scalable[0])];
        let (ty, mask_type) = (self.vector(rw, &dims, self.element), self.vector(rw, &dims, Type::I1));
        let source = self.shape_cast(rw, self.source, ty);
        let acc_type = self.vector(rw, &[(1, false)], self.element);
        let acc = rw.insert_value(vector::BroadcastOp::build(ctx, self.loc, self.acc, &[acc_type]));
        let mask = self
            .mask
            .map(|mask| rw.insert_value(vector::BroadcastOp::build(ctx, self.loc, mask, &[mask_type])));
        let result = self.reduce(rw, [source, acc], &[1], mask);
        build::extract(rw, self.loc, result, &[0])
    }

    /// Each row is reduced to an element.
    fn reduce_rows(&self, rw: &mut Rewriter<'_>) -> Option<ValueId> {
        let (ctx, ty) = (rw.ctx, rw.body.value_type(self.acc));
        let zero = constant_fold::zero(ctx, ty)?;
        let mut result = constant(rw, self.loc, zero);
        for row in 0..self.shape[0] {
            let source = build::extract(rw, self.loc, self.source, &[row]);
            let acc = build::extract(rw, self.loc, self.acc, &[row]);
            let mask = self.mask.map(|mask| build::extract(rw, self.loc, mask, &[row]));
            let state = vector::ReductionOp::build(ctx, self.loc, source, Some(acc), self.kind, None, &[self.element]);
            let value = insert_masked(rw, state, mask);
            result = build::insert(rw, self.loc, value, result, &[row]);
        }
        Some(result)
    }

    /// All rows are combined.
    fn combine_rows(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let mut result = self.acc;
        for row in 0..self.shape[0] {
            let source = build::extract(rw, self.loc, self.source, &[row]);
            let mask = self.mask.map(|mask| build::extract(rw, self.loc, mask, &[row]));
            result = self.how.apply(rw, self.loc, source, result, mask);
        }
        result
    }
}
