//! The machine that code is generated for.

use std::ffi::{CStr, CString, c_int};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use libloading::Library;

use super::api;
use super::compile::{CompileOptions, Cpu, OptLevel};
use super::fatal;
use super::library::Llvm;
use super::strings::c_string;
use crate::error::Error;

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

/// LLVM's names of code generators for machines with 64-bit pointers, by the first part of their triples.
const TARGETS: &[(&[&str], &str)] = &[
    (&["x86_64", "amd64"], "X86"),
    (&["aarch64", "arm64"], "AArch64"),
    (&["riscv64"], "RISCV"),
    (&["powerpc64", "ppc64"], "PowerPC"),
    (&["s390x", "systemz"], "SystemZ"),
    (&["loongarch64"], "LoongArch"),
    (&["mips64", "mipsisa64"], "Mips"),
    (&["sparcv9", "sparc64"], "Sparc"),
    (&["wasm64"], "WebAssembly"),
    (&["bpf"], "BPF"),
];

/// Registers the native code generator, assembly printer and parser (the latter for inline assembly).
pub(super) fn initialize_native(library: &Library) -> Result<(), String> {
    let target = NATIVE_TARGET.ok_or("LLVM has no code generator for this machine")?;
    initialize(library, target)
}

/// Registers a code generator by LLVM's name for it.
fn initialize(library: &Library, target: &str) -> Result<(), String> {
    for part in ["TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"] {
        let name = format!("LLVMInitialize{target}{part}");
        // SAFETY: all functions of this family take nothing and return nothing.
        let initialize = unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()) };
        let initialize = initialize.map_err(|_| format!("it has no function {name}"))?;
        // SAFETY: they have no precondition and may be called again, one at a time.
        unsafe { initialize() };
    }
    Ok(())
}

/// Registers the code generator that a triple asks for, if there is one.
fn initialize_for(llvm: &Llvm, triple: &str) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let architecture = triple.split('-').next().unwrap_or_default();
    let names = TARGETS
        .iter()
        .filter(|(prefixes, _)| prefixes.iter().any(|prefix| architecture.starts_with(prefix)));
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for (_, name) in names {
        // A library without it says so when the triple is looked up.
        let _ = initialize(&llvm.library, name);
    }
    drop(guard);
}

/// Instructions of x86 with which LLVM rounds to `bf16`, although they take subnormal numbers for zeros. Without them, results are
/// those of all other processors.
const WITHOUT_INEXACT: &str = "-avx512bf16,-avxneconvert";

/// The machine that code is generated for: target triple, processor and its features.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// LLVM's target triple.
    pub triple: String,
    /// LLVM's name of the processor.
    pub cpu: String,
    /// Processor features that are turned on or off, such as `+avx2,-sse4a`.
    pub features: String,
    /// Whether it has the architecture of this machine.
    pub has_host_architecture: bool,
}

impl Machine {
    /// The machine that these options select.
    ///
    /// # Errors
    /// If no libLLVM is found, or the triple contains a NUL byte.
    pub fn of(options: &CompileOptions) -> Result<Self, Error> {
        let llvm = Llvm::get()?;
        // SAFETY: the function returns an owned message.
        let host = unsafe { llvm.take_message((llvm.api.LLVMGetDefaultTargetTriple)()) };
        let triple = match &options.triple {
            Some(triple) => normalized(llvm, triple)?,
            None => host.clone(),
        };
        let has_host_architecture = architecture(&triple) == architecture(&host);
        let (cpu, mut features) = match &options.cpu {
            // SAFETY: both functions return owned messages.
            Cpu::Host if has_host_architecture => unsafe {
                (
                    llvm.take_message((llvm.api.LLVMGetHostCPUName)()),
                    llvm.take_message((llvm.api.LLVMGetHostCPUFeatures)()),
                )
            },
            Cpu::Named(name) => (name.clone(), String::new()),
            _ => (generic_cpu(&triple).to_owned(), generic_features(&triple).to_owned()),
        };
        if options.cpu != Cpu::Generic && architecture(&triple) == "x86_64" {
            add(&mut features, WITHOUT_INEXACT);
        }
        add(&mut features, options.features.as_deref().unwrap_or_default());
        Ok(Self {
            triple,
            cpu,
            features,
            has_host_architecture,
        })
    }

    /// Makes a code generator for it, during which LLVM writes to standard error what it does not know about the machine.
    ///
    /// # Errors
    /// If there is none.
    pub fn check(&self) -> Result<(), Error> {
        self.with_target(|_| ())
    }

    /// How types lie in its memory, in LLVM's words.
    ///
    /// # Errors
    /// If there is no code generator for it.
    pub fn data_layout(&self) -> Result<String, Error> {
        self.with_target(|target| target.data_layout())
    }

    /// Calls a function with a code generator, on a thread where fatal errors of LLVM are errors.
    fn with_target<T: Send + 'static>(&self, use_target: fn(&TargetMachine) -> T) -> Result<T, Error> {
        let llvm = Llvm::get()?;
        let machine = self.clone();
        fatal::run_job(move || TargetMachine::new(llvm, &machine, OptLevel::O0).map(|target| use_target(&target)))
    }

    /// Whether, judging by the triple, programs for this machine run on the machine that asyncir runs on.
    #[must_use]
    pub fn runs_on_host(&self) -> bool {
        let Ok(llvm) = Llvm::get() else { return false };
        // SAFETY: the function returns an owned message.
        let host = unsafe { llvm.take_message((llvm.api.LLVMGetDefaultTargetTriple)()) };
        let system = |triple: &str| {
            let parts: Vec<&str> = triple.split('-').collect();
            let system = parts.get(2).copied().unwrap_or_default().to_owned();
            (architecture(triple).to_owned(), system)
        };
        system(&self.triple) == system(&host)
    }
}

