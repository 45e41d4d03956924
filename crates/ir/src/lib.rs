//! The IR of asyncir: ops, blocks, regions, values, types and attributes as in MLIR, stored in arenas.
//!
//! - A [`Context`] interns types, attributes, strings and locations. It is append-only and `Sync`.
//! - A [`Body`] is an arena. It holds the regions of one op that is isolated from above, such as a function.
//!   [`Operation`] is the data of an op.
//! - [`def`] holds the data structures and macros with which dialects declare ops, types and attributes.
//! - [`rewrite`] changes bodies, and [`verify`] checks them.
//!
//! ```
//! use asyncir_ir::{Body, Context, Location, OperationState, Type};
//!
//! let ctx = Context::new();
//! let (mut body, block) = Body::with_block();
//! let state = OperationState::new(ctx.op_name("my.op"), Location::UNKNOWN).results(&[Type::I32]);
//! let op = body.append_op(block, state);
//! assert_eq!(body.value_type(body.result(op, 0)), Type::I32);
//! ```

pub mod affine;
pub mod asm;
mod attributes;
mod body;
mod context;
mod debug;
pub mod def;
mod diagnostics;
mod dominance;
pub mod float;
pub mod int;
mod interner;
mod keys;
mod liveness;
mod location;
mod module;
pub mod rewrite;
pub mod stack;
pub mod symbols;
pub mod threads;
mod types;
pub mod verify;

pub use attributes::{AttrKind, Attribute, NamedAttribute};
pub use body::{
    BlockArgument, BlockData, BlockId, BlockUseId, Body, ConstantSymbols, InsertPoint, Mapping, OpId, OpRef, Operation,
    OperationState, RegionData, RegionId, UseId, ValueData, ValueDef, ValueId, WalkOrder, WalkResult,
};
pub use context::{Context, Dump, Ident, OpName, OpToText, TextHooks, dialect_namespace};
pub use diagnostics::{Diagnostic, Diagnostics, Fallible, Severity};
pub use dominance::{Dominance, is_graph_region};
pub use int::ApInt;
pub use liveness::ValueLiveness;
pub use location::{Location, LocationKind};
pub use module::OwnedOp;
#[doc(hidden)]
pub use smallvec;
pub use types::{DYNAMIC, Signedness, Type, TypeKind};

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
