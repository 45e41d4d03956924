//! `gpu.container_module`: the attribute of modules whose functions launch kernels, which are checked from there.

use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{SymbolTable, symbol_name};
use asyncir_ir::{AttrKind, Attribute, Body, Fallible, OpRef};

use super::function::{GpuFuncOp, GpuModuleOp, KERNEL};
use super::launch::LaunchFuncOp;
use crate::builtin::ModuleOp;
use crate::constraints::DENSE_I32_ARRAY_ATTR;
use crate::function_like::function_type;

/// The attribute.
pub(super) const CONTAINER_MODULE: &str = "gpu.container_module";

/// Checks what the dialect's attributes say of ops.
pub(super) fn verify_attr(op: OpRef<'_>, name: &str, value: Attribute) -> Fallible {
    match name {
        "gpu.known_block_size" | "gpu.known_grid_size" | "gpu.known_cluster_size" => verify_size(op, name, value),
        CONTAINER_MODULE if value == Attribute::UNIT => verify_container(op),
        _ => Ok(()),
    }
}

fn verify_size(op: OpRef<'_>, name: &str, value: Attribute) -> Fallible {
    let sizes = value
        .as_dense_ints(op.ctx)
        .filter(|_| (DENSE_I32_ARRAY_ATTR.check)(op.ctx, value));
    match sizes {
        None => Err(op.error(format_args!("{name} must be a dense i32 array"))),
        Some(sizes) if sizes.len() != 3 => Err(op.error(format_args!("{name} must contain exactly 3 elements"))),
        Some(_) => Ok(()),
    }
}

fn verify_container(op: OpRef<'_>) -> Fallible {
    let Some(module) = ModuleOp::cast(op) else {
        let message = format!("expected '{CONTAINER_MODULE}' attribute to be attached to 'builtin.module'");
        return Err(op.bare_error(message));
    };
    let Some(module) = module.body() else { return Ok(()) };
    let functions = module
        .root_regions()
        .iter()
        .flat_map(|&region| module.region_blocks(region));
    let functions = functions.flat_map(|block| module.block_ops(block));
    for function in functions.filter_map(|function| module.op(function).body()) {
        let blocks = function
            .root_regions()
            .iter()
            .flat_map(|&region| function.region_blocks(region));
        for inner in blocks.flat_map(|block| function.block_ops(block)) {
            if let Some(launch) = LaunchFuncOp::cast(function.op_ref(op.ctx, inner)) {
                verify_launch(launch, module)?;
            }
        }
    }
    Ok(())
}

/// Checks that a launch names a kernel of the module, and gives it what it takes.
fn verify_launch(launch: LaunchFuncOp<'_>, module: &Body) -> Fallible {
    let (op, ctx) = (launch.0, launch.0.ctx);
    let Some(kernel) = launch.kernel() else { return Ok(()) };
    let AttrKind::SymbolRef { root, nested } = kernel.kind(ctx) else {
        return Ok(());
    };
    let container_name = ctx.str(*root);
    let Some(container) = SymbolTable::of(ctx, module).get(*root) else {
        return Err(op.error(format_args!("kernel container '{container_name}' is undefined")));
    };
    if !module.op(container).is(GpuModuleOp::DEF) {
        return Err(op.error(format_args!("kernel module '{container_name}' is undefined")));
    }
    let kernels = module.op(container).body();
    let found = kernels.and_then(|kernels| {
        let &[name] = &nested[..] else { return None };
        let blocks = kernels
            .root_regions()
            .iter()
            .flat_map(|&region| kernels.region_blocks(region));
        let mut ops = blocks.flat_map(|block| kernels.block_ops(block));
        let function = ops.find(|&function| symbol_name(ctx, kernels.op(function)) == Some(name))?;
        Some(kernels.op_ref(ctx, function))
    });
    let shown = ctx.show_attr(kernel);
    let Some(function) = found else {
        return Err(op.error(format_args!("kernel function '{shown}' is undefined")));
    };
    if function.data().attr(ctx, KERNEL) != Some(Attribute::UNIT) {
        return Err(op.error(format_args!("kernel function is missing the '{KERNEL}' attribute")));
    }
    if !function.data().is(GpuFuncOp::DEF) {
        return Ok(());
    }
    let (inputs, _) = function_type(function).unwrap_or_default();
    let operands = launch.kernelOperands();
    if operands.len() != inputs.len() {
        return Err(op.error(format_args!(
            "got {} kernel operands but expected {}",
            operands.len(),
            inputs.len()
        )));
    }
    let differs = operands
        .iter()
        .zip(inputs)
        .position(|(&operand, &want)| op.body.value_type(operand) != want);
    match differs {
        Some(index) => Err(op.error(format_args!("type of function argument {index} does not match"))),
        None => Ok(()),
    }
}
