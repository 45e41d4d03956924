//! What lives across suspension points.

use std::collections::{BTreeSet, HashMap};

use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, OpId, UseId, ValueId};

use super::recognize::Coroutine;

/// The values that live across each suspension point: that are defined before the coroutine is suspended there, and
/// used after it is entered again.
pub(super) struct Crossing {
    /// By suspension point.
    pub(super) points: Vec<BTreeSet<ValueId>>,
    /// All of them.
    pub(super) all: BTreeSet<ValueId>,
}

/// How control gets from one block to another.
#[derive(Clone, Copy)]
struct Step {
    from: BlockId,
    /// The suspension point on the way.
    point: Option<usize>,
}

struct Walker<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// The suspension points by their terminators.
    terminators: HashMap<OpId, usize>,
    coroutine: &'a Coroutine,
    /// Branches that an end keeps a resumed coroutine from.
    ended: BTreeSet<OpId>,
    /// For each block the value that was found live at its start last.
    seen: HashMap<BlockId, ValueId>,
    crossing: Crossing,
}

impl Crossing {
    /// Finds out what lives across the suspension points of a coroutine.
    pub(super) fn of(ctx: &Context, body: &Body, coroutine: &Coroutine) -> Self {
        let points = coroutine.points.iter().enumerate();
        let mut walker = Walker {
            ctx,
            body,
            terminators: points.map(|(index, point)| (point.terminator, index)).collect(),
            coroutine,
            ended: coroutine.ends.iter().map(|end| end.branch).collect(),
            seen: HashMap::new(),
            crossing: Self {
                points: vec![BTreeSet::new(); coroutine.points.len()],
                all: BTreeSet::new(),
            },
        };
        let handle = coroutine.handle(body);
        for value in values(body) {
            if value != handle {
                walker.value(value);
            }
        }
        walker.crossing
    }

    /// Leaves a value out.
    pub(super) fn forget(&mut self, value: ValueId) {
        self.all.remove(&value);
        for point in &mut self.points {
            point.remove(&value);
        }
    }
}

/// All values of a function.
pub(super) fn values(body: &Body) -> impl Iterator<Item = ValueId> + '_ {
    let blocks = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    blocks.flat_map(|block| {
        let results = body.block_ops(block).flat_map(|op| body.results(op));
        body.block_args(block).chain(results)
    })
}

impl Walker<'_> {
    fn value(&mut self, value: ValueId) {
        let Some(home) = self.body.value_block(value) else {
            return;
        };
        let mut pending = Vec::new();
        for slot in self.body.uses(value) {
            let user = self.body.use_owner(slot);
            let Some(block) = self.body.parent_block(user) else {
                continue;
            };
            if let Some(point) = self.passed_at(slot, user) {
                self.cross(value, point);
            }
            if block != home {
                self.enter(value, block, &mut pending);
            }
        }
        while let Some(block) = pending.pop() {
            for step in self.steps_to(block) {
                if let Some(point) = step.point {
                    self.cross(value, point);
                }
                if step.from != home {
                    self.enter(value, step.from, &mut pending);
                }
            }
        }
    }

    fn enter(&mut self, value: ValueId, block: BlockId, pending: &mut Vec<BlockId>) {
        if self.seen.insert(block, value) != Some(value) {
            pending.push(block);
        }
    }

    fn cross(&mut self, value: ValueId, point: usize) {
        self.crossing.points[point].insert(value);
        self.crossing.all.insert(value);
    }

    /// The suspension point that a use passes its value on over.
    fn passed_at(&self, slot: UseId, user: OpId) -> Option<usize> {
        let &point = self.terminators.get(&user)?;
        let operand = self.body.use_index(slot);
        let mut entries = self.coroutine.points[point].entries();
        let passes = |entry| {
            let passed = successor_operands(self.ctx, self.body, user, entry);
            passed.is_some_and(|passed| passed.range.contains(&operand))
        };
        entries.any(passes).then_some(point)
    }

    /// How a resumed coroutine, or one that runs for the first time, gets to a block.
    fn steps_to(&self, block: BlockId) -> Vec<Step> {
        let uses = self.body.block_uses(block).filter(|(op, _)| !self.ended.contains(op));
        let step = |(op, successor): (OpId, usize)| {
            let point = self.terminators.get(&op).copied();
            Some(Step {
                from: self.body.parent_block(op)?,
                point: point.filter(|&point| self.coroutine.points[point].entries().any(|entry| entry == successor)),
            })
        };
        uses.filter_map(step).collect()
    }
}
