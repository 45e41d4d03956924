//! What is known of values and blocks, and what is still to be looked at.

use std::collections::{HashMap, HashSet, VecDeque};

use asyncir_ir::def::Dialect;
use asyncir_ir::{Attribute, BlockId, Body, ValueId};

use super::program::{At, BlockAt, OpAt, Owner, Program, SpaceId, ValueAt};

/// What is known of a value. It only ever changes to a later case.
#[derive(Clone, Copy, Default)]
pub(super) enum Fact {
    /// Nothing that is live defines it so far.
    #[default]
    Undefined,
    /// It is a constant, and an op of this dialect said so.
    Constant(Attribute, Option<&'static Dialect>),
    /// It is no constant.
    Unknown,
}

impl Fact {
    /// What is known of a value that may be either.
    fn join(self, other: Fact) -> Fact {
        match (self, other) {
            (Fact::Undefined, fact) | (fact, Fact::Undefined) => fact,
            (Fact::Constant(a, dialect), Fact::Constant(b, _)) if a == b => Fact::Constant(a, dialect),
            _ => Fact::Unknown,
        }
    }
}

/// The facts about the values of a body.
#[derive(Default)]
pub(super) struct Facts(Vec<Fact>);

impl Facts {
    fn of(body: &Body) -> Self {
        Self(vec![Fact::Undefined; body.values_bound()])
    }

    pub(super) fn get(&self, value: ValueId) -> Fact {
        self.0.get(value.as_u32() as usize).copied().unwrap_or_default()
    }
}

/// Something that is looked at again when what it depends on changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Task {
    Op(OpAt),
    Block(BlockAt),
}

/// A point that control comes to other than from block to block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Point {
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
    seen: HashSet<Task>,
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
pub(super) struct Sources {
    /// Whether there are others.
    pub(super) unknown: bool,
    pub(super) known: Vec<OpAt>,
    seen: HashSet<OpAt>,
    readers: Readers,
}

pub(super) struct Analysis<'p, 'c> {
    pub(super) program: &'p mut Program<'c>,
    facts: Vec<Facts>,
    live: HashSet<BlockAt>,
    live_edges: HashSet<(SpaceId, BlockId, BlockId)>,
    sources: HashMap<Point, Sources>,
    /// What depends on a value without using it.
    readers: HashMap<ValueAt, Readers>,
    queue: VecDeque<Task>,
    queued: HashSet<Task>,
}

impl<'p, 'c> Analysis<'p, 'c> {
    pub(super) fn new(program: &'p mut Program<'c>) -> Self {
        let facts = program.spaces().map(|space| Facts::of(program.body(space))).collect();
        Self {
            program,
            facts,
            live: HashSet::new(),
            live_edges: HashSet::new(),
            sources: HashMap::new(),
            readers: HashMap::new(),
            queue: VecDeque::new(),
            queued: HashSet::new(),
        }
    }

    /// Comes to the facts about the values of each body. `is_nested` says whether there are ops around the pass's own.
    pub(super) fn run(mut self, is_nested: bool) -> Vec<Facts> {
        self.find_unknown_callers(is_nested);
        self.start();
        while let Some(task) = self.queue.pop_front() {
            self.queued.remove(&task);
            match task {
                Task::Op(op) => {
                    self.visit_flow(op);
                    self.visit_results(op);
                }
                Task::Block(block) => self.visit_arguments(block),
            }
        }
        self.facts
    }

    /// The regions of the pass's own op are entered with anything.
    fn start(&mut self) {
        if self.program.spaces().is_empty() {
            return;
        }
        for region in self.program.body(0).root_regions().to_vec() {
            let body = self.program.body(0);
            let Some(entry) = body.region(region).first() else {
                continue;
            };
            let arguments: Vec<_> = body.block_args(entry).map(|value| At::new(0, value)).collect();
            self.set_unknown(&arguments);
            self.mark_live(At::new(0, entry));
        }
    }

    fn enqueue(&mut self, task: Task) {
        if self.queued.insert(task) {
            self.queue.push_back(task);
        }
    }

    pub(super) fn is_live(&self, block: BlockAt) -> bool {
        self.live.contains(&block)
    }

    pub(super) fn is_live_edge(&self, space: SpaceId, from: BlockId, to: BlockId) -> bool {
        self.live_edges.contains(&(space, from, to))
    }

    pub(super) fn mark_live(&mut self, block: BlockAt) {
        if self.live.insert(block) {
            self.enqueue(Task::Block(block));
            for op in self.program.body(block.space).block_ops(block.id).collect::<Vec<_>>() {
                self.enqueue(Task::Op(At::new(block.space, op)));
            }
        }
    }

    pub(super) fn mark_edge_live(&mut self, space: SpaceId, from: BlockId, to: BlockId) {
        self.mark_live(At::new(space, to));
        if self.live_edges.insert((space, from, to)) {
            self.enqueue(Task::Block(At::new(space, to)));
        }
    }

    pub(super) fn fact(&self, value: ValueAt) -> Fact {
        self.facts[value.space].get(value.id)
    }

    /// What is known of a value, and `reader` is looked at again if that changes.
    pub(super) fn read(&mut self, value: ValueAt, reader: Task) -> Fact {
        self.readers.entry(value).or_default().add(reader);
        self.fact(value)
    }

    pub(super) fn join(&mut self, value: ValueAt, fact: Fact) {
        let old = self.fact(value);
        let new = old.join(fact);
        if std::mem::discriminant(&old) == std::mem::discriminant(&new) {
            return;
        }
        self.facts[value.space].0[value.id.as_u32() as usize] = new;
        let users: Vec<_> = self.program.body(value.space).users(value.id).collect();
        for user in users {
            self.enqueue(Task::Op(At::new(value.space, user)));
        }
        let readers = self.readers.get(&value).map(|readers| readers.tasks.clone());
        for reader in readers.unwrap_or_default() {
            self.enqueue(reader);
        }
    }

    pub(super) fn set_unknown(&mut self, values: &[ValueAt]) {
        for &value in values {
            self.join(value, Fact::Unknown);
        }
    }

    /// Where control comes from, and `reader` is looked at again if more is found.
    pub(super) fn sources(&mut self, point: Point, reader: Task) -> &Sources {
        let sources = self.sources.entry(point).or_default();
        sources.readers.add(reader);
        sources
    }

    pub(super) fn add_source(&mut self, point: Point, source: OpAt) {
        let sources = self.sources.entry(point).or_default();
        if sources.seen.insert(source) {
            sources.known.push(source);
            self.wake(point);
        }
    }

    pub(super) fn set_unknown_sources(&mut self, point: Point) {
        let sources = self.sources.entry(point).or_default();
        if !sources.unknown {
            sources.unknown = true;
            self.wake(point);
        }
    }

    fn wake(&mut self, point: Point) {
        let readers = self.sources.get(&point).map(|sources| sources.readers.tasks.clone());
        for reader in readers.unwrap_or_default() {
            self.enqueue(reader);
        }
    }
}
