//! The llvm dialect as LLVM IR text.
//!
//! Ops of the llvm dialect stand for LLVM's instructions one to one, so the translation is a walk: each function's
//! values and blocks are numbered as LLVM numbers them (`numbering`), then every op is written (`instructions`,
//! `branches`, `calls`, `intrinsics`). Constants have no instruction and are written where they are used. Block
//! arguments become phis. Debug information and other metadata that no program's meaning depends on are
//! left out.
//!
//! No LLVM is needed. The text means what `mlir-translate --mlir-to-llvmir` prints for the same module; it differs
//! where that folds constant instructions.

mod attributes;
mod block_addresses;
mod branches;
mod calls;
mod constants;
mod dialect;
mod folding;
mod functions;
mod globals;
mod initializers;
mod instructions;
mod intrinsic_table;
mod intrinsics;
mod metadata;
mod numbering;
mod state;
mod text;
mod types;

use asyncir_ir::{BlockId, Body, Diagnostics, Fallible, OpRef};

use globals::StaticFunctions;
use state::{ModuleState, failed};
use text::{put, quoted};

/// Writes a module, whose ops are all of the llvm dialect, as LLVM IR text.
///
/// # Errors
/// One for each top-level op that cannot be translated, at the op that is the reason.
pub fn translate_module(module: OpRef<'_>) -> Result<String, Diagnostics> {
    let mut translator = Translator {
        state: ModuleState::new(module.ctx),
        comdats: String::new(),
        globals: String::new(),
        aliases: String::new(),
        functions: String::new(),
        constructors: StaticFunctions::default(),
        destructors: StaticFunctions::default(),
    };
    let mut diagnostics = Diagnostics::new();
    let (body, regions) = asyncir_ir::asm::regions_of(module.body, module.op);
    for block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
        translator.block(body, block, &mut diagnostics);
    }
    if diagnostics.has_errors() {
        Err(diagnostics)
    } else {
        Ok(translator.finish(module))
    }
}

/// The parts of a module, each in the order of its ops.
struct Translator<'a> {
    state: ModuleState<'a>,
    comdats: String,
    globals: String,
    aliases: String,
    functions: String,
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
            "llvm.func" => functions::write(&mut self.state, op, &mut self.functions),
            "llvm.mlir.global" => globals::global(&mut self.state, op, &mut self.globals),
            "llvm.mlir.alias" => globals::alias(&mut self.state, op, &mut self.aliases),
            "llvm.mlir.ifunc" => globals::ifunc(&mut self.state, op, &mut self.aliases),
            "llvm.mlir.global_ctors" => self.constructors.add(op, "ctors"),
            "llvm.mlir.global_dtors" => self.destructors.add(op, "dtors"),
            "llvm.comdat" => globals::comdats(op, &mut self.comdats),
            // Both only give hints to linkers, as metadata.
            "llvm.module_flags" | "llvm.linker_options" => Ok(()),
            _ => Err(failed(op)),
        }
    }

    /// Puts the parts together in LLVM's order.
    fn finish(self, module: OpRef<'_>) -> String {
        let mut out = String::from("; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n");
        header(module, &mut out);
        let types: String = self
            .state
            .types
            .definitions()
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        let mut globals = self.globals;
        self.constructors.write("llvm.global_ctors", &mut globals);
        self.destructors.write("llvm.global_dtors", &mut globals);
        for part in [types, self.comdats, globals, self.aliases] {
            if !part.is_empty() {
                put!(out, "\n{part}");
            }
        }
        out.push_str(&self.functions);
        for declaration in &self.state.declarations {
            put!(out, "\n{declaration}\n");
        }
        self.state.metadata.write(&mut out);
        self.state.block_addresses.resolve(out)
    }
}

/// Data layout, target and module-level assembly, as far as the module says.
fn header(module: OpRef<'_>, out: &mut String) {
    let string = |name: &'static str| {
        module
            .data()
            .attr(module.ctx, name)
            .and_then(|value| value.as_str(module.ctx))
    };
    if let Some(layout) = string("llvm.data_layout").filter(|layout| !layout.is_empty()) {
        put!(out, "target datalayout = {}\n", quoted(layout.as_bytes()));
    }
    if let Some(triple) = string("llvm.target_triple").filter(|triple| !triple.is_empty()) {
        put!(out, "target triple = {}\n", quoted(triple.as_bytes()));
    }
    let lines = module
        .data()
        .attr(module.ctx, "llvm.module_asm")
        .and_then(|lines| lines.as_array(module.ctx));
    for line in lines.unwrap_or(&[]) {
        let line = line.as_str(module.ctx).unwrap_or_default();
        put!(out, "\nmodule asm {}\n", quoted(line.as_bytes()));
    }
}
