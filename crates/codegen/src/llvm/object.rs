//! What is written of a module: object files, assembly, bitcode.

use std::ffi::c_int;
use std::ptr;

use super::api;
use super::module::{MemoryBuffer, Module};
use super::target::TargetMachine;
use crate::error::Error;

/// Generates the object file of a module.
pub(super) fn emit(module: &Module<'_>, target: &TargetMachine) -> Result<Vec<u8>, Error> {
    generate(module, target, api::OBJECT_FILE)
}

/// Generates the assembly of a module.
pub(super) fn emit_assembly(module: &Module<'_>, target: &TargetMachine) -> Result<Vec<u8>, Error> {
    generate(module, target, api::ASSEMBLY_FILE)
}

/// Writes a module as bitcode.
pub(super) fn emit_bitcode(module: &Module<'_>) -> Result<Vec<u8>, Error> {
    let llvm = module.context.llvm;
    // SAFETY: the module is live.
    let buffer = unsafe { (llvm.api.LLVMWriteBitcodeToMemoryBuffer)(module.raw) };
    if buffer.is_null() {
        return Err(Error::Emit("no bitcode".to_owned()));
    }
    // SAFETY: the caller owns the buffer.
    Ok(unsafe { MemoryBuffer::from_raw(llvm, buffer) }.bytes().to_vec())
}

/// Runs the code generator; `kind` is an `LLVMCodeGenFileType`.
fn generate(module: &Module<'_>, target: &TargetMachine, kind: c_int) -> Result<Vec<u8>, Error> {
    let llvm = module.context.llvm;
    let (mut message, mut buffer) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: module and target machine are live, the enumerator is in range, the two results are live places.
    let failed = unsafe {
        let emit = llvm.api.LLVMTargetMachineEmitToMemoryBuffer;
        emit(target.raw, module.raw, kind, &raw mut message, &raw mut buffer)
    };
    // SAFETY: the message is null or owned by the caller.
    let message = unsafe { llvm.take_message(message) };
    if failed != 0 || buffer.is_null() {
        return Err(Error::Emit(message));
    }
    // SAFETY: on success the caller owns the buffer.
    let buffer = unsafe { MemoryBuffer::from_raw(llvm, buffer) };
    // Errors in inline assembly come as diagnostics, with an object that cannot be used.
    match module.context.take_errors() {
        Some(errors) => Err(Error::Emit(errors)),
        None => Ok(buffer.bytes().to_vec()),
    }
}
