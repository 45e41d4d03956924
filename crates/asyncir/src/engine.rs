//! Compiling a program and calling its functions in this process.

#![allow(
    unsafe_code,
    reason = "compiled code runs with all rights of the process: whoever compiles a program vouches for it"
)]

use std::collections::HashSet;
use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use asyncir_codegen::cache::Cache;
use asyncir_codegen::link::Image;
use asyncir_codegen::llvm::{Jit, OptLevel};
use asyncir_codegen::run::{Code, PackedFunction};
use asyncir_codegen::{PerfMap, defined_symbols};
use asyncir_ir::{Context, OwnedOp};
use asyncir_runtime::runner_utils::{self, OutputMark};
use asyncir_runtime::{Activity, Runtime, SymbolAddress, queued_by_thread};

use crate::Error;
use crate::backend::Backend;
use crate::call::wrapper::wrapper_name;
use crate::call::{Arguments, CallError, Function, Results, Signature};
use crate::code_in_use::{LoadedCode, free_when_quiet};
use crate::declarations::Declarations;
use crate::entry_points::Entry;
use crate::loops::ParallelLoops;
use crate::lowering::{Coroutines, PRINTERS};
use crate::program::{CodeGenerator, Program};
use crate::source::Source;

/// Options for compiling a program in this process.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    /// The optimisation level of the code generator.
    pub opt_level: OptLevel,
    /// Shared libraries that define functions which the program calls. The functions of the runtime, of the runner utilities
    /// and of the C library are always available.
    pub shared_libs: Vec<PathBuf>,
    /// Whether a failure of the program ends the process immediately, with a message and exit code 1. Otherwise the failed
    /// call returns [`Error::Failed`] when the program's tasks have ended. It cannot return if the host was built with
    /// `panic = "abort"`: then the process always ends.
    pub exits_on_failure: bool,
    /// The functions that will be called, if they are known. Functions that cannot be reached from them are not compiled.
    pub entry_points: Option<Vec<String>>,
    /// How parallel loops are run.
    pub loops: ParallelLoops,
    /// Whether to generate debug information, with which debuggers show lines of the source.
    pub debug_info: bool,
    /// Whether to write the addresses and names of functions to `/tmp/perf-PID.map`, where Linux's `perf` looks for them. All
    /// code is linked at once then, and the file is left behind: `perf` reads it when the process has ended.
    pub perf_map: bool,
    /// The number of threads that compile; by default, one for each core. The generated code does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// The cache that keeps compiled code between runs; by default, there is none.
    pub cache: Option<Arc<Cache>>,
    /// How coroutines are split into plain functions.
    pub coroutines: Coroutines,
    /// Whether every task is started. Otherwise the regions of tasks that are awaited immediately are executed in place.
    pub keep_tasks: bool,
    /// Whether the program checks its accesses of memory while it runs: [`LowerOptions::runtime_verification`].
    ///
    /// [`LowerOptions::runtime_verification`]: crate::LowerOptions::runtime_verification
    pub runtime_verification: bool,
    /// The code generator.
    pub backend: Backend,
    /// Functions of this process that the program calls, with their names. They come before functions of the runtime and of
    /// libraries with the same names.
    pub host_functions: Vec<(String, SymbolAddress)>,
    /// Whether calls return as soon as the function has, even if it has started tasks that it does not await. Otherwise such
    /// a call waits until the global runtime has no work, and so also for tasks of other calls, since a runtime does not
    /// know which tasks belong together. With this option, tasks that a function does not await must not use memory that
    /// the function takes from its caller.
    pub leaves_tasks: bool,
}

/// A program that is compiled to machine code in this process.
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
/// assert_eq!(engine.call::<i32>("answer", ())?, 42);
/// # Ok::<(), asyncir::Error>(())
/// ```
///
/// [`Engine::function`] finds functions with parameters, and functions that return tokens and values, which can be awaited.
///
/// When the engine is dropped, some tasks may still run: tasks that nobody awaits, and tasks of a call that failed. So the
/// machine code is freed only when the runtimes that the functions were called on have no more work. A suspended coroutine is
/// no work: see the safety section of [`Engine::compile`]. Static finalisers run when the code is freed. If one fails, and
/// failures do not end the process, its message is written to standard error.
pub struct Engine {
    /// `None` only while the engine is dropped.
    code: Option<LoadedCode>,
    backend: Backend,
    entries: Vec<Entry>,
    declarations: Declarations,
    leaves_tasks: bool,
    /// The runtimes that may run the code.
    used: RwLock<Vec<Activity>>,
}

