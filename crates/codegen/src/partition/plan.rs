//! Which partition each definition goes to.

use super::graph::{Graph, Kind, Node};
use super::{Exports, is_local};

/// Where each definition goes.
pub(super) struct Plan {
    /// The partition of each node that is a definition and needed.
    pub(super) partition_of: Vec<Option<usize>>,
    /// Nodes whose symbols other object files may use.
    pub(super) exported: Vec<bool>,
    /// How many partitions there are, at least one.
    pub(super) count: usize,
}

impl Plan {
    /// Puts functions that belong together into one partition, in the order of the module, as long as a partition
    /// has less text than `max_bytes`. This depends on the module alone.
    pub(super) fn new(graph: &Graph<'_>, exports: Exports<'_>, max_bytes: usize) -> Self {
        let exported = exported(graph, exports);
        let live = live(graph, &exported);
        let clusters = clusters(graph, &exported, &live, max_bytes);
        let mut plan = Self {
            partition_of: vec![None; graph.nodes.len()],
            exported,
            count: 1,
        };
        plan.fill(graph, &live, &clusters, max_bytes);
        plan.place_globals(graph, &live);
        plan
    }

    fn fill(&mut self, graph: &Graph<'_>, live: &[bool], clusters: &Clusters, max_bytes: usize) {
        let mut partition_of_cluster: Vec<Option<usize>> = vec![None; graph.nodes.len()];
        let (mut current, mut size) = (0, 0);
        for node in function_definitions(graph, live) {
            let cluster = clusters.root(node);
            let partition = *partition_of_cluster[cluster].get_or_insert_with(|| {
                if size > 0 && size + clusters.size[cluster] > max_bytes {
                    (current, size) = (current + 1, 0);
                }
                size += clusters.size[cluster];
                current
            });
            self.partition_of[node] = Some(partition);
        }
        self.count = current + 1;
    }

    /// A global goes where it is used first; a global that only globals use goes with the first one.
    fn place_globals(&mut self, graph: &Graph<'_>, live: &[bool]) {
        let mut work: Vec<Node> = function_definitions(graph, live).collect();
        work.sort_by_key(|&node| self.partition_of[node]);
        let mut next = 0;
        while next < work.len() {
            let user = work[next];
            next += 1;
            for &used in &graph.nodes[user].symbols {
                if is_global_definition(graph, used) && self.partition_of[used].is_none() {
                    self.partition_of[used] = self.partition_of[user];
                    work.push(used);
                }
            }
        }
        for (node, &is_live) in live.iter().enumerate() {
            if is_live && is_global_definition(graph, node) && self.partition_of[node].is_none() {
                self.partition_of[node] = Some(0);
            }
        }
    }
}

fn function_definitions(graph: &Graph<'_>, live: &[bool]) -> impl Iterator<Item = Node> {
    (0..graph.nodes.len()).filter(|&node| {
        live[node] && matches!(graph.nodes[node].kind, Kind::Function(_)) && graph.definition(node).is_some()
    })
}

fn is_global_definition(graph: &Graph<'_>, node: Node) -> bool {
    matches!(graph.nodes[node].kind, Kind::Global(_)) && graph.definition(node).is_some()
}

fn exported(graph: &Graph<'_>, exports: Exports<'_>) -> Vec<bool> {
    let mut exported = vec![false; graph.nodes.len()];
    match exports {
        Exports::Everything | Exports::Public => {
            let with_private = matches!(exports, Exports::Everything);
            for (node, exported) in exported.iter_mut().enumerate() {
                *exported = graph
                    .definition(node)
                    .is_some_and(|symbol| !is_local(symbol.linkage) && (with_private || !symbol.is_private));
            }
        }
        Exports::Only(names) => {
            for node in names.iter().filter_map(|name| graph.node(name)) {
                exported[node] = true;
            }
        }
    }
    exported
}

/// The nodes that exported ones and static initialisers lead to.
fn live(graph: &Graph<'_>, exported: &[bool]) -> Vec<bool> {
    let mut live = vec![false; graph.nodes.len()];
    let roots = (0..graph.nodes.len()).filter(|&node| exported[node]);
    let mut work: Vec<Node> = roots.chain(graph.table_references.iter().copied()).collect();
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut live[node], true) {
            work.extend(&graph.nodes[node].symbols);
        }
    }
    live
}

/// Functions that stay together: one that only a single function refers to goes with it, so that it can be inlined
/// there and stays private.
struct Clusters {
    parent: Vec<Node>,
    /// The size of the text of each cluster, at its root.
    size: Vec<usize>,
}

fn clusters(graph: &Graph<'_>, exported: &[bool], live: &[bool], max_bytes: usize) -> Clusters {
    let mut users: Vec<Option<Node>> = vec![None; graph.nodes.len()];
    let mut shared = exported.to_vec();
    for user in (0..graph.nodes.len()).filter(|&node| live[node]) {
        let is_function = matches!(graph.nodes[user].kind, Kind::Function(_));
        for &used in &graph.nodes[user].symbols {
            shared[used] |= users[used].is_some() || !is_function;
            users[used] = Some(user);
        }
    }
    for &used in &graph.table_references {
        shared[used] = true;
    }
    let mut clusters = Clusters {
        parent: (0..graph.nodes.len()).collect(),
        size: (0..graph.nodes.len()).map(|node| graph.size(node)).collect(),
    };
    for node in function_definitions(graph, live) {
        if let Some(user) = users[node].filter(|_| !shared[node]) {
            clusters.join(user, node, max_bytes);
        }
    }
    clusters
}

impl Clusters {
    fn root(&self, mut node: Node) -> Node {
        while self.parent[node] != node {
            node = self.parent[node];
        }
        node
    }

    fn join(&mut self, user: Node, node: Node, max_bytes: usize) {
        let (user, node) = (self.root(user), self.root(node));
        let size = self.size[user] + self.size[node];
        if user != node && size <= max_bytes {
            self.parent[node] = user;
            self.size[user] = size;
        }
    }
}
