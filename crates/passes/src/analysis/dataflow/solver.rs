//! What is known of values and blocks, and what is still to be looked at.

use std::collections::{HashMap, HashSet, VecDeque};

use asyncir_ir::{BlockId, Body, OpId, ValueId};
use foldhash::fast::FixedState;

use super::constants::Constant;
use super::program::{At, BlockAt, OpAt, Owner, Program, SpaceId, ValueAt};
use super::sparse::Lattice;
use crate::analysis::int_range::Known;

/// The facts about the values of a body.
#[derive(Default)]
pub(crate) struct Facts<F>(Vec<F>);

impl<F: Clone + Default> Facts<F> {
    pub(crate) fn of(body: &Body) -> Self {
        Self(vec![F::default(); body.values_bound()])
    }

    pub(crate) fn get(&self, value: ValueId) -> F {
        self.0.get(value.as_u32() as usize).cloned().unwrap_or_default()
    }

    pub(crate) fn set(&mut self, value: ValueId, fact: F) {
        let index = value.as_u32() as usize;
        if index >= self.0.len() {
            self.0.resize(index + 1, F::default());
        }
        self.0[index] = fact;
    }
}

/// What is found out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// Which blocks are live.
    Liveness,
    /// Which values are constants.
    Constants,
    /// Which numbers values may be.
    Ranges,
}

/// Analyses that work together, in the order in which they look at the program first.
pub(crate) type Kinds = &'static [Kind];

/// Constants alone.
pub(crate) const CONSTANTS: Kinds = &[Kind::Liveness, Kind::Constants];
/// Ranges alone. Constants are only the ranges of one number.
pub(crate) const RANGES: Kinds = &[Kind::Liveness, Kind::Ranges];
/// Constants and ranges.
pub(crate) const CONSTANTS_AND_RANGES: Kinds = &[Kind::Liveness, Kind::Constants, Kind::Ranges];

/// An op or a block that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Item {
    Op(OpAt),
    Block(BlockAt),
}

/// Something that is looked at again when what it depends on changes.
pub(crate) type Task = (Item, Kind);

/// A point that control comes to other than from block to block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Point {
    /// The entry of a region.
    Entry(BlockAt),
    /// Behind an op with regions, or behind a call.
    After(OpAt),
    /// The start of a function.
    Start(Owner),
}

/// What depends on something, each once.
#[derive(Default)]
struct Readers {
    tasks: Vec<Task>,
    seen: HashSet<Task, FixedState>,
}

impl Readers {
    fn add(&mut self, task: Task) {
        if self.seen.insert(task) {
            self.tasks.push(task);
        }
    }
}

/// The ops from which control comes to a point, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Sources {
    /// Whether there are others.
    pub(crate) unknown: bool,
    pub(crate) known: Vec<OpAt>,
    seen: HashSet<OpAt, FixedState>,
    readers: Readers,
}

/// Works out facts about a program. Tasks are done in the order in which they come up, as in MLIR: what is found out about
/// ranges depends on it, because those that keep growing are given up.
pub(crate) struct Solver<'p, 'c> {
    pub(crate) program: &'p mut Program<'c>,
    pub(crate) constants: Vec<Facts<Constant>>,
    pub(crate) ranges: Vec<Facts<Known>>,
    kinds: Kinds,
    /// While the liveness is set up: the blocks whose ops are looked at again when the block comes to life.
    started: Option<HashSet<BlockAt, FixedState>>,
    live: HashSet<BlockAt, FixedState>,
    live_edges: HashSet<(SpaceId, BlockId, BlockId), FixedState>,
    sources: HashMap<Point, Sources, FixedState>,
    /// What depends on a value without using it.
    readers: HashMap<(ValueAt, Kind), Readers, FixedState>,
    /// The values that an analysis looked at as operands: it looks at all their users again when they change.
    operands: HashSet<(ValueAt, Kind), FixedState>,
    /// How often facts changed, for those that may not change too often.
    changes: HashMap<(ValueAt, Kind), u32, FixedState>,
    queue: VecDeque<Task>,
}

impl<'p, 'c> Solver<'p, 'c> {
    /// A solver that knows nothing yet.
    pub(crate) fn new(program: &'p mut Program<'c>, kinds: Kinds) -> Self {
        let spaces = program.spaces();
        let constants = spaces.clone().map(|space| Facts::of(program.body(space))).collect();
        let ranges = spaces.map(|space| {
            if kinds.contains(&Kind::Ranges) {
                Facts::of(program.body(space))
            } else {
                Facts::default()
            }
        });
        Self {
            constants,
            ranges: ranges.collect(),
            program,
            kinds,
            started: Some(HashSet::default()),
            live: HashSet::default(),
            live_edges: HashSet::default(),
            sources: HashMap::default(),
            readers: HashMap::default(),
            operands: HashSet::default(),
            changes: HashMap::default(),
            queue: VecDeque::new(),
        }
    }

