//! Programs as files: lowered MLIR, LLVM IR, assembly, object files, libraries, executables.

mod header;
mod link;
mod make;
mod start;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asyncir_codegen::cache::Cache;
use asyncir_codegen::llvm::{CompileOptions, Cpu, OptLevel, StaticInitializers};
use asyncir_ir::{Context, OwnedOp};
use asyncir_text::{PrintOptions, print_file};

pub use header::{c_header, emit_c_interface};

use make::Program;

use crate::Error;
use crate::backend::{Backend, obstacle};
use crate::entry_points::{Signatures, entries, expose};
use crate::loops::ParallelLoops;
use crate::lowering::{Coroutines, LowerOptions, lower};

/// What is made of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// MLIR text: the program lowered to the llvm dialect, its coroutines split. Needs no LLVM.
    Mlir,
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
            Some("mlir") => Self::Mlir,
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
    /// Whether tasks that are awaited at once are started all the same, not done on the spot.
    pub keep_tasks: bool,
    /// Whether debuggers and profilers see lines of the source.
    pub debug_info: bool,
    /// How many threads compile; by default one for each core. What they make does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Where compiled code is kept between runs; nowhere by default.
    pub cache: Option<Arc<Cache>>,
    /// Who makes machine code.
    pub backend: Backend,
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
            keep_tasks: false,
            debug_info: false,
            threads: None,
            cache: None,
            backend: Backend::default(),
        }
    }

    /// Whether Cranelift is to be tried: at -O0 or without LLVM, for what this machine can run.
    ///
    /// # Errors
    /// It was asked for together with something that it does not do.
    fn tries_cranelift(&self) -> Result<bool, Error> {
        self.backend.tries_cranelift(self.opt_level, self.obstacle())
    }

    /// What of the file Cranelift has no part in, if there is some.
    fn obstacle(&self) -> Option<&'static str> {
        if self.emit == Emit::Mlir {
            return None;
        }
        let mine = if !matches!(self.emit, Emit::Object) && !self.emit.is_linked() {
            Some("LLVM IR, bitcode and assembly")
        } else if self.triple.is_some() {
            Some("a choice of target")
        } else if self.features.is_some() || matches!(self.cpu, Cpu::Named(_)) {
            Some("a choice of processor but 'native'")
        } else {
            None
        };
        mine.or_else(|| obstacle(self.coroutines, self.debug_info))
    }

    /// Whether LLVM is asked for code first: it can be opened while other things are done.
    #[must_use]
    pub fn begins_with_llvm(&self) -> bool {
        self.emit != Emit::Mlir && self.backend.begins_with_llvm(self.opt_level, self.obstacle())
    }

    /// Whether Cranelift makes code for which LLVM would be asked if it were there.
    #[must_use]
    pub fn replaces_llvm(&self) -> bool {
        self.emit != Emit::Mlir && self.backend.replaces_llvm(self.opt_level, self.obstacle())
    }

    fn lowering(&self) -> LowerOptions {
        LowerOptions {
            loops: self.loops,
            coroutines: self.coroutines,
            keep_tasks: self.keep_tasks,
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
/// If something cannot be lowered, LLVM is needed and missing, or refuses the program or the target, the entry point of
/// an executable is not there or cannot be called, the library of the runtime is not found, or the linker is not there
/// or fails.
pub fn build(ctx: &Context, module: &mut OwnedOp, options: &BuildOptions) -> Result<Vec<u8>, Error> {
    if options.emit == Emit::Mlir {
        lower(ctx, module, &options.lowering())?;
        return Ok(print_file(module.op_ref(ctx), None, &PrintOptions::default()).into_bytes());
    }
    let tries_cranelift = options.tries_cranelift()?;
    if !tries_cranelift {
        // What is wrong with the target is said before anything is done.
        make::machine(options)?;
    }
    lower(ctx, module, &options.lowering())?;
    if options.emit == Emit::Executable {
        expose(ctx, module, std::slice::from_ref(&options.entry_point));
    }
    let entries = entries(ctx, module, &Signatures::default());
    let program = Program {
        ctx,
        module,
        options,
        entries,
    };
    if !tries_cranelift {
        return program.with_llvm();
    }
    match program.with_cranelift()? {
        Ok(file) => Ok(file),
        Err(refusal) if options.backend == Backend::Cranelift => Err(Error::program(ctx, None, refusal)),
        Err(refusal) => program.with_llvm().map_err(|error| error.after(ctx, refusal)),
    }
}