impl Engine {
    /// Lowers a program to the llvm dialect, and compiles it. The module is in the llvm dialect afterwards.
    ///
    /// # Errors
    /// - An op cannot be lowered.
    /// - LLVM is needed, but no libLLVM is found, or it rejects the program.
    /// - A shared library cannot be opened.
    ///
    /// # Safety
    /// The program must be trusted like a shared library that is loaded into the process. It runs with all rights of the
    /// process, and errors such as an out-of-bounds store are not caught. So it must be sound to call the program's
    /// functions with the arguments that they will be given, and to open the shared libraries. Do not compile programs that
    /// you do not trust.
    ///
    /// A call inside a task does not wait for the tasks that the function starts and does not await, nor does any call with
    /// [`EngineOptions::leaves_tasks`]. If the function takes memory from its caller, such tasks must not use this memory. A call
    /// that fails waits for its tasks in any case, except in a task on a host's pool ([`Executor`](asyncir_runtime::Executor)):
    /// there, no task may use memory of the caller, or on the stack of the function, that the function may fail beside.
    ///
    /// [`EngineOptions::host_functions`] must have the types with which the program declares them, and must not unwind.
    ///
    /// Calls wait for tasks that are queued or running, and so does the engine, when it is dropped, before it frees its machine
    /// code. They do not wait for a coroutine that is suspended until something else than these tasks completes a token, value
    /// or group, such as a thread of the host or a task of another runtime. So such a coroutine must not use memory that a
    /// function takes from its caller, unless the function awaits it and cannot fail before; and it must have ended when the
    /// engine is dropped, since it would be resumed after its code is gone.
    pub unsafe fn compile(ctx: &Context, module: &mut OwnedOp, options: &EngineOptions) -> Result<Self, Error> {
        // SAFETY: the caller vouches for program and libraries.
        unsafe { Self::link(Program::compile(ctx, module, options)?, options) }
    }

    /// Parses, lowers and compiles a program. If its code is in the cache, it is loaded from there without parsing the
    /// program. A function that cannot be compiled is no error if no [entry point](EngineOptions::entry_points) leads to it.
    ///
    /// # Errors
    /// As [`crate::parse`] and [`Engine::compile`].
    ///
    /// # Safety
    /// As [`Engine::compile`]. In addition, the contents of the cache must be trusted: only asyncir may have written them.
    pub unsafe fn load(ctx: &Context, source: &Source, options: &EngineOptions) -> Result<Self, Error> {
        // SAFETY: the caller vouches for program and libraries.
        unsafe { Self::link(Program::of_source(ctx, source, options)?, options) }
    }

    /// # Safety
    /// As [`Engine::compile`].
    unsafe fn link(program: Program, options: &EngineOptions) -> Result<Self, Error> {
        let objects = program.objects.iter().map(|object| &*object.bytes);
        let perf_map = options.perf_map.then(|| PerfMap::of(objects)).transpose()?;
        let backend = match program.generator {
            CodeGenerator::Cranelift => Backend::Cranelift,
            CodeGenerator::Llvm => Backend::Llvm,
        };
        let code: Box<dyn Code> = match program.generator {
            CodeGenerator::Cranelift => {
                let objects = program.objects.into_iter().map(|object| object.bytes);
                // SAFETY: the runtime's symbols are what they are called; the caller vouches for libraries.
                Box::new(unsafe { Image::new(objects.collect(), &symbols(options), &options.shared_libs) }?)
            }
            CodeGenerator::Llvm => {
                let symbols = symbols_for(&program, options);
                // SAFETY: as above.
                let jit = unsafe { Jit::new(&symbols, &options.shared_libs) }?;
                if options.debug_info {
                    jit.show_to_debuggers()?;
                }
                for object in &program.objects {
                    jit.add_object(&object.bytes)?;
                }
                Box::new(jit)
            }
        };
        if let Some(map) = perf_map {
            map.write(&*code)?;
        }
        // What the host does in the place of the runtime's functions is not known.
        let is_printer = |(name, _): &(String, SymbolAddress)| PRINTERS.contains(&name.as_str());
        let knows_tasks = !options.host_functions.iter().any(is_printer);
        let mut entries = program.entries;
        entries.iter_mut().for_each(|entry| entry.awaits_tasks &= knows_tasks);
        Ok(Self {
            code: Some(LoadedCode {
                code,
                exits_on_failure: options.exits_on_failure,
            }),
            backend,
            entries,
            declarations: program.declarations,
            leaves_tasks: options.leaves_tasks,
            used: RwLock::default(),
        })
    }

