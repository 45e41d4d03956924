//! Splits a module into partitions, which LLVM compiles in parallel, each in a context of its own.
//!
//! The partitions depend only on the text of the module, not on the number of threads. A function that only one other
//! function refers to is in the same partition as that function. A symbol that another partition uses becomes external with
//! hidden visibility, so that only the linker sees it. All other symbols that are not exported become internal. Symbols that
//! cannot be reached from the exported ones are left out.
//!
//! A module is not split if it has aliases, comdats, assembly, addresses of blocks, or symbols whose names have a meaning
//! for LLVM.

mod graph;
mod plan;

use std::collections::HashMap;

use crate::translate::scan::renamed;
use crate::translate::{
    ModuleText, Parts, Symbol, put_external_function, put_external_global, put_function, put_global,
};
use graph::{Graph, Kind, Node};
use plan::Plan;

/// Text per partition: a few hundred functions. LLVM takes some ten milliseconds for that much at its lowest level, so
/// that starting a thread and a context does not matter.
const MAX_BYTES: usize = 256 << 10;

/// The symbols of a module that are visible from outside.
#[derive(Clone, Copy, Debug)]
pub enum Exports<'a> {
    /// All symbols whose linkage allows it, including those that are private in MLIR.
    Everything,
    /// All symbols that are not private in MLIR.
    Public,
    /// The symbols with these names.
    Only(&'a [String]),
}

/// How to split a module.
#[derive(Clone, Debug)]
pub struct PartitionOptions<'a> {
    /// The symbols that are visible from outside. Symbols that cannot be reached from them are left out.
    pub exports: Exports<'a>,
    /// Whether to make a single partition, whatever the size of the module.
    pub whole: bool,
    /// A suffix for the names of symbols that partitions share, so that they do not clash with those of other modules.
    pub suffix: Option<&'a str>,
    /// New names for symbols that are declared or defined.
    pub new_names: HashMap<&'a str, String>,
}

impl Default for PartitionOptions<'_> {
    fn default() -> Self {
        Self {
            exports: Exports::Everything,
            whole: false,
            suffix: None,
            new_names: HashMap::new(),
        }
    }
}

/// Splits a module into partitions. Each partition is a module of LLVM IR text. There is at least one.
#[must_use]
pub fn partition(module: &ModuleText, options: &PartitionOptions<'_>) -> Vec<String> {
    cut(module, options, if options.whole { usize::MAX } else { MAX_BYTES })
}

fn cut(module: &ModuleText, options: &PartitionOptions<'_>, max_bytes: usize) -> Vec<String> {
    if !can_be_cut(module) {
        return vec![renamed(&module.to_text(), &options.new_names).into_owned()];
    }
    let graph = Graph::of(module);
    let plan = Plan::new(&graph, options.exports, max_bytes);
    Writer::new(&graph, &plan, options).all()
}

/// Whether the module has nothing that ties its symbols together beyond their references.
fn can_be_cut(module: &ModuleText) -> bool {
    let symbols = || module.globals.iter().chain(&module.functions);
    let is_special = |symbol: &Symbol| symbol.linkage == "appending" || symbol.name.starts_with("llvm.");
    module.assembly.is_empty()
        && !module.has_block_addresses
        && module.comdats.is_empty()
        && module.aliases.is_empty()
        && !symbols().any(|symbol| symbol.definition.is_some() && is_special(symbol))
}

/// Whether symbols of that linkage are seen in their module alone.
fn is_local(linkage: &str) -> bool {
    matches!(linkage, "private" | "internal")
}

/// Writes partitions.
struct Writer<'g, 'm> {
    graph: &'g Graph<'m>,
    plan: &'g Plan,
    /// Symbols that are used in another partition than their own.
    shared: Vec<bool>,
    /// What symbols are called from now on.
    new_names: HashMap<&'g str, String>,
    /// The nodes of named lists of metadata that every partition gets.
    listed: Vec<usize>,
}

