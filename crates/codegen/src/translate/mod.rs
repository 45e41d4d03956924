//! Translation of the llvm dialect to LLVM IR text.
//!
//! Each op of the llvm dialect corresponds to one LLVM instruction. So the translation walks over the ops. The values and
//! blocks of each function are numbered as LLVM numbers them (`numbering`), then every op is written (`instructions`,
//! `branches`, `calls`, `intrinsics`). Constants (`constant`) are written where they are used, because LLVM has no instruction
//! for them. So are instructions whose operands are constants, because MLIR has LLVM compute these at once (`folding`).
//! Block arguments become phis. Alias scopes and other metadata that do not change the meaning of the program are left out.
//! Debug information is written on request.
//!
//! The translation needs no libLLVM. Its text has the same meaning as that of `mlir-translate --mlir-to-llvmir`.

mod attribute_groups;
mod attributes;
mod block_addresses;
mod branches;
mod calls;
mod constant;
mod data;
mod data_layout;
mod debug_info;
mod folding;
mod functions;
mod globals;
mod initializers;
mod instructions;
mod intrinsic_attributes;
mod intrinsic_table;
mod intrinsics;
mod layout;
mod metadata;
mod module_text;
mod numbering;
pub(crate) mod scan;
mod state;
mod symbols;
mod text;
mod types;

use std::collections::HashSet;

use asyncir_ir::{BlockId, Body, Diagnostics, Fallible, OpRef};

pub(crate) use branches::{operand_segment, successor_operands};
pub(crate) use constant::{extends_with_zeros, little_endian, storage_bytes};
use globals::StaticFunctions;
use layout::Layout;
#[cfg(test)]
pub(crate) use metadata::Metadata;
pub use module_text::ModuleText;
pub(crate) use module_text::{
    Declaration, Parts, Symbol, put_external_function, put_external_global, put_function, put_global,
};
use state::{ModuleState, failed};

use text::{put, quoted};

/// How a module is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranslateOptions<'l> {
    /// The major version of the LLVM that will read the text, from 19 to 22; by default 22. Older versions spell some
    /// attributes and intrinsics differently.
    pub llvm_major: u32,
    /// Whether to write debug information, with which debuggers and profilers show lines of the source. File names are
    /// relative to the current folder.
    pub debug_info: bool,
    /// Whether to write what LLVM 22 prints, too, but does not need to read: function attributes in groups at the end of the
    /// module, those of intrinsics included, alignments that follow from types, and the predecessors of blocks. This is for
    /// readers and tools.
    pub as_printed: bool,
    /// How types lie in the memory of the machine that code is generated for, in LLVM's words ([`Machine::data_layout`]).
    /// Sizes and offsets that are computed here, and accesses without an alignment, are of that machine then. By default,
    /// what the module says counts, or else what LLVM assumes of an unknown machine, as in `mlir-translate`.
    ///
    /// [`Machine::data_layout`]: crate::llvm::Machine::data_layout
    pub data_layout: Option<&'l str>,
    /// Whether globals with many numbers are written as arrays of bytes, low ones first, which LLVM reads much faster. This is
    /// for code generation on machines that store numbers this way.
    pub data_as_bytes: bool,
}

impl Default for TranslateOptions<'_> {
    fn default() -> Self {
        Self {
            llvm_major: 22,
            debug_info: false,
            as_printed: false,
            data_layout: None,
            data_as_bytes: false,
        }
    }
}

/// Translates a module in the llvm dialect to LLVM IR text.
///
/// # Errors
/// One error for each top-level op that cannot be translated. Its location is that of the op inside it that is the reason.
pub fn translate_module(module: OpRef<'_>) -> Result<String, Diagnostics> {
    let options = TranslateOptions {
        as_printed: true,
        ..TranslateOptions::default()
    };
    translate_parts(module, options).map(|text| text.to_text())
}

/// Does the same as [`translate_module`], with options. The result has the text of each top-level op as a separate part.
///
/// # Errors
/// As [`translate_module`].
pub fn translate_parts(module: OpRef<'_>, options: TranslateOptions<'_>) -> Result<ModuleText, Diagnostics> {
    let layout = match options.data_layout {
        Some(layout) => Ok(Some(layout.to_owned())),
        None => data_layout::of(module),
    };
    let target = Layout::of(layout.as_ref().ok().and_then(|layout| layout.as_deref()));
    let mut translator = Translator {
        state: ModuleState::new(module, options, target),
        comdats: String::new(),
        globals: Vec::new(),
        aliases: String::new(),
        ifuncs: String::new(),
        functions: Vec::new(),
        constructors: StaticFunctions::default(),
        destructors: StaticFunctions::default(),
    };
    let mut diagnostics = Diagnostics::new();
    let (body, regions) = asyncir_ir::asm::regions_of(module.body, module.op);
    for block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
        translator.block(body, block, &mut diagnostics);
    }
    match layout.map(|layout| header(module, layout.as_deref())) {
        _ if diagnostics.has_errors() => Err(diagnostics),
        Ok(header) => Ok(translator.finish(module, header)),
        Err(error) => Err(error.into()),
    }
}

