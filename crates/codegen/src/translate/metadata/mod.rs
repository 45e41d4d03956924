//! Metadata nodes of instructions: weights of branches, annotations of loops, what is known of memory accesses. Debug
//! information is written if it is asked for (`debug_info`).
//!
//! Nodes are numbered as LLVM numbers them when it prints a module: each at its first mention, before what it refers to.

mod accesses;
mod loops;

use std::collections::HashMap;

use asyncir_ir::{Attribute, Context, OpRef};

use super::functions::FunctionWriter;
use super::text::{put, quoted};
use crate::dialect::attr;

/// Marks texts of nodes that equal no other.
const DISTINCT: &str = "distinct ";

/// Numbered metadata nodes of a module, each once.
#[derive(Clone, Debug)]
pub(crate) struct Metadata {
    nodes: Vec<String>,
    numbers: HashMap<Key, usize>,
    /// The node of the compile unit, which debug information starts from.
    unit: Option<usize>,
    /// The nodes of each of the [`LISTS`].
    lists: [Vec<usize>; LISTS.len()],
}

/// What a module says of itself and to linkers, in the order of its text.
const LISTS: [&str; 4] = ["ident", "commandline", "dependent-libraries", "linker.options"];

/// What tells nodes apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// The text of one that refers to no other.
    Text(String),
    /// What an attribute becomes, as a part of a node of that name.
    Attribute(&'static str, Attribute),
    /// An option of a loop that names the annotation of another one.
    FollowUp(String, Attribute),
}

impl Metadata {
    /// Starts with the flag that says which version debug information would have, as MLIR's modules do.
    pub(crate) fn new() -> Self {
        let mut metadata = Self {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            unit: None,
            lists: Default::default(),
        };
        metadata.number("{i32 2, !\"Debug Info Version\", i32 3}");
        metadata
    }

    /// The number of the node with that text, `{...}` or `DIFile(...)`.
    pub(crate) fn number(&mut self, node: &str) -> usize {
        self.numbered(Key::Text(node.to_owned()), |_, _| node.to_owned())
    }

    /// The number of a node, which is made when it is asked for first. `make` gets its own number.
    fn numbered(&mut self, key: Key, make: impl FnOnce(&mut Self, usize) -> String) -> usize {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.nodes.len();
        self.nodes.push(String::new());
        self.numbers.insert(key, number);
        self.nodes[number] = make(self, number);
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

    /// Takes up what the attributes of a module say of it.
    pub(super) fn describe(&mut self, module: OpRef<'_>) {
        let ctx = module.ctx;
        let attribute = |name: &'static str| module.data().attr(ctx, name);
        for (list, name) in [("ident", "llvm.ident"), ("commandline", "llvm.commandline")] {
            if let Some(text) = attribute(name).filter(|text| text.as_str(ctx).is_some()) {
                self.add_to_list(list, &format!("{{{}}}", string(ctx, text)));
            }
        }
        let libraries = attribute("llvm.dependent_libraries").and_then(|libraries| libraries.as_array(ctx));
        for &library in libraries.unwrap_or_default() {
            self.add_to_list("dependent-libraries", &format!("{{{}}}", string(ctx, library)));
        }
    }

    /// Takes up options for the linker.
    pub(super) fn add_linker_options(&mut self, op: OpRef<'_>) {
        let options = attr(op, "options").and_then(|options| options.as_array(op.ctx));
        let options: Vec<String> = options
            .unwrap_or_default()
            .iter()
            .map(|&option| string(op.ctx, option))
            .collect();
        self.add_to_list("linker.options", &format!("{{{}}}", options.join(", ")));
    }

    /// Adds a node to one of the [`LISTS`].
    fn add_to_list(&mut self, list: &str, node: &str) {
        let number = self.number(node);
        if let Some(index) = LISTS.iter().position(|other| *other == list) {
            self.lists[index].push(number);
        }
    }

    /// The node of branch weights.
    pub(super) fn branch_weights(&mut self, weights: &[i64]) -> usize {
        let weights: String = weights.iter().map(|weight| format!(", i32 {weight}")).collect();
        self.number(&format!("{{!\"branch_weights\"{weights}}}"))
    }

    /// The nodes as they stand at the end of a module.
    pub(super) fn write(&self, out: &mut String) {
        for (list, nodes) in LISTS.iter().zip(&self.lists).filter(|(_, nodes)| !nodes.is_empty()) {
            let nodes: Vec<String> = nodes.iter().map(|node| format!("!{node}")).collect();
            put!(out, "\n!llvm.{list} = !{{{}}}", nodes.join(", "));
        }
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

/// A parameter of a dialect's attribute, if it is there.
fn param(ctx: &Context, attr: Attribute, name: &str) -> Option<Attribute> {
    let asyncir_ir::AttrKind::Dialect { def, params } = attr.kind(ctx) else {
        return None;
    };
    let index = def.params.iter().position(|(param, _)| *param == name)?;
    params.get(index).copied().filter(|&param| param != Attribute::UNIT)
}

/// A text as an operand of a node.
fn string(ctx: &Context, text: Attribute) -> String {
    format!("!{}", quoted(text.as_str(ctx).unwrap_or_default().as_bytes()))
}

/// What is attached to a memory access or call, in LLVM's order.
pub(super) fn of_access(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> String {
    let metadata = &mut writer.state.metadata;
    let mut text = String::new();
    let list = |property| attr(op, property).filter(|list| list.as_array(op.ctx).is_some_and(|list| !list.is_empty()));
    // LLVM takes a single tag.
    if let Some(&[tag]) = attr(op, "tbaa").and_then(|tags| tags.as_array(op.ctx)) {
        put!(text, ", !tbaa !{}", metadata.tbaa_tag(op.ctx, tag));
    }
    if crate::dialect::flag(op, "invariant") {
        put!(text, ", !invariant.load !{}", metadata.number("{}"));
    }
    for (property, kind) in [("alias_scopes", "alias.scope"), ("noalias_scopes", "noalias")] {
        if let Some(scopes) = list(property) {
            put!(text, ", !{kind} !{}", metadata.alias_scopes(op.ctx, scopes));
        }
    }
    for (property, kind, node) in [
        ("nontemporal", "nontemporal", "{i32 1}"),
        ("invariantGroup", "invariant.group", "{}"),
    ] {
        if crate::dialect::flag(op, property) {
            put!(text, ", !{kind} !{}", metadata.number(node));
        }
    }
    if let Some(groups) = list("access_groups") {
        put!(text, ", !llvm.access.group !{}", metadata.access_groups(op.ctx, groups));
    }
    text
}

/// `, !llvm.loop !N`, if a branch has an annotation.
pub(super) fn of_loop(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> String {
    match attr(op, "loop_annotation") {
        Some(annotation) => format!(", !llvm.loop !{}", writer.state.metadata.loop_id(op.ctx, annotation)),
        None => String::new(),
    }
}
