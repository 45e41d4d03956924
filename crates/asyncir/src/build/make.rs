//! From a module in the llvm dialect to a file, with either maker of machine code.

use std::collections::HashMap;

use asyncir_codegen::cache::KeyBuilder;
use asyncir_codegen::cranelift::{CraneliftOptions, FileOptions, compile_module};
use asyncir_codegen::llvm::{self, Cpu, Machine, OptLevel, compile_to};
use asyncir_codegen::objects::{ObjectCode, compile_objects};
use asyncir_codegen::partition::{Exports, PartitionOptions, partition};
use asyncir_codegen::run::EntryPoint;
use asyncir_codegen::translate::ModuleText;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Context, Diagnostic, OwnedOp};
use asyncir_runtime::runner_utils;

use super::{BuildOptions, Emit, link, start};
use crate::Error;
use crate::program::{Entry, to_text};

/// What LLVM builds for; an error if that cannot be linked here and has to be.
pub(super) fn machine(options: &BuildOptions) -> Result<Machine, Error> {
    let machine = Machine::of(&options.compile())?;
    if options.emit.is_linked() && !machine.is_native() && options.linker.is_none() {
        return Err(Error::Link(format!(
            "programs for {} cannot be linked here; build an object file, or name a linker",
            machine.triple
        )));
    }
    Ok(machine)
}

/// A program that is being built.
pub(super) struct Program<'p> {
    pub(super) ctx: &'p Context,
    pub(super) module: &'p OwnedOp,
    pub(super) options: &'p BuildOptions,
    pub(super) entries: Vec<Entry>,
}

