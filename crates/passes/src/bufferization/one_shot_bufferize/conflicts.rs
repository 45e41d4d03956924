//! Whether an operand can be used where it is: no read may see what a later write leaves in its memory, and memory that must
//! not change is not written.

use asyncir_dialects::bufferization::MaterializeInDestinationOp;
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::{linalg, tensor};
use asyncir_ir::Dominance;
use asyncir_ir::def::OpView;
use asyncir_ir::{OpId, ValueDef, ValueId};

use super::decisions::Use;
use super::regions::{self, happens_before};
use super::tasks;
use super::view::{Trace, View};

/// A read that would see what is written, instead of what defines the value that it reads.
pub(super) struct Conflict {
    pub read: Use,
    pub write: Use,
    pub definition: ValueId,
}

/// What stands in the way.
pub(super) enum Obstacle {
    /// A read after a write.
    Conflict(Conflict),
    /// A write in a region that runs at the same time as others, to memory from outside of it.
    Parallel,
    /// Values whose memory must not be written.
    ReadOnly(Vec<ValueId>),
}

/// Whether an operand can be used where it is. With `is_check`, only whether what is decided so far can stay.
pub(super) fn obstacle(v: View<'_>, dominance: &Dominance, operand: Use, is_check: bool) -> Option<Obstacle> {
    let is_write = !is_check && v.writes(operand);
    let mut roots = vec![v.value(operand)];
    roots.extend(v.aliases(operand).iter().map(|alias| alias.value));
    let mut writes = in_place_writes(v, &roots);
    if is_write && !writes.contains(&operand) {
        writes.push(operand);
    }
    if !is_check || v.is_in_place(operand) {
        let read_only = read_only_aliases(v, &roots);
        if !writes.is_empty() && !read_only.is_empty() {
            return Some(Obstacle::ReadOnly(read_only));
        }
    }
    let reads = reads_of_aliases(v, &roots);
    // What a task writes may come late, so that it must not be in the memory of others even if nothing reads it.
    let counts = |write: Use| !reads.is_empty() || tasks::is_in_task(v, write.op);
    if v.state.options.check_parallel_regions && writes.iter().any(|&write| counts(write) && is_shared(v, write)) {
        return Some(Obstacle::Parallel);
    }
    find_conflict(v, dominance, &roots, &reads, &writes).map(Obstacle::Conflict)
}

fn read_only_aliases(v: View<'_>, roots: &[ValueId]) -> Vec<ValueId> {
    let aliases = roots.iter().flat_map(|&root| v.all_aliases(root));
    aliases.copied().filter(|&alias| !v.is_writable(alias)).collect()
}

/// The writes to what may share memory with the roots that are decided to be in place.
fn in_place_writes(v: View<'_>, roots: &[ValueId]) -> Vec<Use> {
    let mut found = Vec::new();
    for &alias in roots.iter().flat_map(|&root| v.all_aliases(root)) {
        let writes = v
            .uses(alias)
            .filter(|&operand| v.is_in_place(operand) && v.writes(operand));
        for operand in writes {
            if !found.contains(&operand) {
                found.push(operand);
            }
        }
    }
    found
}

/// The reads of what may share memory with the roots; also by an op that only gives another name, if that is read.
fn reads_of_aliases(v: View<'_>, roots: &[ValueId]) -> Vec<Use> {
    let is_read = |operand: Use| {
        let passes_on = || v.aliases(operand).iter().any(|alias| v.is_read(alias.value));
        v.reads(operand) || !v.writes(operand) && passes_on()
    };
    let mut found = Vec::new();
    for &alias in roots.iter().flat_map(|&root| v.all_aliases(root)) {
        for operand in v.uses(alias).filter(|&operand| is_read(operand)) {
            if !found.contains(&operand) {
                found.push(operand);
            }
        }
    }
    found
}

/// Whether memory comes from outside of the region that runs in parallel in which it is written.
fn is_shared(v: View<'_>, write: Use) -> bool {
    let trace = Trace {
        with_leaves: true,
        ..Trace::default()
    };
    let origins = v.trace(v.value(write), trace, &|value| v.is_written(value));
    let own = regions::parallel(v, v.body.parent_region(write.op));
    let mut regions = origins
        .into_iter()
        .map(|origin| regions::parallel(v, v.value_region(origin)));
    regions.any(|region| region != own)
}

