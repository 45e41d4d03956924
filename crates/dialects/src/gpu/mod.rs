//! The `gpu` dialect: memory of a device, kernels and their launches, and the tokens by which these depend on each other.
//! There is what host code and `gpu-async-region` need; the ops of device code are not there.

mod async_dependencies;
mod attributions;
mod canonicalize;
mod container;
mod function;
mod launch;
pub mod mapping;
mod memory;
pub mod types;

use asyncir_ir::def::Dialect;

pub use async_dependencies::{async_token, depend_on, is_async_op};
pub use function::{GpuFuncOp, GpuModuleOp, ReturnOp};
pub use launch::{LaunchFuncOp, LaunchOp, TerminatorOp};
pub use memory::{AllocOp, DeallocOp, MemcpyOp, MemsetOp, WaitOp};

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [memory::OPS, launch::OPS, function::OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "gpu",
    description: "Code of the host that works with a device: memory of the device, modules with kernels, launches of \
                  kernels, and tokens by which all of these can run asynchronously. The ops of device code are not \
                  there.",
    ops: OPS,
    types: types::TYPES,
    attrs: types::ATTRS,
    materialize_constant: None,
    verify_attr: Some(container::verify_attr),
    allows_unknown_ops: false,
};
