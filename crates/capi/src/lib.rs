//! The C interface of asyncir: `include/asyncir.h`, and the functions that it declares.
//!
//! - [`asyncirEngineCreate`](engine::asyncirEngineCreate) compiles a program,
//!   [`asyncirEngineFunction`](engine::asyncirEngineFunction) finds a function of it, and
//!   [`asyncirFunctionInvokePacked`](function::asyncirFunctionInvokePacked) calls that.
//! - [`asyncirRunPipeline`](pipeline::asyncirRunPipeline) runs passes on a program, from text to text.
//!
//! A function that can fail takes a place for an error message, which may be null. It gives null or `false` where it fails.
//! Nothing unwinds into the caller: a panic, which is a defect of asyncir, is an error like others.

#![allow(
    unsafe_code,
    reason = "pointers of other languages are what an interface for C is about"
)]

pub mod engine;
pub mod function;
pub mod message;
mod options;
pub mod pipeline;
