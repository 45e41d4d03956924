//! LLVM, reached through its C API in a library that is opened at run time.
//!
//! Nothing of LLVM is needed to build this crate. The first call that needs LLVM opens it ([`Llvm::get`]); a
//! missing library is an [`Error`] that says what to install. Input is LLVM IR text, one or several modules;
//! output is object files ([`compile_modules`]) or running code ([`compile_to_jit`], [`Jit`]).
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
