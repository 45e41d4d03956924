//! Compiling a program and calling its functions in this process.

#![allow(
    unsafe_code,
    reason = "compiled code runs with all rights of the process: whoever compiles a program vouches for it"
)]

use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use asyncir_codegen::cache::Cache;
use asyncir_codegen::link::Image;
use asyncir_codegen::llvm::{Jit, OptLevel};
use asyncir_codegen::run::{Code, Convention, Entrance, EntryResult, EntryValue};
use asyncir_ir::{Context, OwnedOp};
use asyncir_runtime::{Activity, Runtime, SymbolAddress, catch_failure, runner_utils};

use crate::Error;
use crate::backend::Backend;
use crate::call::Function;
use crate::entry_points::Entry;
use crate::loops::ParallelLoops;
use crate::lowering::Coroutines;
use crate::program::{Maker, Program};
use crate::source::{Source, os_message};

/// How a program is compiled.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    /// How much time goes into making it fast.
    pub opt_level: OptLevel,
    /// Libraries that hold functions which the program calls, besides the runtime, the runner utilities and the C
    /// library.
    pub shared_libs: Vec<PathBuf>,
    /// Whether a program that gives up ends the process at once, with a message and exit code 1. If not, calls give an
    /// [`Error::Failed`] when the program's tasks have ended.
    pub exits_on_failure: bool,
    /// The functions that will be called, if they are known: what they do not lead to is not compiled.
    pub entry_points: Option<Vec<String>>,
    /// How parallel loops are run.
    pub loops: ParallelLoops,
    /// Whether debuggers see lines of the source.
    pub debug_info: bool,
    /// How many threads compile; by default one for each core. What they make does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Where compiled code is kept between runs; nowhere by default.
    pub cache: Option<Arc<Cache>>,
    /// Who makes plain functions of coroutines.
    pub coroutines: Coroutines,
    /// Whether tasks that are awaited at once are started all the same, not done on the spot.
    pub keep_tasks: bool,
    /// Who makes machine code.
    pub backend: Backend,
}

/// A program as machine code in this process.
///
/// ```
/// use asyncir::{Engine, EngineOptions, Source, context, parse};
///
/// let text = "func.func @answer() -> i32 {
///   %token, %value = async.execute -> !async.value<i32> {
///     %c = arith.constant 42 : i32
///     async.yield %c : i32
///   }
///   %result = async.await %value : !async.value<i32>
///   return %result : i32
/// }";
/// let ctx = context();
/// let mut module = parse(&ctx, &Source::new("answer.mlir", text))?;
/// // SAFETY: the program touches no memory but its own.
/// let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }?;
/// assert_eq!(engine.call_i32("answer")?, 42);
/// # Ok::<(), asyncir::Error>(())
/// ```
///
/// [`Engine::function`] finds functions with parameters, and those that give tokens and values, which can be awaited.
///
/// Its code stays until the runtimes that its functions were called on have nothing to do: tasks that nobody awaits, and
/// those that a failure left behind, may still run when the engine is dropped.
pub struct Engine {
    /// There until the engine is dropped.
    code: Option<Box<dyn Code>>,
    entries: Vec<Entry>,
    exits_on_failure: bool,
    /// The runtimes that may run the code.
    used: Mutex<Vec<Activity>>,
}

impl Engine {
    /// Lowers a program as far as it is not lowered, and compiles it. The module is in the llvm dialect afterwards.
    ///
    /// # Errors
    /// If something cannot be lowered, LLVM is needed and missing or refuses the program, or a shared library cannot be
    /// opened.
    ///
    /// # Safety
    /// The program is trusted like a shared library that one opens: it runs in this process with all its rights, and
    /// what it does wrong (a store out of bounds) is not caught. So running its functions has to be sound, with the arguments
    /// that they will be called with, and so has opening the shared libraries. Do not run programs of strangers.
    ///
    /// A function that is called in a task of the runtime cannot wait for tasks that it leaves behind. If it takes memory,
    /// such tasks must not use it.
    pub unsafe fn compile(ctx: &Context, module: &mut OwnedOp, options: &EngineOptions) -> Result<Self, Error> {
        // SAFETY: the caller vouches for program and libraries.
        unsafe { Self::link(Program::compile(ctx, module, options)?, options) }
    }

    /// Parses, lowers and compiles a program, or takes it from the cache: then it is not even parsed.
    ///
    /// # Errors
    /// As [`crate::parse`] and [`Engine::compile`].
    ///
    /// # Safety
    /// As [`Engine::compile`]; and nobody else has put code into the cache.
    pub unsafe fn load(ctx: &Context, source: &Source, options: &EngineOptions) -> Result<Self, Error> {
        // SAFETY: the caller vouches for program and libraries.
        unsafe { Self::link(Program::of_source(ctx, source, options)?, options) }
    }

