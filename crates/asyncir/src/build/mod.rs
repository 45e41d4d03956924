//! Compiling programs to files: lowered MLIR, LLVM IR, bitcode, assembly, object files, shared libraries and executables.

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
use start::is_printed;

use crate::backend::{Backend, obstacle};
use crate::entry_points::{Signatures, entries, expose, missing};
use crate::library_functions::check_symbols;
use crate::loops::ParallelLoops;
use crate::lowering::{Coroutines, LowerOptions, lower};
use crate::unreachable_functions::compile_reached;
use crate::{Error, Source};

/// The format of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Emit {
    /// MLIR text: the program, lowered to the llvm dialect, with its coroutines split. Needs no libLLVM.
    Mlir,
    /// Optimised LLVM IR text.
    LlvmIr,
    /// Optimised LLVM bitcode.
    Bitcode,
    /// Assembly.
    Assembly,
    /// An object file.
    Object,
    /// A shared library that contains the runtime.
    SharedLibrary,
    /// An executable that contains the runtime.
    Executable,
}

impl Emit {
    /// The format that belongs to the suffix of a file name. A file without a known suffix is an executable.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        if is_library(path) {
            return Self::SharedLibrary;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("mlir") => Self::Mlir,
            Some("ll") => Self::LlvmIr,
            Some("bc") => Self::Bitcode,
            Some("s" | "asm") => Self::Assembly,
            Some("o" | "obj") => Self::Object,
            _ => Self::Executable,
        }
    }

    /// Whether the file is made by the system's linker.
    #[must_use]
    pub fn is_linked(self) -> bool {
        matches!(self, Self::SharedLibrary | Self::Executable)
    }
}

/// Whether a file has the name of a shared library, perhaps with a version: `libname.so.1.2`.
fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = name.split('.').skip(1).collect::<Vec<_>>();
    while parts.last().is_some_and(|part| is_number(part)) {
        parts.pop();
    }
    parts.last() == Some(&"so")
}

/// How a program is built.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The format of the output file.
    pub emit: Emit,
    /// The optimisation level of the code generator.
    pub opt_level: OptLevel,
    /// The LLVM target triple to build for; by default, that of this machine.
    pub triple: Option<String>,
    /// The oldest processor that the code must run on; by default, the code runs on all processors of the architecture.
    pub cpu: Cpu,
    /// Processor features to turn on or off, such as `+avx2,-sse4a`.
    pub features: Option<String>,
    /// The function that an executable calls.
    pub entry_point: String,
    /// The path of the runtime's static library, or of its shared one; by default, the static one is looked for beside the
    /// running program. What is linked with the shared one has its runtime in common with all that use it, and so do
    /// programs that await tokens and values of a library.
    pub runtime_lib: Option<PathBuf>,
    /// The program that links, which is given the arguments of a C compiler; by default, `cc`.
    pub linker: Option<PathBuf>,
    /// Further arguments for the linker, such as libraries that define functions which the program calls. An object file is not
    /// linked with libraries, and takes none.
    pub linker_arguments: Vec<String>,
    /// How parallel loops are run.
    pub loops: ParallelLoops,
    /// How coroutines are split into plain functions.
    pub coroutines: Coroutines,
    /// Whether every task is started. Otherwise the regions of tasks that are awaited immediately are executed in place.
    pub keep_tasks: bool,
    /// Whether the program checks its accesses of memory while it runs: [`LowerOptions::runtime_verification`].
    pub runtime_verification: bool,
    /// Whether to generate debug information, with which debuggers and profilers show lines of the source.
    pub debug_info: bool,
    /// The number of threads that compile; by default, one for each core. The generated code does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// The cache that keeps compiled code between runs; by default, there is none.
    pub cache: Option<Arc<Cache>>,
    /// The code generator.
    pub backend: Backend,
}

