//! Functions: signatures, blocks, phis.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Diagnostic, Dominance, Fallible, Location, OpId, OpRef, RegionId, Type, ValueId};

use super::attribute_groups;
use super::attributes as attrs;
use super::debug_info::Subprogram;
use super::globals::comdat;
use super::module_text::Symbol;
use super::numbering::{Numbering, Slot};
use super::state::{ModuleState, failed};
use super::text::{joined, name, put, quoted};
use super::{branches, calls, debug_info, instructions, intrinsics, metadata, scan};
use crate::dialect::{self, LlvmType};

/// Writes a function, declared or defined.
pub(super) fn write(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Symbol> {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    let region = *regions.first().ok_or_else(|| failed(op))?;
    let symbol = dialect::string(op, "sym_name").ok_or_else(|| failed(op))?;
    let linkage = attrs::linkage(op);
    let mut function = Symbol {
        name: symbol.to_owned(),
        linkage,
        is_private: attrs::is_private(op),
        prefix: attrs::symbol_prefix(op, linkage),
        comment: String::new(),
        attached: String::new(),
        declaration: signature(state, op, true)?,
        definition: None,
    };
    let words = attrs::function_words(op, state.options)?;
    if state.options.as_printed {
        function.comment = attribute_groups::comment(&words);
    }
    if body.region(region).is_empty() {
        function.attached = debug_info::of_declaration(state, op);
        for known in metadata::of_function(state, op)? {
            put!(function.attached, "{known} ");
        }
        function.declaration.push_str(&suffix(state, op, &words));
        return Ok(function);
    }
    function.declaration.push_str(&attrs::of_function(op, state.options)?);
    let mut out = signature(state, op, false)?;
    let subprogram = debug_info::subprogram(state, op, symbol);
    let debug = subprogram.map_or_else(String::new, |subprogram| format!(" !dbg !{}", subprogram.node));
    put!(out, "{}{debug}", suffix(state, op, &words));
    for known in metadata::of_function(state, op)? {
        put!(out, " {known}");
    }
    out.push_str(" {\n");
    let numbering = Numbering::new(state, body, region)?;
    let mut writer = FunctionWriter {
        state,
        name: dialect::string(op, "sym_name").unwrap_or_default(),
        body,
        numbering,
        subprogram,
        out: &mut out,
    };
    writer.blocks(region)?;
    out.push_str("}\n");
    function.definition = Some(out);
    Ok(function)
}

/// Everything from the calling convention to the parameters.
fn signature(state: &mut ModuleState<'_>, op: OpRef<'_>, is_declaration: bool) -> Fallible<String> {
    let location = op.location();
    let symbol = dialect::string(op, "sym_name").ok_or_else(|| failed(op))?;
    let ty = dialect::type_attr(op, "function_type").ok_or_else(|| failed(op))?;
    let LlvmType::Function {
        result,
        parameters,
        variadic,
    } = state.types.kind(ty, location)?
    else {
        return Err(failed(op));
    };
    let result_attrs = attrs::parameter(state, attrs::entry(op, "res_attrs", 0), location)?;
    let result = state.ty(result, location)?;
    let mut list = Vec::with_capacity(parameters.len());
    for (index, &parameter) in parameters.iter().enumerate() {
        let dict = attrs::entry(op, "arg_attrs", index);
        let words = attrs::parameter(state, dict, location)?;
        let ty = state.ty(parameter, location)?;
        let number = if is_declaration {
            String::new()
        } else {
            format!(" %{index}")
        };
        list.push(if words.is_empty() {
            format!("{ty}{number}")
        } else {
            format!("{ty} {}{number}", words.trim_end())
        });
    }
    list.extend(variadic.then(|| "...".to_owned()));
    let convention = attrs::calling_convention(op);
    let symbol = name('@', symbol);
    Ok(format!(
        "{convention}{result_attrs}{result} {symbol}({})",
        joined(list, ", ")
    ))
}

/// What stands behind the parameters, in LLVM's order.
fn suffix(state: &mut ModuleState<'_>, op: OpRef<'_>, attributes: &[String]) -> String {
    let mut out = String::new();
    let mut push = |word: &str| {
        if !word.is_empty() {
            put!(out, " {word}");
        }
    };
    push(attrs::unnamed_addr(op));
    if state.options.as_printed {
        push(&state.groups.name(attributes).unwrap_or_default())
    } else {
        attributes.iter().for_each(|word| push(word))
    }
    push(&attrs::section(op).unwrap_or_default());
    push(&comdat(op).unwrap_or_default());
    if let Some(alignment) = dialect::alignment(op) {
        push(&format!("align {alignment}"));
    }
    if let Some(collector) = dialect::string(op, "garbageCollector") {
        push(&format!("gc {}", quoted(collector.as_bytes())));
    }
    if let Some(personality) = dialect::symbol(op, "personality") {
        push(&format!("personality ptr {}", name('@', personality)));
    }
    out
}

/// Writes the body of one function.
pub(super) struct FunctionWriter<'m, 'a, 'b> {
    pub(super) state: &'m mut ModuleState<'a>,
    name: &'b str,
    pub(super) body: &'b Body,
    pub(super) numbering: Numbering,
    /// The function's subprogram, if it has debug information.
    pub(super) subprogram: Option<Subprogram>,
    pub(super) out: &'m mut String,
}

