//! Programs as files: LLVM IR, assembly, object files, libraries, executables.

mod header;
mod link;
mod start;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asyncir_codegen::cache::{Cache, KeyBuilder};
use asyncir_codegen::llvm::{self, CompileOptions, Cpu, Machine, OptLevel, StaticInitializers, compile_to};
use asyncir_codegen::objects::{ObjectCode, compile_objects};
use asyncir_codegen::partition::{Exports, PartitionOptions, partition};
use asyncir_codegen::run::EntryPoint;
use asyncir_codegen::translate::ModuleText;
use asyncir_ir::{Context, OwnedOp};
use asyncir_runtime::runner_utils;

pub use header::{c_header, emit_c_interface};

use crate::Error;
use crate::loops::ParallelLoops;
use crate::lowering::{Coroutines, lower};
use crate::program::{Entry, entries, to_text};

/// What is made of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// LLVM IR text, optimised.
    LlvmIr,
    /// LLVM's bitcode, optimised.
    Bitcode,
    /// Assembly.
    Assembly,
    /// An object file.
    Object,
    /// A shared library with the runtime in it.
    SharedLibrary,
    /// An executable with the runtime in it.
    Executable,
}

impl Emit {
    /// What a file name asks for by its suffix; one without a known suffix is an executable.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("ll") => Self::LlvmIr,
            Some("bc") => Self::Bitcode,
            Some("s" | "asm") => Self::Assembly,
            Some("o" | "obj") => Self::Object,
            Some("so" | "dylib") => Self::SharedLibrary,
            _ => Self::Executable,
        }
    }

    /// Whether the system's linker makes it.
    #[must_use]
    pub fn is_linked(self) -> bool {
        matches!(self, Self::SharedLibrary | Self::Executable)
    }
}

/// How a program is built.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// What is made of it.
    pub emit: Emit,
    /// How much time goes into making it fast.
    pub opt_level: OptLevel,
    /// LLVM's triple of the machine and system that it is for; by default this one's.
    pub triple: Option<String>,
    /// Which machines it has to run on; by default all of the architecture.
    pub cpu: Cpu,
    /// Features of the machine to switch on and off, such as `+avx2,-sse4a`.
    pub features: Option<String>,
    /// The function that an executable calls.
    pub entry_point: String,
    /// The static library of the runtime; by default it is looked for beside the running program.
    pub runtime_lib: Option<PathBuf>,
    /// The program that links, with the arguments of a C compiler; by default `cc`.
    pub linker: Option<PathBuf>,
    /// Further arguments for it, such as libraries with functions that the program calls.
    pub linker_arguments: Vec<String>,
    /// How parallel loops are run.
    pub loops: ParallelLoops,
    /// Who makes plain functions of coroutines.
    pub coroutines: Coroutines,
    /// Whether debuggers and profilers see lines of the source.
    pub debug_info: bool,
    /// How many threads compile; by default one for each core. What they make does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Where compiled code is kept between runs; nowhere by default.
    pub cache: Option<Arc<Cache>>,
}

impl BuildOptions {
    /// The defaults.
    #[must_use]
    pub fn new(emit: Emit) -> Self {
        Self {
            emit,
            opt_level: OptLevel::default(),
            triple: None,
            cpu: Cpu::Generic,
            features: None,
            entry_point: "main".to_owned(),
            runtime_lib: None,
            linker: None,
            linker_arguments: Vec::new(),
            loops: ParallelLoops::default(),
            coroutines: Coroutines::default(),
            debug_info: false,
            threads: None,
            cache: None,
        }
    }

    fn compile(&self) -> CompileOptions {
        CompileOptions {
            opt_level: self.opt_level,
            triple: self.triple.clone(),
            cpu: self.cpu.clone(),
            features: self.features.clone(),
            static_initializers: StaticInitializers::Loader,
            threads: self.threads,
        }
    }
}