    /// Finds a function and calls it: [`Engine::function`], then [`Function::call`].
    ///
    /// A call that has started tasks waits until the [global runtime](Runtime::global) has no work at all, since a runtime does
    /// not know which tasks belong together. So other work that the host gives to this runtime delays the call, unless the
    /// function starts no tasks or awaits all of them in the block in which it starts them, a task makes the call, or
    /// [`EngineOptions::leaves_tasks`] is set.
    ///
    /// # Errors
    /// - There is no function of this name, or it has another type, or refers to a function that is not defined.
    /// - The program fails: an assertion fails in the function, in a task that it awaits, or in a function that these call.
    ///
    /// If an assertion fails in a function that a task or an iteration of a parallel loop calls through a value, the process
    /// ends, because it is not known which tokens and values would have been completed.
    /// `docs/parallel-loops.md` lists the other failures that end it.
    pub fn call<R: Results>(&self, name: &str, arguments: impl Arguments) -> Result<R, Error> {
        self.function(name)?.call(arguments)
    }

    /// Finds a function of the program, which can then be called with arguments.
    ///
    /// A function with parameters must be public, or listed in [`EngineOptions::entry_points`].
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
    /// - There is no function of this name.
    /// - A parameter is neither a number nor a memref or tensor, or a result is not a number, a tensor, a token or a value of a
    ///   number. Tensors are not returned by functions that also return memrefs, nor by programs that define `malloc`,
    ///   `aligned_alloc` or `free`: their memory may not be the caller's to free.
    /// - The function, or another one that was compiled with it, refers to a function that is not defined.
    /// - A static initialiser of the program fails, which the first call runs.
    pub fn function<'e>(&'e self, name: &str) -> Result<Function<'e>, Error> {
        let (entry, code) = self.find(name)?;
        Ok(self.function_at(entry, code))
    }

    /// Finds a function that can be called: which entry it is, and its code.
    pub(crate) fn find(&self, name: &str) -> Result<(usize, PackedFunction), Error> {
        let found = self.entries.iter().position(|entry| entry.name == name);
        let number = found.ok_or_else(|| CallError::not_found(name, &self.entries, Entry::is_wrapped))?;
        let entry = &self.entries[number];
        if !entry.is_wrapped() {
            return Err(CallError::uncallable(entry).into());
        }
        // Static initialisers may start tasks.
        self.note_runtimes();
        let loaded = self.loaded();
        // SAFETY: whoever compiled the program vouched for it.
        let find = || unsafe { PackedFunction::find(&*loaded.code, &wrapper_name(name)) };
        let function = loaded.run(find)?;
        let function = function.map_err(|error| self.declarations.explain(error.into()))?;
        Ok((number, function))
    }

    /// What [`Engine::find`] found.
    pub(crate) fn function_at(&self, entry: usize, code: PackedFunction) -> Function<'_> {
        let entry = &self.entries[entry];
        let Some(signature) = &entry.signature else {
            unreachable!("a function that was found has a signature")
        };
        Function {
            engine: self,
            name: &entry.name,
            signature,
            code,
            awaits_tasks: entry.awaits_tasks,
        }
    }

    fn loaded(&self) -> &LoadedCode {
        let Some(code) = &self.code else {
            unreachable!("taken when the engine is dropped")
        };
        code
    }

    /// Calls a function with pointers to arguments and places for results of its type; waits for tasks that it started if it
    /// `may_leave` some, and the engine does not leave them.
    pub(crate) fn enter(
        &self,
        function: PackedFunction,
        pointers: &mut [*mut c_void],
        may_leave: bool,
    ) -> Result<Printed, Error> {
        self.note_runtimes();
        let waits = may_leave && !self.leaves_tasks;
        let output = OutputMark::now();
        let result = self.loaded().run(|| {
            let queued = queued_by_thread();
            // SAFETY: whoever compiled the program vouched for it, callers for pointers; the code is there as long as this
            // engine and all tasks, and a program that unwinds has settled before.
            unsafe { function.call(pointers) };
            if waits && queued_by_thread() != queued {
                settle();
            }
        });
        let printed = Printed::since(output);
        result?;
        Ok(printed)
    }

    /// Notes which runtimes get tasks of the program.
    fn note_runtimes(&self) {
        for activity in [Activity::current(), Activity::of(Runtime::global())] {
            // Calls on many threads would keep each other from an exclusive lock for long.
            if self
                .used
                .read()
                .unwrap_or_else(PoisonError::into_inner)
                .contains(&activity)
            {
                continue;
            }
            let mut used = self.used.write().unwrap_or_else(PoisonError::into_inner);
            used.retain(|runtime| !runtime.is_over());
            if !used.contains(&activity) {
                used.push(activity);
            }
        }
    }

    /// Waits for the tasks of a call that went on, if it `may_leave` some, and for what it prints.
    pub(crate) fn settle(&self, may_leave: bool) -> Printed {
        let output = OutputMark::now();
        if may_leave && !self.leaves_tasks {
            settle();
        }
        Printed::since(output)
    }

    /// The code generator that compiled the program, never [`Backend::Auto`]. It is Cranelift at other levels than `O0` if no
    /// libLLVM was found; the code is slower then.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The type of a function that the program defines, whether it can be called or not; none if there is none of this name
    /// that is public or among the entry points.
    pub fn signature(&self, name: &str) -> Option<&Signature> {
        let found = self.entries.iter().find(|entry| entry.name == name)?;
        found.signature.as_ref()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let used = std::mem::take(self.used.get_mut().unwrap_or_else(PoisonError::into_inner));
        if let Some(code) = self.code.take()
            && !used.iter().all(Activity::is_quiet)
        {
            free_when_quiet(code, used);
        }
    }
}