fn find_conflict(
    v: View<'_>,
    dominance: &Dominance,
    roots: &[ValueId],
    reads: &[Use],
    writes: &[Use],
) -> Option<Conflict> {
    for &read in reads {
        let definitions = v.definitions(v.value(read));
        if definitions.is_empty() {
            continue;
        }
        for &write in writes {
            if tasks::may_overtake(v, dominance, read, write, roots) {
                return Some(Conflict {
                    read,
                    write,
                    definition: definitions[0],
                });
            }
            if is_harmless(v, dominance, read, write, &definitions) {
                continue;
            }
            let mut definitions = definitions.iter().copied();
            if let Some(definition) =
                definitions.find(|&definition| is_between(v, dominance, [write, read], definition))
            {
                return Some(Conflict {
                    read,
                    write,
                    definition,
                });
            }
        }
    }
    None
}

/// Whether a write cannot change what is read, whatever defines that.
fn is_harmless(v: View<'_>, dominance: &Dominance, read: Use, write: Use, definitions: &[ValueId]) -> bool {
    let is_ordered = || {
        happens_before(v, dominance, read.op, write.op)
            || read == write
            || regions::are_exclusive(v, read.op, write.op)
            || is_read_before_written(v, read, write)
    };
    // Where ops are executed several times, their order says nothing.
    let has_order =
        order_counts_in_regions(v, read, write, definitions) && order_counts_in_blocks(v, read, write, definitions);
    has_order && is_ordered() || are_apart(v, read, write)
}

/// The order of ops says nothing if a region with both ops may be executed again without the definition.
fn order_counts_in_regions(v: View<'_>, read: Use, write: Use, definitions: &[ValueId]) -> bool {
    definitions.iter().all(|&definition| {
        let of_definition = regions::repetitive(v, v.value_region(definition));
        let mut current = regions::repetitive(v, v.body.parent_region(read.op));
        let mut outermost = None;
        while current != of_definition {
            let Some(region) = current else { return false };
            outermost = Some(region);
            current = regions::next_repetitive(v, region);
        }
        let around = outermost.and_then(|region| v.body.region(region).parent());
        !around.is_some_and(|op| v.body.is_ancestor(op, write.op))
    })
}

/// The order of ops says nothing if branches between the blocks of a region lead from one to the other and back without
/// the definition.
fn order_counts_in_blocks(v: View<'_>, read: Use, write: Use, definitions: &[ValueId]) -> bool {
    let (of_read, of_write) = (v.body.parent_block(read.op), v.body.parent_block(write.op));
    let (Some(of_read), Some(of_write)) = (of_read, of_write) else {
        return true;
    };
    if v.body.parent_region(read.op) != v.body.parent_region(write.op) {
        return true;
    }
    definitions.iter().all(|&definition| {
        let block = v.body.value_block(definition);
        !(regions::leads_to(v, of_read, of_write, block) && regions::leads_to(v, of_write, of_read, block))
    })
}

/// Whether one op reads and writes the same memory element by element.
fn is_read_before_written(v: View<'_>, read: Use, write: Use) -> bool {
    let Some(op) = v.interface(read.op).filter(|_| read.op == write.op) else {
        return false;
    };
    let trace = Trace {
        equivalent_only: true,
        same_type_only: true,
        ..Trace::default()
    };
    let comes_from = |a: ValueId, b: ValueId| !v.trace(a, trace, &|value| value == b).is_empty();
    let (a, b) = (v.value(read), v.value(write));
    op.is_elementwise(v, read.op, [read, write]) && (comes_from(a, b) || comes_from(b, a))
}

/// An op that puts a tensor into a part of another one.
pub(super) struct Insertion {
    op: OpId,
    pub source: Use,
    dest: Use,
}

impl Insertion {
    pub fn of(v: View<'_>, op: OpId) -> Option<Self> {
        let defs = [
            tensor::InsertSliceOp::DEF,
            tensor::ParallelInsertSliceOp::DEF,
            linalg::CopyOp::DEF,
            MaterializeInDestinationOp::DEF,
        ];
        let is_insertion = defs.into_iter().any(|def| v.body.op(op).is(def));
        is_insertion.then_some(Self {
            op,
            source: Use { op, index: 0 },
            dest: Use { op, index: 1 },
        })
    }