/// Builds a program, lowering what is not lowered, and returns the contents of the file. The module is in the llvm
/// dialect afterwards.
///
/// Functions that MLIR's test programs call to print, copy and measure are those of the runtime's library, under names of
/// its own; an object file needs that library alone, besides C's.
///
/// ```
/// use asyncir::build::{BuildOptions, Emit, build};
/// use asyncir::{Source, context, parse};
///
/// let ctx = context();
/// let text = "func.func @twice(%x: i32) -> i32 { %y = arith.addi %x, %x : i32  return %y : i32 }";
/// let mut module = parse(&ctx, &Source::new("twice.mlir", text))?;
/// let assembly = build(&ctx, &mut module, &BuildOptions::new(Emit::Assembly))?;
/// assert!(String::from_utf8_lossy(&assembly).contains("twice"));
/// # Ok::<(), asyncir::Error>(())
/// ```
///
/// # Errors
/// If something cannot be lowered, LLVM is missing or refuses the program or the target, the entry point of an executable
/// is not there or cannot be called, the library of the runtime is not found, or the linker is not there or fails.
pub fn build(ctx: &Context, module: &mut OwnedOp, options: &BuildOptions) -> Result<Vec<u8>, Error> {
    let machine = Machine::of(&options.compile())?;
    if options.emit.is_linked() && !machine.is_native() && options.linker.is_none() {
        return Err(Error::Link(format!(
            "programs for {} cannot be linked here; build an object file, or name a linker",
            machine.triple
        )));
    }
    lower(ctx, module, options.loops, options.coroutines)?;
    let text = to_text(ctx, module, options.debug_info)?;
    let entries = entries(ctx, module);
    let program = Build {
        options,
        text,
        entries,
        machine,
    };
    match options.emit {
        Emit::LlvmIr => program.whole(llvm::Emit::LlvmIr),
        Emit::Bitcode => program.whole(llvm::Emit::Bitcode),
        Emit::Assembly => program.whole(llvm::Emit::Assembly),
        Emit::Object => program.object(),
        Emit::SharedLibrary => program.shared_library(),
        Emit::Executable => program.executable(),
    }
}

/// A program that is being built.
struct Build<'o> {
    options: &'o BuildOptions,
    text: ModuleText,
    entries: Vec<Entry>,
    machine: Machine,
}

impl Build<'_> {
    /// One file out of one module.
    fn whole(&self, emit: llvm::Emit) -> Result<Vec<u8>, Error> {
        let parts = PartitionOptions {
            exports: Exports::Public,
            whole: true,
            suffix: None,
            new_names: self.runtime_names(),
        };
        let module = partition(&self.text, &parts).remove(0);
        Ok(compile_to(emit, &module, &self.options.compile())?)
    }

    fn object(&self) -> Result<Vec<u8>, Error> {
        // A linker for other machines may not be there, so nothing is left for one to do.
        let whole = !self.machine.is_native() || !link::is_available(self.options);
        let suffix = self.suffix();
        let parts = PartitionOptions {
            exports: Exports::Public,
            whole,
            suffix: Some(&suffix),
            new_names: self.runtime_names(),
        };
        let mut objects = self.compile(partition(&self.text, &parts))?;
        match objects.len() {
            1 => Ok(objects.remove(0).bytes),
            _ => link::relocatable(self.options, &objects),
        }
    }

    fn shared_library(&self) -> Result<Vec<u8>, Error> {
        let parts = PartitionOptions {
            exports: Exports::Public,
            new_names: self.runtime_names(),
            ..PartitionOptions::default()
        };
        let objects = self.compile(partition(&self.text, &parts))?;
        link::shared_library(self.options, &objects)
    }

    fn executable(&self) -> Result<Vec<u8>, Error> {
        let name = &self.options.entry_point;
        let result = self.entry()?;
        let mut new_names = self.runtime_names();
        new_names.insert(name, start::ENTRY.to_owned());
        let parts = PartitionOptions {
            exports: Exports::Only(std::slice::from_ref(name)),
            new_names,
            ..PartitionOptions::default()
        };
        let mut modules = partition(&self.text, &parts);
        modules.push(start::module(result));
        let objects = self.compile(modules)?;
        link::executable(self.options, &objects)
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
        names
            .filter(|name| !self.entries.iter().any(|entry| entry.name == *name))
            .map(|name| (name, format!("{}{name}", runner_utils::EXPORT_PREFIX)))
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
