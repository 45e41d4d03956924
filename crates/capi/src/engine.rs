//! Programs that are compiled in this process.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asyncir::{Backend, Engine, OwnedFunction, Source, context};

use crate::function::AsyncirFunction;
use crate::message::{bytes, guard, text};
use crate::options;

/// A compiled program.
#[derive(Debug)]
pub struct AsyncirEngine {
    engine: Arc<Engine>,
    /// The functions that callers have asked for. None moves, as callers have pointers to them.
    functions: Mutex<Vec<Arc<AsyncirFunction>>>,
}

impl AsyncirEngine {
    fn function(&self, name: &str) -> Result<*const AsyncirFunction, String> {
        if let Some(found) = find(&self.functions(), name) {
            return Ok(found);
        }
        // Static initialisers run here, which may look for functions, too. So the list is not locked.
        let function = OwnedFunction::new(self.engine.clone(), name).map_err(|error| error.to_string())?;
        let function = Arc::new(AsyncirFunction::new(name, function));
        let mut functions = self.functions();
        if let Some(found) = find(&functions, name) {
            return Ok(found);
        }
        let pointer = Arc::as_ptr(&function);
        functions.push(function);
        Ok(pointer)
    }

    fn functions(&self) -> MutexGuard<'_, Vec<Arc<AsyncirFunction>>> {
        self.functions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn find(functions: &[Arc<AsyncirFunction>], name: &str) -> Option<*const AsyncirFunction> {
    let found = functions.iter().find(|function| function.name() == name)?;
    Some(Arc::as_ptr(found))
}

/// Compiles a program from its text. `name` stands for the file in messages; `options` may be null.
///
/// # Safety
/// `program` has `length` bytes, `name` ends with a zero byte, `options` is null or a list of such texts that ends with null,
/// and `error` is null or a place for a message. The program is trusted like a shared library that is loaded into the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirEngineCreate(
    program: *const c_char,
    length: usize,
    name: *const c_char,
    options: *const *const c_char,
    error: *mut *mut c_char,
) -> *mut AsyncirEngine {
    let work = || {
        // SAFETY: the caller vouches for all of them.
        let (program, name) = unsafe { (bytes(program, length)?, text(name, "the name of the program")?) };
        // SAFETY: as above.
        let options = unsafe { options::read(options) }?;
        // SAFETY: the caller trusts the program, and the cache is that of the user.
        let engine = unsafe { Engine::load(&context(), &Source::new(name, program), &options) };
        let engine = engine.map_err(|error| error.to_string())?;
        Ok(Box::into_raw(Box::new(AsyncirEngine {
            engine: Arc::new(engine),
            functions: Mutex::default(),
        })))
    };
    // SAFETY: the caller vouches for the place.
    unsafe { guard(error, std::ptr::null_mut(), work) }
}

/// Frees a compiled program and its functions. Tasks that still run keep the machine code until they have ended. Null is
/// allowed.
///
/// # Safety
/// [`asyncirEngineCreate`] gave the engine, and nothing uses it or its functions any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirEngineDestroy(engine: *mut AsyncirEngine) {
    // SAFETY: it came from a box, and is not used any more.
    let drop = || drop((!engine.is_null()).then(|| unsafe { Box::from_raw(engine) }));
    // Nobody can be told of a panic here; the hook has reported it.
    let _ = catch_unwind(AssertUnwindSafe(drop));
}

/// The code generator that compiled a program: `llvm` or `cranelift`. If no libLLVM was found, it is `cranelift`, and the code is
/// slower. The text is never freed. Null for null.
///
/// # Safety
/// The engine is null, or was not destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirEngineBackend(engine: *const AsyncirEngine) -> *const c_char {
    // SAFETY: the caller vouches for it.
    let Some(engine) = (unsafe { engine.as_ref() }) else {
        return std::ptr::null();
    };
    let name = match engine.engine.backend() {
        Backend::Cranelift => c"cranelift",
        _ => c"llvm",
    };
    name.as_ptr()
}

/// Finds a function of a program. It lives as long as the engine.
///
/// # Safety
/// The engine was not destroyed, `name` ends with a zero byte, and `error` is null or a place for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirEngineFunction(
    engine: *const AsyncirEngine,
    name: *const c_char,
    error: *mut *mut c_char,
) -> *const AsyncirFunction {
    let work = || {
        // SAFETY: the caller vouches for both.
        let (engine, name) = unsafe { (engine.as_ref(), text(name, "the name of the function")?) };
        engine.ok_or("the engine is null")?.function(name)
    };
    // SAFETY: the caller vouches for the place.
    unsafe { guard(error, std::ptr::null(), work) }
}