    /// Whether a value is the part that is written.
    fn is_part(&self, v: View<'_>, value: ValueId) -> bool {
        let ValueDef::Result { op, .. } = v.body.value_def(value) else {
            return false;
        };
        let data = v.body.op(self.op);
        if data.is(linalg::CopyOp::DEF) || data.is(MaterializeInDestinationOp::DEF) {
            return v.are_equivalent(value, v.value(self.dest));
        }
        v.body.op(op).is(tensor::ExtractSliceOp::DEF)
            && v.are_equivalent(v.body.operand(op, 0), v.value(self.dest))
            && are_same_slices(v, op, self.op)
    }

    /// Whether a value comes from the part that is written, whichever way it comes.
    fn is_of_part(&self, v: View<'_>, value: ValueId) -> bool {
        let trace = Trace {
            with_leaves: true,
            ..Trace::default()
        };
        let origins = v.trace(value, trace, &|value| self.is_part(v, value));
        origins.into_iter().all(|origin| self.is_part(v, origin))
    }
}

/// Whether two ops take the same part of a tensor: offsets, sizes and strides are the same values or constants.
pub(super) fn are_same_slices(v: View<'_>, a: OpId, b: OpId) -> bool {
    let lists = ["static_offsets", "static_sizes", "static_strides"];
    let entries = |op: OpId| {
        let view = v.op_ref(op);
        let first = if view.data().is(tensor::ExtractSliceOp::DEF) {
            1
        } else {
            2
        };
        let values: Vec<ValueId> = v.body.operands(op).skip(first).collect();
        let statics = lists.iter().flat_map(|&list| {
            let attr = view.property(list);
            attr.and_then(|attr| attr.as_dense_ints(v.ctx)).unwrap_or_default()
        });
        asyncir_dialects::index_list::join(&statics.collect::<Vec<_>>(), &values)
    };
    let (a, b) = (entries(a), entries(b));
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| {
            let known = |entry: asyncir_dialects::index_list::Entry| entry.known(v.ctx, v.body);
            a == b || known(*a).is_some() && known(*a) == known(*b)
        })
}

/// Whether two parts are put into a tensor at the end of an iteration, which does not say which one comes first.
fn are_unordered(v: View<'_>, read: Use, write: Use) -> bool {
    let is_dest = |operand: Use| operand.index == 1 && v.body.op(operand.op).is(tensor::ParallelInsertSliceOp::DEF);
    is_dest(read) && is_dest(write) && v.body.parent_op(read.op) == v.body.parent_op(write.op)
}

/// Whether a write is to exactly the part of a tensor that is not read, or puts there what is there already.
fn are_apart(v: View<'_>, read: Use, write: Use) -> bool {
    if are_unordered(v, read, write) {
        return true;
    }
    if let Some(insertion) = Insertion::of(v, read.op) {
        if read == insertion.dest && insertion.is_of_part(v, v.value(write)) {
            return true;
        }
        if read == insertion.source && write == insertion.dest && insertion.is_of_part(v, v.value(read)) {
            return true;
        }
    }
    Insertion::of(v, write.op).is_some_and(|insertion| {
        let source = v.value(insertion.source);
        write == insertion.dest && v.are_equivalent(v.value(read), source) && insertion.is_of_part(v, source)
    })
}

/// Whether a write may come between a definition and a read of it.
fn is_between(v: View<'_>, dominance: &Dominance, [write, read]: [Use; 2], definition: ValueId) -> bool {
    let is_possible = match v.body.value_def(definition) {
        ValueDef::Result { op, .. } => {
            let is_inside = op != write.op && v.body.is_ancestor(op, write.op);
            !is_inside && !happens_before(v, dominance, write.op, op)
        }
        ValueDef::Argument { block, .. } => regions::is_passed(v, block, write.op, read.op),
        ValueDef::Placeholder => false,
    };
    let aliases = v.aliases(write);
    let is_definition = matches!(aliases[..], [alias] if alias.value == definition);
    is_possible && !is_definition
}

/// A constant that a value is.
pub(super) fn known(v: View<'_>, value: ValueId) -> Option<i64> {
    constant_int(v.ctx, v.body, value)
}
