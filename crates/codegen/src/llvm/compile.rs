//! Compiles LLVM IR text to object files, and loads them into the JIT.

use std::borrow::Cow;
use std::ffi::CStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use super::context::Context;
use super::jit::Jit;
use super::library::Llvm;
use super::module::{MemoryBuffer, Module, buffer_name};
use super::target::{Machine, TargetMachine};
use super::{coroutines, fatal, initializers, object, optimize};
use crate::error::{Error, UnknownWord};

/// The optimisation level of the code generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptLevel {
    /// The shortest compile time.
    O0,
    /// Cheap optimisations.
    O1,
    /// Inlining and vectorisation.
    #[default]
    O2,
    /// All optimisations, including those that make the code larger.
    O3,
}

impl FromStr for OptLevel {
    type Err = UnknownWord;

    /// Reads `0` to `3`, with or without a leading `O`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text.strip_prefix('O').unwrap_or(text) {
            "0" => Ok(Self::O0),
            "1" => Ok(Self::O1),
            "2" => Ok(Self::O2),
            "3" => Ok(Self::O3),
            _ => Err(UnknownWord::new("an optimisation level from 0 to 3", text)),
        }
    }
}

/// The processors that the code must run on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cpu {
    /// This machine's processor, with all its instruction set extensions. For another architecture, the same as `Generic`.
    #[default]
    Host,
    /// All processors of the architecture.
    Generic,
    /// The processor with this LLVM name, such as `znver4`, and later ones.
    Named(String),
}

/// How the static initialisers and finalisers in `@llvm.global_ctors` and `@llvm.global_dtors` are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaticInitializers {
    /// They become functions that [`Code::initialize`](crate::run::Code::initialize) finds and runs.
    #[default]
    Jit,
    /// They become sections that the system's loader runs. This is for object files that are passed to a linker.
    Loader,
}

/// How to compile with LLVM. The default options are for code that runs in this process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// Optimisation level.
    pub opt_level: OptLevel,
    /// The LLVM target triple to compile for; by default, that of this machine.
    pub triple: Option<String>,
    /// The processors that the code must run on.
    pub cpu: Cpu,
    /// Processor features to turn on or off, such as `+avx2,-sse4a`, in addition to those of `cpu`.
    pub features: Option<String>,
    /// How static initialisers are run.
    pub static_initializers: StaticInitializers,
    /// The number of modules that are compiled at the same time; by default, one for each core.
    pub threads: Option<NonZeroUsize>,
}

impl CompileOptions {
    /// Options for object files that are linked into a program and run on other machines of this architecture.
    #[must_use]
    pub fn ahead_of_time(opt_level: OptLevel) -> Self {
        Self {
            opt_level,
            cpu: Cpu::Generic,
            static_initializers: StaticInitializers::Loader,
            ..Self::default()
        }
    }
}

/// The output format of a compiled module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emit {
    /// Optimised LLVM IR text.
    LlvmIr,
    /// Optimised LLVM bitcode.
    Bitcode,
    /// Assembly.
    Assembly,
    /// An object file.
    #[default]
    Object,
}

/// Compiles one module of LLVM IR text to the bytes of an object file.
///
/// ```
/// use asyncir_codegen::llvm::{CompileOptions, Llvm, compile_to_object};
///
/// # if Llvm::get().is_err() { return Ok(()); }
/// let object = compile_to_object("define i32 @answer() { ret i32 42 }", &CompileOptions::default())?;
/// assert!(!object.is_empty());
/// # Ok::<(), asyncir_codegen::llvm::Error>(())
/// ```
///
/// # Errors
/// If no libLLVM is found, the text is not valid LLVM IR, or LLVM cannot generate code for it.
pub fn compile_to_object(ir: &str, options: &CompileOptions) -> Result<Vec<u8>, Error> {
    fatal::only(compile_modules(&[ir], options))
}

/// Compiles modules in parallel, each with its own LLVM context and thread. The results are in input order.
#[must_use]
pub fn compile_modules(irs: &[&str], options: &CompileOptions) -> Vec<Result<Vec<u8>, Error>> {
    for_each_module(irs, options, object::emit)
}

