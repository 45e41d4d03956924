//! The choice of the code generator.

use std::str::FromStr;

use asyncir_codegen::UnknownWord;
use asyncir_codegen::cranelift;
use asyncir_codegen::llvm::{Llvm, OptLevel};

use crate::Error;
use crate::engine::EngineOptions;
use crate::lowering::Coroutines;

/// The code generator that compiles a program to machine code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Cranelift at `-O0`, or at every level if no libLLVM is found, provided that it supports all of the program. LLVM
    /// otherwise.
    #[default]
    Auto,
    /// Cranelift, which compiles fast and needs no libLLVM.
    Cranelift,
    /// LLVM, which generates the fastest code, supports the whole llvm dialect, and can generate debug information.
    Llvm,
}

impl FromStr for Backend {
    type Err = UnknownWord;

    /// Reads `auto`, `cranelift` or `llvm`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "auto" => Ok(Self::Auto),
            "cranelift" => Ok(Self::Cranelift),
            "llvm" => Ok(Self::Llvm),
            _ => Err(UnknownWord::new("'auto', 'cranelift' or 'llvm'", text)),
        }
    }
}

/// A property of the compilation that Cranelift does not support, if there is one.
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
    /// Whether the program is compiled with Cranelift first.
    ///
    /// # Errors
    /// If Cranelift was selected, or no libLLVM is found, and there is an `obstacle` that Cranelift does not support.
    pub(crate) fn tries_cranelift(self, level: OptLevel, obstacle: Option<&str>) -> Result<bool, Error> {
        match (self, obstacle) {
            (Self::Cranelift, Some(obstacle)) => Err(Error::Options(format!("Cranelift does not support {obstacle}"))),
            (Self::Cranelift, None) => Ok(true),
            (Self::Auto, None) => Ok(level == OptLevel::O0 || Llvm::is_missing()),
            (Self::Auto, Some(obstacle)) => match Llvm::get() {
                Ok(_) => Ok(false),
                Err(error) => Err(Error::Options(format!(
                    "Cranelift does not support {obstacle}; {error}"
                ))),
            },
            (Self::Llvm, _) => Ok(false),
        }
    }

    /// Whether the program is compiled with LLVM first.
    pub(crate) fn begins_with_llvm(self, level: OptLevel, obstacle: Option<&str>) -> bool {
        match self {
            Self::Auto => level != OptLevel::O0 || obstacle.is_some(),
            Self::Cranelift => false,
            Self::Llvm => true,
        }
    }

    /// Whether Cranelift is used only because no libLLVM is found.
    pub(crate) fn replaces_llvm(self, level: OptLevel, obstacle: Option<&str>) -> bool {
        self == Self::Auto && level != OptLevel::O0 && obstacle.is_none() && Llvm::is_missing()
    }
}

impl EngineOptions {
    /// Whether the program is compiled with Cranelift first.
    ///
    /// # Errors
    /// If Cranelift was selected together with an option that it does not support.
    pub(crate) fn tries_cranelift(&self) -> Result<bool, Error> {
        self.backend.tries_cranelift(self.opt_level, self.obstacle())
    }

    /// Whether the program is compiled with LLVM first. Callers can then open libLLVM while the program is parsed.
    #[must_use]
    pub fn begins_with_llvm(&self) -> bool {
        self.backend.begins_with_llvm(self.opt_level, self.obstacle())
    }

    /// Whether Cranelift is used only because no libLLVM is found.
    #[must_use]
    pub fn replaces_llvm(&self) -> bool {
        self.backend.replaces_llvm(self.opt_level, self.obstacle())
    }

    fn obstacle(&self) -> Option<&'static str> {
        obstacle(self.coroutines, self.debug_info)
    }
}
