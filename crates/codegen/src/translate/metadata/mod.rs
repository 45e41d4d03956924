//! The metadata nodes that instructions get. Alias scopes and the like are left out: no program means something else
//! without them. Debug information is written if it is asked for (`debug_info`).

use std::collections::HashMap;

use super::text::put;

/// Marks texts of nodes that equal no other.
const DISTINCT: &str = "distinct ";

/// Numbered metadata nodes of a module, each once.
#[derive(Clone, Debug)]
pub(crate) struct Metadata {
    nodes: Vec<String>,
    numbers: HashMap<String, usize>,
    /// The node of the compile unit, which debug information starts from.
    unit: Option<usize>,
}

impl Metadata {
    /// Starts with the flag that says which version debug information would have, as MLIR's modules do.
    pub(crate) fn new() -> Self {
        let mut metadata = Self {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            unit: None,
        };
        metadata.number("{i32 2, !\"Debug Info Version\", i32 3}");
        metadata
    }

    /// The number of the node with that text, `{...}` or `DIFile(...)`.
    pub(crate) fn number(&mut self, node: &str) -> usize {
        if let Some(&number) = self.numbers.get(node) {
            return number;
        }
        let number = self.nodes.len();
        self.nodes.push(node.to_owned());
        self.numbers.insert(node.to_owned(), number);
        number
    }

    /// The number of a new node that equals no other, even one with the same text.
    pub(super) fn distinct(&mut self, node: &str) -> usize {
        self.nodes.push(format!("{DISTINCT}{node}"));
        self.nodes.len() - 1
    }

    /// Makes a node the compile unit.
    pub(super) fn set_unit(&mut self, number: usize) {
        self.unit = Some(number);
    }

    /// The node of the compile unit; every part of a module needs it.
    pub(crate) fn unit(&self) -> Option<usize> {
        self.unit
    }

    /// The node of branch weights.
    pub(super) fn branch_weights(&mut self, weights: &[i64]) -> usize {
        let weights: String = weights.iter().map(|weight| format!(", i32 {weight}")).collect();
        self.number(&format!("{{!\"branch_weights\"{weights}}}"))
    }

    /// The nodes as they stand at the end of a module.
    pub(super) fn write(&self, out: &mut String) {
        self.write_some(out, |_| true);
    }

    /// The nodes of those numbers; the flags of the module are always among them.
    pub(crate) fn write_some(&self, out: &mut String, wanted: impl Fn(usize) -> bool) {
        out.push_str("\n!llvm.module.flags = !{!0}\n");
        if let Some(unit) = self.unit {
            put!(out, "!llvm.dbg.cu = !{{!{unit}}}\n");
        }
        out.push('\n');
        for (number, node) in self.nodes.iter().enumerate() {
            if number == 0 || wanted(number) {
                match node.strip_prefix(DISTINCT) {
                    Some(node) => put!(out, "!{number} = distinct !{node}\n"),
                    None => put!(out, "!{number} = !{node}\n"),
                }
            }
        }
    }

    /// The text of a node.
    pub(crate) fn node(&self, number: usize) -> Option<&str> {
        self.nodes.get(number).map(String::as_str)
    }
}