impl BuildOptions {
    /// Options for this output format, with the defaults for everything else.
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
            runtime_verification: false,
            debug_info: false,
            threads: None,
            cache: None,
            backend: Backend::default(),
        }
    }

    /// Whether the program is compiled with Cranelift first.
    ///
    /// # Errors
    /// If Cranelift was selected together with an option that it does not support.
    fn tries_cranelift(&self) -> Result<bool, Error> {
        self.backend.tries_cranelift(self.opt_level, self.obstacle())
    }

    /// An option that Cranelift does not support, if there is one.
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

    /// Whether the program is compiled with LLVM first. Callers can then open libLLVM while the program is parsed.
    #[must_use]
    pub fn begins_with_llvm(&self) -> bool {
        self.emit != Emit::Mlir && self.backend.begins_with_llvm(self.opt_level, self.obstacle())
    }

    /// Whether Cranelift is used only because no libLLVM is found.
    #[must_use]
    pub fn replaces_llvm(&self) -> bool {
        self.emit != Emit::Mlir && self.backend.replaces_llvm(self.opt_level, self.obstacle())
    }

    /// The functions that the output calls.
    fn called(&self) -> &[String] {
        match self.emit {
            Emit::Executable => std::slice::from_ref(&self.entry_point),
            _ => &[],
        }
    }

    fn lowering(&self) -> LowerOptions {
        LowerOptions {
            loops: self.loops,
            coroutines: self.coroutines,
            keep_tasks: self.keep_tasks,
            runtime_verification: self.runtime_verification,
            emulated_tls: false,
            // A failure of an executable or of a library for C ends the process.
            failures_are_caught: false,
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

/// Parses, lowers and compiles a source text, as [`parse`](crate::parse) and [`build`] do. A function that cannot be compiled is
/// no error if the output is an executable whose entry point does not lead to it.
///
/// # Errors
/// Those of [`parse`](crate::parse) and of [`build`].
pub fn build_source(ctx: &Context, source: &Source, options: &BuildOptions) -> Result<Vec<u8>, Error> {
    let build = |module: &mut OwnedOp| build(ctx, module, options);
    compile_reached(ctx, source, options.called(), build)
}

/// Lowers and compiles a program, and returns the contents of the output file. The module is in the llvm dialect afterwards.
///
/// Some programs call MLIR's utility functions to print, to copy memory and to measure time. The runtime's library defines
/// these functions, under names of its own. So an object file must be linked with this library and C's libraries only.
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
/// - An op cannot be lowered.
/// - LLVM is needed, but no libLLVM is found, or it rejects the program or the target.
/// - The entry point of an executable does not exist or cannot be called.
/// - A function that is seen from outside has the name of a function of C that the program needs.
/// - The runtime's library is not found.
/// - The linker is not found or fails.
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
    let signatures = Signatures::of(ctx, module, Some(options.called()));
    let missing = missing(ctx, module, options.called(), is_printed);
    lower(ctx, module, &options.lowering()).map_err(|error| missing.map_or(error, Error::from))?;
    check_symbols(ctx, module)?;
    expose(ctx, module, options.called());
    let entries = entries(ctx, module, &signatures);
    let program = Program::new(ctx, module, options, entries)?;
    if !tries_cranelift {
        return program.with_llvm();
    }
    match program.with_cranelift()? {
        Ok(file) => Ok(file),
        Err(refusal) if options.backend == Backend::Cranelift => Err(Error::program(ctx, None, refusal)),
        Err(refusal) => program.with_llvm().map_err(|error| error.after(ctx, refusal)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_names() {
        for (name, emit) in [
            ("x.mlir", Emit::Mlir),
            ("lib.ll", Emit::LlvmIr),
            ("a/libx.so", Emit::SharedLibrary),
            ("a/libx.so.1.2", Emit::SharedLibrary),
            ("so", Emit::Executable),
            ("program-1.2", Emit::Executable),
            ("a.so/program", Emit::Executable),
        ] {
            assert_eq!(Emit::of_path(Path::new(name)), emit, "{name}");
        }
    }
}
