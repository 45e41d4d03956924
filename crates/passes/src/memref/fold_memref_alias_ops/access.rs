//! Accesses of memory, seen alike whatever op makes them.

use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_dialects::memref::{self, CollapseShapeOp, ExpandShapeOp, SubViewOp};
use asyncir_dialects::vector;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::{AttrKind, Attribute, Context, OpRef, OperationState, Type, ValueId};

/// An access.
pub(super) struct Access {
    /// The memory.
    pub memref: ValueId,
    /// Where in it.
    pub indices: Vec<ValueId>,
    /// The dimensions of the vector that is accessed.
    rank: usize,
    /// Whether there may be fewer elements than the vector has only if they are masked, which is told of one vector only
    /// if it is transferred.
    transfer: Option<Transfer>,
    /// Whether elements must lie side by side.
    is_contiguous: bool,
}

/// What only transfers have.
struct Transfer {
    map: AffineMap,
    in_bounds: Vec<bool>,
    is_write: bool,
}

fn transfer_of(op: OpRef<'_>, is_write: bool) -> Option<Transfer> {
    let AttrKind::AffineMap(map) = op.property("permutation_map")?.kind(op.ctx) else {
        return None;
    };
    let bits = op.property("in_bounds")?.as_array(op.ctx)?;
    Some(Transfer {
        map: map.clone(),
        in_bounds: bits.iter().map(|bit| bit.as_bool() == Some(true)).collect(),
        is_write,
    })
}

impl Access {
    /// The access that an op makes.
    pub(super) fn of(op: OpRef<'_>) -> Option<Self> {
        let scalar = |memref, indices: &[ValueId]| Self {
            memref,
            indices: indices.to_vec(),
            rank: 0,
            transfer: None,
            is_contiguous: false,
        };
        let of_vector = |memref, indices: &[ValueId], value: Type| Self {
            rank: rank_in(op.ctx, op.body.value_type(memref), value),
            ..scalar(memref, indices)
        };
        let contiguous = |access| Self {
            is_contiguous: true,
            ..access
        };
        let vector_of = |value| op.body.value_type(value);
        Some(if let Some(load) = memref::LoadOp::cast(op) {
            scalar(load.memref(), &load.indices())
        } else if let Some(store) = memref::StoreOp::cast(op) {
            scalar(store.memref(), &store.indices())
        } else if let Some(load) = vector::LoadOp::cast(op) {
            contiguous(of_vector(load.base(), &load.indices(), op.result_type(0)))
        } else if let Some(store) = vector::StoreOp::cast(op) {
            contiguous(of_vector(
                store.base(),
                &store.indices(),
                vector_of(store.valueToStore()),
            ))
        } else if let Some(load) = vector::MaskedloadOp::cast(op) {
            of_vector(load.base(), &load.indices(), op.result_type(0))
        } else if let Some(store) = vector::MaskedstoreOp::cast(op) {
            of_vector(store.base(), &store.indices(), vector_of(store.valueToStore()))
        } else if let Some(read) = vector::TransferReadOp::cast(op) {
            let transfer = transfer_of(op, false);
            Self {
                transfer,
                ..of_vector(read.base(), &read.indices(), op.result_type(0))
            }
        } else {
            let write = vector::TransferWriteOp::cast(op)?;
            let transfer = transfer_of(op, true);
            Self {
                transfer,
                ..of_vector(write.base(), &write.indices(), vector_of(write.valueToStore()))
            }
        })
    }

    /// Whether the elements that are accessed in a subview follow each other in its source, too.
    pub(super) fn is_same_in_subview(&self, view: OpRef<'_>) -> bool {
        let subview = SubViewOp(view);
        let strides = subview.mixed_strides();
        let mut is_one = strides
            .iter()
            .map(|stride| stride.known(view.ctx, view.body) == Some(1));
        if let Some(transfer) = &self.transfer {
            return transfer.in_bounds.iter().all(|&bit| bit) && is_one.all(|is_one| is_one);
        }
        let Some(dropped) = subview.dropped_dims() else {
            return false;
        };
        let lead = strides.len().saturating_sub(self.rank);
        let is_one: Vec<bool> = is_one.collect();
        let rows = lead..strides.len();
        // Of one row, only its place matters.
        self.is_contiguous_in(view) && (self.rank < 2 || rows.into_iter().all(|dim| is_one[dim] && !dropped[dim]))
    }

    /// Whether the elements that are accessed in an expanded shape follow each other in its source, too.
    pub(super) fn is_same_in_expansion(&self, view: OpRef<'_>) -> bool {
        let expansion = ExpandShapeOp(view);
        let (groups, rank) = (expansion.groups(), self.indices.len());
        let Some(shape) = view.result_type(0).shape(view.ctx) else {
            return false;
        };
        match &self.transfer {
            Some(transfer) if transfer.is_write || !transfer.map.is_minor_identity() => return false,
            Some(_) => {}
            None if self.rank < 2 => return self.is_contiguous_in(view),
            None => {}
        }
        if self.rank > groups.len() || !self.is_contiguous_in(view) {
            return false;
        }
        (rank.saturating_sub(self.rank)..rank).enumerate().all(|(lane, dim)| {
            let Some(group) = group_of(&groups, dim) else {
                return false;
            };
            let is_last = group.last() == Some(&(dim as i64));
            let others = group.iter().filter(|&&other| other != dim as i64);
            // Where the dimensions before have one element, the group is that dimension.
            let is_whole = others.into_iter().all(|&other| shape.get(other as usize) == Some(&1));
            let may_leave = self
                .transfer
                .as_ref()
                .is_some_and(|transfer| !transfer.in_bounds.get(lane).copied().unwrap_or(false));
            is_last && (is_whole || (lane == 0 && !may_leave))
        })
    }

