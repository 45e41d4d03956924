//! Which memory a function frees.

use std::collections::{BTreeSet, HashSet};

use asyncir_dialects::r#async::{CallOp as AsyncCallOp, ExecuteOp, ReturnOp as AsyncReturnOp, YieldOp};
use asyncir_dialects::bufferization::CloneOp;
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::func::{CallIndirectOp, CallOp, ReturnOp};
use asyncir_dialects::memref::{AllocOp, DeallocOp, ExtractAlignedPointerAsIndexOp, ReallocOp};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Body, Context, OpId, Operation, RegionId, ValueId, WalkOrder};

use super::counts::Counted;
use super::payloads;
use super::program::Program;
use super::tasks::Tasks;
use crate::analysis::dataflow::regions::passed_at_end;
use crate::analysis::memref_alias::gives_other_names;
use crate::bufferization::aliases::Aliases;
use crate::bufferization::mark_manual_deallocation::MANUAL_DEALLOCATION;
use crate::bufferization::ownership_based_buffer_deallocation::Plan;
use crate::bufferization::{is_in_task, is_inside, puts_away};

/// What is to be freed in a function.
#[derive(Default)]
pub(super) struct Found {
    /// What is freed by who owns it; `None` if nothing is, and nothing is given away.
    pub(super) plan: Option<Plan>,
    /// What tasks hold.
    pub(super) counted: Vec<Counted>,
    /// What is used in one block, each with the last op that uses it.
    pub(super) local: Vec<(ValueId, OpId)>,
}

/// Finds what is to be freed in a function.
pub(super) fn find(ctx: &Context, body: &Body, program: &Program, function: &Operation) -> Found {
    let gives = program.function_gives(ctx, function);
    let mut sources = Sources {
        ctx,
        body,
        program,
        gives,
        tasks: Tasks::new(ctx, body, program),
        aliases: program.aliases(ctx, body),
    };
    let candidates = sources.candidates();
    let mut plan = Plan {
        gives,
        ..Plan::default()
    };
    let mut found = Found::default();
    for source in candidates {
        let aliases = sources.aliases.of(source);
        let Some(holders) = sources.holders(source, &aliases) else {
            continue;
        };
        if !holders.is_empty() {
            found.counted.extend(sources.counted(source, &aliases, holders));
        } else if let Some(last) = sources.last_user(source, &aliases) {
            found.local.push((source, last));
        } else {
            sources.note_telling(source, &aliases, &mut plan.telling);
            plan.owned.insert(source);
        }
    }
    let is_needed = !plan.owned.is_empty() || sources.passes_memory();
    found.plan = is_needed.then_some(plan);
    found
}

/// What is known of a function.
struct Sources<'a> {
    ctx: &'a Context,
    body: &'a Body,
    program: &'a Program,
    /// Whether the function gives away what it returns.
    gives: bool,
    tasks: Tasks,
    aliases: Aliases,
}

