//! How often functions are named, as far as they can be erased when nobody names them.

use std::collections::{BTreeMap, BTreeSet};

use asyncir_ir::symbols::{Visibility, references, symbol_name, visibility, visit_symbol_users};
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId, OpRef};

use super::call_graph::{CallGraph, NodeId};

/// What a function names: in its own attributes, where how often does not matter, and inside.
#[derive(Default)]
struct NamedBy {
    itself: BTreeSet<NodeId>,
    inside: BTreeMap<NodeId, i64>,
}

/// The uses of the functions of a symbol table.
pub(super) struct Uses {
    /// How often a function is named; `None` if it must stay.
    count: Vec<Option<i64>>,
    by: Vec<NamedBy>,
}

impl Uses {
    /// Counts. `seen_outside` holds the names that are known to be used from outside of the table.
    pub(super) fn new(ctx: &Context, table: &Body, graph: &CallGraph, seen_outside: &[Attribute]) -> Self {
        let discardable = |op: OpId| {
            let data = table.op(op);
            symbol_name(ctx, data).is_some() && visibility(ctx, data) != Visibility::Public
        };
        let mut uses = Self {
            count: graph
                .nodes
                .iter()
                .map(|node| discardable(node.op).then_some(0))
                .collect(),
            by: graph.nodes.iter().map(|_| NamedBy::default()).collect(),
        };
        let functions: BTreeSet<OpId> = graph.nodes.iter().map(|node| node.op).collect();
        for block in table
            .root_regions()
            .iter()
            .flat_map(|&region| table.region_blocks(region))
        {
            for op in table.block_ops(block).filter(|op| !functions.contains(op)) {
                for (node, _) in named_nodes(graph, table.op_ref(ctx, op)) {
                    uses.count[node] = None;
                }
            }
        }
        for &name in seen_outside {
            if let Some(node) = node_named(ctx, graph, name) {
                uses.count[node] = None;
            }
        }
        for node in 0..graph.nodes.len() {
            uses.recompute(ctx, table, graph, node);
        }
        uses
    }

    fn add(&mut self, node: NodeId, change: i64) {
        if let Some(count) = &mut self.count[node] {
            *count += change;
        }
    }

    /// Forgets what a function names.
    fn release(&mut self, node: NodeId) {
        let named = std::mem::take(&mut self.by[node]);
        named.itself.into_iter().for_each(|other| self.add(other, -1));
        named
            .inside
            .into_iter()
            .for_each(|(other, times)| self.add(other, -times));
    }

    /// Counts anew what a function names.
    pub(super) fn recompute(&mut self, ctx: &Context, table: &Body, graph: &CallGraph, node: NodeId) {
        self.release(node);
        for (other, inside) in named_nodes(graph, table.op_ref(ctx, graph.nodes[node].op)) {
            if self.count[other].is_none() {
                continue;
            }
            let named = &mut self.by[node];
            if inside {
                *named.inside.entry(other).or_default() += 1;
            } else if !named.itself.insert(other) {
                continue;
            }
            self.add(other, 1);
        }
    }

    /// A call in `user` is about to go.
    pub(super) fn drop_call(&mut self, graph: &CallGraph, user: NodeId, call: OpRef<'_>) {
        for (other, _) in named_nodes(graph, call) {
            if let Some(times) = self.by[user].inside.get_mut(&other) {
                *times -= 1;
                self.add(other, -1);
            }
        }
    }

    /// A copy of `from` is in `into` now.
    pub(super) fn merge(&mut self, from: NodeId, into: NodeId) {
        let inside: Vec<(NodeId, i64)> = self.by[from]
            .inside
            .iter()
            .map(|(&node, &times)| (node, times))
            .collect();
        for (other, times) in inside {
            *self.by[into].inside.entry(other).or_default() += times;
            self.add(other, times);
        }
    }

    /// The function is gone.
    pub(super) fn erase(&mut self, node: NodeId) {
        self.release(node);
        self.count[node] = None;
    }

    /// Whether nobody names the function and it can go.
    pub(super) fn is_dead(&self, node: NodeId) -> bool {
        self.count[node] == Some(0)
    }

    /// Whether the function can go with the only use of it.
    pub(super) fn has_one_use(&self, node: NodeId) -> bool {
        self.count[node] == Some(1)
    }
}

fn node_named(ctx: &Context, graph: &CallGraph, reference: Attribute) -> Option<NodeId> {
    match reference.kind(ctx) {
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => graph.named(*root),
        _ => None,
    }
}

/// The functions that an op names, and whether from inside of its regions.
fn named_nodes(graph: &CallGraph, op: OpRef<'_>) -> Vec<(NodeId, bool)> {
    let mut named = Vec::new();
    // What unknown ops name counts like what others do.
    let _ = visit_symbol_users(op, &mut |user| {
        let inside = !std::ptr::eq(user.data(), op.data());
        let nodes = references(user.ctx, user.data());
        named.extend(
            nodes
                .into_iter()
                .filter_map(|name| Some((node_named(user.ctx, graph, name)?, inside))),
        );
    });
    named
}
