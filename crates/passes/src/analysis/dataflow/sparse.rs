//! How facts go from value to value, whatever they say: results by what ops do, arguments by what is passed to them.

use std::ops::Range;

use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{Body, Context, OpId, ValueId};
use smallvec::SmallVec;

use super::liveness::branches_between_regions;
use super::program::{At, BlockAt, OpAt, Owner, ValueAt};
use super::regions;
use super::solver::{Facts, Item, Kind, Point, Solver};
use crate::general::inline::is_call;

/// What is known of a value. It starts with nothing, and only ever becomes less precise.
pub(crate) trait Lattice: Clone + Default + 'static {
    /// The analysis that finds it out.
    const KIND: Kind;

    /// How often facts of this kind may change before nothing is known, for those that could change for very long.
    const MAX_CHANGES: Option<u32> = None;

    /// What is known of a value that may be either, if that is something else than `self`.
    fn join(&self, other: &Self) -> Option<Self>;

    /// What is known of a value that may be anything.
    fn unknown(solver: &Solver<'_, '_>, value: ValueAt) -> Self;

    /// Whether this can be known of a value. Results of async ops have other types than what regions and functions return.
    fn suits(&self, _: &Solver<'_, '_>, _: ValueAt) -> bool {
        true
    }

    /// The facts of each body.
    fn facts<'s>(solver: &'s Solver<'_, '_>) -> &'s [Facts<Self>];

    /// The facts of each body, to be changed.
    fn facts_mut<'s>(solver: &'s mut Solver<'_, '_>) -> &'s mut [Facts<Self>];

    /// Comes to what the results of an op are that is no call, and whose regions tell nothing of them.
    fn visit(solver: &mut Solver<'_, '_>, op: OpAt, results: &[ValueAt]);

    /// Comes to what an op itself makes: arguments of a region of it, or results, other than those of the range `passed`,
    /// which come with control.
    fn visit_own(solver: &mut Solver<'_, '_>, own: &Own<'_>, passed: Range<usize>) {
        solver.set_unknown::<Self>(&own.values[..passed.start]);
        solver.set_unknown::<Self>(&own.values[passed.end..]);
    }

    /// What follows from a change of a value.
    fn changed(_: &mut Solver<'_, '_>, _: ValueAt) {}
}

/// Arguments of a region, or results, and the op that they belong to.
pub(crate) struct Own<'a> {
    /// The op.
    pub(crate) parent: OpAt,
    /// What is looked at again when something that it depends on changes.
    pub(crate) reader: Item,
    /// The arguments or results.
    pub(crate) values: &'a [ValueAt],
}

impl Solver<'_, '_> {
    /// Comes to what the results of an op are, if it is reached.
    pub(crate) fn visit_results<L: Lattice>(&mut self, op: OpAt) {
        let body = self.program.body(op.space);
        let Some(block) = body.parent_block(op.id) else { return };
        let data = body.op(op.id);
        if data.num_results() == 0 || !self.is_live(At::new(op.space, block)) {
            return;
        }
        let results: Vec<ValueAt> = body.results(op.id).map(|value| At::new(op.space, value)).collect();
        if branches_between_regions(body, op.id) {
            let own = Own {
                parent: op,
                reader: Item::Op(op),
                values: &results,
            };
            self.receive::<L>(Point::After(op), &own, None);
            return;
        }
        let is_call = is_call(data);
        let operands: SmallVec<[ValueId; 4]> = body.operands(op.id).collect();
        for operand in operands {
            self.look_at(At::new(op.space, operand), L::KIND);
        }
        if is_call {
            self.visit_call_results::<L>(op, &results);
        } else {
            L::visit(self, op, &results);
        }
    }

    fn visit_call_results<L: Lattice>(&mut self, call: OpAt, results: &[ValueAt]) {
        let reader = Item::Op(call);
        let Some(returns) = self.all_sources::<L>(Point::After(call), reader) else {
            return self.set_unknown::<L>(results);
        };
        for end in returns {
            let returned: Vec<_> = self.program.body(end.space).operands(end.id).collect();
            for (&result, value) in results.iter().zip(returned) {
                let fact: L = self.read(At::new(end.space, value), reader);
                self.join(result, &fact);
            }
        }
    }

