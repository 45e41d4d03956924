//! Metadata nodes of instructions: weights of branches, annotations of loops, what is known of memory accesses. Debug
//! information is written if it is asked for (`debug_info`).
//!
//! Nodes are numbered in the order in which they are made: most of them at their first mention, before what they refer to.

mod accesses;
mod flags;
mod functions;
mod loops;

use std::collections::HashMap;

use asyncir_ir::{Attribute, Context, OpRef};

use super::debug_info;
use super::functions::FunctionWriter;
use super::text::{put, quoted};
use crate::dialect::attr;

pub(super) use functions::of_function;

/// Marks texts of nodes that equal no other.
const DISTINCT: &str = "distinct ";

/// Numbered metadata nodes of a module, each once.
#[derive(Clone, Debug)]
pub(crate) struct Metadata {
    nodes: Vec<String>,
    numbers: HashMap<Key, usize>,
    /// Named lists of nodes.
    lists: Vec<List>,
    /// The keys of flags that the module has.
    flags: Vec<String>,
}

/// A list of nodes, `!llvm.ident = !{!1}`.
#[derive(Clone, Debug)]
struct List {
    name: &'static str,
    stage: Stage,
    nodes: Vec<usize>,
}

/// When MLIR makes a list, which decides about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// With the compile units.
    Units,
    /// With the attributes of the module.
    Module,
    /// With the ops that are neither globals nor functions.
    Ops,
    /// When all is written.
    End,
}

/// The list of flags.
pub(super) const FLAGS: &str = "module.flags";
/// The list of compile units.
const UNITS: &str = "dbg.cu";
/// The flag that every module has, as a node.
const VERSION: usize = 0;
const VERSION_KEY: &str = "Debug Info Version";

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
            lists: Vec::new(),
            flags: Vec::new(),
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

    /// The number of a node whose text comes later.
    pub(super) fn reserve(&mut self) -> usize {
        self.nodes.push(String::new());
        self.nodes.len() - 1
    }

    /// The text of a node that was reserved.
    pub(super) fn define(&mut self, number: usize, node: &str, distinct: bool) {
        let word = if distinct { DISTINCT } else { "" };
        self.nodes[number] = format!("{word}{node}");
    }

    /// Changes the text of a node.
    pub(super) fn edit(&mut self, number: usize, change: impl FnOnce(&mut String)) {
        change(&mut self.nodes[number]);
    }

    /// Makes a node a compile unit.
    pub(super) fn add_unit(&mut self, number: usize) {
        self.add_to_list(UNITS, Stage::Units, number);
    }

    /// The nodes of the named lists, such as compile units and flags: every part of a module needs them.
    pub(crate) fn listed(&self) -> impl Iterator<Item = usize> {
        self.lists.iter().flat_map(|list| &list.nodes).copied()
    }

    /// Adds a flag of the module.
    pub(super) fn add_flag(&mut self, key: &str, node: usize, stage: Stage) {
        self.flags.push(key.to_owned());
        self.add_to_list(FLAGS, stage, node);
    }

    /// Adds the flag that says which version debug information has, unless the module says so itself.
    pub(crate) fn add_version(&mut self) {
        if !self.flags.iter().any(|key| key == VERSION_KEY) {
            self.add_flag(VERSION_KEY, VERSION, Stage::End);
        }
    }

    /// Takes up what the attributes of a module say of it.
    pub(super) fn describe(&mut self, module: OpRef<'_>) {
        let ctx = module.ctx;
        let attribute = |name: &'static str| module.data().attr(ctx, name);
        for (list, name) in [("ident", "llvm.ident"), ("commandline", "llvm.commandline")] {
            if let Some(text) = attribute(name).filter(|text| text.as_str(ctx).is_some()) {
                let node = self.number(&format!("{{{}}}", string(ctx, text)));
                self.add_to_list(list, Stage::Module, node);
            }
        }
        let libraries = attribute("llvm.dependent_libraries").and_then(|libraries| libraries.as_array(ctx));
        for &library in libraries.unwrap_or_default() {
            let node = self.number(&format!("{{{}}}", string(ctx, library)));
            self.add_to_list("dependent-libraries", Stage::Module, node);
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
        let node = self.number(&format!("{{{}}}", options.join(", ")));
        self.add_to_list("linker.options", Stage::Ops, node);
    }

    fn add_to_list(&mut self, name: &'static str, stage: Stage, node: usize) {
        match self.lists.iter_mut().find(|list| list.name == name) {
            Some(list) => list.nodes.push(node),
            None => self.lists.push(List {
                name,
                stage,
                nodes: vec![node],
            }),
        }
    }

    /// The node of branch weights.
    pub(super) fn branch_weights(&mut self, weights: &[i64]) -> usize {
        let weights: String = weights.iter().map(|weight| format!(", i32 {weight}")).collect();
        self.number(&format!("{{!\"branch_weights\"{weights}}}"))
    }

    /// The named lists in MLIR's order, and all nodes.
    pub(super) fn write(&self, out: &mut String) {
        self.write_some(out, |_| true);
    }

    /// As [`Metadata::write`], with those nodes only that are `wanted`.
    pub(crate) fn write_some(&self, out: &mut String, wanted: impl Fn(usize) -> bool) {
        let mut lists: Vec<&List> = self.lists.iter().collect();
        lists.sort_by_key(|list| list.stage);
        out.push('\n');
        for list in lists {
            let nodes = list.nodes.iter().filter(|&&node| wanted(node));
            let nodes: Vec<String> = nodes.map(|node| format!("!{node}")).collect();
            if !nodes.is_empty() {
                put!(out, "!llvm.{} = !{{{}}}\n", list.name, nodes.join(", "));
            }
        }
        out.push('\n');
        self.write_nodes(out, wanted);
    }

    fn write_nodes(&self, out: &mut String, wanted: impl Fn(usize) -> bool) {
        let nodes = self.nodes.iter().enumerate().filter(|&(number, _)| wanted(number));
        for (number, node) in nodes {
            match node.strip_prefix(DISTINCT) {
                Some(node) => put!(out, "!{number} = distinct !{node}\n"),
                None => put!(out, "!{number} = !{node}\n"),
            }
        }
    }

    /// The text of a node.
    pub(crate) fn node(&self, number: usize) -> Option<&str> {
        self.nodes.get(number).map(String::as_str)
    }
}

