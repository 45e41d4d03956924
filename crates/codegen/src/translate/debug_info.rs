//! Debug information: which line of the source each instruction comes from.
//!
//! Functions get a subprogram, instructions a location in it, both from the locations of their ops. There are no
//! variables: LLVM has nothing that describes values of type token, and crashes where it is asked to.

use std::collections::HashMap;

use asyncir_ir::{Ident, OpRef};

use super::metadata::Metadata;
use super::state::ModuleState;
use super::text::quoted;
use crate::dialect::LlvmType;

/// Nodes that all functions share.
#[derive(Debug, Default)]
pub(super) struct DebugInfo {
    files: HashMap<Ident, usize>,
    unit: Option<usize>,
    /// The file of each subprogram.
    file_of: HashMap<usize, Ident>,
}

/// The node of a function that is defined; `None` if nobody asked for debug information, or nothing is known about it.
pub(super) fn subprogram(state: &mut ModuleState<'_>, op: OpRef<'_>, name: &str) -> Option<usize> {
    if !state.options.debug_info {
        return None;
    }
    let (file, line, _) = op.location().file_position(op.ctx)?;
    let file_node = file_node(state, file);
    let unit = unit(state, file_node);
    let metadata = &mut state.metadata;
    let types = metadata.number("{null}");
    let ty = metadata.number(&format!("DISubroutineType(types: !{types})"));
    let name = quoted(name.as_bytes());
    let node = metadata.distinct(&format!(
        "DISubprogram(name: {name}, scope: !{file_node}, file: !{file_node}, line: {line}, \
         type: !{ty}, scopeLine: {line}, spFlags: DISPFlagDefinition, unit: !{unit})"
    ));
    state.debug_info.file_of.insert(node, file);
    Some(node)
}

/// The node of an instruction's location in a subprogram; `None` for those that make tokens. An instruction whose place
/// is not known is on line 0: LLVM asks calls for a location.
pub(super) fn location(state: &mut ModuleState<'_>, op: OpRef<'_>, subprogram: usize) -> Option<usize> {
    if makes_token(state, op) {
        return None;
    }
    let position = op.location().file_position(op.ctx);
    let home = state.debug_info.file_of.get(&subprogram).copied();
    let scope = match position {
        Some((file, _, _)) if Some(file) != home => {
            let file = file_node(state, file);
            let block = format!("DILexicalBlockFile(scope: !{subprogram}, file: !{file}, discriminator: 0)");
            state.metadata.number(&block)
        }
        _ => subprogram,
    };
    let (line, column) = position.map_or((0, 0), |(_, line, column)| (line, column));
    // LLVM has sixteen bits for columns.
    let column = u16::try_from(column).unwrap_or(0);
    let node = format!("DILocation(line: {line}, column: {column}, scope: !{scope})");
    Some(state.metadata.number(&node))
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

fn unit(state: &mut ModuleState<'_>, file: usize) -> usize {
    *state
        .debug_info
        .unit
        .get_or_insert_with(|| make_unit(&mut state.metadata, file))
}

/// The compile unit. Debuggers know no language of this name; C's rules for names and numbers do.
fn make_unit(metadata: &mut Metadata, file: usize) -> usize {
    let producer = quoted(concat!("asyncir ", env!("CARGO_PKG_VERSION")).as_bytes());
    let node = metadata.distinct(&format!(
        "DICompileUnit(language: DW_LANG_C, file: !{file}, producer: {producer}, isOptimized: true, runtimeVersion: 0, \
         emissionKind: FullDebug)"
    ));
    metadata.set_unit(node);
    node
}