impl Sources<'_> {
    fn is_memory(&self, value: ValueId) -> bool {
        is_any_memref(self.ctx, self.body.value_type(value))
    }

    /// Whether the function, or a task in it, gives away memory, or is told what it gets.
    fn passes_memory(&self) -> bool {
        let body = self.body;
        body.walk_all(WalkOrder::Pre).into_iter().any(|op| {
            if self.program.is_told(self.ctx, body.op(op)) {
                return true;
            }
            let is_end = match body.parent_op(op) {
                Some(parent) => body.op(parent).is(ExecuteOp::DEF),
                None => self.gives,
            };
            is_end && body.op(op).has_trait(OpTrait::ReturnLike) && body.operands(op).any(|value| self.is_memory(value))
        })
    }

    /// The memory that the function may free.
    fn candidates(&mut self) -> Vec<ValueId> {
        let mut candidates = Vec::new();
        let mut flows = Vec::new();
        for op in self.body.walk_all(WalkOrder::Pre) {
            let data = self.body.op(op);
            let is_new = data.is(AllocOp::DEF) || data.is(CloneOp::DEF);
            let is_ours = is_new && data.attr(self.ctx, MANUAL_DEALLOCATION).is_none();
            let gives = self.program.gives(self.ctx, data);
            if is_ours || gives && data.is(CallOp::DEF) {
                candidates.extend(self.body.results(op).filter(|&value| self.is_memory(value)));
            } else if data.is(ExecuteOp::DEF) || gives {
                let values = self.body.results(op);
                let owners = values
                    .filter_map(|value| payloads::owner(self.ctx, self.body, &self.tasks, (op, value), &mut flows));
                candidates.extend(owners);
            }
        }
        for (from, to) in flows {
            self.aliases.flow(from, to);
        }
        candidates
    }

    /// The tasks that may use memory when a block ends that owns it, in the order of ops; `None` if something else may use it
    /// when nothing in the function does any more, or may free it.
    fn holders(&self, source: ValueId, aliases: &BTreeSet<ValueId>) -> Option<BTreeSet<OpId>> {
        let mut holders = BTreeSet::new();
        for &alias in aliases.iter().filter(|&&alias| self.is_memory(alias)) {
            for user in self.body.users(alias) {
                let is_task = self.body.op(user).is(AsyncCallOp::DEF);
                if is_task && self.outlives(user, source) || !is_task && self.op_keeps(alias, user) {
                    return None;
                }
                self.add_holders(source, alias, user, &mut holders)?;
            }
        }
        Some(holders)
    }

    /// The tasks around a use of memory that may go on when a block ends that owns it.
    fn add_holders(&self, source: ValueId, alias: ValueId, user: OpId, holders: &mut BTreeSet<OpId>) -> Option<()> {
        let mut current = user;
        while let Some(parent) = self
            .body
            .parent_op(current)
            .filter(|&op| !is_inside(self.body, source, op))
        {
            let is_task = self.body.op(parent).is(ExecuteOp::DEF);
            if is_task && self.outlives(parent, source) {
                // What it gives is copied when it has ended.
                if self.body.op(user).is(YieldOp::DEF) && current == user {
                    return None;
                }
                holders.insert(parent);
            } else if !is_task && !is_known(self.dialect(parent)) && !is_inside(self.body, alias, parent) {
                return None;
            }
            current = parent;
        }
        Some(())
    }

    /// Whether who owns memory is known only when the program runs.
    fn is_told(&self, source: ValueId) -> bool {
        let origin = self.body.defining_op(source);
        origin.is_some_and(|op| self.program.is_told(self.ctx, self.body.op(op)))
    }

    /// The last op of its block that uses memory, or holds such uses; `None` if it is passed on, or used in tasks.
    fn last_user(&self, source: ValueId, aliases: &BTreeSet<ValueId>) -> Option<OpId> {
        let body = self.body;
        let mut last = body.defining_op(source).filter(|_| !self.is_told(source))?;
        let block = body.parent_block(last)?;
        for &alias in aliases.iter().filter(|&&alias| self.is_memory(alias)) {
            for user in body.users(alias) {
                let here = body.ancestor_in_block(block, user)?;
                let is_task = body.op(user).is(AsyncCallOp::DEF) || is_in_task(body, user, here);
                let ends_block = here == user && body.op(user).has_trait(OpTrait::Terminator);
                if is_task || ends_block || body.op(here).is(ExecuteOp::DEF) {
                    return None;
                }
                if body.is_before_in_block(last, here) {
                    last = here;
                }
            }
        }
        Some(last)
    }

    /// How memory is counted that tasks hold; `None` if it is passed on.
    fn counted(&self, source: ValueId, aliases: &BTreeSet<ValueId>, holders: BTreeSet<OpId>) -> Option<Counted> {
        let body = self.body;
        let block = body.value_block(source)?;
        let origin = body.defining_op(source);
        if self.is_told(source) {
            return None;
        }
        let end = body.terminator(block)?;
        let memory = aliases.iter().filter(|&&alias| self.is_memory(alias));
        let mut users = memory.flat_map(|&alias| body.users(alias));
        let is_here = users.all(|user| user != end && body.ancestor_in_block(block, user).is_some());
        // A task that takes the payload of another one may start tasks before that is awaited.
        let is_counted = |&task: &OpId| {
            let here = body.ancestor_in_block(block, task);
            here.is_some_and(|here| origin.is_none_or(|origin| body.is_before_in_block(origin, here)))
        };
        (is_here && holders.iter().all(is_counted)).then(|| Counted {
            memory: source,
            tasks: holders.into_iter().collect(),
            end,
        })
    }

    /// Whether a task may use memory when a block ends that owns it. Blocks in the one that awaits the task, but around it, end
    /// before. They own what is allocated there.
    fn outlives(&self, task: OpId, source: ValueId) -> bool {
        match self.tasks.done_in(task) {
            Some(block) if self.body.parent_block(task) == Some(block) => false,
            Some(block) => {
                let outermost = self.body.ancestor_in_block(block, task);
                outermost.is_none_or(|outermost| is_inside(self.body, source, outermost))
            }
            None => true,
        }
    }

    fn dialect(&self, op: OpId) -> &str {
        self.body.op(op).name().dialect_namespace(self.ctx)
    }

    /// Whether an op itself keeps or frees one of its operands.
    fn op_keeps(&self, value: ValueId, op: OpId) -> bool {
        let data = self.body.op(op);
        let is = |defs: &[_]| defs.iter().any(|&def| data.is(def));
        let Some(def) = data.def() else { return true };
        if is(&[DeallocOp::DEF, ReallocOp::DEF, ExtractAlignedPointerAsIndexOp::DEF]) {
            return true;
        }
        if puts_away(self.body, op, value) {
            return true;
        }
        if is(&[CallOp::DEF, CallIndirectOp::DEF]) {
            return self.program.leaves_tasks(self.ctx, data);
        }
        if is(&[ReturnOp::DEF, AsyncReturnOp::DEF]) {
            return !self.gives;
        }
        match self.dialect(op) {
            "memref" => self.body.results(op).any(|value| self.is_memory(value)) && !gives_other_names(def),
            "arith" => false,
            "async" => !data.is(YieldOp::DEF),
            "bufferization" => !data.is(CloneOp::DEF),
            dialect => !is_known(dialect),
        }
    }

    /// Notes the ops that pass memory on from where it is owned.
    fn note_telling(&self, source: ValueId, aliases: &BTreeSet<ValueId>, telling: &mut HashSet<OpId>) {
        let body = self.body;
        let memory = aliases.iter().copied().filter(|&alias| self.is_memory(alias));
        for end in memory.flat_map(|alias| body.users(alias)) {
            let Some(parent) = body.parent_op(end).filter(|&op| !body.op(op).is(ExecuteOp::DEF)) else {
                continue;
            };
            let passes = passed_at_end(body.op_ref(self.ctx, end)).is_some_and(|passed| !passed.is_empty());
            let is_branch = body
                .op(parent)
                .def()
                .is_some_and(|def| def.hooks.region_branch.is_some());
            let is_owned = body
                .parent_region(end)
                .is_some_and(|region| is_in_region(body, source, region));
            if passes && is_branch && is_owned {
                telling.insert(parent);
            }
        }
    }
}

/// Whether ops of a dialect, and those with regions around others, use memory only while they are executed.
fn is_known(dialect: &str) -> bool {
    matches!(dialect, "memref" | "linalg" | "vector" | "affine" | "scf" | "cf")
}

fn is_in_region(body: &Body, value: ValueId, outer: RegionId) -> bool {
    let home = body.value_block(value).and_then(|block| body.block(block).region());
    home.is_some_and(|home| body.region_contains(outer, home))
}
