//! Memory that can become values, and the ops that have its address.

use std::collections::HashMap;

use asyncir_dialects::{llvm, memref, ub};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, RegionId, Type, TypeKind, UseId, ValueId, WalkOrder};

use super::{is_graph, memory};

/// Memory of one value.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The op that allocates it.
    pub(super) allocation: OpId,
    /// The result of the op that allocates the memory.
    pub(super) address: ValueId,
    /// The type of what it holds.
    pub(super) ty: Type,
    /// Where it is allocated. All that accesses it must be there, too.
    pub(super) region: RegionId,
}

/// The ops that allocate memory on the stack, inner ones first.
pub(in crate::general) fn allocations(body: &Body) -> Vec<OpId> {
    let mut ops = body.walk_all(WalkOrder::Post);
    ops.retain(|&op| is_allocation(body, op));
    ops
}

fn is_allocation(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    data.is(memref::AllocaOp::DEF) || data.is(llvm::AllocaOp::DEF)
}

impl Slot {
    /// The memory that an op allocates, if it holds one value. `is_graph_body` says whether ops have no order at the top of
    /// the body.
    pub(super) fn of(ctx: &Context, body: &Body, op: OpId, is_graph_body: bool) -> Option<Self> {
        let (address, block) = (body.result(op, 0), body.parent_block(op)?);
        let region = body.block(block).region()?;
        let is_unordered = match body.region(region).parent() {
            Some(parent) => is_graph(body.op(parent)),
            None => is_graph_body,
        };
        if is_unordered {
            return None;
        }
        let view = body.op_ref(ctx, op);
        let ty = if view.data().is(llvm::AllocaOp::DEF) {
            let is_in_entry = body.region(region).first() == Some(block);
            is_in_entry.then(|| view.required("elem_type").as_type(ctx))?
        } else {
            single_element(ctx, view.result_type(0))
        };
        Some(Self {
            allocation: op,
            address,
            ty: ty?,
            region,
        })
    }

    /// The state of the op that stands for what the memory holds before anything is stored.
    pub(super) fn default_value(&self, ctx: &Context, body: &Body) -> asyncir_ir::OperationState {
        let data = body.op(self.allocation);
        if data.is(llvm::AllocaOp::DEF) {
            llvm::UndefOp::build(ctx, data.location(), &[self.ty])
        } else {
            ub::PoisonOp::build(ctx, data.location(), None, &[self.ty])
        }
    }
}

/// The type of the only element of a memref.
fn single_element(ctx: &Context, ty: Type) -> Option<Type> {
    match ty.kind(ctx) {
        TypeKind::MemRef { shape, element, .. } => shape.iter().all(|&size| size == 1).then_some(*element),
        _ => None,
    }
}

/// The ops that have to give up an address, in the order in which they were found; `None` if one cannot, or accesses the
/// memory in another region.
pub(super) fn users(ctx: &Context, body: &Body, slot: &Slot) -> Option<Vec<OpId>> {
    let mut order: Vec<OpId> = Vec::new();
    let mut uses: HashMap<OpId, Vec<UseId>> = HashMap::new();
    let mut pending = vec![slot.address];
    while let Some(value) = pending.pop() {
        for slot in body.uses(value) {
            let user = body.use_owner(slot);
            let own = uses.entry(user).or_default();
            own.push(slot);
            if own.len() > 1 {
                continue;
            }
            order.push(user);
            if memory::passes_address_on(ctx, body, user) {
                pending.extend(body.results(user));
            }
        }
    }
    let can_give_up = order.iter().all(|user| {
        let is_here = body.parent_region(*user) == Some(slot.region);
        (is_here || memory::access(body, *user, slot).is_none())
            && memory::can_give_up(ctx, body, *user, slot, &uses[user], &|other| uses.contains_key(&other))
    });
    can_give_up.then_some(order)
}
