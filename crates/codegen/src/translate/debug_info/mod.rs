//! Debug information: which line of the source each instruction comes from, and which variables there are.
//!
//! A program may bring its own, as attributes of the llvm dialect in the locations of its ops: that becomes the nodes of the
//! same names (`nodes`). On request, functions without it get a subprogram, and their instructions locations in it, from
//! the lines that their ops have. Those have no variables: LLVM has nothing that describes values of type token, and
//! crashes where it is asked to.

mod locations;
mod nodes;

use std::collections::{HashMap, HashSet};

use asyncir_dialects::llvm::debug_info as di;
use asyncir_ir::{Attribute, Ident, Location, LocationKind, OpRef};

use super::metadata::{Metadata, param};
use super::state::ModuleState;
use super::text::quoted;
use crate::dialect::{LlvmType, array, attr};

pub(super) use locations::{location, place, place_of};

/// Nodes that all functions share.
#[derive(Debug, Default)]
pub(super) struct DebugInfo {
    /// The nodes of attributes; `None` for those that have none.
    nodes: HashMap<Attribute, Option<usize>>,
    /// The nodes of attributes that are mentioned in themselves, by their numbers.
    recursive: HashMap<Attribute, usize>,
    /// Compile units that are not yet in the module's list.
    new_units: Vec<Attribute>,
    /// The global variables of compile units, in the order of the units.
    globals: Vec<(Attribute, Vec<usize>)>,
    /// Subprograms of functions that are written.
    used: HashSet<Attribute>,
    files: HashMap<Ident, usize>,
    own_unit: Option<usize>,
}

/// The subprogram of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subprogram {
    /// The number of the metadata node of the subprogram.
    pub(super) node: usize,
    home: Home,
}

/// What locations in a function are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// The program's own subprogram: scopes that are in it stay.
    Attribute(Attribute),
    /// A subprogram that was made for the file: locations are in it, whatever their scopes.
    File(Ident),
}

/// Whether attributes for debuggers become nodes.
fn keeps_attributes(state: &ModuleState<'_>) -> bool {
    state.options.debug_info || state.options.as_printed
}

/// The subprogram of a function that is defined; `None` if there is none and nobody asked for one, or nothing is known.
pub(super) fn subprogram(state: &mut ModuleState<'_>, op: OpRef<'_>, name: &str) -> Option<Subprogram> {
    if keeps_attributes(state)
        && let Some(attr) = subprogram_of(state, op.location())
        // LLVM wants each subprogram at one function.
        && state.debug_info.used.insert(attr)
        && let Some(node) = nodes::node(state, attr)
    {
        add_units(state);
        return Some(Subprogram {
            node,
            home: Home::Attribute(attr),
        });
    }
    if !state.options.debug_info {
        return None;
    }
    let (file, line, _) = op.location().file_position(op.ctx)?;
    let file_node = file_node(state, file);
    let unit = own_unit(state, file_node);
    let metadata = &mut state.metadata;
    let types = metadata.number("{null}");
    let ty = metadata.number(&format!("DISubroutineType(types: !{types})"));
    let name = quoted(name.as_bytes());
    let node = metadata.distinct(&format!(
        "DISubprogram(name: {name}, scope: !{file_node}, file: !{file_node}, line: {line}, \
         type: !{ty}, scopeLine: {line}, spFlags: DISPFlagDefinition, unit: !{unit})"
    ));
    let home = Home::File(file);
    Some(Subprogram { node, home })
}

/// `!dbg !N ` for a function that is declared; for readers alone.
pub(super) fn of_declaration(state: &mut ModuleState<'_>, op: OpRef<'_>) -> String {
    let subprogram = subprogram_of(state, op.location()).filter(|_| state.options.as_printed);
    let subprogram = subprogram.filter(|&attr| !nodes::is_distinct(state.ctx, attr));
    match subprogram.and_then(|attr| nodes::node(state, attr)) {
        Some(node) => format!("!dbg !{node} "),
        None => String::new(),
    }
}

/// The subprogram that a function's location is fused with.
fn subprogram_of(state: &ModuleState<'_>, location: Location) -> Option<Attribute> {
    let LocationKind::Fused { metadata, .. } = location.kind(state.ctx) else {
        return None;
    };
    let attr = metadata?;
    let is_definition = || param(state.ctx, attr, "isRecSelf") != Some(Attribute::TRUE);
    (attr.params_of(state.ctx, &di::SUBPROGRAM_DEF).is_some() && is_definition()).then_some(attr)
}

