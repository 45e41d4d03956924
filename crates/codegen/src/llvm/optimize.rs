//! LLVM's optimiser.

use super::api;
use super::compile::OptLevel;
use super::library::Llvm;
use super::module::Module;
use super::target::TargetMachine;
use crate::error::Error;

/// Runs LLVM's default pipeline of the level. Every level, O0 included, splits coroutines.
pub(super) fn run(module: &Module<'_>, target: &TargetMachine, level: OptLevel) -> Result<(), Error> {
    let pipeline = match level {
        OptLevel::O0 => c"default<O0>",
        OptLevel::O1 => c"default<O1>",
        OptLevel::O2 => c"default<O2>",
        OptLevel::O3 => c"default<O3>",
    };
    let llvm = module.context.llvm;
    let options = Options::new(llvm);
    // SAFETY: module, target machine and options are live; the pipeline is NUL-terminated.
    let error = unsafe { (llvm.api.LLVMRunPasses)(module.raw, pipeline.as_ptr(), target.raw, options.raw) };
    // SAFETY: the error was just returned and is not used elsewhere.
    unsafe { llvm.check(error) }.map_err(Error::Optimize)?;
    module
        .context
        .take_errors()
        .map_or(Ok(()), |errors| Err(Error::Optimize(errors)))
}

struct Options {
    llvm: &'static Llvm,
    raw: *mut api::PassBuilderOptions,
}

impl Options {
    fn new(llvm: &'static Llvm) -> Self {
        let api = &llvm.api;
        // SAFETY: no precondition; the result is owned here.
        let raw = unsafe { (api.LLVMCreatePassBuilderOptions)() };
        // The C API's defaults leave out SLP vectorisation, which LLVM's own tools have on.
        // SAFETY: the options are live.
        unsafe {
            (api.LLVMPassBuilderOptionsSetVerifyEach)(raw, 0);
            (api.LLVMPassBuilderOptionsSetLoopUnrolling)(raw, 1);
            (api.LLVMPassBuilderOptionsSetLoopInterleaving)(raw, 1);
            (api.LLVMPassBuilderOptionsSetLoopVectorization)(raw, 1);
            (api.LLVMPassBuilderOptionsSetSLPVectorization)(raw, 1);
        }
        Self { llvm, raw }
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        // SAFETY: the options are owned here.
        unsafe { (self.llvm.api.LLVMDisposePassBuilderOptions)(self.raw) };
    }
}
