//! Links object files into this process, with ORC's LLJIT.

use std::ffi::{CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use super::api::{self, EvaluatedSymbol, SymbolMapPair};
use super::initializers::StaticFunctions;
use super::library::Llvm;
use super::module::MemoryBuffer;
use super::strings::c_string;
use crate::error::Error;
use crate::link::libraries::{open_globally, open_support_libraries};
use crate::run::Code;

/// Machine code in this process, which LLVM's JIT linker links from object files.
///
/// A symbol is looked for in this order: in the object files and among the given symbols, in the shared libraries in their
/// order, and in the process. Linking is lazy: an object file is linked when one of its symbols is first looked up.
///
/// Dropping the JIT runs the static finalisers of initialised object files, and unmaps all code. Threads that run the code
/// must have ended by then. The functions that call code require this of their callers.
pub struct Jit {
    llvm: &'static Llvm,
    raw: *mut api::LlJit,
    /// Shared with LLVM, which holds its address.
    session: Arc<Session>,
    statics: Mutex<Statics>,
    /// Told when a thread has run initialisers.
    initialized: Condvar,
}

// SAFETY: LLJIT and its session may be used from any thread: they guard their state by the session's lock, and tasks
// run on the thread that asked. Our own state is behind mutexes.
unsafe impl Send for Jit {}
// SAFETY: as above.
unsafe impl Sync for Jit {}

/// Errors that the session reports on the side: why linking failed stands here, that it did in the lookup's result.
struct Session {
    llvm: &'static Llvm,
    errors: Mutex<Vec<String>>,
    /// Symbols that were not found. Whatever needs them fails from then on, and LLVM does not name them again.
    missing: Mutex<Vec<String>>,
}

/// Static initialisers not yet run, and finalisers of those that were.
#[derive(Default)]
struct Statics {
    pending: Vec<StaticFunctions>,
    finalizers: Vec<extern "C-unwind" fn()>,
    /// The thread that runs initialisers.
    initializing: Option<ThreadId>,
    /// Why initialisers were not run.
    failure: Option<Error>,
}

impl Jit {
    /// Makes a JIT without object files.
    ///
    /// `symbols` are names with their addresses, such as the functions of the async runtime. The shared libraries are
    /// opened, and never closed. Their initialisers run. Their symbols are visible to the libraries that are opened later.
    ///
    /// # Errors
    /// If no libLLVM is found, a shared library cannot be opened, or a name contains a NUL byte.
    ///
    /// # Safety
    /// While the JIT exists, each address must be that of the function or variable that the program expects under its name.
    /// It must be sound to run the initialisers of the shared libraries.
    pub unsafe fn new(symbols: &[(&str, *const ())], shared_libs: &[PathBuf]) -> Result<Self, Error> {
        let jit = Self::empty(Llvm::get()?)?;
        jit.define_absolute(symbols)?;
        for path in shared_libs {
            open_globally(path).map_err(|reason| Error::SharedLibrary {
                path: path.display().to_string(),
                reason,
            })?;
            jit.search_library(path)?;
        }
        open_support_libraries();
        jit.search_process()?;
        Ok(jit)
    }

    fn empty(llvm: &'static Llvm) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        // SAFETY: a live place for the result; a null builder asks for the defaults of this machine.
        let error = unsafe { (llvm.api.LLVMOrcCreateLLJIT)(&raw mut raw, ptr::null_mut()) };
        // SAFETY: the error was just returned.
        unsafe { llvm.check(error) }.map_err(Error::Jit)?;
        let session = Arc::new(Session {
            llvm,
            errors: Mutex::default(),
            missing: Mutex::default(),
        });
        let address = Arc::as_ptr(&session);
        // SAFETY: the JIT is live and so is its session; the reporter's argument outlives both, since `drop` disposes the
        // JIT before the fields go, and it is only read through shared references.
        unsafe {
            let execution_session = (llvm.api.LLVMOrcLLJITGetExecutionSession)(raw);
            let set_reporter = llvm.api.LLVMOrcExecutionSessionSetErrorReporter;
            set_reporter(execution_session, on_session_error, address.cast_mut().cast());
        }
        Ok(Self {
            llvm,
            raw,
            session,
            statics: Mutex::default(),
            initialized: Condvar::new(),
        })
    }

    fn define_absolute(&self, symbols: &[(&str, *const ())]) -> Result<(), Error> {
        let api = &self.llvm.api;
        // All names are checked before the first is interned, so that an error leaks no reference.
        let names = symbols
            .iter()
            .map(|(name, _)| c_string(name))
            .collect::<Result<Vec<CString>, _>>()?;
        if names.is_empty() {
            return Ok(());
        }
        let mut pairs: Vec<SymbolMapPair> = names
            .iter()
            .zip(symbols)
            .map(|(name, &(_, address))| SymbolMapPair {
                // SAFETY: the JIT is live; the reference is given to `LLVMOrcAbsoluteSymbols` below.
                name: unsafe { (api.LLVMOrcLLJITMangleAndIntern)(self.raw, name.as_ptr()) },
                symbol: EvaluatedSymbol {
                    address: address as u64,
                    generic_flags: api::SYMBOL_EXPORTED_AND_CALLABLE,
                    target_flags: 0,
                },
            })
            .collect();
        // SAFETY: start and length of a live vector, whose references to names are given away.
        let unit = unsafe { (api.LLVMOrcAbsoluteSymbols)(pairs.as_mut_ptr(), pairs.len()) };
        // SAFETY: dylib and unit are live; the unit is taken on success only.
        let error = unsafe { (api.LLVMOrcJITDylibDefine)(self.dylib(), unit) };
        // SAFETY: the error was just returned.
        unsafe { self.llvm.check(error) }.map_err(|message| {
            // SAFETY: the unit was not taken.
            unsafe { (api.LLVMOrcDisposeMaterializationUnit)(unit) };
            self.error(message)
        })
    }

    fn search_library(&self, path: &Path) -> Result<(), Error> {
        let name = c_string(&path.to_string_lossy())?;
        self.add_generator(|generator, prefix| {
            let create = self.llvm.api.LLVMOrcCreateDynamicLibrarySearchGeneratorForPath;
            // SAFETY: a live place, a NUL-terminated path, and no filter.
            unsafe { create(generator, name.as_ptr(), prefix, None, ptr::null_mut()) }
        })
    }

    fn search_process(&self) -> Result<(), Error> {
        self.add_generator(|generator, prefix| {
            let create = self.llvm.api.LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess;
            // SAFETY: a live place and no filter.
            unsafe { create(generator, prefix, None, ptr::null_mut()) }
        })
    }

    fn add_generator(
        &self,
        create: impl FnOnce(*mut *mut api::DefinitionGenerator, c_char) -> *mut api::ErrorInfo,
    ) -> Result<(), Error> {
        let mut generator = ptr::null_mut();
        // SAFETY: the JIT is live.
        let prefix = unsafe { (self.llvm.api.LLVMOrcLLJITGetGlobalPrefix)(self.raw) };
        let error = create(&raw mut generator, prefix);
        // SAFETY: the error was just returned.
        unsafe { self.llvm.check(error) }.map_err(|message| self.error(message))?;
        // SAFETY: the dylib is live and takes the generator.
        unsafe { (self.llvm.api.LLVMOrcJITDylibAddGenerator)(self.dylib(), generator) };
        Ok(())
    }

    /// Registers the code that is linked from now on with debuggers. gdb and lldb then show its functions, and source lines
    /// if there is debug information.
    ///
    /// # Errors
    /// If LLVM has no support for it on this system.
    pub fn show_to_debuggers(&self) -> Result<(), Error> {
        if self.llvm.version().major < 22 {
            // Older versions look for functions of their own among the symbols of the process.
            let path = self.llvm.path();
            open_globally(Path::new(path)).map_err(|reason| Error::SharedLibrary {
                path: path.to_owned(),
                reason,
            })?;
        }
        // SAFETY: the JIT is live.
        let error = unsafe { (self.llvm.api.LLVMOrcLLJITEnableDebugSupport)(self.raw) };
        // SAFETY: the error was just returned.
        unsafe { self.llvm.check(error) }.map_err(|message| self.error(message))
    }

    fn dylib(&self) -> *mut api::JitDylib {
        // SAFETY: the JIT is live.
        unsafe { (self.llvm.api.LLVMOrcLLJITGetMainJITDylib)(self.raw) }
    }

    /// Adds an object file. It is linked when one of its symbols is first looked up.
    ///
    /// # Errors
    /// If the bytes are not an object file for this machine, or a symbol is defined twice.
    pub fn add_object(&self, object: &[u8]) -> Result<(), Error> {
        let buffer = MemoryBuffer::copy_of(self.llvm, object, c"object");
        // SAFETY: JIT and dylib are live; the buffer is given away.
        let error = unsafe { (self.llvm.api.LLVMOrcLLJITAddObjectFile)(self.raw, self.dylib(), buffer.into_raw()) };
        // SAFETY: the error was just returned.
        unsafe { self.llvm.check(error) }.map_err(|message| self.error(message))?;
        let found = StaticFunctions::of_object(object);
        if found != StaticFunctions::default() {
            lock(&self.statics).pending.push(found);
        }
        Ok(())
    }

    fn static_function(&self, name: &str) -> Result<extern "C-unwind" fn(), Error> {
        let address = self.lookup(name)?;
        // SAFETY: the name is one that `initializers` gave to a function without parameters and results.
        Ok(unsafe { std::mem::transmute::<*const (), extern "C-unwind" fn()>(address) })
    }

    /// Runs the initialisers of an object file.
    fn run_initializers(&self, object: &StaticFunctions) -> Result<(), Error> {
        let finalizers = object.finalizers.iter().map(|name| self.static_function(name));
        let finalizers = finalizers.collect::<Result<Vec<_>, _>>()?;
        for name in &object.initializers {
            (self.static_function(name)?)();
        }
        lock(&self.statics).finalizers.extend(finalizers);
        Ok(())
    }

    /// The error for a failed operation: what the session reported says more than what the operation returned.
    fn error(&self, returned: String) -> Error {
        let mut messages = std::mem::take(&mut *lock(&self.session.errors));
        messages.push(returned);
        let mut names: Vec<String> = messages.iter().flat_map(|message| missing_symbols(message)).collect();
        names.sort();
        names.dedup();
        let mut missing = lock(&self.session.missing);
        if names.is_empty() && messages.iter().any(|message| message.contains(FAILED_BEFORE)) {
            names.clone_from(&missing);
        }
        if names.is_empty() {
            return Error::Jit(messages.join("\n"));
        }
        missing.clone_from(&names);
        Error::SymbolsNotFound { names }
    }
}

impl Code for Jit {
    fn lookup(&self, name: &str) -> Result<*const (), Error> {
        let name = c_string(name)?;
        let mut address = 0;
        // SAFETY: the JIT is live, the place too, the name is NUL-terminated.
        let error = unsafe { (self.llvm.api.LLVMOrcLLJITLookup)(self.raw, &raw mut address, name.as_ptr()) };
        // SAFETY: the error was just returned.
        unsafe { self.llvm.check(error) }.map_err(|message| self.error(message))?;
        Ok(ptr::with_exposed_provenance(address as usize))
    }

    unsafe fn finalize(&self) {
        loop {
            let last = lock(&self.statics).finalizers.pop();
            let Some(finalizer) = last else { return };
            finalizer();
        }
    }

    unsafe fn initialize(&self) -> Result<(), Error> {
        let current = thread::current().id();
        let mut statics = lock(&self.statics);
        while let Some(other) = statics.initializing {
            if other == current {
                // An initialiser calls the program.
                return Ok(());
            }
            statics = self.initialized.wait(statics).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(failure) = &statics.failure {
            return Err(failure.clone());
        }
        let pending = std::mem::take(&mut statics.pending);
        if pending.is_empty() {
            return Ok(());
        }
        statics.initializing = Some(current);
        drop(statics);
        // A program that fails unwinds to its caller.
        let run = || pending.iter().try_for_each(|object| self.run_initializers(object));
        let result = catch_unwind(AssertUnwindSafe(run));
        let mut statics = lock(&self.statics);
        statics.initializing = None;
        statics.failure = match &result {
            Ok(result) => result.clone().err(),
            Err(_) => Some(Error::Jit("a static initialiser of the program has failed".to_owned())),
        };
        self.initialized.notify_all();
        drop(statics);
        result.unwrap_or_else(|payload| resume_unwind(payload))
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        // SAFETY: nobody else has the code.
        unsafe { self.finalize() };
        // SAFETY: the JIT is owned here; its session's errors go to `self.session`, which is still there.
        let error = unsafe { (self.llvm.api.LLVMOrcDisposeLLJIT)(self.raw) };
        // SAFETY: the error was just returned. Nobody can be told that memory could not be unmapped.
        let _ = unsafe { self.llvm.check(error) };
    }
}

impl std::fmt::Debug for Jit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jit").field("llvm", self.llvm).finish_non_exhaustive()
    }
}

unsafe extern "C" fn on_session_error(context: *mut c_void, error: *mut api::ErrorInfo) {
    // SAFETY: the pointer is the one given to the session, alive as long as the JIT.
    let session = unsafe { &*context.cast::<Session>() };
    // SAFETY: the reporter owns the error.
    if let Err(message) = unsafe { session.llvm.check(error) } {
        lock(&session.errors).push(message);
    }
}

/// What LLVM says of a symbol whose module could not be linked.
const FAILED_BEFORE: &str = "Failed to materialize symbols";

/// The names in LLVM's `Symbols not found: [ a, b ]`.
fn missing_symbols(message: &str) -> Vec<String> {
    let list = message
        .split_once("Symbols not found: [")
        .and_then(|(_, rest)| rest.split_once(']'));
    let names = list.map_or("", |(names, _)| names).split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
