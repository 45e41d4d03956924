//! From LLVM IR text to object files and into the JIT.

use std::borrow::Cow;
use std::ffi::CStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use memchr::memmem;

use super::context::Context;
use super::jit::Jit;
use super::library::Llvm;
use super::module::{MemoryBuffer, Module, buffer_name};
use super::target::{Machine, TargetMachine};
use super::{coroutines, fatal, initializers, object, optimize};
use crate::error::Error;

/// How much time LLVM spends on making the code fast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptLevel {
    /// As fast as possible to the first result.
    O0,
    /// Cheap optimisations.
    O1,
    /// Inlining and vectorisation.
    #[default]
    O2,
    /// Everything, also where code grows.
    O3,
}

impl FromStr for OptLevel {
    type Err = String;

    /// Reads `0` to `3`, with or without a leading `O`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix('O').unwrap_or(text) {
            "0" => Ok(Self::O0),
            "1" => Ok(Self::O1),
            "2" => Ok(Self::O2),
            "3" => Ok(Self::O3),
            _ => Err(format!("expected an optimisation level from O0 to O3, found '{text}'")),
        }
    }
}

/// Which machines the code has to run on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cpu {
    /// This one, with all its instruction set extensions; every one, if the code is for another architecture.
    #[default]
    Host,
    /// Every one of the architecture.
    Generic,
    /// Those of LLVM's name for them, such as `znver4`, and later ones.
    Named(String),
}

/// What becomes of `@llvm.global_ctors` and `@llvm.global_dtors`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaticInitializers {
    /// Functions that [`Code::initialize`](crate::run::Code::initialize) finds and runs.
    #[default]
    Jit,
    /// Sections that the system's loader runs, for objects that go to a linker.
    Loader,
}

/// How to compile. The default is for running here and now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// Optimisation level.
    pub opt_level: OptLevel,
    /// LLVM's triple of the machine and system that the code is for; by default this one's.
    pub triple: Option<String>,
    /// Which machines the code has to run on.
    pub cpu: Cpu,
    /// Features of the machine to switch on and off, such as `+avx2,-sse4a`, beyond those of the CPU.
    pub features: Option<String>,
    /// What becomes of static initialisers.
    pub static_initializers: StaticInitializers,
    /// How many modules to compile at a time; by default one for each core.
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

/// What a module is compiled to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emit {
    /// LLVM IR text, optimised.
    LlvmIr,
    /// LLVM's bitcode, optimised.
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
/// LLVM is missing, the text is not valid, or no code can be generated for it.
pub fn compile_to_object(ir: &str, options: &CompileOptions) -> Result<Vec<u8>, Error> {
    only(compile_modules(&[ir], options))
}

/// Compiles modules in parallel, each in a context and on a thread of its own; results are in input order.
#[must_use]
pub fn compile_modules(irs: &[&str], options: &CompileOptions) -> Vec<Result<Vec<u8>, Error>> {
    for_each_module(irs, options, object::emit)
}

/// Compiles one module of LLVM IR text to the form that is asked for.
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
    only(for_each_module(&[ir], options, finish))
}

/// Runs the optimiser on one module and returns the text of the result, before instructions are selected.
///
/// # Errors
/// As [`compile_to_object`].
pub fn optimize_to_text(ir: &str, options: &CompileOptions) -> Result<String, Error> {
    only(for_each_module(&[ir], options, |module, _| Ok(module.to_text())))
}

/// Compiles modules and loads them into a new JIT, with the symbols and shared libraries of [`Jit::new`].
///
/// # Errors
/// The errors of all modules that do not compile, in input order; or the one of the JIT.
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

/// Types whose alignment LLVM would guess without knowing the machine.
const WIDE: [&str; 3] = ["i128", "fp128", "x86_fp80"];

/// Says how types lie in memory where the parser needs to know: it decides how stack memory is aligned.
fn with_layout<'t>(text: &'t str, target: &TargetMachine) -> Cow<'t, str> {
    let is_wide = WIDE
        .iter()
        .any(|ty| memmem::find(text.as_bytes(), ty.as_bytes()).is_some());
    if !is_wide || memmem::find(text.as_bytes(), b"target datalayout").is_some() {
        return Cow::Borrowed(text);
    }
    // On the first line, so that messages name the lines of the text.
    Cow::Owned(format!("target datalayout = \"{}\" {text}", target.data_layout()))
}

fn only<T>(results: Vec<Result<T, Error>>) -> Result<T, Error> {
    let no_result = || Err(Error::Thread("a compile job gave no result".to_owned()));
    results.into_iter().next().unwrap_or_else(no_result)
}
