//! Machine code in this process, and calls of its functions.

#![allow(
    unsafe_code,
    reason = "calling code that was just generated cannot be checked by the compiler"
)]

use std::ffi::c_void;

use crate::error::Error;

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
    /// As [`Code::lookup`]. The initialisers after the failed one are not run, and all later calls give the same error. If an
    /// initialiser unwinds, so does this, and all later calls give an error.
    ///
    /// # Safety
    /// It must be sound to run the initialisers once, and to run the finalisers when the code is dropped.
    unsafe fn initialize(&self) -> Result<(), Error>;

    /// Runs the static finalisers that have not run yet, the last one first, as dropping the code does. If one unwinds, so does
    /// this: those of its object file that are left are not run, those of others by the next call.
    ///
    /// # Safety
    /// Nothing may call other code of this program any more, or use what its initialisers made.
    unsafe fn finalize(&self) {}
}

/// A compiled function with one parameter: an array of pointers, first to its arguments, then to memory for its results.
#[derive(Clone, Copy, Debug)]
pub struct PackedFunction {
    address: usize,
}

impl PackedFunction {
    /// Runs the static initialisers that have not run yet, and looks the function up.
    ///
    /// # Errors
    /// If the symbol, or a symbol that its code refers to, is not defined.
    ///
    /// # Safety
    /// As [`Code::initialize`].
    pub unsafe fn find(code: &dyn Code, symbol: &str) -> Result<Self, Error> {
        // SAFETY: the caller vouches for initialisers.
        unsafe { code.initialize()? };
        let address = code.lookup(symbol)?.expose_provenance();
        Ok(Self { address })
    }

    /// Calls the function.
    ///
    /// # Safety
    /// - The code in which the function was found must still be loaded, and be that of an `extern "C-unwind"` function with
    ///   this parameter.
    /// - The pointers must point to the function's arguments and to memory for its results, with the right types and number.
    /// - It must be sound to run the function with these arguments.
    /// - If the function unwinds, its frames must not need any cleanup, and its threads and tasks must have ended.
    /// - The threads and the tasks on the async runtime that it starts must end before the code is dropped.
    pub unsafe fn call(self, pointers: &mut [*mut c_void]) {
        let address = std::ptr::with_exposed_provenance::<()>(self.address);
        // SAFETY: the caller vouches for the type of the function and for the pointers.
        unsafe {
            let function = std::mem::transmute::<*const (), extern "C-unwind" fn(*mut *mut c_void)>(address);
            function(pointers.as_mut_ptr());
        }
    }
}
