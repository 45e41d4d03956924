//! An LLVM context, with every diagnostic collected instead of printed.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use super::api;
use super::library::Llvm;

/// Owns an LLVM context. Contexts are not shared between threads: each thread that compiles makes its own.
pub(super) struct Context {
    pub(super) llvm: &'static Llvm,
    pub(super) raw: *mut api::Context,
    /// Boxed, since LLVM holds its address.
    diagnostics: Box<Diagnostics>,
}

struct Diagnostics {
    llvm: &'static Llvm,
    errors: Mutex<Vec<String>>,
}

impl Context {
    pub(super) fn new(llvm: &'static Llvm) -> Self {
        let diagnostics = Box::new(Diagnostics {
            llvm,
            errors: Mutex::default(),
        });
        let address: *const Diagnostics = &raw const *diagnostics;
        // SAFETY: no precondition; the result is never null.
        let raw = unsafe { (llvm.api.LLVMContextCreate)() };
        // SAFETY: the context is live; the handler's argument is boxed and outlives the context, which `drop`
        // disposes before the fields go.
        unsafe { (llvm.api.LLVMContextSetDiagnosticHandler)(raw, on_diagnostic, address.cast_mut().cast()) };
        Self { llvm, raw, diagnostics }
    }

    /// The errors reported so far, joined by line ends; they are forgotten.
    pub(super) fn take_errors(&self) -> Option<String> {
        let mut errors = self.diagnostics.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = std::mem::take(&mut *errors);
        (!errors.is_empty()).then(|| errors.join("\n"))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is owned here and, by their lifetimes, all modules in it are gone.
        unsafe { (self.llvm.api.LLVMContextDispose)(self.raw) };
    }
}

/// Keeps errors; remarks and warnings have nobody to go to and are dropped.
unsafe extern "C" fn on_diagnostic(info: *mut api::DiagnosticInfo, context: *mut c_void) {
    // SAFETY: the pointer is the one given to `LLVMContextSetDiagnosticHandler`, alive as long as the context.
    let diagnostics = unsafe { &*context.cast::<Diagnostics>() };
    let llvm = diagnostics.llvm;
    // SAFETY: LLVM passes a diagnostic that lives for the call.
    if unsafe { (llvm.api.LLVMGetDiagInfoSeverity)(info) } != api::DIAGNOSTIC_SEVERITY_ERROR {
        return;
    }
    // SAFETY: as above; the description is an owned message.
    let message = unsafe { llvm.take_message((llvm.api.LLVMGetDiagInfoDescription)(info)) };
    diagnostics
        .errors
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(message);
}
