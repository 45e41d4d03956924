//! Transfers, seen alike whether they read or write, and the conditions under which their elements are accessed.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::{affine, vector};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::build::{self, Branch, Place};
use crate::linalg::nest::dim_of;

/// What marks transfers that go through a buffer.
const LABEL: &str = "__vector_to_scf_lowering__";

/// Which transfers are lowered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Transfers of vectors of no more dimensions than this are not lowered.
    pub target_rank: usize,
    /// Whether transfers of tensors are lowered, too.
    pub tensors: bool,
}

/// A transfer.
#[derive(Clone, Debug)]
pub(super) struct Transfer {
    pub op: OpId,
    pub loc: Location,
    /// The type of the vector.
    pub vector: Type,
    pub base: ValueId,
    pub indices: Vec<ValueId>,
    pub map: AffineMap,
    pub in_bounds: Vec<bool>,
    pub mask: Option<ValueId>,
    /// The value behind the end, of a read.
    pub padding: Option<ValueId>,
    /// What a write writes.
    pub value: Option<ValueId>,
}

impl Transfer {
    /// The transfer that an op is.
    pub(super) fn of(rw: &Rewriter<'_>, op: OpId) -> Option<Self> {
        let view = rw.body.op_ref(rw.ctx, op);
        let AttrKind::AffineMap(map) = view.property("permutation_map")?.kind(rw.ctx) else {
            return None;
        };
        let bits = view.property("in_bounds")?.as_array(rw.ctx)?;
        let in_bounds = bits.iter().map(|bit| bit.as_bool() == Some(true)).collect();
        let loc = view.location();
        let (base, indices, mask, padding, value, vector);
        if let Some(read) = vector::TransferReadOp::cast(view) {
            (base, indices, mask) = (read.base(), read.indices().to_vec(), read.mask());
            (padding, value, vector) = (Some(read.padding()), None, view.result_type(0));
        } else {
            let write = vector::TransferWriteOp::cast(view)?;
            (base, indices, mask) = (write.base(), write.indices().to_vec(), write.mask());
            (padding, value, vector) = (None, Some(write.valueToStore()), view.operand_type(0));
        }
        Some(Self {
            op,
            loc,
            vector,
            base,
            indices,
            map: map.clone(),
            in_bounds,
            mask,
            padding,
            value,
        })
    }

    pub(super) fn rank(&self, rw: &Rewriter<'_>) -> usize {
        self.vector.shape(rw.ctx).map_or(0, <[i64]>::len)
    }

    /// The size of the outermost dimension of the vector, if it is fixed.
    pub(super) fn outer_size(&self, rw: &Rewriter<'_>) -> Option<i64> {
        match self.vector.kind(rw.ctx) {
            TypeKind::Vector { shape, scalable, .. } if scalable.first() == Some(&false) => shape.first().copied(),
            _ => None,
        }
    }

    /// Whether it has too many dimensions, and is of memory, or of a tensor, whose elements are those of the vector.
    pub(super) fn is_wanted(&self, rw: &Rewriter<'_>, wanted: Wanted) -> bool {
        let base = rw.body.value_type(self.base);
        let is_memory = matches!(base.kind(rw.ctx), TypeKind::MemRef { .. });
        self.rank(rw) > wanted.target_rank
            && (is_memory || wanted.tensors && self.is_of_tensor(rw))
            && base.element_or_self(rw.ctx) == self.vector.element_or_self(rw.ctx)
    }

    fn is_of_tensor(&self, rw: &Rewriter<'_>) -> bool {
        is_tensor(rw.ctx, rw.body.value_type(self.base))
    }

    /// The tensor that a write changes.
    pub(super) fn written_tensor(&self, rw: &Rewriter<'_>) -> Option<ValueId> {
        (self.value.is_some() && self.is_of_tensor(rw)).then_some(self.base)
    }

    /// The dimension of memory that the outermost one of the vector goes along; `None` if it repeats one element.
    pub(super) fn outer_dim(&self) -> Option<usize> {
        match self.map.results().first() {
            Some(AffineExpr::Dim(dim)) => Some(*dim as usize),
            _ => None,
        }
    }

    pub(super) fn is_labelled(&self, rw: &Rewriter<'_>) -> bool {
        rw.body.op(self.op).attrs().get(rw.ctx, LABEL).is_some()
    }

