//! Compilation with LLVM, through the C API of a libLLVM that is opened at run time.
//!
//! This crate can be built without LLVM. The first call that needs LLVM opens it ([`Llvm::get`]). If no
//! library is found, the [`Error`] says what to install. The input is one or several modules of LLVM IR text.
//! The output is object files ([`compile_modules`]) or running code ([`compile_to_jit`], [`Jit`]).
//!
//! Layers, lowest first: `api` (the table of functions), `library`, `strings`, `fatal`, then one owner per LLVM
//! object (`context`, `module`, `target`), one module per step (`coroutines`, `initializers`, `optimize`,
//! `object`, `jit`), and `compile`, which puts the steps in order.

#![allow(
    unsafe_code,
    reason = "calls through LLVM's C API are unsafe; this module confines them"
)]

mod api;
mod compile;
mod context;
mod coroutines;

mod fatal;
mod initializers;
mod jit;
mod library;
mod module;
mod object;
mod optimize;
mod strings;
mod target;

pub use crate::error::Error;
pub use compile::{
    CompileOptions, Cpu, Emit, OptLevel, StaticInitializers, compile_modules, compile_to, compile_to_jit,
    compile_to_object, optimize_to_text,
};
pub use coroutines::LeftoverIntrinsic;
pub use jit::Jit;
pub use library::{Llvm, Version};
pub use target::Machine;