/// `x86_64--linux` as `x86_64-unknown-linux`.
fn normalized(llvm: &Llvm, triple: &str) -> Result<String, Error> {
    let triple = c_string(triple)?;
    // SAFETY: a NUL-terminated text; the result is an owned message.
    Ok(unsafe { llvm.take_message((llvm.api.LLVMNormalizeTargetTriple)(triple.as_ptr())) })
}

/// Adds features to others.
fn add(features: &mut String, more: &str) {
    features.push_str(if features.is_empty() || more.is_empty() {
        ""
    } else {
        ","
    });
    features.push_str(more);
}

fn architecture(triple: &str) -> &str {
    match triple.split('-').next().unwrap_or_default() {
        "amd64" => "x86_64",
        "arm64" => "aarch64",
        other => other,
    }
}

/// A code generator configured for one machine and level. Not shared between threads.
pub(super) struct TargetMachine {
    llvm: &'static Llvm,
    pub(super) raw: *mut api::TargetMachine,
    pub(super) triple: CString,
}

impl TargetMachine {
    /// A code generator for a machine.
    pub(super) fn new(llvm: &'static Llvm, machine: &Machine, level: OptLevel) -> Result<Self, Error> {
        initialize_for(llvm, &machine.triple);
        let (triple, cpu) = (c_string(&machine.triple)?, c_string(&machine.cpu)?);
        let features = c_string(&machine.features)?;
        let target = lookup(llvm, &triple)?;
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
            return Err(Error::Target(format!("no target machine for {}", machine.triple)));
        }
        let machine = Self { llvm, raw, triple };
        machine.check_pointers()?;
        Ok(machine)
    }

    /// How types lie in the machine's memory, in LLVM's words.
    pub(super) fn data_layout(&self) -> String {
        let api = &self.llvm.api;
        // SAFETY: the target machine is live; the layout is owned here.
        let layout = unsafe { (api.LLVMCreateTargetDataLayout)(self.raw) };
        // SAFETY: the layout is live; the text is owned here.
        let text = unsafe { (api.LLVMCopyStringRepOfTargetData)(layout) };
        // SAFETY: owned here and not used any more.
        unsafe { (api.LLVMDisposeTargetData)(layout) };
        // SAFETY: a text that LLVM made for the caller.
        unsafe { self.llvm.take_message(text) }
    }

    /// Programs are lowered with sizes and offsets of 64 bits, which the C library must agree with.
    fn check_pointers(&self) -> Result<(), Error> {
        // SAFETY: the target machine is live; the layout is owned here.
        let layout = unsafe { (self.llvm.api.LLVMCreateTargetDataLayout)(self.raw) };
        // SAFETY: the layout is live.
        let bytes = unsafe { (self.llvm.api.LLVMPointerSize)(layout) };
        // SAFETY: owned here and not used any more.
        unsafe { (self.llvm.api.LLVMDisposeTargetData)(layout) };
        if bytes == 8 {
            return Ok(());
        }
        let triple = self.triple.to_string_lossy();
        Err(Error::Target(format!(
            "pointers of {triple} have {} bits; only machines with 64 are supported",
            8 * bytes
        )))
    }
}

fn lookup(llvm: &'static Llvm, triple: &CStr) -> Result<*mut api::Target, Error> {
    let (mut target, mut message) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: a NUL-terminated triple and two live places.
    let failed = unsafe { (llvm.api.LLVMGetTargetFromTriple)(triple.as_ptr(), &raw mut target, &raw mut message) };
    // SAFETY: the message is null or owned by the caller.
    let message = unsafe { llvm.take_message(message) };
    if failed != 0 {
        // LLVM's own message names a tool's flag.
        let known: Vec<&str> = TARGETS.iter().map(|(prefixes, _)| prefixes[0]).collect();
        let message = message.lines().next().unwrap_or_default().to_owned();
        let known = known.join(", ");
        return Err(Error::Target(format!(
            "{message}; known are triples that start with {known}"
        )));
    }
    Ok(target)
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: the target machine is owned here.
        unsafe { (self.llvm.api.LLVMDisposeTargetMachine)(self.raw) };
    }
}

/// What every machine of the architecture runs.
fn generic_cpu(triple: &str) -> &'static str {
    match architecture(triple) {
        "x86_64" => "x86-64",
        "riscv64" => "generic-rv64",
        _ => "generic",
    }
}

/// What code for the architecture's common systems may use beyond that. Systems for RISC-V pass floats in registers for them,
/// and a linker does not join code that does with code that does not.
fn generic_features(triple: &str) -> &'static str {
    match architecture(triple) {
        "riscv64" if triple.contains("linux") => "+m,+a,+f,+d,+c",
        _ => "",
    }
}

/// `LLVMCodeGenOptLevel`; level None selects instructions fast, block by block.
fn code_generation_level(level: OptLevel) -> c_int {
    match level {
        OptLevel::O0 => 0,
        OptLevel::O1 => 1,
        OptLevel::O2 => 2,
        OptLevel::O3 => 3,
    }
}