/// `, !dbg !N` for each place of a global variable.
pub(super) fn of_global(state: &mut ModuleState<'_>, op: OpRef<'_>) -> String {
    if !keeps_attributes(state) {
        return String::new();
    }
    let mut text = String::new();
    for &place in array(op, "dbg_exprs") {
        let Some(node) = nodes::node(state, place) else {
            continue;
        };
        add_units(state);
        text += &format!(", !dbg !{node}");
        let variable = param(op.ctx, place, "var");
        let Some(unit) = variable.and_then(|variable| nodes::unit_of_global(op.ctx, variable)) else {
            continue;
        };
        match state.debug_info.globals.iter_mut().find(|(other, _)| *other == unit) {
            Some((_, list)) => list.push(node),
            None => state.debug_info.globals.push((unit, vec![node])),
        }
    }
    text
}

fn add_units(state: &mut ModuleState<'_>) {
    for unit in std::mem::take(&mut state.debug_info.new_units) {
        if let Some(&Some(node)) = state.debug_info.nodes.get(&unit) {
            state.metadata.add_unit(node);
        }
    }
}

/// Writes the lists of global variables into their units.
pub(super) fn finish(state: &mut ModuleState<'_>) {
    add_units(state);
    for (unit, list) in std::mem::take(&mut state.debug_info.globals) {
        let Some(unit) = nodes::node(state, unit) else { continue };
        let list: Vec<String> = list.iter().map(|node| format!("!{node}")).collect();
        let list = state.metadata.number(&format!("{{{}}}", list.join(", ")));
        nodes::add_globals(&mut state.metadata, unit, list);
    }
}

/// The record of a `llvm.intr.dbg.*`: a line of its own. A variable of another function than that of the location has none:
/// LLVM would refuse it.
pub(super) fn record(
    state: &mut ModuleState<'_>,
    op: OpRef<'_>,
    subprogram: Subprogram,
    value: Option<&str>,
) -> Option<String> {
    let word = op.name().strip_prefix("llvm.intr.dbg.")?;
    let what = attr(op, if word == "label" { "label" } else { "varInfo" })?;
    if !locations::is_in_function_of(state, op.location(), subprogram, what) {
        return None;
    }
    let location = location(state, op, subprogram)?;
    let node = nodes::node(state, what)?;
    if word == "label" {
        return Some(format!("#dbg_label(!{node}, !{location})"));
    }
    let expression = attr(op, "locationExpr").map(|expression| nodes::expression_text(op.ctx, expression));
    let expression = expression.unwrap_or_else(|| "!DIExpression()".to_owned());
    Some(format!("#dbg_{word}({}, !{node}, {expression}, !{location})", value?))
}

fn makes_token(state: &ModuleState<'_>, op: OpRef<'_>) -> bool {
    let kind = |ty| state.types.kind(ty, op.location());
    let types = op.result_types();
    types
        .iter()
        .any(|&ty| matches!(kind(ty), Ok(LlvmType::Keyword("token"))))
}

fn file_node(state: &mut ModuleState<'_>, file: Ident) -> usize {
    if let Some(&node) = state.debug_info.files.get(&file) {
        return node;
    }
    let name = quoted(state.ctx.str(file).as_bytes());
    let directory = std::env::current_dir().unwrap_or_default();
    let directory = quoted(directory.to_string_lossy().as_bytes());
    let node = state
        .metadata
        .number(&format!("DIFile(filename: {name}, directory: {directory})"));
    state.debug_info.files.insert(file, node);
    node
}

fn own_unit(state: &mut ModuleState<'_>, file: usize) -> usize {
    *state
        .debug_info
        .own_unit
        .get_or_insert_with(|| make_unit(&mut state.metadata, file))
}

/// The compile unit. Debuggers know no language of this name; C's rules for names and numbers do.
fn make_unit(metadata: &mut Metadata, file: usize) -> usize {
    let producer = quoted(concat!("asyncir ", env!("CARGO_PKG_VERSION")).as_bytes());
    let node = metadata.distinct(&format!(
        "DICompileUnit(language: DW_LANG_C, file: !{file}, producer: {producer}, isOptimized: true, runtimeVersion: 0, \
         emissionKind: FullDebug)"
    ));
    metadata.add_unit(node);
    node
}
