//! LLVM modules and the memory buffers they are read from and written to.

use std::ffi::CStr;
use std::ptr;

use super::api;
use super::context::Context;
use super::library::Llvm;
use super::strings::c_string;
use super::target::TargetMachine;
use crate::error::Error;

/// Bytes owned by LLVM.
pub(super) struct MemoryBuffer {
    llvm: &'static Llvm,
    raw: *mut api::MemoryBuffer,
}

// SAFETY: a memory buffer is bytes and a name, owned by this value alone and tied to no context or thread.
unsafe impl Send for MemoryBuffer {}

impl MemoryBuffer {
    /// Copies `bytes`; `name` stands where LLVM's messages name the file.
    pub(super) fn copy_of(llvm: &'static Llvm, bytes: &[u8], name: &CStr) -> Self {
        let start = bytes.as_ptr().cast();
        // SAFETY: start and length of a live slice; the name is NUL-terminated. Both are copied.
        let raw = unsafe { (llvm.api.LLVMCreateMemoryBufferWithMemoryRangeCopy)(start, bytes.len(), name.as_ptr()) };
        Self { llvm, raw }
    }

    /// # Safety
    /// `raw` is a live buffer that the caller owns and gives away.
    pub(super) unsafe fn from_raw(llvm: &'static Llvm, raw: *mut api::MemoryBuffer) -> Self {
        Self { llvm, raw }
    }

    /// Gives the buffer to a function that takes ownership.
    pub(super) fn into_raw(self) -> *mut api::MemoryBuffer {
        let raw = self.raw;
        std::mem::forget(self);
        raw
    }

    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: the buffer is live as long as `self`.
        let start = unsafe { (self.llvm.api.LLVMGetBufferStart)(self.raw) };
        // SAFETY: as above.
        let size = unsafe { (self.llvm.api.LLVMGetBufferSize)(self.raw) };
        // SAFETY: LLVM's start and size of a buffer that nobody changes while `self` is borrowed.
        unsafe { std::slice::from_raw_parts(start.cast(), size) }
    }
}

impl Drop for MemoryBuffer {
    fn drop(&mut self) {
        // SAFETY: the buffer is owned here; `into_raw` forgets the value when it gives it away.
        unsafe { (self.llvm.api.LLVMDisposeMemoryBuffer)(self.raw) };
    }
}

/// A module in a context.
pub(super) struct Module<'c> {
    pub(super) context: &'c Context,
    pub(super) raw: *mut api::Module,
}

impl<'c> Module<'c> {
    /// Parses LLVM IR text.
    pub(super) fn parse(context: &'c Context, text: MemoryBuffer) -> Result<Self, Error> {
        let (mut raw, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the context is live, the buffer is given away (the call frees it in every case), and the
        // two results are live places.
        let failed = unsafe {
            let parse = context.llvm.api.LLVMParseIRInContext;
            parse(context.raw, text.into_raw(), &raw mut raw, &raw mut message)
        };
        // SAFETY: the message is owned by the caller of the parser.
        let message = unsafe { context.llvm.take_message(message) };
        if failed != 0 || raw.is_null() {
            return Err(Error::Parse(message));
        }
        Ok(Self { context, raw })
    }

    /// Sets triple and data layout to the target's. This comes before all passes: they fold sizes and
    /// alignments, and the layout of a module without one is not the host's.
    pub(super) fn set_target(&self, target: &TargetMachine) {
        let api = &self.context.llvm.api;
        // SAFETY: module and target machine are live; the triple is copied.
        unsafe { (api.LLVMSetTarget)(self.raw, target.triple.as_ptr()) };
        // SAFETY: the target machine is live; the result is owned here.
        let layout = unsafe { (api.LLVMCreateTargetDataLayout)(target.raw) };
        // SAFETY: both are live; the layout is copied.
        unsafe { (api.LLVMSetModuleDataLayout)(self.raw, layout) };
        // SAFETY: owned here and not used any more.
        unsafe { (api.LLVMDisposeTargetData)(layout) };
    }

    /// Checks the rules of LLVM IR that the parser does not.
    pub(super) fn verify(&self) -> Result<(), Error> {
        let llvm = self.context.llvm;
        let mut message = ptr::null_mut();
        // SAFETY: the module is live; the message is a live place.
        let broken = unsafe { (llvm.api.LLVMVerifyModule)(self.raw, api::RETURN_STATUS_ACTION, &raw mut message) };
        // SAFETY: the message is owned by the caller of the verifier, also when it is empty.
        let message = unsafe { llvm.take_message(message) };
        if broken == 0 {
            Ok(())
        } else {
            Err(Error::Verify(message))
        }
    }

    /// The functions of the module, declarations included, in module order.
    pub(super) fn functions(&self) -> impl Iterator<Item = *mut api::Value> {
        let api = &self.context.llvm.api;
        // SAFETY: the module is live.
        let first = unsafe { (api.LLVMGetFirstFunction)(self.raw) };
        // SAFETY: each function is live, since the iterator borrows the module and nothing erases meanwhile.
        successors(first, move |function| unsafe { (api.LLVMGetNextFunction)(function) })
    }

    /// The functions whose instructions use `value`, one entry a use.
    pub(super) fn using_functions(&self, value: *mut api::Value) -> impl Iterator<Item = *mut api::Value> {
        let api = &self.context.llvm.api;
        // SAFETY: `value` comes from this live module.
        let first = unsafe { (api.LLVMGetFirstUse)(value) };
        // SAFETY: each use is live, as in `functions`.
        let uses = successors(first, move |current| unsafe { (api.LLVMGetNextUse)(current) });
        uses.filter_map(move |current| {
            // SAFETY: a live use.
            let user = unsafe { (api.LLVMGetUser)(current) };
            // SAFETY: a live value; null unless it is an instruction.
            let instruction = unsafe { (api.LLVMIsAInstruction)(user) };
            (!instruction.is_null()).then(|| {
                // SAFETY: an instruction in a parsed module stands in a block, and a block in a function.
                unsafe { (api.LLVMGetBasicBlockParent)((api.LLVMGetInstructionParent)(instruction)) }
            })
        })
    }

    /// The name of a function of this module.
    pub(super) fn function_name(&self, function: *mut api::Value) -> String {
        // SAFETY: functions are only had from this live module.
        unsafe { self.context.llvm.value_name(function) }
    }

    /// The module as text.
    pub(super) fn to_text(&self) -> String {
        let llvm = self.context.llvm;
        // SAFETY: the module is live; the text is an owned message.
        let mut text = unsafe { llvm.take_message((llvm.api.LLVMPrintModuleToString)(self.raw)) };
        text.push('\n');
        text
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned here and its context is still borrowed.
        unsafe { (self.context.llvm.api.LLVMDisposeModule)(self.raw) };
    }
}

/// A C list: the first element and a step, null at the end.
fn successors<T>(first: *mut T, next: impl Fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    std::iter::successors((!first.is_null()).then_some(first), move |&current| {
        let following = next(current);
        (!following.is_null()).then_some(following)
    })
}

/// The name under which a module's text appears in LLVM's messages.
pub(super) fn buffer_name(index: usize, count: usize) -> Result<std::ffi::CString, Error> {
    if count == 1 {
        c_string("module.ll")
    } else {
        c_string(&format!("module.{index}.ll"))
    }
}