impl FunctionWriter<'_, '_, '_> {
    fn blocks(&mut self, region: RegionId) -> Fallible {
        let predecessors = if self.state.options.as_printed {
            self.predecessors(region)
        } else {
            HashMap::new()
        };
        for (position, block) in self.body.region_blocks(region).enumerate() {
            if position > 0 {
                let label = self.numbering.label(block);
                self.label(label, predecessors.get(&label).map_or(&[], Vec::as_slice));
                self.phis(block)?;
            }
            let ctx = self.state.ctx;
            for op in self.body.block_ops(block) {
                self.op(OpRef {
                    ctx,
                    body: self.body,
                    op,
                })?;
            }
        }
        self.edge_blocks()
    }

    /// Begins a block, with a comment on where control comes from if that is wanted.
    fn label(&mut self, label: u32, from: &[u32]) {
        /// The column of comments.
        const COMMENT: usize = 50;
        if !self.state.options.as_printed {
            return put!(self.out, "\n{label}:\n");
        }
        let names: Vec<String> = from.iter().map(|from| format!("%{from}")).collect();
        let comment = if names.is_empty() {
            "No predecessors!".to_owned()
        } else {
            format!("preds = {}", joined(names, ", "))
        };
        put!(self.out, "\n{:COMMENT$}; {comment}\n", format!("{label}:"));
    }

    /// The labels of the blocks that lead to each block. LLVM lists them in the opposite of the order in which branches were
    /// made, and MLIR makes those of a block after those of the blocks that dominate it.
    fn predecessors(&self, region: RegionId) -> HashMap<u32, Vec<u32>> {
        let mut from: HashMap<u32, Vec<u32>> = HashMap::new();
        for edge in self.numbering.edge_blocks.iter().rev() {
            from.entry(self.numbering.label(edge.target))
                .or_default()
                .push(edge.label);
        }
        let dominance = Dominance::new(self.body);
        let mut blocks = dominance.reverse_post_order(self.body, region);
        let all = self.body.region_blocks(region);
        blocks.extend(all.filter(|&block| !dominance.is_reachable(self.body, block)));
        for &block in blocks.iter().rev() {
            let Some(terminator) = self.body.terminator(block) else {
                continue;
            };
            for (successor, target) in self.body.successors(terminator).enumerate() {
                if self.numbering.edge_block(terminator, successor).is_none() {
                    let sources = from.entry(self.numbering.label(target)).or_default();
                    sources.push(self.numbering.label(block));
                }
            }
        }
        from
    }

    fn op(&mut self, op: OpRef<'_>) -> Fallible {
        let result = op.body.results(op.op).next().map(|result| self.numbering.slot(result));
        if let Some(Slot::Constant(_) | Slot::Same(_)) = result {
            // Constants are written where they are used.
            return Ok(());
        }
        let Some(mnemonic) = op.name().strip_prefix("llvm.") else {
            return Err(failed(op));
        };
        if let Some(intrinsic) = mnemonic.strip_prefix("intr.") {
            return intrinsics::write(self, op, intrinsic);
        }
        if mnemonic == "blocktag" {
            let label = self.label_of(op.op);
            return self.state.block_addresses.define(self.name, op, label);
        }
        let written = instructions::write(self, op, mnemonic)?
            || branches::write(self, op, mnemonic)?
            || calls::write(self, op, mnemonic)?;
        if written { Ok(()) } else { Err(failed(op)) }
    }

    /// One phi for each argument of a block, with one entry for each edge that leads to it.
    fn phis(&mut self, block: BlockId) -> Fallible {
        let edges: Vec<(OpId, usize)> = self.body.block_uses(block).collect();
        for (index, argument) in self.body.block(block).args().iter().enumerate() {
            let Slot::Number(number) = *self.numbering.slot(argument.value) else {
                continue;
            };
            let ty = self.state.ty(self.body.value_type(argument.value), argument.location)?;
            let mut entries = Vec::with_capacity(edges.len());
            for &(terminator, successor) in &edges {
                entries.push(match self.numbering.edge_block(terminator, successor) {
                    Some(edge) => {
                        format!("[ %{}, %{} ]", edge.first_phi + index as u32, edge.label)
                    }
                    None => {
                        let value = self.edge_value(terminator, successor, index)?;
                        format!("[ {value}, %{} ]", self.label_of(terminator))
                    }
                });
            }
            let location = self.debug_location(argument.location);
            put!(self.out, "  %{number} = phi {ty} {}{location}\n", joined(entries, ", "));
        }
        Ok(())
    }

    /// `, !dbg !N` for a place in the program's own debug information.
    fn debug_location(&mut self, location: Location) -> String {
        let place = self
            .subprogram
            .and_then(|subprogram| debug_info::place(self.state, location, subprogram));
        place.map_or_else(String::new, |place| format!(", !dbg !{place}"))
    }

    fn edge_blocks(&mut self) -> Fallible {
        for index in 0..self.numbering.edge_blocks.len() {
            let edge = &self.numbering.edge_blocks[index];
            let (terminator, successor) = edge.edge;
            let (target, first_phi) = (edge.target, edge.first_phi);
            let (source, label) = (self.label_of(terminator), edge.label);
            self.label(label, &[source]);
            for (argument, number) in (0..self.body.block(target).args().len()).zip(first_phi..) {
                let ty = self.body.value_type(self.body.block_arg(target, argument));
                let ty = self.state.ty(ty, self.body.op(terminator).location())?;
                let value = self.edge_value(terminator, successor, argument)?;
                let location = self.body.block(target).args()[argument].location;
                let location = self.debug_location(location);
                put!(self.out, "  %{number} = phi {ty} [ {value}, %{source} ]{location}\n");
            }
            let location = self.debug_location(self.body.op(terminator).location());
            let label = self.numbering.label(target);
            put!(self.out, "  br label %{label}{location}\n");
        }
        Ok(())
    }

    fn label_of(&self, op: OpId) -> u32 {
        self.body
            .parent_block(op)
            .map_or(0, |block| self.numbering.label(block))
    }

    /// The value that a terminator passes to an argument of a successor.
    fn edge_value(&mut self, terminator: OpId, successor: usize, argument: usize) -> Fallible<String> {
        let op = OpRef {
            ctx: self.state.ctx,
            body: self.body,
            op: terminator,
        };
        let operands = branches::successor_operands(op, successor).ok_or_else(|| failed(op))?;
        operands
            .get(argument)
            .ok_or_else(|| failed(op))
            .and_then(|&value| self.value(op, value))
    }

    /// The label of a successor: of the block itself or of the one that stands in the edge.
    pub(super) fn successor(&self, op: OpRef<'_>, index: usize) -> Fallible<String> {
        if index >= op.data().num_successors() {
            return Err(failed(op));
        }
        let label = match self.numbering.edge_block(op.op, index) {
            Some(edge) => edge.label,
            None => self.numbering.label(self.body.successor(op.op, index)),
        };
        Ok(format!("label %{label}"))
    }

    /// The operand of an op by its index.
    pub(super) fn operand_id(&self, op: OpRef<'_>, index: usize) -> Fallible<ValueId> {
        if index < op.data().num_operands() {
            Ok(op.operand(index))
        } else {
            Err(failed(op))
        }
    }

    /// `%5` or a constant.
    pub(super) fn value(&mut self, op: OpRef<'_>, value: ValueId) -> Fallible<String> {
        match self.numbering.slot(value) {
            Slot::Number(number) | Slot::Same(number) => Ok(format!("%{number}")),
            Slot::Constant(constant) => self.state.constant_text(constant, op.location()),
            Slot::Missing => Err(Diagnostic::error(op.location(), "operand has no value in LLVM IR")),
        }
    }

    /// `i32 %5`
    pub(super) fn typed(&mut self, op: OpRef<'_>, value: ValueId) -> Fallible<String> {
        let ty = self.state.ty(self.body.value_type(value), op.location())?;
        Ok(format!("{ty} {}", self.value(op, value)?))
    }

    /// The operand by its index, without its type.
    pub(super) fn operand(&mut self, op: OpRef<'_>, index: usize) -> Fallible<String> {
        self.value(op, self.operand_id(op, index)?)
    }

    /// The operand by its index, with its type.
    pub(super) fn typed_operand(&mut self, op: OpRef<'_>, index: usize) -> Fallible<String> {
        let value = self.operand_id(op, index)?;
        self.typed(op, value)
    }

    /// The type of the operand by its index.
    pub(super) fn operand_type(&self, op: OpRef<'_>, index: usize) -> Fallible<Type> {
        self.operand_id(op, index).map(|value| self.body.value_type(value))
    }

    /// LLVM's spelling of a type.
    pub(super) fn ty(&mut self, op: OpRef<'_>, ty: Type) -> Fallible<String> {
        self.state.ty(ty, op.location())
    }

    /// The type of the op's result; `void` if there is none.
    pub(super) fn result_type(&mut self, op: OpRef<'_>) -> Fallible<String> {
        match op.result_types().first() {
            Some(&ty) => self.ty(op, ty),
            None => Ok("void".to_owned()),
        }
    }

    /// Writes an instruction, with the number of its value if it has one. Its location is the first thing attached to it.
    pub(super) fn line(&mut self, op: OpRef<'_>, text: &str) {
        let (text, attached) = text.split_at(scan::attachments(text));
        match op.body.results(op.op).next().map(|result| self.numbering.slot(result)) {
            Some(Slot::Number(number)) => put!(self.out, "  %{number} = {text}"),
            _ => put!(self.out, "  {text}"),
        }
        let subprogram = self.subprogram;
        if let Some(location) = subprogram.and_then(|subprogram| debug_info::location(self.state, op, subprogram)) {
            put!(self.out, ", !dbg !{location}");
        }
        put!(self.out, "{attached}\n");
    }
}
