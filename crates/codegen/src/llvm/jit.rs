//! Object files linked into this process and run: ORC's LLJIT.

use std::ffi::{CString, c_char, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::api::{self, EvaluatedSymbol, SymbolMapPair};
use super::error::Error;
use super::initializers::StaticFunctions;
use super::library::Llvm;
use super::module::MemoryBuffer;
use super::strings::c_string;

/// Libraries of the C implementation whose functions compiled code calls (`sinf`, `__multi3`). The process may not
/// have them among its global symbols although something in it uses them, so they are asked for. Not having one is no
/// error: a program that needs it gets one that names the symbol.
const SUPPORT_LIBRARIES: &[&str] = if cfg!(target_os = "linux") {
    &["libm.so.6", "libgcc_s.so.1"]
} else {
    &[]
};

/// Code in this process, linked from object files.
///
/// Symbols are looked for in this order: the objects and the absolute symbols, the shared libraries as listed, the
/// process itself. Linking is lazy: an object is linked when a symbol in it is first looked up.
///
/// Dropping it runs static finalisers of initialised objects and unmaps all code. Threads that run the code must have
/// ended by then; that is part of the contract of the functions that call it.
pub struct Jit {
    llvm: &'static Llvm,
    raw: *mut api::LlJit,
    /// Boxed, since LLVM holds its address.
    session: Box<Session>,
    statics: Mutex<Statics>,
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
}

/// Static initialisers not yet run, and finalisers of those that were.
#[derive(Default)]
struct Statics {
    pending: Vec<StaticFunctions>,
    finalizers: Vec<extern "C" fn()>,
}

impl Jit {
    /// An empty JIT.
    ///
    /// `symbols` are names with their addresses, the async runtime's for instance. `shared_libs` are opened for good,
    /// with their symbols visible to later ones, and searched in order; their initialisers run and are trusted like
    /// the program's own.
    ///
    /// # Errors
    /// LLVM is missing, a shared library cannot be opened, or a name holds a NUL byte.
    pub fn new(symbols: &[(&str, *const ())], shared_libs: &[PathBuf]) -> Result<Self, Error> {
        let jit = Self::empty(Llvm::get()?)?;
        jit.define_absolute(symbols)?;
        for path in shared_libs {
            open_globally(path).map_err(|reason| Error::SharedLibrary {
                path: path.display().to_string(),
                reason,
            })?;
            jit.search_library(path)?;
        }
        for name in SUPPORT_LIBRARIES {
            // See `SUPPORT_LIBRARIES`: a missing one is found out by who needs it.
            let _ = open_globally(Path::new(name));
        }
        jit.search_process()?;
        Ok(jit)
    }

    fn empty(llvm: &'static Llvm) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        // SAFETY: a live place for the result; a null builder asks for the defaults of this machine.
        let error = unsafe { (llvm.api.LLVMOrcCreateLLJIT)(&raw mut raw, ptr::null_mut()) };
        // SAFETY: the error was just returned.
        unsafe { llvm.check(error) }.map_err(Error::Jit)?;
        let session = Box::new(Session {
            llvm,
            errors: Mutex::default(),
        });
        let address: *const Session = &raw const *session;
        // SAFETY: the JIT is live and so is its session; the reporter's argument is boxed and outlives both, since
        // `drop` disposes the JIT before the fields go.
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

    /// Registers what is linked from now on with debuggers: gdb and lldb then know its functions, and the lines of those
    /// with debug information.
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
    /// The bytes are not an object file of this machine, or a symbol is defined twice.
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

    /// The address of a symbol; links what it needs.
    ///
    /// # Errors
    /// [`Error::SymbolsNotFound`] names the symbols that nothing defines, be it this one or ones that its object
    /// refers to. After a failed lookup the object stays unusable.
    pub fn lookup(&self, name: &str) -> Result<*const (), Error> {
        let name = c_string(name)?;
        let mut address = 0;
        // SAFETY: the JIT is live, the place too, the name is NUL-terminated.
        let error = unsafe { (self.llvm.api.LLVMOrcLLJITLookup)(self.raw, &raw mut address, name.as_ptr()) };
        // SAFETY: the error was just returned.
        unsafe { self.llvm.check(error) }.map_err(|message| self.error(message))?;
        Ok(ptr::with_exposed_provenance(address as usize))
    }

    /// Runs the static initialisers of the objects added since the last call, in the order they were added.
    ///
    /// # Errors
    /// As [`Jit::lookup`]; initialisers that come later are then not run.
    ///
    /// # Safety
    /// The initialisers are sound to run, once. The finalisers, which run when the JIT is dropped, are so then.
    pub unsafe fn initialize(&self) -> Result<(), Error> {
        let pending = std::mem::take(&mut lock(&self.statics).pending);
        for object in pending {
            let finalizers = object
                .finalizers
                .iter()
                .map(|name| self.static_function(name))
                .collect::<Result<Vec<_>, _>>()?;
            for name in &object.initializers {
                (self.static_function(name)?)();
            }
            lock(&self.statics).finalizers.extend(finalizers);
        }
        Ok(())
    }

    fn static_function(&self, name: &str) -> Result<extern "C" fn(), Error> {
        let address = self.lookup(name)?;
        // SAFETY: the name is one that `initializers` gave to a function without parameters and results.
        Ok(unsafe { std::mem::transmute::<*const (), extern "C" fn()>(address) })
    }

    /// Runs static initialisers, then calls a function without parameters and results.
    ///
    /// # Errors
    /// As [`Jit::lookup`].
    ///
    /// # Safety
    /// - The symbol is a function with C linkage, no parameters, and no result.
    /// - Running it and the initialisers is sound: so is the code itself, so are the symbols given to [`Jit::new`].
    /// - If it unwinds, its frames have nothing to clean up, and what it started has ended.
    /// - Whatever it starts (threads, tasks on the async runtime) ends before the JIT is dropped.
    pub unsafe fn call_void(&self, name: &str) -> Result<(), Error> {
        // SAFETY: the caller vouches for the result type and for all that `call` asks for.
        unsafe { self.call::<()>(name) }
    }

    /// As [`Jit::call_void`], for a function that returns an `i32`.
    ///
    /// # Errors
    /// As [`Jit::lookup`].
    ///
    /// # Safety
    /// As [`Jit::call_void`], but for the result.
    pub unsafe fn call_i32(&self, name: &str) -> Result<i32, Error> {
        // SAFETY: as in `call_void`.
        unsafe { self.call(name) }
    }

    /// As [`Jit::call_void`], for a function that returns an `i64`.
    ///
    /// # Errors
    /// As [`Jit::lookup`].
    ///
    /// # Safety
    /// As [`Jit::call_void`], but for the result.
    pub unsafe fn call_i64(&self, name: &str) -> Result<i64, Error> {
        // SAFETY: as in `call_void`.
        unsafe { self.call(name) }
    }

    /// As [`Jit::call_void`], for a function that returns an `f32`.
    ///
    /// # Errors
    /// As [`Jit::lookup`].
    ///
    /// # Safety
    /// As [`Jit::call_void`], but for the result.
    pub unsafe fn call_f32(&self, name: &str) -> Result<f32, Error> {
        // SAFETY: as in `call_void`.
        unsafe { self.call(name) }
    }

    /// Calls a function with the result that `entry` says.
    ///
    /// # Errors
    /// As [`Jit::lookup`].
    ///
    /// # Safety
    /// As [`Jit::call_void`], but for the result.
    pub unsafe fn call_entry(&self, name: &str, entry: EntryPoint) -> Result<EntryValue, Error> {
        // SAFETY: as in `call_void`.
        unsafe {
            match entry {
                EntryPoint::Void => self.call_void(name).map(|()| EntryValue::Void),
                EntryPoint::I32 => self.call_i32(name).map(EntryValue::I32),
                EntryPoint::I64 => self.call_i64(name).map(EntryValue::I64),
                EntryPoint::F32 => self.call_f32(name).map(EntryValue::F32),
            }
        }
    }

    /// # Safety
    /// The symbol is an `extern "C-unwind" fn() -> R`; the rest is as in [`Jit::call_void`].
    unsafe fn call<R>(&self, name: &str) -> Result<R, Error> {
        // SAFETY: the caller vouches for the initialisers.
        unsafe { self.initialize() }?;
        let address = self.lookup(name)?;
        // SAFETY: the caller vouches for the signature.
        let function = unsafe { std::mem::transmute::<*const (), extern "C-unwind" fn() -> R>(address) };
        Ok(function())
    }

    /// The error for a failed operation: what the session reported says more than what the operation returned.
    fn error(&self, returned: String) -> Error {
        let mut messages = std::mem::take(&mut *lock(&self.session.errors));
        messages.push(returned);
        let mut names: Vec<String> = messages.iter().flat_map(|message| missing_symbols(message)).collect();
        names.sort();
        names.dedup();
        if names.is_empty() {
            Error::Jit(messages.join("\n"))
        } else {
            Error::SymbolsNotFound { names }
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        let finalizers = std::mem::take(&mut lock(&self.statics).finalizers);
        for finalizer in finalizers.into_iter().rev() {
            finalizer();
        }
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

/// What an entry point returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryPoint {
    /// Nothing.
    Void,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    #[default]
    F32,
}

impl FromStr for EntryPoint {
    type Err = String;

    /// Reads `void`, `i32`, `i64` or `f32`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "void" => Ok(Self::Void),
            "i32" => Ok(Self::I32),
            "i64" => Ok(Self::I64),
            "f32" => Ok(Self::F32),
            _ => Err(format!("expected 'void', 'i32', 'i64' or 'f32', found '{text}'")),
        }
    }
}

/// What an entry point returned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EntryValue {
    /// Nothing.
    Void,
    /// A 32-bit integer.
    I32(i32),
    /// A 64-bit integer.
    I64(i64),
    /// A 32-bit float.
    F32(f32),
}

unsafe extern "C" fn on_session_error(context: *mut c_void, error: *mut api::ErrorInfo) {
    // SAFETY: the pointer is the one given to the session, alive as long as the JIT.
    let session = unsafe { &*context.cast::<Session>() };
    // SAFETY: the reporter owns the error.
    if let Err(message) = unsafe { session.llvm.check(error) } {
        lock(&session.errors).push(message);
    }
}

/// The names in LLVM's `Symbols not found: [ a, b ]`.
fn missing_symbols(message: &str) -> Vec<String> {
    let list = message
        .split_once("Symbols not found: [")
        .and_then(|(_, rest)| rest.split_once(']'));
    let names = list.map_or("", |(names, _)| names).split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Opens a shared library so that its symbols are visible to all that come later, and leaves it open: threads that it
/// started may outlive every JIT.
fn open_globally(path: &Path) -> Result<(), String> {
    #[cfg(unix)]
    // SAFETY: this runs the library's initialisers, see `Jit::new`.
    let library = unsafe {
        use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
        Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL)
    };
    #[cfg(not(unix))]
    // SAFETY: this runs the library's initialisers, see `Jit::new`.
    let library = unsafe { libloading::Library::new(path) };
    library.map(std::mem::forget).map_err(|error| error.to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