/// A parameter of a dialect's attribute, if it is there.
pub(super) fn param(ctx: &Context, attr: Attribute, name: &str) -> Option<Attribute> {
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
    if crate::dialect::flag(op, "nontemporal") {
        put!(text, ", !nontemporal !{}", metadata.number("{i32 1}"));
    }
    text.push_str(&dereferenceable(metadata, op));
    if crate::dialect::flag(op, "invariantGroup") {
        put!(text, ", !invariant.group !{}", metadata.number("{}"));
    }
    if let Some(groups) = list("access_groups") {
        put!(text, ", !llvm.access.group !{}", metadata.access_groups(op.ctx, groups));
    }
    text
}

/// How many bytes may be read from a pointer that an instruction gives.
pub(super) fn dereferenceable(metadata: &mut Metadata, op: OpRef<'_>) -> String {
    let Some(known) = attr(op, "dereferenceable") else {
        return String::new();
    };
    let parameter = |name| param(op.ctx, known, name);
    let bytes = parameter("bytes")
        .and_then(|bytes| bytes.as_i64(op.ctx))
        .unwrap_or_default();
    let may_be_null = parameter("mayBeNull").and_then(Attribute::as_bool).unwrap_or_default();
    let kind = if may_be_null {
        "dereferenceable_or_null"
    } else {
        "dereferenceable"
    };
    format!(", !{kind} !{}", metadata.number(&format!("{{i64 {bytes}}}")))
}

/// `, !llvm.loop !N`, if a branch has an annotation.
pub(super) fn of_loop(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> String {
    let Some(annotation) = attr(op, "loop_annotation") else {
        return String::new();
    };
    let places = ["startLoc", "endLoc"].into_iter();
    let places = places.filter_map(|name| param(op.ctx, annotation, name));
    let places: Vec<usize> = places
        .filter_map(|place| debug_info::place_of(writer.state, place))
        .collect();
    let node = writer.state.metadata.loop_id(op.ctx, annotation, &places);
    format!(", !llvm.loop !{node}")
}
