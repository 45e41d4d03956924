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

/// What of a program's code Cranelift has no part in, if there is some.
pub(crate) fn obstacle(coroutines: Coroutines, debug_info: bool) -> Option<&'static str> {
    if !cranelift::is_supported() {
        Some("this machine: it makes code for Linux on x86-64")
    } else if coroutines == Coroutines::Llvm {
        Some("coroutines that LLVM splits")
    } else if debug_info {
        Some("debug information")
    } else {
        None
    }
}

impl Backend {
    /// Whether Cranelift is to be tried, if there is such an obstacle.
    ///
    /// # Errors
    /// It was asked for, and there is one.
    pub(crate) fn tries_cranelift(self, level: OptLevel, obstacle: Option<&str>) -> Result<bool, Error> {
        match (self, obstacle) {
            (Self::Cranelift, Some(obstacle)) => Err(Error::Options(format!("Cranelift does not support {obstacle}"))),
            (Self::Cranelift, None) => Ok(true),
            (Self::Auto, obstacle) => Ok(level == OptLevel::O0 && obstacle.is_none()),
            (Self::Llvm, _) => Ok(false),
        }
    }
}

impl EngineOptions {
    /// Whether Cranelift is to be tried.
    ///
    /// # Errors
    /// It was asked for together with something that it does not do.
    pub(crate) fn tries_cranelift(&self) -> Result<bool, Error> {
        let obstacle = obstacle(self.coroutines, self.debug_info);
        self.backend.tries_cranelift(self.opt_level, obstacle)
    }

    /// Whether LLVM is sure to be needed: it can be opened while other things are done.
    #[must_use]
    pub fn needs_llvm(&self) -> bool {
        !self.tries_cranelift().unwrap_or(true)
    }
}
