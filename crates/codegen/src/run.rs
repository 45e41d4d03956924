//! Running a compiled program's entry point.

#![allow(
    unsafe_code,
    reason = "calling code that was just generated cannot be checked by the compiler"
)]

use std::ffi::c_void;
use std::str::FromStr;

use crate::error::{Error, UnknownWord};

/// Machine code that is loaded into this process.
pub trait Code: Send + Sync {
    /// Finds the address of a symbol, and links the code that it needs.
    ///
    /// # Errors
    /// [`Error::SymbolsNotFound`] if this symbol, or a symbol that its object file refers to, is not defined. The object
    /// file cannot be used after a failed lookup.
    fn lookup(&self, name: &str) -> Result<*const (), Error>;

    /// Runs the static initialisers of the object files that were added since the last call, in this order. If another thread
    /// runs them already, waits until it has. A call in an initialiser does nothing.
    ///
    /// # Errors
    /// As [`Code::lookup`]. The initialisers after the failed one are not run, and all later calls give the same error.
    ///
    /// # Safety
    /// It must be sound to run the initialisers once, and to run the finalisers when the code is dropped.
    unsafe fn initialize(&self) -> Result<(), Error>;

    /// Runs static initialisers, then calls a function without parameters and results.
    ///
    /// # Errors
    /// As [`Code::lookup`].
    ///
    /// # Safety
    /// As [`Code::call_entry`].
    unsafe fn call_void(&self, name: &str) -> Result<(), Error> {
        // SAFETY: the caller vouches for it.
        unsafe { self.call_entry(name, EntryResult::Void) }.map(|_| ())
    }

    /// Runs static initialisers, then calls a function without parameters that returns an `i32`.
    ///
    /// # Errors
    /// As [`Code::lookup`].
    ///
    /// # Safety
    /// As [`Code::call_entry`].
    unsafe fn call_i32(&self, name: &str) -> Result<i32, Error> {
        // SAFETY: the caller vouches for it.
        match unsafe { self.call_entry(name, EntryResult::I32) }? {
            EntryValue::I32(value) => Ok(value),
            other => unreachable!("{other:?} of a function that returns an i32"),
        }
    }

    /// Runs static initialisers, then calls a function without parameters whose result is `entry`.
    ///
    /// # Errors
    /// As [`Code::lookup`].
    ///
    /// # Safety
    /// - The symbol must be a function with C linkage, without parameters, and with this result.
    /// - It must be sound to run the function, the initialisers, and the functions that they were linked with.
    /// - If the function unwinds, its frames must not need any cleanup, and its threads and tasks must have ended.
    /// - The threads and the tasks on the async runtime that it starts must end before the code is dropped.
    unsafe fn call_entry(&self, name: &str, entry: EntryResult) -> Result<EntryValue, Error> {
        // SAFETY: the caller vouches for initialisers and signature.
        unsafe {
            self.initialize()?;
            let address = self.lookup(name)?;
            Ok(match entry {
                EntryResult::Void => {
                    call::<()>(address);
                    EntryValue::Void
                }
                EntryResult::I32 => EntryValue::I32(call(address)),
                EntryResult::I64 => EntryValue::I64(call(address)),
                EntryResult::F32 => EntryValue::F32(call(address)),
            })
        }
    }
}

/// # Safety
/// The address is that of an `extern "C-unwind" fn() -> R`; the rest is as in [`Code::call_entry`].
unsafe fn call<R>(address: *const ()) -> R {
    // SAFETY: the caller vouches for the signature.
    let function = unsafe { std::mem::transmute::<*const (), extern "C-unwind" fn() -> R>(address) };
    function()
}

/// The result type of an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryResult {
    /// Nothing.
    Void,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    F32,
}

impl FromStr for EntryResult {
    type Err = UnknownWord;

    /// Reads `void`, `i32`, `i64` or `f32`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "void" => Ok(Self::Void),
            "i32" => Ok(Self::I32),
            "i64" => Ok(Self::I64),
            "f32" => Ok(Self::F32),
            _ => Err(UnknownWord::new("'void', 'i32', 'i64' or 'f32'", text)),
        }
    }
}

/// The result of a call of an entry point.
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

/// The address of a function, with its calling convention.
#[derive(Clone, Copy, Debug)]
pub struct Entrance {
    address: usize,
    convention: Convention,
}

/// How a function takes its arguments and returns its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// As a C function without parameters, with this result.
    Direct(EntryResult),
    /// With one parameter: an array of pointers, first to the arguments, then to memory for the results.
    Packed,
}

impl Entrance {
    /// Runs the static initialisers that have not run yet, and looks a function up.
    ///
    /// # Errors
    /// If the symbol, or a symbol that its code refers to, is not defined.
    ///
    /// # Safety
    /// As [`Code::initialize`].
    pub unsafe fn find(code: &dyn Code, symbol: &str, convention: Convention) -> Result<Self, Error> {
        // SAFETY: the caller vouches for initialisers.
        unsafe { code.initialize()? };
        let address = code.lookup(symbol)?.expose_provenance();
        Ok(Self { address, convention })
    }

    /// Calls the function.
    ///
    /// # Safety
    /// - The code in which the function was found must still be loaded, and the function must have this calling convention.
    /// - The pointers must point to the function's arguments and to memory for its results, with the right types and number.
    /// - It must be sound to run the function with these arguments. The other rules are those of [`Code::call_entry`].
    pub unsafe fn enter(self, pointers: &mut [*mut c_void]) {
        let address = std::ptr::with_exposed_provenance::<()>(self.address);
        // SAFETY: the caller vouches for convention and pointers.
        unsafe {
            match self.convention {
                Convention::Packed => {
                    let function = std::mem::transmute::<*const (), extern "C-unwind" fn(*mut *mut c_void)>(address);
                    function(pointers.as_mut_ptr());
                }
                Convention::Direct(EntryResult::Void) => call(address),
                Convention::Direct(EntryResult::I32) => pointers[0].cast::<i32>().write(call(address)),
                Convention::Direct(EntryResult::I64) => pointers[0].cast::<i64>().write(call(address)),
                Convention::Direct(EntryResult::F32) => pointers[0].cast::<f32>().write(call(address)),
            }
        }
    }
}