/// The parts of a module, each in the order of its ops.
struct Translator<'a> {
    state: ModuleState<'a>,
    comdats: String,
    globals: Vec<Symbol>,
    aliases: String,
    ifuncs: String,
    functions: Vec<Symbol>,
    constructors: StaticFunctions,
    destructors: StaticFunctions,
}

impl<'a> Translator<'a> {
    fn block(&mut self, body: &'a Body, block: BlockId, diagnostics: &mut Diagnostics) {
        for op in body.block_ops(block) {
            let op = OpRef {
                ctx: self.state.ctx,
                body,
                op,
            };
            diagnostics.take(self.op(op));
        }
    }

    fn op(&mut self, op: OpRef<'a>) -> Fallible {
        match op.name() {
            "llvm.func" => {
                let function = functions::write(&mut self.state, op)?;
                self.functions.push(function);
                Ok(())
            }
            "llvm.mlir.global" => {
                let global = globals::global(&mut self.state, op)?;
                self.globals.push(global);
                Ok(())
            }
            "llvm.mlir.alias" => globals::alias(&mut self.state, op, &mut self.aliases),
            "llvm.mlir.ifunc" => globals::ifunc(&mut self.state, op, &mut self.ifuncs),
            "llvm.mlir.global_ctors" => self.constructors.add(op, "ctors"),
            "llvm.mlir.global_dtors" => self.destructors.add(op, "dtors"),
            "llvm.comdat" => globals::comdats(op, &mut self.comdats),
            // The functions of a nested module do not belong to this module; so MLIR leaves them out, too.
            "builtin.module" => Ok(()),
            "llvm.linker_options" => {
                self.state.metadata.add_linker_options(op);
                Ok(())
            }
            "llvm.module_flags" => {
                self.state.metadata.add_flags(op);
                Ok(())
            }
            _ => Err(failed(op)),
        }
    }

    fn finish(mut self, module: OpRef<'_>, header: String) -> ModuleText {
        self.state.metadata.describe(module);
        debug_info::finish(&mut self.state);
        self.state.metadata.add_version();
        let mut tables = String::new();
        self.constructors.write("llvm.global_ctors", &mut tables);
        self.destructors.write("llvm.global_dtors", &mut tables);
        let addresses = &self.state.block_addresses;
        for symbol in self.globals.iter_mut().chain(&mut self.functions) {
            addresses.resolve(&mut symbol.definition);
        }
        // The module may declare intrinsics itself.
        let functions = self.functions.iter().map(|function| &function.name);
        let own: HashSet<&String> = functions.filter(|name| name.starts_with("llvm.")).collect();
        let declarations = &mut self.state.declarations;
        declarations.retain(|intrinsic| !own.contains(&intrinsic.name));
        for intrinsic in &mut self.state.declarations {
            if let Some(group) = self.state.groups.name(&intrinsic.attributes) {
                let comment = attribute_groups::comment(&intrinsic.attributes);
                intrinsic.text = format!("{comment}{} {group}", intrinsic.text);
            }
        }
        let lines = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect();
        ModuleText {
            header,
            assembly: assembly(module),
            types: lines(self.state.types.definitions()),
            comdats: self.comdats,
            globals: self.globals,
            tables,
            aliases: self.aliases + &self.ifuncs,
            functions: self.functions,
            has_block_addresses: addresses.are_mentioned(),
            intrinsics: self.state.declarations,
            attribute_groups: self.state.groups.definitions(),
            metadata: self.state.metadata,
        }
    }
}

/// Name, data layout and target, as far as the module says.
fn header(module: OpRef<'_>, layout: Option<&str>) -> String {
    let mut out = String::from("; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n");
    let string = |name: &'static str| {
        module
            .data()
            .attr(module.ctx, name)
            .and_then(|value| value.as_str(module.ctx))
    };
    if let Some(layout) = layout {
        put!(out, "target datalayout = {}\n", quoted(layout.as_bytes()));
    }
    if let Some(triple) = string("llvm.target_triple").filter(|triple| !triple.is_empty()) {
        put!(out, "target triple = {}\n", quoted(triple.as_bytes()));
    }
    out
}

/// Assembly at the level of the module.
fn assembly(module: OpRef<'_>) -> String {
    let lines = module
        .data()
        .attr(module.ctx, "llvm.module_asm")
        .and_then(|lines| lines.as_array(module.ctx));
    let mut out = String::new();
    for line in lines.unwrap_or(&[]) {
        let line = line.as_str(module.ctx).unwrap_or_default();
        put!(out, "\nmodule asm {}\n", quoted(line.as_bytes()));
    }
    out
}
