//! What the function of a loop or a task is told of the memory that it uses.
//!
//! LLVM sees what does not overlap as long as it sees where memory is allocated. In a function of its own, a loop would store
//! each partial sum in the middle of a computation, and would not be vectorized. `memref.distinct_objects` keeps what is
//! known.

use asyncir_dialects::memref;
use asyncir_dialects::memref::strides::MemRef;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Location, Mapping, ValueId};

use crate::analysis::memref_alias::are_distinct;

/// The pairs grow with the square of this, and LLVM looks at each of them.
const MAX_MEMREFS: usize = 8;

/// Inserts what is known of captured memory: that the values of a group are different objects. `map` has what stands for them,
/// and has the results afterwards.
pub(super) fn declare(rw: &mut Rewriter<'_>, location: Location, groups: &[Vec<ValueId>], map: &mut Mapping) {
    for group in groups {
        let operands: Vec<ValueId> = group.iter().filter_map(|&value| map.get(value)).collect();
        let types: Vec<_> = operands.iter().map(|&operand| rw.body.value_type(operand)).collect();
        let op = rw.insert(memref::DistinctObjectsOp::build(rw.ctx, location, &operands, &types));
        let results: Vec<ValueId> = rw.body.results(op).collect();
        for (&value, result) in group.iter().zip(results) {
            map.map_value(value, result);
        }
    }
}

/// Groups of memrefs that are all different objects, such that each pair that is different is in a group.
pub(super) fn groups(ctx: &Context, body: &Body, captured: &[ValueId]) -> Vec<Vec<ValueId>> {
    let memrefs = captured
        .iter()
        .copied()
        .filter(|&value| MemRef::of(ctx, body.value_type(value)).is_some());
    let mut groups: Vec<Vec<ValueId>> = Vec::new();
    let mut seen: Vec<ValueId> = Vec::new();
    for value in memrefs.take(MAX_MEMREFS) {
        let mut others = seen.clone();
        others.retain(|&other| are_distinct(body, value, other));
        seen.push(value);
        let fits = |group: &[ValueId], value| group.iter().all(|&member| are_distinct(body, member, value));
        for group in &mut groups {
            if group.iter().any(|member| others.contains(member)) && fits(group, value) {
                others.retain(|other| !group.contains(other));
                group.push(value);
            }
        }
        while let Some(other) = others.pop() {
            let mut group = vec![other, value];
            others.retain(|&other| {
                let joins = fits(&group, other);
                if joins {
                    group.push(other);
                }
                !joins
            });
            groups.push(group);
        }
        if !groups.iter().any(|group| group.contains(&value)) {
            groups.push(vec![value]);
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}
