//! The inliner: component by component of the call graph, callees first, it simplifies functions and puts the bodies of
//! what they call into them.

use std::collections::BTreeSet;

use asyncir_ir::def::OpTrait;
use asyncir_ir::{Attribute, Body, Context, Diagnostics, OpId, WalkOrder};

use super::call_graph::{Call, CallGraph, NodeId};
use super::splice::Site;
use super::uses::Uses;

/// What the inliner is told from outside.
pub(super) struct Settings<'a> {
    /// How often the functions of a component are simplified and inlined into.
    pub(super) max_iterations: u32,
    /// How many percent of the caller's ops the callee may have; `u32::MAX` for any number.
    pub(super) threshold: u32,
    /// Simplifies a function of a symbol table.
    pub(super) simplify: &'a dyn Fn(&mut Body, OpId) -> Result<(), Diagnostics>,
}

/// Inlines calls between the functions of a symbol table, and erases those that are no longer used.
pub(super) fn inline_table(
    ctx: &Context,
    table: &mut Body,
    settings: &Settings<'_>,
    seen_outside: &[Attribute],
) -> Result<(), Diagnostics> {
    let graph = CallGraph::new(ctx, table);
    let mut inliner = Inliner {
        ctx,
        settings,
        uses: Uses::new(ctx, table, &graph, seen_outside),
        graph: &graph,
        dead: BTreeSet::new(),
    };
    for component in graph.components() {
        inliner.component(table, component)?;
    }
    for node in inliner.dead {
        table.erase_op(graph.nodes[node].op);
    }
    Ok(())
}

struct Inliner<'a> {
    ctx: &'a Context,
    settings: &'a Settings<'a>,
    graph: &'a CallGraph,
    uses: Uses,
    /// Functions to be erased in the end.
    dead: BTreeSet<NodeId>,
}

/// Which functions a call came from by inlining: the entry of the call that was replaced, in a list of them.
type History = Option<usize>;

impl Inliner<'_> {
    fn component(&mut self, table: &mut Body, mut component: Vec<NodeId>) -> Result<(), Diagnostics> {
        for _ in 0..self.settings.max_iterations.max(1) {
            for &node in &component {
                (self.settings.simplify)(table, self.graph.nodes[node].op)?;
            }
            for &node in &component {
                self.uses.recompute(self.ctx, table, self.graph, node);
            }
            if !self.inline_calls(table, &mut component) {
                break;
            }
        }
        Ok(())
    }

    /// Inlines what is called in the functions of a component; says whether anything was.
    fn inline_calls(&mut self, table: &mut Body, component: &mut Vec<NodeId>) -> bool {
        let mut dead: Vec<NodeId> = Vec::new();
        let mut calls: Vec<(Call, History)> = Vec::new();
        for &node in component.iter() {
            if self.uses.is_dead(node) {
                dead.push(node);
            } else if let Some(body) = table.op(self.graph.nodes[node].op).body() {
                let blocks: Vec<_> = body
                    .root()
                    .map(|root| body.region_blocks(root).collect())
                    .unwrap_or_default();
                let found = self.graph.calls_in(self.ctx, body, &blocks, node);
                calls.extend(found.into_iter().map(|call| (call, None)));
            }
        }
        let mut inlined: Vec<(NodeId, History)> = Vec::new();
        let mut next = 0;
        while let Some(&(call, history)) = calls.get(next) {
            next += 1;
            if dead.contains(&call.source) || was_inlined(&inlined, history, call.target) {
                continue;
            }
            let in_place = self.uses.has_one_use(call.target);
            let Some(new) = self.inline(table, call) else {
                continue;
            };
            inlined.push((call.target, history));
            calls.extend(new.into_iter().map(|call| (call, Some(inlined.len() - 1))));
            if in_place {
                self.uses.erase(call.target);
                dead.push(call.target);
            }
        }
        component.retain(|node| !dead.contains(node));
        self.dead.extend(dead);
        !inlined.is_empty()
    }

    /// Replaces a call by the body of its target; gives the calls in there, or nothing if it must not be replaced.
    fn inline(&mut self, table: &mut Body, call: Call) -> Option<Vec<Call>> {
        if !self.should_inline(table, call) {
            return None;
        }
        let caller = self.graph.nodes[call.source].op;
        let mut body = table.op_mut(caller).take_body()?;
        let site = Site {
            ctx: self.ctx,
            caller: table.op(caller),
            callee: table.op(self.graph.nodes[call.target].op),
            call: call.op,
        };
        let new = site.is_legal(&body).then(|| {
            let blocks = site.copy_blocks(&mut body);
            let calls = self.graph.calls_in(self.ctx, &body, &blocks, call.source);
            self.uses
                .drop_call(self.graph, call.source, body.op_ref(self.ctx, call.op));
            self.uses.merge(call.target, call.source);
            site.join(&mut body, &blocks);
            calls
        });
        table.op_mut(caller).put_body(body);
        new
    }

    /// Whether a call may be inlined as far as recursion, blocks and size are concerned.
    fn should_inline(&self, table: &Body, call: Call) -> bool {
        let (caller, callee) = (&self.graph.nodes[call.source], &self.graph.nodes[call.target]);
        let is_recursive = callee
            .callees
            .iter()
            .any(|&node| node == call.target || node == call.source);
        let (Some(source), Some(target)) = (table.op(caller.op).body(), table.op(callee.op).body()) else {
            return false;
        };
        if is_recursive || call.source == call.target || source.op(call.op).has_trait(OpTrait::Terminator) {
            return false;
        }
        let root = target.root().map(|root| target.region(root));
        let has_blocks = root.is_some_and(|root| root.first() != root.last());
        let around = source
            .parent_op(call.op)
            .map_or(table.op(caller.op), |op| source.op(op));
        let takes_blocks = around.name() == table.op(callee.op).name() || !around.has_trait(OpTrait::SingleBlock);
        (!has_blocks || takes_blocks) && self.is_profitable(source, target)
    }

    fn is_profitable(&self, caller: &Body, callee: &Body) -> bool {
        let limit = self.settings.threshold;
        if limit == 0 || limit == u32::MAX {
            return limit != 0;
        }
        let caller = count_ops(caller);
        caller == 0 || count_ops(callee).wrapping_mul(100) / caller <= limit
    }
}

/// Whether a function was inlined on the way to a call: again would be without end.
fn was_inlined(inlined: &[(NodeId, History)], mut history: History, function: NodeId) -> bool {
    while let Some((node, before)) = history.and_then(|entry| inlined.get(entry)) {
        if *node == function {
            return true;
        }
        history = *before;
    }
    false
}

/// How many ops there are in a body, with those of the bodies inside.
fn count_ops(body: &Body) -> u32 {
    let ops = body.walk_all(WalkOrder::Pre);
    ops.into_iter()
        .map(|op| 1 + body.op(op).body().map_or(0, count_ops))
        .sum()
}