    /// Comes to what the arguments of a block are, if it is reached.
    pub(crate) fn visit_arguments<L: Lattice>(&mut self, block: BlockAt) {
        let body = self.program.body(block.space);
        let values = body.block_args(block.id).map(|value| At::new(block.space, value));
        let arguments: Vec<ValueAt> = values.collect();
        if arguments.is_empty() || !self.is_live(block) {
            return;
        }
        let Some(region) = body.block(block.id).region() else {
            return;
        };
        if body.region(region).first() != Some(block.id) {
            return self.visit_passed::<L>(block, &arguments);
        }
        let Some(parent) = body.region(region).parent() else {
            return self.visit_parameters::<L>(block, &arguments);
        };
        let branches = branches_between_regions(body, parent);
        let index = body.op_regions(parent).iter().position(|&other| other == region);
        let own = Own {
            parent: At::new(block.space, parent),
            reader: Item::Block(block),
            values: &arguments,
        };
        if branches {
            return self.receive::<L>(Point::Entry(block), &own, index);
        }
        L::visit_own(self, &own, 0..0);
    }

    /// Where control comes from at a call or a function, unless it may come from elsewhere, too.
    fn all_sources<L: Lattice>(&mut self, point: Point, reader: Item) -> Option<Vec<OpAt>> {
        let is_interprocedural = self.program.is_interprocedural();
        let sources = self.sources(point, (reader, L::KIND));
        (is_interprocedural && !sources.unknown).then(|| sources.known.clone())
    }

    /// The arguments of a function are what calls pass.
    fn visit_parameters<L: Lattice>(&mut self, entry: BlockAt, arguments: &[ValueAt]) {
        if !self.program.owner_has(entry.space, OpTrait::FunctionLike) {
            return self.set_unknown::<L>(arguments);
        }
        let owner: Owner = self.program.owner(entry.space);
        let reader = Item::Block(entry);
        let Some(calls) = self.all_sources::<L>(Point::Start(owner), reader) else {
            return self.set_unknown::<L>(arguments);
        };
        for call in calls {
            let passed = regions::passed_to_callee(self.program.op_ref(call));
            for (&argument, value) in arguments.iter().zip(passed) {
                let fact: L = self.read(At::new(call.space, value), reader);
                self.join(argument, &fact);
            }
        }
    }

    /// The arguments of a block that is no entry are what live branches pass.
    fn visit_passed<L: Lattice>(&mut self, block: BlockAt, arguments: &[ValueAt]) {
        let body = self.program.body(block.space);
        let branches: Vec<(OpId, usize)> = body.block_uses(block.id).collect();
        for (branch, successor) in branches {
            let body = self.program.body(block.space);
            let Some(from) = body.parent_block(branch) else {
                continue;
            };
            if !self.is_live_edge(block.space, from, block.id) {
                continue;
            }
            let passed = passed_by(self.program.ctx, body, branch, successor);
            for (index, &argument) in arguments.iter().enumerate() {
                let fact: L = match passed.as_ref().and_then(|passed| *passed.get(index)?) {
                    Some(value) => self.read(At::new(block.space, value), Item::Block(block)),
                    None => L::unknown(self, argument),
                };
                self.join(argument, &fact);
            }
        }
    }

    /// Arguments of a region, or results, are what comes with control to that region (`to`) or behind the op. The others
    /// are made by the op itself.
    fn receive<L: Lattice>(&mut self, point: Point, own: &Own<'_>, to: Option<usize>) {
        for source in self.sources(point, (own.reader, L::KIND)).known.clone() {
            let view = self.program.op_ref(source);
            let passed = if source == own.parent {
                Some(regions::passed_on_entry(view))
            } else {
                regions::passed_at_end(view)
            };
            let Some(passed) = passed else {
                return self.set_unknown::<L>(own.values);
            };
            let first = regions::first_input(self.program.op_ref(own.parent), to).min(own.values.len());
            let last = (first + passed.len()).min(own.values.len());
            let values: SmallVec<[ValueId; 4]> = passed.map(|index| view.operand(index)).collect();
            if last - first < own.values.len() {
                L::visit_own(self, own, first..last);
            }
            for (&input, value) in own.values[first..last].iter().zip(values) {
                let fact: L = self.read(At::new(source.space, value), own.reader);
                self.join(input, &fact);
            }
        }
    }
}

/// What a branch passes to the arguments of a successor, `None` for those that it makes itself; `None` if that is not
/// known.
fn passed_by(ctx: &Context, body: &Body, branch: OpId, successor: usize) -> Option<Vec<Option<ValueId>>> {
    let passed = successor_operands(ctx, body, branch, successor)?;
    let operands = passed.range.map(|index| Some(body.operand(branch, index)));
    Some(std::iter::repeat_n(None, passed.produced).chain(operands).collect())
}