    /// # Safety
    /// As [`Engine::compile`].
    unsafe fn link(program: Program, options: &EngineOptions) -> Result<Self, Error> {
        let code: Box<dyn Code> = match program.maker {
            Maker::Cranelift => {
                let objects = program.objects.into_iter().map(|object| object.bytes);
                // SAFETY: the runtime's symbols are what they are called; the caller vouches for libraries.
                Box::new(unsafe { Image::new(objects.collect(), &symbols(), &options.shared_libs) }?)
            }
            Maker::Llvm => {
                // SAFETY: as above.
                let jit = unsafe { Jit::new(&symbols(), &options.shared_libs) }?;
                if options.debug_info {
                    jit.show_to_debuggers()?;
                }
                for object in &program.objects {
                    jit.add_object(&object.bytes)?;
                }
                Box::new(jit)
            }
        };
        Ok(Self {
            code: Some(code),
            entries: program.entries,
            exits_on_failure: options.exits_on_failure,
            used: Mutex::default(),
        })
    }

    /// Calls a function without parameters or results and waits until all tasks that it started are done.
    ///
    /// # Errors
    /// If there is no such function, or it is of another type, or it refers to a function that nobody defines, or the
    /// program gives up: by a failed assertion, in a task that it awaits, in its own code, or in functions that these call.
    /// What gives up in a function that a task calls through a value ends the process, for nobody knows what the task
    /// would have completed.
    pub fn call_void(&self, name: &str) -> Result<(), Error> {
        self.call(name, EntryResult::Void).map(|_| ())
    }

