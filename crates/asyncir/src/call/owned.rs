//! A compiled function that keeps its engine.

use std::sync::Arc;

use asyncir_codegen::run::PackedFunction;

use super::{Arguments, CallValue, Function, Results, Signature};
use crate::Error;
use crate::engine::Engine;

/// A function of an [`Engine`] that it keeps alive. So it can stand in a struct, or go into a task or a thread.
///
/// ```
/// use std::sync::Arc;
/// use asyncir::runtime::Runtime;
/// use asyncir::{Engine, EngineOptions, OwnedFunction, Source, context, parse};
///
/// let text = "func.func @twice(%x: i32) -> i32 { %y = arith.addi %x, %x : i32  return %y : i32 }";
/// let ctx = context();
/// let mut module = parse(&ctx, &Source::new("twice.mlir", text))?;
/// // SAFETY: the program accesses no memory.
/// let engine = Arc::new(unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }?);
/// let twice = OwnedFunction::new(engine, "twice")?;
/// let value = Runtime::global().spawn(move || twice.call::<i32>((21,)));
/// assert_eq!(value.wait()??, 42);
/// # Ok::<(), asyncir::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnedFunction {
    engine: Arc<Engine>,
    /// Which of the engine's entries it is.
    entry: usize,
    code: PackedFunction,
}

impl OwnedFunction {
    /// Finds a function of the program by its name.
    ///
    /// # Errors
    /// As [`Engine::function`].
    pub fn new(engine: Arc<Engine>, name: &str) -> Result<Self, Error> {
        let (entry, code) = engine.find(name)?;
        Ok(Self { engine, entry, code })
    }

    /// The function as a reference to the engine.
    pub fn as_function(&self) -> Function<'_> {
        self.engine.function_at(self.entry, self.code)
    }

    /// The types of the function's parameters and results.
    pub fn signature(&self) -> &Signature {
        self.as_function().signature
    }

    /// Calls the function.
    ///
    /// # Errors
    /// As [`Function::call`].
    pub fn call<R: Results>(&self, arguments: impl Arguments) -> Result<R, Error> {
        self.as_function().call(arguments)
    }

    /// Calls a function whose type is not known when the caller is compiled.
    ///
    /// # Errors
    /// As [`Function::call_with`].
    pub fn call_with(&self, arguments: &mut [CallValue]) -> Result<Vec<CallValue>, Error> {
        self.as_function().call_with(arguments)
    }
}
