//! The llvm dialect as LLVM IR text.

#![allow(unsafe_code, reason = "calling compiled code is unsafe")]

mod build;
mod constants;
mod functions;
mod intrinsics;
mod run;
