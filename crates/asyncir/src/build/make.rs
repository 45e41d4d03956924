//! From a module in the llvm dialect to a file, with either maker of machine code.

use std::collections::HashMap;

use asyncir_codegen::cache::KeyBuilder;
use asyncir_codegen::cranelift::{CraneliftOptions, FileOptions, compile_module};
use asyncir_codegen::llvm::{self, Cpu, Machine, OptLevel, compile_to};
use asyncir_codegen::objects::{ObjectCode, compile_objects};
use asyncir_codegen::partition::{Exports, PartitionOptions, partition};
use asyncir_codegen::translate::TranslateOptions;
use asyncir_dialects::llvm::GlobalOp;
use asyncir_dialects::llvm::func::is_local;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{SymbolTable, Visibility, visibility};
use asyncir_ir::{Context, Diagnostic, OpRef, OwnedOp};
use asyncir_runtime::runner_utils;

use super::start::{Start, is_printed};
use super::{BuildOptions, Emit, link, start};
use crate::Error;
use crate::call::CallError;
use crate::declarations::Declarations;
use crate::entry_points::{Entry, check_defined};
use crate::library_functions;
use crate::program::to_text;

/// What LLVM builds for; an error if that cannot be linked here and has to be.
pub(super) fn machine(options: &BuildOptions) -> Result<Machine, Error> {
    let machine = Machine::of(&options.compile())?;
    if options.emit.is_linked() && !machine.runs_on_host() && options.linker.is_none() {
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
    /// New names of the program's symbols.
    new_names: HashMap<&'p str, String>,
}

impl<'p> Program<'p> {
    /// A program in the llvm dialect. Its symbols get new names: those of the runtime's library for its functions, others for
    /// what is named like a function of C, and for the entry point of an executable one that is not `main`.
    ///
    /// # Errors
    /// If what is exported has the name of a function of C that the program or the runtime needs.
    pub(super) fn new(
        ctx: &'p Context,
        module: &'p OwnedOp,
        options: &'p BuildOptions,
        entries: Vec<Entry>,
    ) -> Result<Self, Error> {
        let is_executable = options.emit == Emit::Executable;
        let is_public = |op: OpRef<'p>| visibility(ctx, op.data()) == Visibility::Public;
        let is_exported = |op| !is_executable && is_public(op) && !is_local(op);
        let mut new_names = library_functions::new_names(ctx, module, &is_exported)?;
        if options.emit == Emit::SharedLibrary {
            library_functions::check_exports(ctx, module, &is_exported, &link::symbols_of_others(options)?)?;
        }
        new_names.extend(runtime_names(ctx, module, &entries));
        if is_executable {
            new_names.insert(&options.entry_point, start::ENTRY.to_owned());
        }
        Ok(Self {
            ctx,
            module,
            options,
            entries,
            new_names,
        })
    }

    /// The file, with machine code by Cranelift, or what Cranelift does not know of the program.
    pub(super) fn with_cranelift(&self) -> Result<Result<Vec<u8>, Diagnostic>, Error> {
        let start = self.start()?;
        match self.cranelift_objects(start.as_ref()) {
            Ok(objects) => self.linked(objects).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Object files of the program, and of the module with its `main`, by Cranelift.
    fn cranelift_objects(&self, start: Option<&OwnedOp>) -> Result<Vec<ObjectCode>, Diagnostic> {
        let suffix = self.suffix();
        let compile = |module: &OwnedOp, exports, new_names| {
            let files = FileOptions {
                for_this_cpu: matches!(self.options.cpu, Cpu::Host),
                whole: self.is_one_module(true),
                suffix: &suffix,
            };
            let options = CraneliftOptions {
                optimize: self.options.opt_level > OptLevel::O0,
                exports,
                threads: self.options.threads,
                new_names,
                files: Some(files),
            };
            compile_module(module.op_ref(self.ctx), &options)
        };
        let mut objects = compile(self.module, self.exports(), self.new_names.clone())?;
        if let Some(start) = start {
            objects.extend(compile(start, Exports::Everything, HashMap::new())?);
        }
        let object = |bytes| ObjectCode { key: None, bytes };
        Ok(objects.into_iter().map(object).collect())
    }

    /// The file, with machine code or text by LLVM.
    pub(super) fn with_llvm(&self) -> Result<Vec<u8>, Error> {
        let machine = machine(self.options)?;
        let layout = machine.data_layout()?;
        let text = to_text(self.ctx, self.module, self.translate_options(&machine, &layout))?;
        let start = self.start()?;
        let suffix = self.suffix();
        let mut modules = partition(&text, &self.partition_options(&machine, &suffix));
        if let Some(start) = start {
            let options = TranslateOptions {
                data_layout: Some(&layout),
                ..TranslateOptions::default()
            };
            modules.push(to_text(self.ctx, &start, options)?.to_text());
        }
        let emit = match self.options.emit {
            Emit::LlvmIr => llvm::Emit::LlvmIr,
            Emit::Bitcode => llvm::Emit::Bitcode,
            Emit::Assembly => llvm::Emit::Assembly,
            Emit::Mlir | Emit::Object | Emit::SharedLibrary | Emit::Executable => {
                return self.linked(self.compile(modules)?);
            }
        };
        Ok(compile_to(emit, &modules[0], &self.options.compile())?)
    }

    fn translate_options<'l>(&self, machine: &Machine, layout: &'l str) -> TranslateOptions<'l> {
        let is_read = matches!(self.options.emit, Emit::LlvmIr | Emit::Bitcode);
        TranslateOptions {
            data_layout: Some(layout),
            debug_info: self.options.debug_info,
            data_as_bytes: cfg!(target_endian = "little") && machine.runs_on_host() && !is_read,
            ..TranslateOptions::default()
        }
    }

    /// How the program is cut for LLVM.
    fn partition_options<'a>(&'a self, machine: &Machine, suffix: &'a str) -> PartitionOptions<'a> {
        PartitionOptions {
            exports: self.exports(),
            whole: self.is_one_module(machine.runs_on_host()),
            // Only object files are linked with those of other programs.
            suffix: (self.options.emit == Emit::Object).then_some(suffix),
            new_names: self.new_names.clone(),
        }
    }

    /// Whether the program stays one module: nothing here joins texts or bitcode, nor object files without a linker.
    fn is_one_module(&self, runs_on_host: bool) -> bool {
        match self.options.emit {
            Emit::Mlir | Emit::LlvmIr | Emit::Bitcode | Emit::Assembly => true,
            // A linker for other machines may not be there, so nothing is left for one to do.
            Emit::Object => !runs_on_host || !link::is_available(self.options),
            Emit::SharedLibrary | Emit::Executable => false,
        }
    }

    /// What is seen from outside: of an executable, what its `main` calls.
    fn exports(&self) -> Exports<'_> {
        match self.options.emit {
            Emit::Executable => Exports::Only(self.options.called()),
            _ => Exports::Public,
        }
    }

    /// The module with the `main` of an executable.
    fn start(&self) -> Result<Option<OwnedOp>, Error> {
        match self.options.emit {
            Emit::Executable => start::module(self.ctx, self.entry()?).map(Some),
            _ => Ok(None),
        }
    }

    /// The file that object files become.
    fn linked(&self, mut objects: Vec<ObjectCode>) -> Result<Vec<u8>, Error> {
        let linked = match self.options.emit {
            Emit::SharedLibrary => link::shared_library(self.options, &objects),
            Emit::Executable => link::executable(self.options, &objects),
            _ if objects.len() == 1 => Ok(objects.remove(0).bytes),
            _ => link::relocatable(self.options, &objects),
        };
        linked.map_err(|error| Declarations::of(self.ctx, self.module).explain(error))
    }

    /// How an executable calls its entry point.
    fn entry(&self) -> Result<Start, Error> {
        let name = &self.options.entry_point;
        let names = std::slice::from_ref(name);
        check_defined(self.ctx, self.module, &self.entries, names, is_printed)?;
        let found = self.entries.iter().find(|entry| entry.name == *name);
        let printed = found.and_then(Start::printed);
        printed
            .or_else(|| self.arguments())
            .ok_or_else(|| CallError::NotAMain { name: name.clone() }.into())
    }

    /// The entry point as C's `main`, if it takes what that takes.
    fn arguments(&self) -> Option<Start> {
        let body = self.module.body()?;
        let op = SymbolTable::of(self.ctx, body).get(self.ctx.ident(&self.options.entry_point))?;
        Start::of(self.ctx, body.op(op))
    }

    fn compile(&self, modules: Vec<String>) -> Result<Vec<ObjectCode>, Error> {
        let cache = self.options.cache.as_deref();
        let objects = compile_objects(&modules, &self.options.compile(), cache);
        if let Some(cache) = cache {
            cache.trim();
        }
        Ok(objects.into_iter().collect::<Result<_, _>>()?)
    }

    /// What tells this program's private symbols apart from those of others that it is linked with: the names of its
    /// functions. Two programs with the same ones cannot be linked together anyway.
    fn suffix(&self) -> String {
        let names: String = self.entries.iter().map(|entry| format!("{}\n", entry.name)).collect();
        let key = KeyBuilder::new("suffix").with("names", names.as_bytes()).finish();
        key.to_string()[..16].to_owned()
    }
}

/// The names under which the runtime's library exports functions that the program calls: those that the program
/// defines neither as functions nor as variables.
fn runtime_names(ctx: &Context, module: &OwnedOp, entries: &[Entry]) -> HashMap<&'static str, String> {
    let body = module.body();
    let symbols = body.map(|body| SymbolTable::of(ctx, body)).unwrap_or_default();
    let is_function = |name: &str| entries.iter().any(|entry| entry.name == name);
    let is_variable = |name: &str| {
        let op = symbols.get(ctx.ident(name));
        body.zip(op).is_some_and(|(body, op)| body.op(op).is(GlobalOp::DEF))
    };
    let names = runner_utils::symbols().iter().map(|&(name, _)| name);
    names
        .filter(|name| !is_function(name) && !is_variable(name))
        .map(|name| (name, format!("{}{name}", runner_utils::EXPORT_PREFIX)))
        .collect()
}