    /// Comes to the facts about the values of each body. `is_nested` says whether there are ops around the pass's own.
    pub(crate) fn run(&mut self, is_nested: bool) {
        for entry in self.entries() {
            self.mark_live(entry);
        }
        self.find_unknown_callers(is_nested);
        for &kind in self.kinds {
            self.start(kind);
            self.started = None;
        }
        while let Some((item, kind)) = self.queue.pop_front() {
            self.visit(item, kind);
        }
    }

    /// The entries of the regions of the pass's own op, which come with anything.
    fn entries(&self) -> Vec<BlockAt> {
        if self.program.spaces().is_empty() {
            return Vec::new();
        }
        let body = self.program.body(0);
        let regions = body.root_regions().iter();
        let entries = regions.filter_map(|&region| body.region(region).first());
        entries.map(|entry| At::new(0, entry)).collect()
    }

    /// Looks at all ops and blocks once, outer ones before those inside.
    fn start(&mut self, kind: Kind) {
        for entry in self.entries() {
            let body = self.program.body(0);
            let arguments: Vec<_> = body.block_args(entry.id).map(|value| At::new(0, value)).collect();
            match kind {
                Kind::Liveness => {}
                Kind::Constants => self.set_unknown::<Constant>(&arguments),
                Kind::Ranges => self.set_unknown::<Known>(&arguments),
            }
        }
        // The last one is the next.
        let mut pending: Vec<Item> = Vec::new();
        if !self.program.spaces().is_empty() {
            let regions = self.program.body(0).root_regions().to_vec();
            self.add_blocks(0, &regions, &mut pending);
        }
        while let Some(item) = pending.pop() {
            if let (Kind::Liveness, Item::Op(op)) = (kind, item) {
                self.note_started(op);
            }
            self.visit(item, kind);
            match item {
                Item::Block(block) => {
                    let ops = self.program.body(block.space).block_ops(block.id);
                    let from = pending.len();
                    pending.extend(ops.map(|op| Item::Op(At::new(block.space, op))));
                    pending[from..].reverse();
                }
                Item::Op(op) => {
                    let (space, regions) = self.program.regions(op);
                    let regions = regions.to_vec();
                    self.add_blocks(space, &regions, &mut pending);
                }
            }
        }
    }

    fn add_blocks(&self, space: SpaceId, regions: &[asyncir_ir::RegionId], pending: &mut Vec<Item>) {
        let body = self.program.body(space);
        let from = pending.len();
        let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        pending.extend(blocks.map(|block| Item::Block(At::new(space, block))));
        pending[from..].reverse();
    }

    fn note_started(&mut self, op: OpAt) {
        let body = self.program.body(op.space);
        let block = body.parent_block(op.id).filter(|_| self.directs_control(op));
        if let (Some(block), Some(started)) = (block, self.started.as_mut()) {
            started.insert(At::new(op.space, block));
        }
    }

    fn visit(&mut self, item: Item, kind: Kind) {
        match (item, kind) {
            (Item::Op(op), Kind::Liveness) => self.visit_flow(op),
            (Item::Op(op), Kind::Constants) => self.visit_results::<Constant>(op),
            (Item::Op(op), Kind::Ranges) => self.visit_results::<Known>(op),
            (Item::Block(_), Kind::Liveness) => {}
            (Item::Block(block), Kind::Constants) => self.visit_arguments::<Constant>(block),
            (Item::Block(block), Kind::Ranges) => self.visit_arguments::<Known>(block),
        }
    }

    pub(crate) fn is_live(&self, block: BlockAt) -> bool {
        self.live.contains(&block)
    }

    pub(crate) fn is_live_edge(&self, space: SpaceId, from: BlockId, to: BlockId) -> bool {
        self.live_edges.contains(&(space, from, to))
    }

    /// The analyses that hear of a change of a block.
    fn listeners(&self, block: BlockAt) -> Kinds {
        match &self.started {
            Some(started) if started.contains(&block) => &[Kind::Liveness],
            Some(_) => &[],
            None => self.kinds,
        }
    }

    pub(crate) fn mark_live(&mut self, block: BlockAt) {
        if !self.live.insert(block) {
            return;
        }
        let listeners = self.listeners(block);
        self.queue
            .extend(listeners.iter().map(|&kind| (Item::Block(block), kind)));
        let ops: Vec<OpId> = self.program.body(block.space).block_ops(block.id).collect();
        for &kind in listeners {
            for &op in &ops {
                self.enqueue_op(At::new(block.space, op), kind);
            }
        }
    }