    /// Whether the elements that are accessed in a collapsed shape follow each other in its source, too.
    pub(super) fn is_same_in_collapse(&self, view: OpRef<'_>) -> bool {
        let groups = CollapseShapeOp(view).groups();
        let lead = groups.len().saturating_sub(self.rank);
        let rows = groups.iter().skip(lead + 1);
        self.transfer.is_none()
            && self.is_contiguous_in(view)
            && (self.rank < 2 || rows.into_iter().all(|group| group.len() == 1))
    }

    /// Whether elements lie side by side in what a view shows, if they must.
    fn is_contiguous_in(&self, view: OpRef<'_>) -> bool {
        let strides = strides_and_offset(view.ctx, view.operand_type(0));
        !self.is_contiguous || matches!(strides, Some((strides, _)) if matches!(strides.last(), None | Some(1)))
    }

    /// The state of the op that accesses `base` instead. Dimensions of it that `dropped` has are not in the view.
    pub(super) fn with_base(
        &self,
        op: OpRef<'_>,
        base: ValueId,
        at: &[ValueId],
        dropped: &[bool],
        is_subview: bool,
    ) -> Option<OperationState> {
        let (ctx, location) = (op.ctx, op.location());
        let results = op.body.result_types(op.op);
        let is_nontemporal = |attr: Option<Attribute>| Some(attr.unwrap_or(Attribute::FALSE));
        // Where a vector is in a subview, MLIR forgets that it is not to be kept in caches.
        let of_vector = |attr| is_nontemporal(if is_subview { None } else { attr });
        Some(if let Some(load) = memref::LoadOp::cast(op) {
            let flag = is_nontemporal(load.nontemporal());
            memref::LoadOp::build(ctx, location, base, at, flag, None, &results)
        } else if let Some(store) = memref::StoreOp::cast(op) {
            let flag = is_nontemporal(store.nontemporal());
            memref::StoreOp::build(ctx, location, store.value(), base, at, flag, None, &[])
        } else if let Some(load) = vector::LoadOp::cast(op) {
            vector::LoadOp::build(ctx, location, base, at, of_vector(load.nontemporal()), None, &results)
        } else if let Some(store) = vector::StoreOp::cast(op) {
            let (value, flag) = (store.valueToStore(), of_vector(store.nontemporal()));
            vector::StoreOp::build(ctx, location, value, base, at, flag, None, &[])
        } else if let Some(load) = vector::MaskedloadOp::cast(op) {
            let (mask, rest) = (load.mask(), load.pass_thru());
            vector::MaskedloadOp::build(ctx, location, base, at, mask, rest, None, &results)
        } else if let Some(store) = vector::MaskedstoreOp::cast(op) {
            let (mask, value) = (store.mask(), store.valueToStore());
            vector::MaskedstoreOp::build(ctx, location, base, at, mask, value, None, &[])
        } else if let Some(read) = vector::TransferReadOp::cast(op) {
            let (map, bounds) = (self.map_in(ctx, at.len(), dropped)?, op.required("in_bounds"));
            let (padding, mask) = (read.padding(), read.mask());
            vector::TransferReadOp::build(ctx, location, base, at, padding, mask, map, bounds, &results)
        } else {
            let write = vector::TransferWriteOp::cast(op)?;
            let (map, bounds) = (self.map_in(ctx, at.len(), dropped)?, op.required("in_bounds"));
            vector::TransferWriteOp::build(
                ctx,
                location,
                write.valueToStore(),
                base,
                at,
                write.mask(),
                map,
                bounds,
                &[],
            )
        })
    }

    /// The map of a transfer whose memory has `rank` dimensions.
    fn map_in(&self, ctx: &Context, rank: usize, dropped: &[bool]) -> Option<Attribute> {
        let rank = u32::try_from(rank).ok()?;
        let map = if dropped.is_empty() {
            AffineMap::minor_identity(rank, u32::try_from(self.rank).ok()?)?
        } else {
            let kept = (0u32..).zip(dropped).filter(|(_, dropped)| !**dropped);
            let dims: Vec<AffineExpr> = kept.map(|(dim, _)| AffineExpr::Dim(dim)).collect();
            let map = &self.transfer.as_ref()?.map;
            map.replace_dims_and_symbols(&dims, &[], rank, 0)?
        };
        Some(ctx.attr(AttrKind::AffineMap(map)))
    }
}

/// The dimensions of `value` that are such of the memory: none if its elements are such vectors.
fn rank_in(ctx: &Context, memref: Type, value: Type) -> usize {
    if memref.element_or_self(ctx) == value {
        return 0;
    }
    value.shape(ctx).map_or(0, <[i64]>::len)
}

fn group_of(groups: &Groups, dim: usize) -> Option<&Vec<i64>> {
    groups.iter().find(|group| group.contains(&(dim as i64)))
}
