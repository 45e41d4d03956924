//! The machine that code is generated for.

use std::ffi::{CStr, CString, c_int};
use std::ptr;

use libloading::Library;

use super::api;
use super::compile::{CompileOptions, Cpu, OptLevel};
use super::error::Error;
use super::library::Llvm;
use super::strings::c_string;

/// LLVM's name of the code generator for the machine this crate is compiled for.
const NATIVE_TARGET: Option<&str> = if cfg!(any(target_arch = "x86_64", target_arch = "x86")) {
    Some("X86")
} else if cfg!(target_arch = "aarch64") {
    Some("AArch64")
} else if cfg!(target_arch = "riscv64") {
    Some("RISCV")
} else if cfg!(target_arch = "powerpc64") {
    Some("PowerPC")
} else if cfg!(target_arch = "s390x") {
    Some("SystemZ")
} else if cfg!(target_arch = "loongarch64") {
    Some("LoongArch")
} else if cfg!(target_arch = "arm") {
    Some("ARM")
} else {
    None
};

/// Registers the native code generator, assembly printer and parser (the latter for inline assembly).
pub(super) fn initialize_native(library: &Library) -> Result<(), String> {
    let target = NATIVE_TARGET.ok_or("LLVM has no code generator for this machine")?;
    for part in ["TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"] {
        let name = format!("LLVMInitialize{target}{part}");
        // SAFETY: all functions of this family take nothing and return nothing.
        let initialize = unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()) };
        let initialize = initialize.map_err(|_| format!("it has no function {name}"))?;
        // SAFETY: they have no precondition and may be called again.
        unsafe { initialize() };
    }
    Ok(())
}

/// A code generator configured for one machine and level. Not shared between threads.
pub(super) struct TargetMachine {
    llvm: &'static Llvm,
    pub(super) raw: *mut api::TargetMachine,
    pub(super) triple: CString,
}

impl TargetMachine {
    /// A code generator for this machine.
    pub(super) fn native(llvm: &'static Llvm, options: &CompileOptions) -> Result<Self, Error> {
        // SAFETY: the three functions return owned messages.
        let (triple, host_cpu, host_features) = unsafe {
            (
                llvm.take_message((llvm.api.LLVMGetDefaultTargetTriple)()),
                llvm.take_message((llvm.api.LLVMGetHostCPUName)()),
                llvm.take_message((llvm.api.LLVMGetHostCPUFeatures)()),
            )
        };
        let (cpu, features) = match options.cpu {
            Cpu::Host => (host_cpu, host_features),
            Cpu::Generic => (GENERIC_CPU.to_owned(), String::new()),
        };
        Self::new(
            llvm,
            &c_string(&triple)?,
            &c_string(&cpu)?,
            &c_string(&features)?,
            options.opt_level,
        )
    }

    fn new(llvm: &'static Llvm, triple: &CStr, cpu: &CStr, features: &CStr, level: OptLevel) -> Result<Self, Error> {
        let (mut target, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: a NUL-terminated triple and two live places.
        let failed = unsafe { (llvm.api.LLVMGetTargetFromTriple)(triple.as_ptr(), &raw mut target, &raw mut message) };
        // SAFETY: the message is null or owned by the caller.
        let message = unsafe { llvm.take_message(message) };
        if failed != 0 {
            return Err(Error::Target(message));
        }
        // Position-independent code in the small model serves object files and the JIT alike: the JIT's linker
        // reaches far symbols through tables of its own. The "JIT default" model is the large one on x86-64,
        // where every call goes through a register.
        // SAFETY: the target is live (targets are static), the strings are NUL-terminated and copied, the
        // enumerators are in range.
        let raw = unsafe {
            (llvm.api.LLVMCreateTargetMachine)(
                target,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                code_generation_level(level),
                api::RELOC_PIC,
                api::CODE_MODEL_DEFAULT,
            )
        };
        if raw.is_null() {
            return Err(Error::Target(format!(
                "no target machine for {}",
                triple.to_string_lossy()
            )));
        }
        Ok(Self {
            llvm,
            raw,
            triple: triple.to_owned(),
        })
    }
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: the target machine is owned here.
        unsafe { (self.llvm.api.LLVMDisposeTargetMachine)(self.raw) };
    }
}

/// What every machine of the architecture runs.
const GENERIC_CPU: &str = if cfg!(target_arch = "x86_64") {
    "x86-64"
} else {
    "generic"
};

/// `LLVMCodeGenOptLevel`; level None selects instructions fast, block by block.
fn code_generation_level(level: OptLevel) -> c_int {
    match level {
        OptLevel::O0 => 0,
        OptLevel::O1 => 1,
        OptLevel::O2 => 2,
        OptLevel::O3 => 3,
    }
}
