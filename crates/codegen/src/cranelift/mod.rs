//! Machine code without LLVM: compiles plain functions of the llvm dialect with Cranelift.
//!
//! Cranelift compiles about ten times faster than LLVM at its lowest level, and needs no libLLVM. Its code is slower than
//! that of LLVM's optimiser. This translation does not support the whole dialect: [`compile_module`] gives an error with
//! the location of the first op that is not supported. The program can then be compiled with LLVM.
//!
//! Reading order: `types` (what a type is to Cranelift: a row of scalars), `symbols` (what the module defines and uses),
//! `data` (globals as bytes), `target` (the machine), `function` (the walk over one function) with one module per kind of op, `object`
//! (object files, one for each few hundred functions), `unwind` (what unwinders need to know of them).
//!
//! Values of struct, array and vector types never exist as such: each is the row of its scalars, so that `insertvalue` and
//! `extractvalue` cost nothing. Arguments and results of functions are passed likewise, which is how LLVM passes structs
//! and arrays; functions of other modules take and give no vectors.
//!
//! Ops become Cranelift's by the meaning that LLVM's language reference gives them; what is undefined there (poison, a
//! shift beyond the width) is whatever Cranelift makes of it.

mod arithmetic;
mod atomics;
mod bits;
mod branches;
mod calls;
mod casts;
mod constants;
mod data;
mod float_classes;
mod function;
mod intrinsics;
mod math;
mod memory;
mod object;
mod stack;
mod symbols;
mod target;
mod types;
mod unwind;
mod vectors;

use asyncir_ir::{Diagnostic, OpRef, Type};

pub use object::{CraneliftOptions, FileOptions, compile_module};
pub use target::{is_supported, machine};

/// The error for what this translation does not know.
fn refused(op: OpRef<'_>) -> Diagnostic {
    Diagnostic::error(
        op.location(),
        format!("'{}' op is not supported by Cranelift", op.name()),
    )
}

/// The error for an op that has something of a type which this translation does not know.
fn refused_type(op: OpRef<'_>, ty: Type) -> Diagnostic {
    refused_for(op, &format!("type '{}'", op.ctx.show_type(ty)))
}

/// The error for an op that this translation does not know, with what about the op is not supported.
fn refused_for(op: OpRef<'_>, reason: &str) -> Diagnostic {
    Diagnostic::error(
        op.location(),
        format!("'{}' op is not supported by Cranelift: {reason}", op.name()),
    )
}
