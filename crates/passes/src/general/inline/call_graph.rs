//! The functions of a symbol table and which of them call which.

use std::collections::HashMap;

use asyncir_dialects::r#async::{CallOp as AsyncCallOp, FuncOp as AsyncFuncOp};
use asyncir_dialects::{func, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{BlockId, Body, Context, Ident, OpId, Operation, WalkOrder, WalkResult};

/// A function with a body, by its place in [`CallGraph::nodes`].
pub(super) type NodeId = usize;

/// A function with a body.
pub(super) struct Node {
    /// The function, an op of the symbol table's body.
    pub(super) op: OpId,
    /// The functions that it calls, in the order of their first calls.
    pub(super) callees: Vec<NodeId>,
}

/// The functions of a symbol table, as they were before anything was inlined.
pub(super) struct CallGraph {
    pub(super) nodes: Vec<Node>,
    by_name: HashMap<Ident, NodeId>,
}

/// A call of a function of the table.
#[derive(Clone, Copy)]
pub(super) struct Call {
    /// The call, an op of the body of `source`.
    pub(super) op: OpId,
    pub(super) source: NodeId,
    pub(super) target: NodeId,
}

/// Whether an op calls a function or a value.
pub(crate) fn is_call(op: &Operation) -> bool {
    let calls = [
        func::CallOp::DEF,
        func::CallIndirectOp::DEF,
        llvm::CallOp::DEF,
        llvm::InvokeOp::DEF,
        AsyncCallOp::DEF,
    ];
    calls.into_iter().any(|def| op.is(def))
}

fn is_function(op: &Operation) -> bool {
    [func::FuncOp::DEF, llvm::FuncOp::DEF, AsyncFuncOp::DEF]
        .into_iter()
        .any(|def| op.is(def))
}

impl CallGraph {
    /// The functions of the symbol table that owns `table`.
    pub(super) fn new(ctx: &Context, table: &Body) -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            by_name: HashMap::new(),
        };
        for block in table
            .root_regions()
            .iter()
            .flat_map(|&region| table.region_blocks(region))
        {
            for op in table.block_ops(block) {
                let data = table.op(op);
                if is_function(data) && data.body().is_some_and(|body| body.entry().is_some()) {
                    if let Some(name) = symbol_name(ctx, data) {
                        graph.by_name.insert(name, graph.nodes.len());
                    }
                    let callees = Vec::new();
                    graph.nodes.push(Node { op, callees });
                }
            }
        }
        for node in 0..graph.nodes.len() {
            graph.nodes[node].callees = graph.callees(ctx, table, node);
        }
        graph
    }

    fn callees(&self, ctx: &Context, table: &Body, node: NodeId) -> Vec<NodeId> {
        let mut callees = Vec::new();
        let Some(body) = table.op(self.nodes[node].op).body() else {
            return callees;
        };
        for &region in body.root_regions() {
            body.visit_region(region, WalkOrder::Pre, &mut |op| {
                if !is_call(body.op(op)) {
                    return WalkResult::Advance;
                }
                if let Some(target) = self.target(ctx, body.op(op)).filter(|target| !callees.contains(target)) {
                    callees.push(target);
                }
                WalkResult::Skip
            });
        }
        callees
    }

    /// The function of a name.
    pub(super) fn named(&self, name: Ident) -> Option<NodeId> {
        self.by_name.get(&name).copied()
    }

    /// The function that a call leads to.
    fn target(&self, ctx: &Context, call: &Operation) -> Option<NodeId> {
        self.named(call.symbol_property(ctx, "callee")?)
    }

    /// The calls in some blocks of the body of `source`: those of later blocks first.
    pub(super) fn calls_in(&self, ctx: &Context, body: &Body, blocks: &[BlockId], source: NodeId) -> Vec<Call> {
        let mut calls = Vec::new();
        let mut worklist = blocks.to_vec();
        while let Some(block) = worklist.pop() {
            for op in body.block_ops(block) {
                if is_call(body.op(op)) {
                    let target = self.target(ctx, body.op(op));
                    calls.extend(target.map(|target| Call { op, source, target }));
                } else {
                    for &region in body.op_regions(op) {
                        worklist.extend(body.region_blocks(region));
                    }
                }
            }
        }
        calls
    }

    /// The strongly connected components, those that are called before their callers (Tarjan's algorithm, from a caller
    /// of all functions).
    pub(super) fn components(&self) -> Vec<Vec<NodeId>> {
        let mut search = Search {
            graph: self,
            number: vec![None; self.nodes.len()],
            on_stack: vec![false; self.nodes.len()],
            stack: Vec::new(),
            components: Vec::new(),
            visited: 0,
        };
        for node in 0..self.nodes.len() {
            if search.number[node].is_none() {
                search.from(node);
            }
        }
        search.components
    }
}

/// A search for strongly connected components.
struct Search<'a> {
    graph: &'a CallGraph,
    number: Vec<Option<usize>>,
    on_stack: Vec<bool>,
    stack: Vec<NodeId>,
    components: Vec<Vec<NodeId>>,
    visited: usize,
}

/// A node on the way, the callee to be looked at next, and the lowest number that can be reached.
struct Visit {
    node: NodeId,
    next: usize,
    lowest: usize,
}

impl Search<'_> {
    fn enter(&mut self, node: NodeId) -> Visit {
        let lowest = self.visited;
        self.visited += 1;
        self.number[node] = Some(lowest);
        self.on_stack[node] = true;
        self.stack.push(node);
        Visit { node, next: 0, lowest }
    }

    fn from(&mut self, start: NodeId) {
        let mut path = vec![self.enter(start)];
        while let Some(visit) = path.last_mut() {
            if let Some(&callee) = self.graph.nodes[visit.node].callees.get(visit.next) {
                visit.next += 1;
                match self.number[callee] {
                    None => path.push(self.enter(callee)),
                    Some(number) if self.on_stack[callee] => visit.lowest = visit.lowest.min(number),
                    Some(_) => {}
                }
                continue;
            }
            let Visit { node, lowest, .. } = *visit;
            path.pop();
            if let Some(caller) = path.last_mut() {
                caller.lowest = caller.lowest.min(lowest);
            }
            if self.number[node] == Some(lowest) {
                self.leave(node);
            }
        }
    }

    /// Takes the component that starts at `node` off the stack, the node seen last first.
    fn leave(&mut self, node: NodeId) {
        let mut component = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            component.push(member);
            if member == node {
                break;
            }
        }
        self.components.push(component);
    }
}