    /// The same for a function that returns an `i32`.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call_i32(&self, name: &str) -> Result<i32, Error> {
        match self.call(name, EntryResult::I32)? {
            EntryValue::I32(value) => Ok(value),
            _ => Err(wrong_type(name, "i32")),
        }
    }

    /// The same for a function that returns an `i64`.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call_i64(&self, name: &str) -> Result<i64, Error> {
        match self.call(name, EntryResult::I64)? {
            EntryValue::I64(value) => Ok(value),
            _ => Err(wrong_type(name, "i64")),
        }
    }

    /// The same for a function that returns an `f32`.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call_f32(&self, name: &str) -> Result<f32, Error> {
        match self.call(name, EntryResult::F32)? {
            EntryValue::F32(value) => Ok(value),
            _ => Err(wrong_type(name, "f32")),
        }
    }

    /// Calls a function without parameters and waits until all tasks that it started are done.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call(&self, name: &str, entry: EntryResult) -> Result<EntryValue, Error> {
        if self.entry(name)? != entry {
            return Err(wrong_type(name, type_name(entry)));
        }
        let entrance = self.entrance(name, Convention::Direct(entry))?;
        let (mut i32, mut i64, mut f32) = (0, 0, 0.0);
        let result: *mut c_void = match entry {
            EntryResult::Void => std::ptr::null_mut(),
            EntryResult::I32 => (&raw mut i32).cast(),
            EntryResult::I64 => (&raw mut i64).cast(),
            EntryResult::F32 => (&raw mut f32).cast(),
        };
        self.enter(entrance, &mut [result], false)?;
        Ok(match entry {
            EntryResult::Void => EntryValue::Void,
            EntryResult::I32 => EntryValue::I32(i32),
            EntryResult::I64 => EntryValue::I64(i64),
            EntryResult::F32 => EntryValue::F32(f32),
        })
    }

    /// A function of the program, to be called with arguments.
    ///
    /// Functions with parameters have to be public, or among [`EngineOptions::entry_points`].
    ///
    /// ```
    /// use asyncir::runtime::Value;
    /// use asyncir::{Engine, EngineOptions, MemRef, Source, context, parse};
    ///
    /// let text = "func.func @scale(%by: f32, %numbers: memref<?xf32>) {
    ///   %zero = arith.constant 0 : index
    ///   %one = arith.constant 1 : index
    ///   %size = memref.dim %numbers, %zero : memref<?xf32>
    ///   scf.parallel (%i) = (%zero) to (%size) step (%one) {
    ///     %number = memref.load %numbers[%i] : memref<?xf32>
    ///     %scaled = arith.mulf %number, %by : f32
    ///     memref.store %scaled, %numbers[%i] : memref<?xf32>
    ///   }
    ///   return
    /// }
    /// async.func @twice(%number: i32) -> !async.value<i32> {
    ///   %twice = arith.addi %number, %number : i32
    ///   return %twice : i32
    /// }";
    /// let ctx = context();
    /// let mut module = parse(&ctx, &Source::new("functions.mlir", text))?;
    /// // SAFETY: the functions stay within the memory that they are given.
    /// let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }?;
    ///
    /// let mut numbers = [1.0f32, 2.0, 3.0];
    /// let () = engine.function("scale")?.call((2.0f32, MemRef::from(&mut numbers[..])))?;
    /// assert_eq!(numbers, [2.0, 4.0, 6.0]);
    ///
    /// let twice: Value<i32> = engine.function("twice")?.call((21,))?;
    /// assert_eq!(twice.wait(), Ok(42)); // or twice.await, in any executor
    /// # Ok::<(), asyncir::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such function, or it takes or gives something else than numbers, memrefs, tokens and values of numbers,
    /// or refers to a function that nobody defines.
    pub fn function<'e>(&'e self, name: &str) -> Result<Function<'e>, Error> {
        let found = self.entries.iter().find(|entry| entry.name == name);
        let entry = found.ok_or_else(|| Error::no_entry(name, &self.entries))?;
        let uncallable = || Error::uncallable_function(name);
        let signature = entry.signature.as_ref().ok_or_else(uncallable)?;
        let (convention, symbol) = entry.convention().ok_or_else(uncallable)?;
        Ok(Function {
            engine: self,
            name: &entry.name,
            signature,
            entrance: self.entrance(&symbol, convention)?,
        })
    }

    fn entrance(&self, symbol: &str, convention: Convention) -> Result<Entrance, Error> {
        let Some(code) = &self.code else {
            unreachable!("taken when the engine is dropped")
        };
        // SAFETY: whoever compiled the program vouched for it.
        Ok(unsafe { Entrance::find(&**code, symbol, convention) }?)
    }

    /// Calls a function with pointers to arguments and places for results of its type; waits for tasks that it started,
    /// unless the call `goes_on` in tokens that it gives.
    pub(crate) fn enter(&self, entrance: Entrance, pointers: &mut [*mut c_void], goes_on: bool) -> Result<(), Error> {
        self.note_runtimes();
        let mut run = || {
            // SAFETY: whoever compiled the program vouched for it, callers for pointers; the code is there as long as this
            // engine and all tasks, and a program that unwinds has settled before.
            unsafe { entrance.enter(pointers) };
            if !goes_on {
                settle();
            }
        };
        let result = if self.exits_on_failure {
            run();
            Ok(())
        } else {
            catch_failure(run)
        };
        // What it printed comes before what its caller prints, and is not lost without a word.
        let flushed = runner_utils::flush_output().map_err(|error| Error::Output(os_message(&error)));
        result.map_err(|failure| Error::Failed(failure.message().to_owned()))?;
        flushed
    }

    /// What the function of that name returns.
    ///
    /// # Errors
    /// If there is no such function, or it cannot be called: it has parameters, or returns something else.
    pub fn entry(&self, name: &str) -> Result<EntryResult, Error> {
        let found = self.entries.iter().find(|candidate| candidate.name == name);
        let found = found.ok_or_else(|| Error::no_entry(name, &self.entries))?;
        found.result.ok_or_else(|| Error::uncallable_entry(name))
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Notes which runtimes get tasks of the program.
    fn note_runtimes(&self) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        for activity in [Activity::current(), Activity::of(Runtime::global())] {
            if !used.contains(&activity) {
                used.push(activity);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let used = std::mem::take(self.used.get_mut().unwrap_or_else(PoisonError::into_inner));
        if !used.iter().all(Activity::is_quiet) {
            let code = self.code.take();
            thread::spawn(move || free_when_quiet(code, &used));
        }
    }
}

/// Frees code that tasks may still run when they do not any more. One of them may be the one that dropped the engine.
fn free_when_quiet(code: Option<Box<dyn Code>>, used: &[Activity]) {
    let mut pause = Duration::from_millis(1);
    while !used.iter().all(Activity::is_quiet) {
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(50));
    }
    drop(code);
}

/// Waits until no task of the global runtime runs. A task of it cannot wait for itself: what it leaves behind keeps the code
/// (see `free_when_quiet`).
fn settle() {
    let _ = Runtime::global().quiesce();
}

fn wrong_type(name: &str, wanted: &str) -> Error {
    Error::Entry(format!(
        "entry point '{name}' is not a function without parameters that returns {wanted}"
    ))
}

fn type_name(entry: EntryResult) -> &'static str {
    match entry {
        EntryResult::Void => "nothing",
        EntryResult::I32 => "i32",
        EntryResult::I64 => "i64",
        EntryResult::F32 => "f32",
    }
}

/// What the program may call without a library of its own.
fn symbols() -> Vec<(&'static str, *const ())> {
    let all = asyncir_runtime::symbols().iter().chain(runner_utils::symbols());
    all.map(|(name, address): &(&'static str, SymbolAddress)| (*name, address.as_ptr()))
        .collect()
}
