//! Running a compiled program's entry point.

#![allow(
    unsafe_code,
    reason = "calling code that was just generated cannot be checked by the compiler"
)]

use std::ffi::c_void;
use std::str::FromStr;

use crate::error::Error;

/// Machine code in this process.
pub trait Code: Send + Sync {
    /// The address of a symbol; links what it needs.
    ///
    /// # Errors
    /// [`Error::SymbolsNotFound`] names the symbols that nothing defines, be it this one or ones that its object
    /// refers to. After a failed lookup the object stays unusable.
    fn lookup(&self, name: &str) -> Result<*const (), Error>;

    /// Runs the static initialisers of what was added since the last call, in that order.
    ///
    /// # Errors
    /// As [`Code::lookup`]; initialisers that come later are then not run.
    ///
    /// # Safety
    /// The initialisers are sound to run, once. The finalisers, which run when the code is dropped, are so then.
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

    /// The same for a function that returns an `i32`.
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

    /// Runs static initialisers, then calls a function without parameters that has the result that `entry` says.
    ///
    /// # Errors
    /// As [`Code::lookup`].
    ///
    /// # Safety
    /// - The symbol is a function with C linkage, no parameters, and that result.
    /// - Running it and the initialisers is sound: so is the code itself, so are the symbols that it was linked with.
    /// - If it unwinds, its frames have nothing to clean up, and what it started has ended.
    /// - Whatever it starts (threads, tasks on the async runtime) ends before the code is dropped.
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

/// What an entry point returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryResult {
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

impl FromStr for EntryResult {
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

/// Where a function is entered, and how.
#[derive(Clone, Copy, Debug)]
pub struct Entrance {
    address: usize,
    convention: Convention,
}

/// How a function takes its arguments and gives its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// It has no parameters, and returns what the entry point says, as C functions do.
    Direct(EntryResult),
    /// Its one parameter is an array of pointers to arguments, and to places for results behind them.
    Packed,
}

impl Entrance {
    /// Runs static initialisers that did not run yet, and looks a function up.
    ///
    /// # Errors
    /// If the symbol, or one that it refers to, is not found.
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
    /// - The code that it was found in is still there, and the symbol is a function of that convention.
    /// - Pointers lead to arguments and places for results of the function's types, as many as it has.
    /// - Running it with these arguments is sound. The rest is as in [`Code::call_entry`].
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