/// Compiles one module of LLVM IR text to the requested output format.
///
/// # Errors
/// As [`compile_to_object`].
pub fn compile_to(emit: Emit, ir: &str, options: &CompileOptions) -> Result<Vec<u8>, Error> {
    let finish: Finish<Vec<u8>> = match emit {
        Emit::LlvmIr => |module, _| Ok(module.to_text().into_bytes()),
        Emit::Bitcode => |module, _| object::emit_bitcode(module),
        Emit::Assembly => object::emit_assembly,
        Emit::Object => object::emit,
    };
    fatal::only(for_each_module(&[ir], options, finish))
}

/// Runs LLVM's optimiser on one module, and returns the optimised LLVM IR text.
///
/// # Errors
/// As [`compile_to_object`].
pub fn optimize_to_text(ir: &str, options: &CompileOptions) -> Result<String, Error> {
    fatal::only(for_each_module(&[ir], options, |module, _| Ok(module.to_text())))
}

/// Compiles modules, and loads them into a new JIT. The symbols and shared libraries are those of [`Jit::new`].
///
/// # Errors
/// The errors of all modules that do not compile, in input order. If all compile, the error of the JIT.
///
/// # Safety
/// As [`Jit::new`].
pub unsafe fn compile_to_jit(
    irs: &[&str],
    options: &CompileOptions,
    symbols: &[(&str, *const ())],
    shared_libs: &[PathBuf],
) -> Result<Jit, Vec<Error>> {
    let (mut objects, mut errors) = (Vec::new(), Vec::new());
    for result in compile_modules(irs, options) {
        match result {
            Ok(object) => objects.push(object),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    // SAFETY: the caller vouches for symbols and libraries.
    let jit = unsafe { Jit::new(symbols, shared_libs) }.map_err(|error| vec![error])?;
    for object in &objects {
        jit.add_object(object).map_err(|error| vec![error])?;
    }
    Ok(jit)
}

/// The last step with a module that is optimised.
type Finish<T> = fn(&Module<'_>, &TargetMachine) -> Result<T, Error>;

/// Takes every module through parser, checks and optimiser, and hands it to `finish`.
fn for_each_module<T: Send + 'static>(
    irs: &[&str],
    options: &CompileOptions,
    finish: Finish<T>,
) -> Vec<Result<T, Error>> {
    let job = Llvm::get().and_then(|llvm| {
        let machine = Machine::of(options)?;
        let (level, statics) = (options.opt_level, options.static_initializers);
        Ok((
            llvm,
            Job {
                machine,
                level,
                statics,
            },
        ))
    });
    let (llvm, job) = match job {
        Ok(job) => job,
        Err(error) => return irs.iter().map(|_| Err(error.clone())).collect(),
    };
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let parallelism = options.threads.unwrap_or_else(cores).get();
    fatal::run_jobs(irs.len(), parallelism, |index| {
        let (name, text) = (buffer_name(index, irs.len()), irs[index].to_owned());
        let job = job.clone();
        move || compile(llvm, &name?, &text, &job, finish)
    })
}

/// How modules are compiled.
#[derive(Clone)]
struct Job {
    machine: Machine,
    level: OptLevel,
    statics: StaticInitializers,
}

fn compile<T>(llvm: &'static Llvm, name: &CStr, text: &str, job: &Job, finish: Finish<T>) -> Result<T, Error> {
    let context = Context::new(llvm);
    let target = TargetMachine::new(llvm, &job.machine, job.level)?;
    let names = initializers::Names::for_text(text.as_bytes());
    let text = with_layout(text, &target);
    let module = Module::parse(&context, MemoryBuffer::copy_of(llvm, text.as_bytes(), name))?;
    module.set_target(&target);
    module.verify()?;
    coroutines::check_presplit(&module)?;
    if job.statics == StaticInitializers::Jit {
        initializers::replace_tables(&module, &names)?;
    }
    optimize::run(&module, &target, job.level)?;
    coroutines::check_lowered(&module)?;
    finish(&module, &target)
}

/// Says how types lie in memory if the text does not: the parser decides by it how accesses and stack memory are aligned.
fn with_layout<'t>(text: &'t str, target: &TargetMachine) -> Cow<'t, str> {
    // Comments and constants may say the same words.
    if text.lines().any(|line| line.starts_with("target datalayout")) {
        return Cow::Borrowed(text);
    }
    // On the first line, so that messages name the lines of the text.
    Cow::Owned(format!("target datalayout = \"{}\" {text}", target.data_layout()))
}
