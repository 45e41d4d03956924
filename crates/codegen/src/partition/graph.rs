//! Which functions and globals of a module refer to which.

use std::collections::HashMap;

use crate::translate::scan::{Reference, references};
use crate::translate::{ModuleText, Symbol};

/// A function, global or intrinsic of the module.
pub(super) type Node = usize;

/// What a node is, by its place in the module's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Function(usize),
    Global(usize),
    Intrinsic(usize),
}

/// The references between functions, globals and intrinsics. Nodes are in the order of the module: globals,
/// functions, intrinsics.
pub(super) struct Graph<'m> {
    pub(super) module: &'m ModuleText,
    pub(super) nodes: Vec<NodeData>,
    by_name: HashMap<&'m str, Node>,
    /// What the tables of static initialisers refer to.
    pub(super) table_references: Vec<Node>,
}

/// A node with its references, each once, in the order of the text.
pub(super) struct NodeData {
    pub(super) kind: Kind,
    pub(super) symbols: Vec<Node>,
    pub(super) metadata: Vec<usize>,
}

impl<'m> Graph<'m> {
    pub(super) fn of(module: &'m ModuleText) -> Self {
        let names = (module.globals.iter().map(|global| &global.name))
            .chain(module.functions.iter().map(|function| &function.name))
            .chain(module.intrinsics.iter().map(|intrinsic| &intrinsic.name));
        let by_name = names.enumerate().map(|(node, name)| (name.as_str(), node)).collect();
        let mut graph = Self {
            module,
            nodes: Vec::new(),
            by_name,
            table_references: Vec::new(),
        };
        let globals = (0..module.globals.len()).map(Kind::Global);
        let functions = (0..module.functions.len()).map(Kind::Function);
        let intrinsics = (0..module.intrinsics.len()).map(Kind::Intrinsic);
        for (node, kind) in globals.chain(functions).chain(intrinsics).enumerate() {
            let text = graph.symbol_of(kind).map_or("", text_of);
            let (mut symbols, metadata) = graph.references_of(text);
            symbols.retain(|&symbol| symbol != node);
            graph.nodes.push(NodeData {
                kind,
                symbols,
                metadata,
            });
        }
        graph.table_references = graph.references_of(&module.tables).0;
        graph
    }

    fn references_of(&self, text: &str) -> (Vec<Node>, Vec<usize>) {
        let (mut symbols, mut metadata) = (Vec::new(), Vec::new());
        for reference in references(text) {
            match reference {
                Reference::Symbol { name, .. } => symbols.extend(self.by_name.get(&*name)),
                Reference::Metadata { number, .. } => metadata.push(number),
            }
        }
        (once_each(symbols), once_each(metadata))
    }

    /// The node of that name.
    pub(super) fn node(&self, name: &str) -> Option<Node> {
        self.by_name.get(name).copied()
    }

    fn symbol_of(&self, kind: Kind) -> Option<&'m Symbol> {
        match kind {
            Kind::Function(index) => Some(&self.module.functions[index]),
            Kind::Global(index) => Some(&self.module.globals[index]),
            Kind::Intrinsic(_) => None,
        }
    }

    /// The function or global that a node is.
    pub(super) fn symbol(&self, node: Node) -> Option<&'m Symbol> {
        self.symbol_of(self.nodes[node].kind)
    }

    /// The function or global that a node is, if this module defines it.
    pub(super) fn definition(&self, node: Node) -> Option<&'m Symbol> {
        self.symbol(node).filter(|symbol| symbol.definition.is_some())
    }

    /// How much text LLVM reads for a node.
    pub(super) fn size(&self, node: Node) -> usize {
        self.symbol(node).map_or(0, |symbol| text_of(symbol).len())
    }

    /// Whether a metadata node, or one that it leads to, names functions, which other parts of the module may have.
    pub(super) fn names_symbols(&self, root: usize) -> bool {
        let closure = self.metadata_closure([root]);
        let numbers = closure.iter().enumerate().filter(|&(_, &is_in)| is_in);
        let mut texts = numbers.filter_map(|(number, _)| self.module.metadata.node(number));
        texts.any(|text| references(text).any(|reference| matches!(reference, Reference::Symbol { .. })))
    }

    /// The metadata nodes that nodes of this number lead to, by number.
    pub(super) fn metadata_closure(&self, roots: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut found = Vec::new();
        let mut work: Vec<usize> = roots.into_iter().collect();
        while let Some(number) = work.pop() {
            let Some(text) = self.module.metadata.node(number) else {
                continue;
            };
            if found.len() <= number {
                found.resize(number + 1, false);
            }
            if !std::mem::replace(&mut found[number], true) {
                work.extend(references(text).filter_map(|reference| match reference {
                    Reference::Metadata { number, .. } => Some(number),
                    Reference::Symbol { .. } => None,
                }));
            }
        }
        found
    }
}

fn text_of(symbol: &Symbol) -> &str {
    symbol.definition.as_ref().unwrap_or(&symbol.declaration)
}

fn once_each(items: Vec<usize>) -> Vec<usize> {
    let mut seen = std::collections::HashSet::new();
    items.into_iter().filter(|item| seen.insert(*item)).collect()
}
