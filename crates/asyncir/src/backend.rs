//! Who makes machine code.

use std::str::FromStr;

use asyncir_codegen::cranelift;
use asyncir_codegen::llvm::{Llvm, OptLevel};

use crate::Error;
use crate::engine::EngineOptions;
use crate::lowering::Coroutines;

/// Who makes machine code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Cranelift at -O0, or if there is no libLLVM, and if it knows all that the program has; LLVM otherwise.
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
            (Self::Auto, None) => Ok(level == OptLevel::O0 || Llvm::is_missing()),
            (Self::Auto, Some(_)) | (Self::Llvm, _) => Ok(false),
        }
    }

    /// Whether LLVM is asked for code first, if there is such an obstacle for Cranelift.
    pub(crate) fn begins_with_llvm(self, level: OptLevel, obstacle: Option<&str>) -> bool {
        match self {
            Self::Auto => level != OptLevel::O0 || obstacle.is_some(),
            Self::Cranelift => false,
            Self::Llvm => true,
        }
    }

    /// Whether Cranelift makes code for which LLVM would be asked if it were there.
    pub(crate) fn replaces_llvm(self, level: OptLevel, obstacle: Option<&str>) -> bool {
        self == Self::Auto && level != OptLevel::O0 && obstacle.is_none() && Llvm::is_missing()
    }
}

impl EngineOptions {
    /// Whether Cranelift is to be tried.
    ///
    /// # Errors
    /// It was asked for together with something that it does not do.
    pub(crate) fn tries_cranelift(&self) -> Result<bool, Error> {
        self.backend.tries_cranelift(self.opt_level, self.obstacle())
    }

    /// Whether LLVM is asked for code first: it can be opened while other things are done.
    #[must_use]
    pub fn begins_with_llvm(&self) -> bool {
        self.backend.begins_with_llvm(self.opt_level, self.obstacle())
    }

    /// Whether Cranelift makes code for which LLVM would be asked if it were there.
    #[must_use]
    pub fn replaces_llvm(&self) -> bool {
        self.backend.replaces_llvm(self.opt_level, self.obstacle())
    }

    fn obstacle(&self) -> Option<&'static str> {
        obstacle(self.coroutines, self.debug_info)
    }
}
