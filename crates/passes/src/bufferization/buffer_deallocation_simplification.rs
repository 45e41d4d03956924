//! `buffer-deallocation-simplification`: `bufferization.dealloc` frees and retains less where it is known which buffers are
//! the same memory and which are not.

use asyncir_dialects::arith::OrIOp;
use asyncir_dialects::arith::build::{ArithBuilder, constant, int_constant};
use asyncir_dialects::bufferization::{DeallocOp, insert_dealloc, set_frees};
use asyncir_dialects::matchers::constant_bool;
use asyncir_dialects::memref::ExtractStridedMetadataOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::region_simplify::RegionSimplifyLevel;
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp, Type, ValueId};

use super::origins::Origins;
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "buffer-deallocation-simplification",
    class: "BufferDeallocationSimplificationPass",
    summary: "Optimizes `bufferization.dealloc` operation for more efficient codegen",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(BufferDeallocationSimplification)),
};

struct BufferDeallocationSimplification;

impl Pass for BufferDeallocationSimplification {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            let origins = Origins::new(cx.ctx, body);
            let simplify = |name, rewrite| Simplify {
                name,
                rewrite,
                origins: &origins,
            };
            let patterns = [
                simplify(
                    "RemoveDeallocMemrefsContainedInRetained",
                    retained_with_memrefs as Rewrite,
                ),
                simplify("RemoveRetainedMemrefsGuaranteedToNotAlias", drop_unrelated_retained),
                simplify("SplitDeallocWhenNotAliasingAnyOther", split),
                simplify("RetainedMemrefAliasingAlwaysDeallocatedMemref", retained_with_freed),
            ];
            let own = patterns.iter().map(|pattern| pattern as &dyn RewritePattern);
            let general = DeallocOp::DEF
                .hooks
                .canonicalize
                .iter()
                .map(|&pattern| pattern as &dyn RewritePattern);
            let patterns = FrozenPatternSet::new(own.chain(general));
            let config = GreedyConfig {
                region_simplify: RegionSimplifyLevel::Normal,
                ..GreedyConfig::default()
            };
            apply_patterns_greedily(cx.ctx, body, &patterns, &config);
            Ok(())
        })
    }
}

type Rewrite = fn(&mut Rewriter<'_>, OpId, &Origins) -> bool;

/// A pattern that knows where memory comes from.
struct Simplify<'o> {
    name: &'static str,
    rewrite: Rewrite,
    origins: &'o Origins,
}

impl RewritePattern for Simplify<'_> {
    fn name(&self) -> &str {
        self.name
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(DeallocOp::DEF)
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        (self.rewrite)(rw, op, self.origins)
    }
}

/// What an op retains, each with the result that tells who owns it.
fn retained_of(rw: &Rewriter<'_>, op: OpId) -> Vec<(ValueId, ValueId)> {
    let view = DeallocOp(rw.body.op_ref(rw.ctx, op));
    view.retained().into_iter().zip(rw.body.results(op)).collect()
}

fn frees_of(rw: &Rewriter<'_>, op: OpId) -> Vec<(ValueId, ValueId)> {
    DeallocOp(rw.body.op_ref(rw.ctx, op)).frees()
}

/// What a buffer is the whole of.
fn source_of_base(rw: &Rewriter<'_>, memref: ValueId) -> Option<ValueId> {
    let op = rw.body.defining_op(memref)?;
    rw.body
        .op(op)
        .is(ExtractStridedMetadataOp::DEF)
        .then(|| rw.body.operand(op, 0))
}

/// Whether a buffer may be one of several.
fn may_be_one_of(rw: &Rewriter<'_>, origins: &Origins, value: ValueId, others: &[ValueId]) -> bool {
    let may_be = |&other: &ValueId| origins.are_same(rw.ctx, rw.body, other, value) != Some(false);
    others.iter().any(may_be)
}

/// A buffer that is retained for certain is not freed: its condition goes to who retains it. There must be nothing else
/// that may be the same.
fn retained_with_memrefs(rw: &mut Rewriter<'_>, op: OpId, origins: &Origins) -> bool {
    let retained = retained_of(rw, op);
    let mut distinct: Vec<ValueId> = retained.iter().map(|&(value, _)| value).collect();
    distinct.sort();
    distinct.dedup();
    if distinct.len() != retained.len() {
        return false;
    }
    let old = frees_of(rw, op);
    let mut new = Vec::new();
    for &(memref, condition) in &old {
        let source = source_of_base(rw, memref);
        let goes = |rw: &mut Rewriter<'_>, value| give_condition(rw, op, origins, &retained, value, condition);
        if !goes(rw, memref) && !source.is_some_and(|source| goes(rw, source)) {
            new.push((memref, condition));
        }
    }
    let changed = new.len() != old.len();
    if changed {
        set_frees(rw, op, &new);
    }
    changed
}