    /// Marks an op.
    pub(super) fn label(rw: &mut Rewriter<'_>, op: OpId) {
        let attrs = rw.ctx.dict_with(rw.body.op(op).attrs(), LABEL, Some(Attribute::UNIT));
        rw.modify(op, |body| body.op_mut(op).set_attrs(attrs));
    }

    pub(super) fn mask_rank(&self, rw: &Rewriter<'_>) -> usize {
        let mask = self.mask.and_then(|mask| rw.body.value_type(mask).shape(rw.ctx));
        mask.map_or(0, <[i64]>::len)
    }

    /// Whether the slices have a mask of their own.
    pub(super) fn has_mask_for_slices(&self, rw: &Rewriter<'_>) -> bool {
        self.mask.is_some() && (self.outer_dim().is_none() || self.mask_rank(rw) > 1)
    }

    /// Where slice number `number` starts.
    pub(super) fn slice_indices(&self, rw: &mut Rewriter<'_>, number: ValueId) -> Vec<ValueId> {
        let mut indices = self.indices.clone();
        if let Some(dim) = self.outer_dim() {
            indices[dim] = build::sum(rw, self.loc, self.op, indices[dim], number);
        }
        indices
    }

    /// The transfer of a slice, without a mask; of a read if `value` is `None`.
    pub(super) fn slice(&self, rw: &Rewriter<'_>, indices: Vec<ValueId>, value: Option<ValueId>) -> Option<Self> {
        let results = self.map.results().get(1..)?.to_vec();
        Some(Self {
            vector: vector::without_outer_dims(rw.ctx, self.vector, 1)?,
            indices,
            map: AffineMap::new(self.map.num_dims(), 0, results)?,
            in_bounds: self.in_bounds.get(1..)?.to_vec(),
            mask: None,
            value,
            ..self.clone()
        })
    }

    /// The op that does the transfer.
    pub(super) fn state(&self, rw: &Rewriter<'_>) -> OperationState {
        let ctx = rw.ctx;
        let map = affine::map_attr(ctx, self.map.clone());
        let bits: Vec<Attribute> = self.in_bounds.iter().map(|&bit| Attribute::bool(bit)).collect();
        let bits = ctx.array_attr(&bits);
        // A write to a tensor makes a new one.
        let base = rw.body.value_type(self.base);
        let written = [base];
        let written = match base.kind(ctx) {
            TypeKind::RankedTensor { .. } => &written[..],
            _ => &[],
        };
        match (self.padding, self.value) {
            (Some(padding), _) => vector::TransferReadOp::build(
                ctx,
                self.loc,
                self.base,
                &self.indices,
                padding,
                self.mask,
                map,
                bits,
                &[self.vector],
            ),
            (None, value) => vector::TransferWriteOp::build(
                ctx,
                self.loc,
                value.unwrap_or(self.base),
                self.base,
                &self.indices,
                self.mask,
                map,
                bits,
                written,
            ),
        }
    }

    /// Whether slice number `number` is there: in bounds, and not masked out if the mask has one bit for each slice.
    fn condition(&self, rw: &mut Rewriter<'_>, number: ValueId) -> Option<ValueId> {
        let loc = self.loc;
        let mut condition = None;
        if let Some(dim) = self.outer_dim().filter(|_| self.in_bounds.first() == Some(&false)) {
            let size = dim_of(rw, loc, self.base, dim);
            let index = build::sum(rw, loc, self.op, self.indices[dim], number);
            condition = Some(ArithBuilder::new(rw, loc).cmpi("sgt", size, index));
        }
        let mask = self
            .mask
            .filter(|_| self.mask_rank(rw) == 1 && self.outer_dim().is_some());
        let Some(mask) = mask else { return condition };
        let bit = build::extract(rw, loc, mask, &[Place::Value(number)], Type::I1);
        Some(match condition {
            Some(condition) => ArithBuilder::new(rw, loc).andi(condition, bit),
            None => bit,
        })
    }

    /// Does `inside` for slice number `number` if it is there, else `outside`; gives what they give.
    pub(super) fn if_there(
        &self,
        rw: &mut Rewriter<'_>,
        number: ValueId,
        types: &[Type],
        inside: &mut Branch<'_>,
        outside: &mut Branch<'_>,
    ) -> Vec<ValueId> {
        match self.condition(rw, number) {
            Some(condition) => {
                let op = build::if_else(rw, self.loc, condition, types, inside, Some(outside));
                rw.body.results(op).collect()
            }
            None => inside(rw),
        }
    }
}