impl<'g, 'm> Writer<'g, 'm> {
    fn new(graph: &'g Graph<'m>, plan: &'g Plan, options: &'g PartitionOptions<'_>) -> Self {
        let mut shared = vec![false; graph.nodes.len()];
        let mut mark = |user: Option<usize>, used: Node| {
            let home = plan.partition_of[used];
            shared[used] |= user.is_some() && home.is_some() && user != home;
        };
        for (user, data) in graph.nodes.iter().enumerate() {
            data.symbols
                .iter()
                .for_each(|&used| mark(plan.partition_of[user], used));
        }
        graph.table_references.iter().for_each(|&used| mark(Some(0), used));
        let mut new_names = options.new_names.clone();
        for (node, &is_shared) in shared.iter().enumerate() {
            let is_promoted = is_shared && !plan.exported[node];
            let (Some(symbol), Some(suffix), true) = (graph.symbol(node), options.suffix, is_promoted) else {
                continue;
            };
            if symbol.linkage != "available_externally" {
                new_names.insert(&symbol.name, format!("{}.{suffix}", symbol.name));
            }
        }
        let listed = graph.module.metadata.listed();
        Self {
            graph,
            plan,
            shared,
            new_names,
            listed: listed.filter(|&root| !graph.names_symbols(root)).collect(),
        }
    }

    fn all(&self) -> Vec<String> {
        let mut members: Vec<Vec<Node>> = vec![Vec::new(); self.plan.count];
        for (node, partition) in self.plan.partition_of.iter().enumerate() {
            if let Some(partition) = partition {
                members[*partition].push(node);
            }
        }
        let write = |(partition, members): (usize, &Vec<Node>)| self.partition(partition, members);
        members.iter().enumerate().map(write).collect()
    }

    fn partition(&self, partition: usize, members: &[Node]) -> String {
        let module = self.graph.module;
        let has_tables = partition == 0;
        let table_references: &[Node] = if has_tables { &self.graph.table_references } else { &[] };
        let mut used: Vec<Node> = members
            .iter()
            .flat_map(|&node| &self.graph.nodes[node].symbols)
            .chain(table_references)
            .chain(members)
            .copied()
            .collect();
        used.sort_unstable();
        used.dedup();
        let mut parts = Parts::default();
        for &node in &used {
            self.symbol(node, partition, &mut parts);
        }
        if has_tables {
            parts.globals.push_str(&module.tables);
        }
        // Globals are described where they are declared, too.
        let is_global = |node: &&Node| matches!(self.graph.nodes[**node].kind, Kind::Global(_));
        let described = members.iter().chain(used.iter().filter(is_global));
        let metadata = described.flat_map(|&node| &self.graph.nodes[node].metadata).copied();
        let wanted = self.graph.metadata_closure(metadata.chain(self.listed.iter().copied()));
        let text = module.assemble(&parts, |out| {
            let is_wanted = |number: usize| wanted.get(number).copied().unwrap_or(false);
            module.metadata.write_some(out, is_wanted);
        });
        renamed(&text, &self.new_names).into_owned()
    }

    /// Writes a symbol that a partition defines or uses.
    fn symbol(&self, node: Node, partition: usize, parts: &mut Parts) {
        let module = self.graph.module;
        let is_here = self.plan.partition_of[node].is_none_or(|home| home == partition);
        let (linkage, prefix) = self.linkage(node);
        match self.graph.nodes[node].kind {
            Kind::Function(index) if is_here => {
                put_function(&mut parts.functions, &module.functions[index], linkage, prefix);
            }
            Kind::Function(index) => put_external_function(&mut parts.functions, &module.functions[index], prefix),
            Kind::Global(index) if is_here => put_global(&mut parts.globals, &module.globals[index], linkage, prefix),
            Kind::Global(index) => put_external_global(&mut parts.globals, &module.globals[index], prefix),
            Kind::Intrinsic(index) => {
                parts.functions.push('\n');
                parts.functions.push_str(&module.intrinsics[index].text);
                parts.functions.push('\n');
            }
        }
    }

    /// The linkage and the words behind it that a symbol gets.
    fn linkage(&self, node: Node) -> (&'static str, &'m str) {
        let Some(symbol) = self.graph.symbol(node) else {
            return ("", "");
        };
        if symbol.definition.is_none() {
            return (symbol.linkage, &symbol.prefix);
        }
        match (self.plan.exported[node], self.shared[node], symbol.linkage) {
            (true, false, linkage) => (linkage, &symbol.prefix),
            // A symbol that may be left out where nothing uses it stays where others do.
            (true, true, "linkonce") => ("weak", &symbol.prefix),
            (true, true, "linkonce_odr") => ("weak_odr", &symbol.prefix),
            (true, true, linkage) => (linkage, &symbol.prefix),
            (false, _, linkage @ "available_externally") => (linkage, &symbol.prefix),
            (false, true, _) => ("", "hidden "),
            (false, false, "private") => ("private", ""),
            (false, false, _) => ("internal", ""),
        }
    }
}

#[cfg(test)]
mod tests;