/// Adds a condition to those of the retained buffers that are `memref`; false if it is not known which are.
fn give_condition(
    rw: &mut Rewriter<'_>,
    op: OpId,
    origins: &Origins,
    retained: &[(ValueId, ValueId)],
    memref: ValueId,
    condition: ValueId,
) -> bool {
    let (ctx, at) = (rw.ctx, rw.location_of(op));
    let same: Option<Vec<bool>> = retained
        .iter()
        .map(|&(value, _)| origins.are_same(ctx, rw.body, value, memref))
        .collect();
    let Some(same) = same.filter(|same| same.contains(&true)) else {
        return false;
    };
    rw.set_after(op);
    for (&(_, owner), _) in retained.iter().zip(same).filter(|(_, same)| *same) {
        let both = ArithBuilder::new(rw, at).binary(OrIOp::DEF, owner, condition);
        let made = rw.body.defining_op(both);
        rw.replace_value_if(owner, both, |_, user| Some(user) != made);
    }
    true
}

/// What is none of the buffers to be freed need not be compared with them.
fn drop_unrelated_retained(rw: &mut Rewriter<'_>, op: OpId, origins: &Origins) -> bool {
    let view = DeallocOp(rw.body.op_ref(rw.ctx, op));
    let (memrefs, frees, retained) = (view.memrefs(), view.frees(), view.retained());
    let (related, others): (Vec<usize>, Vec<usize>) =
        (0..retained.len()).partition(|&index| may_be_one_of(rw, origins, retained[index], &memrefs));
    if others.is_empty() {
        return false;
    }
    let at = rw.location_of(op);
    rw.set_before(op);
    let no = constant(rw, at, int_constant(rw.ctx, Type::I1, 0));
    let kept: Vec<ValueId> = related.iter().map(|&index| retained[index]).collect();
    let mut results = vec![no; retained.len()];
    for (index, owner) in related.into_iter().zip(insert_dealloc(rw, at, &frees, &kept)) {
        results[index] = owner;
    }
    rw.replace(op, &results);
    true
}

/// A buffer that is none of the others is freed by an op of its own.
fn split(rw: &mut Rewriter<'_>, op: OpId, origins: &Origins) -> bool {
    let (frees, at) = (frees_of(rw, op), rw.location_of(op));
    let retained = DeallocOp(rw.body.op_ref(rw.ctx, op)).retained();
    let is_shared = |index: usize| {
        let mut others: Vec<ValueId> = frees.iter().map(|&(memref, _)| memref).collect();
        let memref = others.remove(index);
        may_be_one_of(rw, origins, memref, &others)
    };
    let shared: Vec<bool> = (0..frees.len()).map(is_shared).collect();
    if frees.len() <= 1 || shared.iter().all(|&shared| shared) {
        return false;
    }
    rw.set_before(op);
    let mut single = Vec::new();
    let mut rest = Vec::new();
    for (&entry, shared) in frees.iter().zip(shared) {
        if shared {
            rest.push(entry);
        } else {
            single.push(insert_dealloc(rw, at, &[entry], &retained));
        }
    }
    let mut results = insert_dealloc(rw, at, &rest, &retained);
    for more in single {
        for (all, more) in results.iter_mut().zip(more) {
            *all = ArithBuilder::new(rw, at).binary(OrIOp::DEF, *all, more);
        }
    }
    rw.replace(op, &results);
    true
}

/// A buffer that would be freed in any case, and is retained for certain, belongs to who retains it. It need not be freed if
/// that is so of all that is retained.
fn retained_with_freed(rw: &mut Rewriter<'_>, op: OpId, origins: &Origins) -> bool {
    let retained = retained_of(rw, op);
    let mut owned = vec![None; retained.len()];
    let old = frees_of(rw, op);
    let mut new = Vec::new();
    for &(memref, condition) in &old {
        let names = [Some(memref), source_of_base(rw, memref)];
        let is = |value: ValueId, name: ValueId| origins.are_same(rw.ctx, rw.body, value, name) == Some(true);
        let is_freed = constant_bool(rw.ctx, rw.body, condition) == Some(true);
        let is_retained = |value: ValueId| is_freed && names.into_iter().flatten().any(|name| is(value, name));
        let mut is_kept = true;
        for (&(value, _), owned) in retained.iter().zip(&mut owned) {
            if is_retained(value) {
                *owned = Some(condition);
                is_kept = false;
            }
        }
        if is_kept {
            new.push((memref, condition));
        }
    }
    let mut changed = false;
    for (&(_, owner), &condition) in retained.iter().zip(&owned) {
        if let Some(condition) = condition.filter(|_| rw.body.has_uses(owner)) {
            rw.replace_value(owner, condition);
            changed = true;
        }
    }
    if new.len() < old.len() && owned.iter().all(Option::is_some) {
        set_frees(rw, op, &new);
        changed = true;
    }
    changed
}
