//! Compiling a program and calling its entry point in this process.

use std::path::PathBuf;

use asyncir_codegen::llvm::{CompileOptions, EntryPoint, EntryValue, Jit, OptLevel, compile_to_jit};
use asyncir_codegen::run::run_trusted;
use asyncir_codegen::translate::translate_module;
use asyncir_ir::symbols::{SymbolTable, symbol_name};
use asyncir_ir::{Context, OwnedOp};
use asyncir_runtime::{Runtime, SymbolAddress, runner_utils};

use crate::Error;
use crate::lowering::{Coroutines, lower_to_llvm_dialect, split_coroutines};
use crate::source::os_message;

/// How a program is compiled.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    /// How much time goes into making it fast.
    pub opt_level: OptLevel,
    /// Libraries that hold functions which the program calls, besides the runtime, the runner utilities and the C
    /// library.
    pub shared_libs: Vec<PathBuf>,
    /// Who makes plain functions of coroutines.
    pub coroutines: Coroutines,
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
/// let engine = Engine::compile(&ctx, &mut module, &EngineOptions::default())?;
/// assert_eq!(engine.call_i32("answer")?, 42);
/// # Ok::<(), asyncir::Error>(())
/// ```
pub struct Engine {
    jit: Jit,
    entries: Vec<Entry>,
}

/// A function of the program that can be called: it takes nothing.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    result: Option<EntryPoint>,
}

impl Engine {
    /// Lowers a program as far as it is not lowered, and compiles it. The module is in the llvm dialect afterwards.
    ///
    /// # Errors
    /// If something cannot be lowered, LLVM is missing or refuses the program, or a shared library cannot be opened.
    pub fn compile(ctx: &Context, module: &mut OwnedOp, options: &EngineOptions) -> Result<Self, Error> {
        lower_to_llvm_dialect(ctx, module)?;
        if options.coroutines == Coroutines::Split {
            split_coroutines(ctx, module)?;
        }
        let ir = translate_module(module.op_ref(ctx))?;
        let entries = entries(ctx, module);
        let compile = CompileOptions {
            opt_level: options.opt_level,
            ..CompileOptions::default()
        };
        let jit = compile_to_jit(&[&ir], &compile, &symbols(), &options.shared_libs);
        let jit = jit.map_err(|mut errors| Error::Codegen(errors.remove(0)))?;
        Ok(Self { jit, entries })
    }

    /// Calls a function without parameters or results and waits until all tasks that it started are done.
    ///
    /// # Errors
    /// If there is no such function, or it is of another type, or it refers to a function that nobody defines.
    pub fn call_void(&self, name: &str) -> Result<(), Error> {
        self.call(name, EntryPoint::Void).map(|_| ())
    }

    /// The same for a function that returns an `i32`.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call_i32(&self, name: &str) -> Result<i32, Error> {
        match self.call(name, EntryPoint::I32)? {
            EntryValue::I32(value) => Ok(value),
            _ => Err(wrong_type(name, "i32")),
        }
    }

    /// The same for a function that returns an `i64`.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call_i64(&self, name: &str) -> Result<i64, Error> {
        match self.call(name, EntryPoint::I64)? {
            EntryValue::I64(value) => Ok(value),
            _ => Err(wrong_type(name, "i64")),
        }
    }

    /// The same for a function that returns an `f32`.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call_f32(&self, name: &str) -> Result<f32, Error> {
        match self.call(name, EntryPoint::F32)? {
            EntryValue::F32(value) => Ok(value),
            _ => Err(wrong_type(name, "f32")),
        }
    }

    /// Calls a function without parameters and waits until all tasks that it started are done.
    ///
    /// # Errors
    /// As [`Engine::call_void`].
    pub fn call(&self, name: &str, entry: EntryPoint) -> Result<EntryValue, Error> {
        if self.entry(name)? != entry {
            return Err(wrong_type(name, type_name(entry)));
        }
        let result = run_trusted(&self.jit, name, entry, settle)?;
        // What it printed comes before what its caller prints, and is not lost without a word.
        runner_utils::flush_output().map_err(|error| Error::Output(os_message(&error)))?;
        Ok(result)
    }

    /// What the function of that name returns.
    ///
    /// # Errors
    /// If there is no such function, or it cannot be called: it has parameters, or returns something else.
    pub fn entry(&self, name: &str) -> Result<EntryPoint, Error> {
        let found = self.entries.iter().find(|candidate| candidate.name == name);
        let found = found.ok_or_else(|| self.no_entry(name))?;
        found.result.ok_or_else(|| {
            Error::Entry(format!(
                "entry point '{name}' cannot be called: it must have no parameters and return nothing, i32, i64 or f32"
            ))
        })
    }

    /// The error for a name that no function has; it names a few that can be called.
    fn no_entry(&self, name: &str) -> Error {
        const SHOWN: usize = 5;
        let others = self.entries.iter().filter(|entry| entry.result.is_some());
        let names: Vec<String> = others.take(SHOWN).map(|entry| format!("'{}'", entry.name)).collect();
        let hint = match names.as_slice() {
            [] => String::new(),
            names => format!("; there is {}", names.join(", ")),
        };
        Error::Entry(format!("entry point '{name}' not found{hint}"))
    }
}

/// Waits until no task runs, so that code may go away.
fn settle() {
    // Only a task of the runtime itself could not wait, and tasks do not get here.
    let _ = Runtime::global().quiesce();
}

fn wrong_type(name: &str, wanted: &str) -> Error {
    Error::Entry(format!(
        "entry point '{name}' is not a function without parameters that returns {wanted}"
    ))
}

fn type_name(entry: EntryPoint) -> &'static str {
    match entry {
        EntryPoint::Void => "nothing",
        EntryPoint::I32 => "i32",
        EntryPoint::I64 => "i64",
        EntryPoint::F32 => "f32",
    }
}

/// What the program may call without a library of its own.
fn symbols() -> Vec<(&'static str, *const ())> {
    let all = asyncir_runtime::symbols().iter().chain(runner_utils::symbols());
    all.map(|(name, address): &(&'static str, SymbolAddress)| (*name, address.as_ptr()))
        .collect()
}

/// The functions of a module in the llvm dialect that are defined there.
fn entries(ctx: &Context, module: &OwnedOp) -> Vec<Entry> {
    let Some(body) = module.body() else { return Vec::new() };
    let table = SymbolTable::of(ctx, body);
    let Some(block) = body.entry() else { return Vec::new() };
    let mut entries = Vec::new();
    for op in body.block_ops(block) {
        let data = body.op(op);
        let defined = data.body().is_some_and(|body| body.entry().is_some());
        let Some(name) = symbol_name(ctx, data).filter(|&name| defined && table.get(name) == Some(op)) else {
            continue;
        };
        let ty = data.property(ctx, "function_type").and_then(|attr| attr.as_type(ctx));
        let result = ty.and_then(|ty| entry_type(&ctx.show_type(ty)));
        entries.push(Entry {
            name: ctx.str(name).to_owned(),
            result,
        });
    }
    entries
}

/// What an entry point of that llvm function type returns.
fn entry_type(ty: &str) -> Option<EntryPoint> {
    match ty {
        "!llvm.func<void ()>" => Some(EntryPoint::Void),
        "!llvm.func<i32 ()>" => Some(EntryPoint::I32),
        "!llvm.func<i64 ()>" => Some(EntryPoint::I64),
        "!llvm.func<f32 ()>" => Some(EntryPoint::F32),
        _ => None,
    }
}