impl Program<'_> {
    /// The file, with machine code by Cranelift, or what Cranelift does not know of the program.
    pub(super) fn with_cranelift(&self) -> Result<Result<Vec<u8>, Diagnostic>, Error> {
        let suffix = self.suffix();
        let name = &self.options.entry_point;
        let mut files = FileOptions {
            for_this_cpu: matches!(self.options.cpu, Cpu::Host),
            whole: self.options.emit == Emit::Object && !link::is_available(self.options),
            suffix: &suffix,
            new_names: self.runtime_names(),
        };
        let is_executable = self.options.emit == Emit::Executable;
        let mut start = None;
        if is_executable {
            start = Some(start::module(self.ctx, self.entry()?)?);
            files.new_names.insert(name, start::ENTRY.to_owned());
        }
        let mut options = CraneliftOptions {
            optimize: self.options.opt_level > OptLevel::O0,
            exports: if is_executable {
                Exports::Only(std::slice::from_ref(name))
            } else {
                Exports::Public
            },
            threads: self.options.threads,
            files: Some(files),
        };
        let mut objects = match compile_module(self.module.op_ref(self.ctx), &options) {
            Ok(objects) => objects,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let Some(start) = start {
            options.exports = Exports::Everything;
            options.files.iter_mut().for_each(|files| files.new_names.clear());
            match compile_module(start.op_ref(self.ctx), &options) {
                Ok(main) => objects.extend(main),
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        let object = |bytes| ObjectCode { key: None, bytes };
        self.linked(objects.into_iter().map(object).collect()).map(Ok)
    }

    /// The file, with machine code or text by LLVM.
    pub(super) fn with_llvm(&self) -> Result<Vec<u8>, Error> {
        let machine = machine(self.options)?;
        let text = to_text(self.ctx, self.module, self.options.debug_info)?;
        match self.options.emit {
            Emit::LlvmIr => self.whole(&text, llvm::Emit::LlvmIr),
            Emit::Bitcode => self.whole(&text, llvm::Emit::Bitcode),
            Emit::Assembly => self.whole(&text, llvm::Emit::Assembly),
            Emit::Object => self.object(&text, &machine),
            Emit::SharedLibrary => self.shared_library(&text),
            Emit::Executable => self.executable(&text),
        }
    }

    /// One file out of one module.
    fn whole(&self, text: &ModuleText, emit: llvm::Emit) -> Result<Vec<u8>, Error> {
        let parts = PartitionOptions {
            exports: Exports::Public,
            whole: true,
            suffix: None,
            new_names: self.runtime_names(),
        };
        let module = partition(text, &parts).remove(0);
        Ok(compile_to(emit, &module, &self.options.compile())?)
    }

    fn object(&self, text: &ModuleText, machine: &Machine) -> Result<Vec<u8>, Error> {
        // A linker for other machines may not be there, so nothing is left for one to do.
        let whole = !machine.is_native() || !link::is_available(self.options);
        let suffix = self.suffix();
        let parts = PartitionOptions {
            exports: Exports::Public,
            whole,
            suffix: Some(&suffix),
            new_names: self.runtime_names(),
        };
        self.linked(self.compile(partition(text, &parts))?)
    }

    fn shared_library(&self, text: &ModuleText) -> Result<Vec<u8>, Error> {
        let parts = PartitionOptions {
            exports: Exports::Public,
            new_names: self.runtime_names(),
            ..PartitionOptions::default()
        };
        self.linked(self.compile(partition(text, &parts))?)
    }

    fn executable(&self, text: &ModuleText) -> Result<Vec<u8>, Error> {
        let name = &self.options.entry_point;
        let start = start::module(self.ctx, self.entry()?)?;
        let mut new_names = self.runtime_names();
        new_names.insert(name, start::ENTRY.to_owned());
        let parts = PartitionOptions {
            exports: Exports::Only(std::slice::from_ref(name)),
            new_names,
            ..PartitionOptions::default()
        };
        let mut modules = partition(text, &parts);
        modules.push(to_text(self.ctx, &start, false)?.to_text());
        self.linked(self.compile(modules)?)
    }

    /// The file that object files become.
    fn linked(&self, mut objects: Vec<ObjectCode>) -> Result<Vec<u8>, Error> {
        match self.options.emit {
            Emit::SharedLibrary => link::shared_library(self.options, &objects),
            Emit::Executable => link::executable(self.options, &objects),
            _ if objects.len() == 1 => Ok(objects.remove(0).bytes),
            _ => link::relocatable(self.options, &objects),
        }
    }

    /// What the entry point of an executable returns.
    fn entry(&self) -> Result<EntryPoint, Error> {
        let name = &self.options.entry_point;
        let found = self.entries.iter().find(|entry| entry.name == *name);
        let found = found.ok_or_else(|| Error::no_entry(name, &self.entries))?;
        found.result.ok_or_else(|| Error::uncallable_entry(name))
    }

    fn compile(&self, modules: Vec<String>) -> Result<Vec<ObjectCode>, Error> {
        let cache = self.options.cache.as_deref();
        let objects = compile_objects(&modules, &self.options.compile(), cache);
        if let Some(cache) = cache {
            cache.trim();
        }
        Ok(objects.into_iter().collect::<Result<_, _>>()?)
    }

    /// The names under which the runtime's library exports functions that the program calls.
    fn runtime_names(&self) -> HashMap<&str, String> {
        let names = runner_utils::symbols().iter().map(|&(name, _)| name);
        let globals = self.globals();
        names
            .filter(|name| !self.entries.iter().any(|entry| entry.name == *name) && !globals.contains(name))
            .map(|name| (name, format!("{}{name}", runner_utils::EXPORT_PREFIX)))
            .collect()
    }

    /// The names of the program's variables.
    fn globals(&self) -> Vec<&str> {
        let body = self.module.body();
        let block = body.and_then(|body| Some((body, body.entry()?)));
        let ops = block
            .into_iter()
            .flat_map(|(body, block)| body.block_ops(block).map(|op| body.op(op)));
        let globals = ops.filter(|op| op.name().as_str(self.ctx) == "llvm.mlir.global");
        globals
            .filter_map(|op| Some(self.ctx.str(symbol_name(self.ctx, op)?)))
            .collect()
    }

    /// What tells this program's private symbols apart from those of others that it is linked with: the names of its
    /// functions. Two programs with the same ones cannot be linked together anyway.
    fn suffix(&self) -> String {
        let names: String = self.entries.iter().map(|entry| format!("{}\n", entry.name)).collect();
        let key = KeyBuilder::new("suffix").with("names", names.as_bytes()).finish();
        key.to_string()[..16].to_owned()
    }
}