    pub(crate) fn mark_edge_live(&mut self, space: SpaceId, from: BlockId, to: BlockId) {
        let to_block = At::new(space, to);
        self.mark_live(to_block);
        if self.live_edges.insert((space, from, to)) {
            let listeners = self.listeners(to_block);
            self.queue
                .extend(listeners.iter().map(|&kind| (Item::Block(to_block), kind)));
        }
    }

    /// Looks at an op again, if there is anything to be found out about it.
    fn enqueue_op(&mut self, op: OpAt, kind: Kind) {
        let concerns = match kind {
            Kind::Liveness => self.directs_control(op),
            _ => self.program.body(op.space).op(op.id).num_results() > 0,
        };
        if concerns && self.kinds.contains(&kind) {
            self.queue.push_back((Item::Op(op), kind));
        }
    }

    pub(crate) fn fact<L: Lattice>(&self, value: ValueAt) -> L {
        L::facts(self)[value.space].get(value.id)
    }

    /// What is known of a value, and `reader` is looked at again if that changes.
    pub(crate) fn read<L: Lattice>(&mut self, value: ValueAt, reader: Item) -> L {
        self.readers.entry((value, L::KIND)).or_default().add((reader, L::KIND));
        self.fact(value)
    }

    /// Counts a change of a fact.
    fn changes_too_often<L: Lattice>(&mut self, value: ValueAt) -> bool {
        L::MAX_CHANGES.is_some_and(|most| {
            let changes = self.changes.entry((value, L::KIND)).or_default();
            *changes = changes.saturating_add(1);
            *changes > most
        })
    }

    pub(crate) fn join<L: Lattice>(&mut self, value: ValueAt, fact: &L) {
        let old: L = self.fact(value);
        let Some(new) = old.join(fact).filter(|new| new.suits(self, value)) else {
            return;
        };
        let new = if self.changes_too_often::<L>(value) {
            old.join(&L::unknown(self, value)).unwrap_or(new)
        } else {
            new
        };
        L::facts_mut(self)[value.space].set(value.id, new);
        let readers = self.readers.get(&(value, L::KIND));
        self.queue
            .extend(readers.into_iter().flat_map(|readers| readers.tasks.iter().copied()));
        if L::KIND == Kind::Constants {
            self.enqueue_users(value, Kind::Liveness);
        }
        self.enqueue_users(value, L::KIND);
        L::changed(self, value);
    }

    /// Looks at the users of a value again, if the analysis looked at one of them already.
    fn enqueue_users(&mut self, value: ValueAt, kind: Kind) {
        if !self.operands.contains(&(value, kind)) {
            return;
        }
        let users: Vec<_> = self.program.body(value.space).users(value.id).collect();
        for user in users {
            self.enqueue_op(At::new(value.space, user), kind);
        }
    }

    /// An analysis looks at all users of an operand again if what is known of it changes. What depends on a value in other
    /// ways [reads](Self::read) it.
    pub(crate) fn look_at(&mut self, operand: ValueAt, kind: Kind) {
        self.operands.insert((operand, kind));
    }

    pub(crate) fn set_unknown<L: Lattice>(&mut self, values: &[ValueAt]) {
        for &value in values {
            let unknown = L::unknown(self, value);
            self.join(value, &unknown);
        }
    }

    /// Where control comes from, and `reader` is looked at again if more is found.
    pub(crate) fn sources(&mut self, point: Point, reader: Task) -> &Sources {
        let sources = self.sources.entry(point).or_default();
        sources.readers.add(reader);
        sources
    }

    /// Whether everything from which control comes to a point is known.
    pub(crate) fn knows_sources(&self, point: Point) -> bool {
        self.sources.get(&point).is_none_or(|sources| !sources.unknown)
    }

    pub(crate) fn add_source(&mut self, point: Point, source: OpAt) {
        let sources = self.sources.entry(point).or_default();
        if sources.seen.insert(source) {
            sources.known.push(source);
            self.wake(point);
        }
    }

    pub(crate) fn set_unknown_sources(&mut self, point: Point) {
        let sources = self.sources.entry(point).or_default();
        if !sources.unknown {
            sources.unknown = true;
            self.wake(point);
        }
    }

    fn wake(&mut self, point: Point) {
        let readers = self.sources.get(&point);
        self.queue.extend(
            readers
                .into_iter()
                .flat_map(|sources| sources.readers.tasks.iter().copied()),
        );
    }
}
