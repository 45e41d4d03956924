//! The ramp function: what is left of the coroutine's own function, up to the first suspension.

use std::collections::BTreeMap;

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::region_simplify::{erase_unreachable_blocks, run_region_dce};
use asyncir_ir::{Body, Context, Ident, RegionId, ValueId};

use super::access;
use super::activation;
use super::memory::{self, Late};
use super::plan::Plan;
use super::recognize::Coroutine;
use super::ssa::Reachable;
use super::stores::{Frames, Stores};

/// The functions that go on with the coroutine.
#[derive(Clone, Copy, Default)]
pub(super) struct Functions {
    pub(super) resume: Option<Ident>,
    pub(super) destroy: Option<Ident>,
}

/// Makes the body of a coroutine that of its ramp function.
pub(super) fn build(ctx: &Context, body: &mut Body, coroutine: &Coroutine, plan: &Plan, functions: Functions) {
    let regions: Vec<RegionId> = body.root_regions().to_vec();
    for end in &coroutine.ends {
        body.erase_op(end.op);
    }
    activation::suspend(ctx, body, coroutine);
    erase_unreachable_blocks(&mut Rewriter::new(ctx, body), &regions);
    let reachable = Reachable::of(body);
    let late = Late::find(body, coroutine, plan, &reachable);
    let frames = match late {
        Some(late) => Frames::ByPoint(late.place(ctx, body, coroutine, plan, functions)),
        None => Frames::One(begin(ctx, body, coroutine, plan, functions)),
    };
    let is_late = matches!(frames, Frames::ByPoint(_));
    let stores = Stores {
        ctx,
        coroutine,
        plan,
        reachable: &reachable,
        frames,
        entries: &BTreeMap::new(),
        is_entered: false,
    };
    stores.insert(body);
    erase_begin(body, coroutine, is_late);
    run_region_dce(ctx, body, &regions);
}

/// The frame starts in the memory that it is given, with the functions that go on with the coroutine. Gives its address.
fn begin(ctx: &Context, body: &mut Body, coroutine: &Coroutine, plan: &Plan, functions: Functions) -> ValueId {
    let location = body.op(coroutine.begin).location();
    let (handle, memory) = (coroutine.handle(body), body.operand(coroutine.begin, 1));
    let place = body.after(coroutine.begin);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_point(place);
    if !coroutine.points.is_empty() {
        memory::store_header(&mut rw, location, memory, functions);
    }
    let in_frame = plan.sources.iter().filter(|(_, source)| source.is_address());
    for &value in in_frame.map(|(value, _)| value) {
        let address = access::restore(&mut rw, plan, memory, value).unwrap_or(value);
        rw.body.replace_all_uses(value, address);
        rw.body
            .defining_op(value)
            .into_iter()
            .for_each(|alloca| rw.body.erase_op(alloca));
    }
    body.replace_all_uses(handle, memory);
    memory
}

/// Nothing begins any more; a frame that is allocated later is not allocated here.
fn erase_begin(body: &mut Body, coroutine: &Coroutine, is_late: bool) {
    let id = body.defining_op(body.operand(coroutine.begin, 0));
    body.erase_op(coroutine.begin);
    if let Some(id) = id.filter(|&id| !body.has_uses(body.result(id, 0))) {
        body.erase_op(id);
    }
    if let Some(allocation) = coroutine.allocation.as_ref().filter(|_| is_late) {
        body.erase_op(allocation.call);
    }
}