/// Whether what a program printed was written. Its results are there even if it was not: they are taken before this is asked.
#[must_use = "what a program prints is not lost without a word"]
pub(crate) struct Printed(Result<(), Error>);

impl Printed {
    /// Sees to it that what the program printed comes before what its caller prints, and is not lost without a word.
    fn since(output: OutputMark) -> Self {
        Self(output.flush().map_err(Error::Output))
    }

    pub(crate) fn check(self) -> Result<(), Error> {
        self.0
    }
}

/// Waits until no task of the global runtime runs. A task does not wait: it would wait for itself, and what it leaves behind
/// keeps the code (see `code_in_use`).
fn settle() {
    let global = Activity::of(Runtime::global());
    if Activity::current() == global {
        // Refused in a task.
        let _ = Runtime::global().quiesce();
    }
}

/// What the program may call without a library of its own.
fn symbols(options: &EngineOptions) -> Vec<(&str, *const ())> {
    let own = asyncir_runtime::symbols().iter().chain(runner_utils::symbols());
    let host = options.host_functions.iter();
    let host = host.map(|(name, address)| (&**name, address.as_ptr()));
    let mut named = HashSet::new();
    host.chain(own.map(|(name, address)| (*name, address.as_ptr())))
        .filter(|(name, _)| named.insert(*name))
        .collect()
}

/// As [`symbols`], but without those that the program defines for itself: LLVM's JIT has one definition of each.
fn symbols_for<'o>(program: &Program, options: &'o EngineOptions) -> Vec<(&'o str, *const ())> {
    let mut symbols = symbols(options);
    let objects = program.objects.iter();
    let own: HashSet<String> = objects.flat_map(|object| defined_symbols(&object.bytes)).collect();
    symbols.retain(|(name, _)| !own.contains(*name));
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_that_are_gone_are_forgotten() {
        let ctx = crate::context();
        let source = Source::new("f.mlir", "func.func @f() { return }");
        let mut module = crate::parse(&ctx, &source).expect("it is right");
        let options = EngineOptions {
            backend: Backend::Cranelift,
            ..EngineOptions::default()
        };
        // SAFETY: the function does nothing.
        let engine = Arc::new(unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles"));
        for seed in 0..20 {
            let runtime = Runtime::builder().deterministic(seed).build().expect("a runtime");
            let engine = engine.clone();
            let call = runtime.spawn(move || engine.call::<()>("f", ()).expect("it runs"));
            call.wait().expect("no panic");
        }
        let used = engine.used.read().expect("no panic");
        assert!(used.len() <= 3, "{used:?}");
    }
}
