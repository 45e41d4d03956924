//! Who makes machine code.

use std::str::FromStr;

use asyncir_codegen::cranelift;
use asyncir_codegen::llvm::OptLevel;

use crate::Error;
use crate::engine::EngineOptions;
use crate::lowering::Coroutines;

/// Who makes machine code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Cranelift at -O0, if it knows all that the program has; LLVM otherwise.
    #[default]
    Auto,
    /// Cranelift: the shortest way to the first result, without libLLVM.
    Cranelift,
    /// LLVM: the fastest code, all of the dialect, lines for debuggers.
    Llvm,
}

impl FromStr for Backend {
    type Err = String;

    /// Reads `auto`, `cranelift` or `llvm`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "cranelift" => Ok(Self::Cranelift),
            "llvm" => Ok(Self::Llvm),
            _ => Err(format!("expected 'auto', 'cranelift' or 'llvm', found '{text}'")),
        }
    }
}

/// What of the options Cranelift has no part in, if there is some.
fn obstacle(options: &EngineOptions) -> Option<&'static str> {
    if !cranelift::is_supported() {
        Some("this machine: it makes code for Linux on x86-64")
    } else if options.coroutines == Coroutines::Llvm {
        Some("coroutines that LLVM splits")
    } else if options.debug_info {
        Some("debug information")
    } else {
        None
    }
}

impl EngineOptions {
    /// Whether Cranelift is to be tried.
    ///
    /// # Errors
    /// It was asked for together with something that it does not do.
    pub(crate) fn tries_cranelift(&self) -> Result<bool, Error> {
        match (self.backend, obstacle(self)) {
            (Backend::Cranelift, Some(obstacle)) => {
                Err(Error::Options(format!("Cranelift does not support {obstacle}")))
            }
            (Backend::Cranelift, None) => Ok(true),
            (Backend::Auto, obstacle) => Ok(self.opt_level == OptLevel::O0 && obstacle.is_none()),
            (Backend::Llvm, _) => Ok(false),
        }
    }

    /// Whether LLVM is sure to be needed: it can be opened while other things are done.
    #[must_use]
    pub fn needs_llvm(&self) -> bool {
        !self.tries_cranelift().unwrap_or(true)
    }
}
