//! Canonicalisation of `bufferization.dealloc`.

use asyncir_ir::def::{Effect, EffectKind, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{OpId, Type, ValueId};
use smallvec::SmallVec;

use super::DeallocOp;
use super::dealloc::set_frees;
use crate::arith::OrIOp;
use crate::arith::build::{self, ArithBuilder, int_constant};
use crate::matchers::constant_bool;
use crate::memref::ExtractStridedMetadataOp;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `bufferization.dealloc`.
    DEALLOC for DeallocOp = [
        merge_memrefs,
        merge_retained,
        nothing_to_free,
        drop_never_freed,
        free_what_was_allocated,
        drop_unused_allocations,
    ];
}

fn frees_of(rw: &Rewriter<'_>, op: OpId) -> Vec<(ValueId, ValueId)> {
    DeallocOp(rw.body.op_ref(rw.ctx, op)).frees()
}

/// Memory that is listed twice is listed once: it is freed if one of the conditions says so.
fn merge_memrefs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (old, location) = (frees_of(rw, op), rw.location_of(op));
    let mut new: Vec<(ValueId, ValueId)> = Vec::new();
    rw.set_before(op);
    for &(memref, condition) in &old {
        match new.iter_mut().find(|(known, _)| *known == memref) {
            Some((_, known)) if *known == condition => {}
            Some((_, known)) => {
                *known = ArithBuilder::new(rw, location).binary(OrIOp::DEF, *known, condition);
            }
            None => new.push((memref, condition)),
        }
    }
    if new.len() == old.len() {
        return false;
    }
    set_frees(rw, op, &new);
    true
}

/// What is retained twice has one result.
fn merge_retained(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = DeallocOp(rw.body.op_ref(rw.ctx, op));
    let (memrefs, conditions, old) = (view.memrefs(), view.conditions(), view.retained());
    let mut new: Vec<ValueId> = Vec::new();
    let results: Vec<usize> = old
        .iter()
        .map(|retained| {
            new.iter().position(|known| known == retained).unwrap_or_else(|| {
                new.push(*retained);
                new.len() - 1
            })
        })
        .collect();
    if new.len() == old.len() {
        return false;
    }
    let (location, attrs, types) = (rw.location_of(op), rw.body.op(op).attrs(), vec![Type::I1; new.len()]);
    rw.set_before(op);
    let mut state = DeallocOp::build(rw.ctx, location, &memrefs, &conditions, &new, &types);
    state.attrs = attrs;
    let merged = rw.insert(state);
    let results: Vec<ValueId> = results
        .into_iter()
        .map(|result| rw.body.result(merged, result))
        .collect();
    rw.replace(op, &results);
    true
}

/// If there is nothing to free, nobody comes to own anything.
fn nothing_to_free(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if !frees_of(rw, op).is_empty() {
        return false;
    }
    let (count, location) = (rw.body.op(op).num_results(), rw.location_of(op));
    let mut results = Vec::new();
    if count > 0 {
        rw.set_before(op);
        let no = build::constant(rw, location, int_constant(rw.ctx, Type::I1, 0));
        results = vec![no; count];
    }
    rw.replace(op, &results);
    true
}

/// What is freed on no condition need not be told.
fn drop_never_freed(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    keep_frees(rw, op, |rw, (_, condition)| {
        constant_bool(rw.ctx, rw.body, condition) != Some(false)
    })
}

/// Keeps some of what is freed; gives whether there was more.
fn keep_frees(rw: &mut Rewriter<'_>, op: OpId, is_kept: impl Fn(&Rewriter<'_>, (ValueId, ValueId)) -> bool) -> bool {
    let old = frees_of(rw, op);
    let new: Vec<_> = old.iter().copied().filter(|&free| is_kept(rw, free)).collect();
    let changed = new.len() != old.len();
    if changed {
        set_frees(rw, op, &new);
    }
    changed
}

/// The base of memory that is allocated here is that memory.
fn free_what_was_allocated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let old = frees_of(rw, op);
    let base = |memref: ValueId| {
        let maker = rw.body.defining_op(memref)?;
        let metadata = rw.body.op(maker).is(ExtractStridedMetadataOp::DEF);
        let source = metadata.then(|| rw.body.operand(maker, 0))?;
        let is_allocated = effects_of_maker(rw, source).is_some_and(|effects| {
            let mut effects = effects.iter();
            effects.any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(source))
        });
        is_allocated.then_some(source)
    };
    let new: Vec<_> = old
        .iter()
        .map(|&(memref, condition)| (base(memref).unwrap_or(memref), condition))
        .collect();
    let changed = new != old;
    if changed {
        set_frees(rw, op, &new);
    }
    changed
}

/// Memory that is allocated and freed without any other use is not needed.
fn drop_unused_allocations(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    keep_frees(rw, op, |rw, (memref, _)| {
        let mut users = rw.body.users(memref);
        let used_here_alone = users.next() == Some(op) && users.next().is_none();
        !used_here_alone || !allocates(rw, memref)
    })
}

/// Whether an op does nothing but allocate this memory.
fn allocates(rw: &Rewriter<'_>, memref: ValueId) -> bool {
    effects_of_maker(rw, memref).is_some_and(|effects| {
        matches!(&effects[..], [effect] if effect.kind == EffectKind::Allocate && effect.value == Some(memref))
    })
}

/// What the op does that a value comes from; `None` if that is not known.
fn effects_of_maker(rw: &Rewriter<'_>, value: ValueId) -> Option<SmallVec<[Effect; 2]>> {
    let maker = rw.body.defining_op(value)?;
    effects_of(rw.body.op_ref(rw.ctx, maker))
}
