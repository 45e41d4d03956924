//! Which blocks are live, and where control comes from.

use asyncir_dialects::affine;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Attribute, Body, OpId};
use smallvec::SmallVec;

use super::constants::Constant;
use super::program::{At, OpAt, Owner};
use super::regions;
use super::solver::{Item, Kind, Point, Solver};
use crate::general::inline::is_call;

/// The op whose region a terminator leaves.
enum Around {
    /// One that control goes through region by region.
    Regions(OpAt),
    Function(Owner),
}

/// Constants where they are known.
pub(crate) type Constants = SmallVec<[Option<Attribute>; 4]>;

impl Solver<'_, '_> {
    /// Follows control from an op, if it is reached.
    pub(crate) fn visit_flow(&mut self, op: OpAt) {
        let body = self.program.body(op.space);
        let Some(block) = body.parent_block(op.id) else { return };
        if !self.is_live(At::new(op.space, block)) {
            return;
        }
        let data = body.op(op.id);
        let (has_successors, is_call) = (data.num_successors() > 0, is_call(data));
        if is_call {
            self.visit_call(op);
        }
        self.visit_regions(op);
        if has_successors {
            self.visit_branch(op);
        } else {
            match self.leaves(op) {
                Some(Around::Regions(parent)) => self.visit_region_end(op, parent),
                Some(Around::Function(function)) => self.visit_return(op, function),
                None => {}
            }
        }
    }

    /// Whether control may go elsewhere from an op than to the next one.
    pub(crate) fn directs_control(&self, op: OpAt) -> bool {
        let data = self.program.body(op.space).op(op.id);
        data.num_successors() > 0
            || is_call(data)
            || !self.program.regions(op).1.is_empty()
            || self.leaves(op).is_some()
    }

    /// What a terminator without successors returns to.
    fn leaves(&self, op: OpAt) -> Option<Around> {
        let body = self.program.body(op.space);
        let block = body.parent_block(op.id)?;
        if body.block(block).last_op() != Some(op.id) {
            return None;
        }
        let Some(parent) = body.parent_op(op.id) else {
            let is_function = self.program.owner_has(op.space, OpTrait::FunctionLike);
            return is_function.then(|| Around::Function(self.program.owner(op.space)));
        };
        let branches = branches_between_regions(body, parent);
        branches.then_some(Around::Regions(At::new(op.space, parent)))
    }

    /// A call is where control comes from to the start of the function, and comes back to.
    fn visit_call(&mut self, call: OpAt) {
        let callee = self.program.op_ref(call).property("callee");
        let target = callee.and_then(|callee| self.program.resolve(call, callee));
        let seen = target.filter(|&target| {
            let data = self.program.op_ref(target).data();
            let is_declared = data.has_trait(OpTrait::FunctionLike) && self.program.entry(target).is_none();
            data.has_trait(OpTrait::Symbol) && !is_declared
        });
        match seen {
            Some(target) => self.add_source(Point::Start(Some(target)), call),
            None => self.set_unknown_sources(Point::After(call)),
        }
    }

    fn visit_regions(&mut self, op: OpAt) {
        let (_, regions) = self.program.regions(op);
        if regions.is_empty() {
            return;
        }
        let body = self.program.body(op.space);
        if branches_between_regions(body, op.id) {
            return self.enter_regions(op);
        }
        if body.op(op.id).has_trait(OpTrait::FunctionLike) {
            let callers = self.sources(Point::Start(Some(op)), (Item::Op(op), Kind::Liveness));
            if !callers.unknown && callers.known.is_empty() {
                return;
            }
        }
        let (space, regions) = self.program.regions(op);
        let entries = regions
            .iter()
            .filter_map(|&region| self.program.body(space).region(region).first());
        for entry in entries.collect::<Vec<_>>() {
            self.mark_live(At::new(space, entry));
        }
    }

    fn enter_regions(&mut self, op: OpAt) {
        let Some(constants) = self.deciding_constants(op) else {
            return;
        };
        let next = regions::entered(self.program.op_ref(op), &constants);
        self.go_to(op, op, &next);
    }

    fn visit_region_end(&mut self, end: OpAt, parent: OpAt) {
        let Some(constants) = self.deciding_constants(end) else {
            return;
        };
        let next = regions::left(self.program.op_ref(end), self.program.op_ref(parent), &constants);
        self.go_to(end, parent, &next);
    }

    /// Control goes from `source` to regions of `parent`, or behind it.
    fn go_to(&mut self, source: OpAt, parent: OpAt, next: &[Option<usize>]) {
        for &to in next {
            let Some(index) = to else {
                self.add_source(Point::After(parent), source);
                continue;
            };
            let body = self.program.body(parent.space);
            let region = body.op_regions(parent.id).get(index);
            if let Some(entry) = region.and_then(|&region| body.region(region).first()) {
                let entry = At::new(parent.space, entry);
                self.mark_live(entry);
                self.add_source(Point::Entry(entry), source);
            }
        }
    }

    fn visit_return(&mut self, end: OpAt, function: Owner) {
        let calls = self
            .sources(Point::Start(function), (Item::Op(end), Kind::Liveness))
            .known
            .clone();
        let is_return = self.program.op_ref(end).data().has_trait(OpTrait::ReturnLike);
        for call in calls {
            if is_return {
                self.add_source(Point::After(call), end);
            } else {
                self.set_unknown_sources(Point::After(call));
            }
        }
    }

    fn visit_branch(&mut self, op: OpAt) {
        let view = self.program.op_ref(op);
        let mut only = None;
        if view.data().def().is_some_and(|def| def.hooks.branch.is_some()) {
            let Some(constants) = self.deciding_constants(op) else {
                return;
            };
            only = regions::taken(self.program.op_ref(op), &constants);
        }
        let body = self.program.body(op.space);
        let Some(from) = body.parent_block(op.id) else { return };
        let all = body.successors(op.id).enumerate();
        let taken = all.filter(|&(index, _)| only.is_none_or(|only| only == index));
        for (_, to) in taken.collect::<Vec<_>>() {
            self.mark_edge_live(op.space, from, to);
        }
    }

    /// The constants that decide where control goes from an op; `None` if it is not known yet what some of them are.
    fn deciding_constants(&mut self, op: OpAt) -> Option<Constants> {
        let operands: SmallVec<[_; 4]> = self.program.body(op.space).operands(op.id).collect();
        for value in operands {
            let value = At::new(op.space, value);
            self.look_at(value, Kind::Liveness);
            if matches!(self.fact(value), Constant::Undefined) {
                return None;
            }
        }
        self.constant_operands(op)
    }

    /// The constants that are operands of an op; `None` if it is not known yet what some of them are.
    pub(crate) fn constant_operands(&self, op: OpAt) -> Option<Constants> {
        let operands = self.program.body(op.space).operands(op.id);
        operands
            .map(|value| match self.fact::<Constant>(At::new(op.space, value)) {
                Constant::Undefined => None,
                Constant::Known(value, _) => Some(Some(value)),
                Constant::Unknown => Some(None),
            })
            .collect()
    }
}

/// Whether it is known how control goes through the regions of an op.
pub(crate) fn branches_between_regions(body: &Body, op: OpId) -> bool {
    body.op(op).def().is_some_and(|def| def.hooks.region_branch.is_some())
}

/// As [`branches_between_regions`], but false for `affine.parallel`, of which MLIR's analyses of live values know
/// nothing.
pub(crate) fn passes_between_regions(body: &Body, op: OpId) -> bool {
    branches_between_regions(body, op) && !body.op(op).is(affine::ParallelOp::DEF)
}
