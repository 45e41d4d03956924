//! What the conversions to the llvm dialect share.
//!
//! - [`LlvmTypeConverter`] says what every type becomes: `index` an integer, a memref a descriptor struct, a vector of
//!   several dimensions an array of vectors;
//! - [`MemRefDescriptor`] and [`UnrankedMemRefDescriptor`] make the ops that read and fill descriptors;
//! - [`ops`] makes llvm ops with few words, [`functions`] finds or declares functions of the runtime, [`globals`]
//!   makes constants of a module, [`vectors`] unrolls ops on vectors of several dimensions, [`print_call`] prints text;
//! - [`rewrites`] turns an op into an llvm op of the same shape;
//! - [`convert_to_llvm`] is what passes for one dialect do around their patterns.

mod convert;
mod descriptor;
pub mod functions;
pub mod globals;
pub mod ops;
mod options;
pub mod print_call;
pub mod rewrites;
mod type_converter;
pub mod types;
mod unranked;
pub mod vectors;

pub use convert::{CAST, convert_to_llvm};
pub use descriptor::MemRefDescriptor;
pub use options::{INDEX_BITWIDTH, LowerToLlvmOptions};
pub use type_converter::{LlvmTypeConverter, PackedResults};
pub use unranked::UnrankedMemRefDescriptor;
