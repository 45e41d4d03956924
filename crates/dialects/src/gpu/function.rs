//! Code of the device: modules and functions.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Body, Fallible, OpRef, OperationState, ValueId};

use super::attributions;
use super::types::DIM_SIZES;
use crate::constraints::{ANY_ATTR, ANY_TYPE, ARRAY_ATTR, DICT_ARRAY_ATTR, FUNCTION_TYPE_ATTR, SYMBOL_NAME_ATTR};
use crate::{function_like, symbol};

/// The discardable attribute of functions that can be launched.
pub(super) const KERNEL: &str = "gpu.kernel";

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Holds code for the device: kernels and what they call.
    ///
    /// ```mlir
    /// gpu.module @kernels {
    ///   gpu.func @kernel(%x: f32) kernel {
    ///     gpu.return
    ///   }
    /// }
    /// ```
    op GpuModuleOp "gpu.module" {
        summary "A top level compilation unit containing code to be run on a GPU.";
        attributes {
            sym_name: required SYMBOL_NAME_ATTR,
            targets: optional ARRAY_ATTR,
            offloadingHandler: optional ANY_ATTR,
        }
        regions { bodyRegion: Sized(1) }
        traits [IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, SingleBlock, NoTerminator, GraphRegion]
        format "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion";
        hooks { is_private_symbol: symbol::is_private }
    }

    /// A function of the device; a kernel can be launched by the host. Buffers in the memory of the workgroup and of the
    /// thread are further arguments of the entry block.
    ///
    /// ```mlir
    /// gpu.func @kernel(%x: index) workgroup(%w : memref<32xf32, 3>) private(%p : memref<1xf32, 5>) kernel {
    ///   gpu.return
    /// }
    /// ```
    op GpuFuncOp "gpu.func" {
        summary "Function executable on a GPU";
        attributes {
            function_type: required FUNCTION_TYPE_ATTR,
            arg_attrs: optional DICT_ARRAY_ATTR,
            res_attrs: optional DICT_ARRAY_ATTR,
            workgroup_attrib_attrs: optional DICT_ARRAY_ATTR,
            private_attrib_attrs: optional DICT_ARRAY_ATTR,
            known_block_size: optional DIM_SIZES,
            known_grid_size: optional DIM_SIZES,
            known_cluster_size: optional DIM_SIZES,
        }
        regions { body: Any }
        traits [AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol]
        parents ["gpu.module"]
        custom parse, print;
        hooks { verify: verify_function, verify_regions: verify_returns, is_private_symbol: symbol::is_private }
    }

    /// Ends a function of the device and gives its results.
    op ReturnOp "gpu.return" {
        summary "Terminator for GPU functions.";
        operands { operands: variadic ANY_TYPE }
        traits [Pure, Terminator]
        parents ["gpu.func"]
        format "attr-dict ($operands^ `:` type($operands))?";
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let name = p.symbol_name()?;
    let name = p.ctx().str_attr(&name);
    state.attrs = p.ctx().dict_with(state.attrs, "sym_name", Some(name));
    let at = p.position();
    let signature = function_like::parse_signature(p, false)?;
    let Some(arguments) = signature.named() else {
        return Err(p.error(at, "gpu.func requires named arguments"));
    };
    let ty = p.ctx().function_type(&signature.inputs(), &signature.results);
    let ty = p.ctx().type_attr(ty);
    state.properties = p.ctx().dict_with(state.properties, "function_type", Some(ty));
    signature.set_attrs(p.ctx(), state);
    let mut arguments = arguments.to_vec();
    for (keyword, list) in [
        ("workgroup", "workgroup_attrib_attrs"),
        ("private", "private_attrib_attrs"),
    ] {
        let buffers = attributions::parse(p, keyword, true)?;
        if keyword == "workgroup" {
            attributions::set_num_workgroup(p.ctx(), state, buffers.len());
        }
        let attrs: Vec<Attribute> = buffers.iter().map(|buffer| buffer.attrs).collect();
        if attrs.iter().any(|&attrs| attrs != Attribute::EMPTY_DICT) {
            let attrs = p.ctx().array_attr(&attrs);
            state.properties = p.ctx().dict_with(state.properties, list, Some(attrs));
        }
        arguments.extend(buffers);
    }
    if p.optional_keyword("kernel") {
        state.attrs = p.ctx().dict_with(state.attrs, KERNEL, Some(Attribute::UNIT));
    }
    p.attr_dict_with_keyword(state)?;
    p.region(state, &arguments)
}

/// What the text of a function says by other means than its dictionary.
const IN_HEAD: [&str; 8] = [
    "sym_name",
    "function_type",
    "arg_attrs",
    "res_attrs",
    "workgroup_attrib_attrs",
    "private_attrib_attrs",
    attributions::NUM_WORKGROUP,
    KERNEL,
];

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    let name = op.data().attr(op.ctx, "sym_name");
    p.symbol_name(name.and_then(|name| name.as_str(op.ctx)).unwrap_or_default());
    let (inputs, results) = function_like::function_type(op).unwrap_or_default();
    function_like::print_signature(p, op, inputs, results, false);
    if let Some((body, args)) = entry_args(op) {
        let (workgroup, private) = attributions::split(op, &args, inputs.len());
        let lists = [
            ("workgroup", workgroup, "workgroup_attrib_attrs"),
            ("private", private, "private_attrib_attrs"),
        ];
        for (keyword, buffers, list) in lists {
            let attrs = op.property(list).and_then(|attrs| attrs.as_array(op.ctx));
            attributions::print(p, keyword, body, buffers, attrs.unwrap_or_default());
        }
    }
    if op.data().attr(op.ctx, KERNEL).is_some() {
        p.text(" kernel");
    }
    p.attr_dict_with_keyword(op, &IN_HEAD);
    p.text(" ");
    p.region(op, 0, false, true);
}

/// The body of a function and the arguments of its entry block.
fn entry_args(op: OpRef<'_>) -> Option<(&Body, Vec<ValueId>)> {
    let body = op.data().body()?;
    Some((body, body.block_args(body.entry()?).collect()))
}

fn verify_function(op: OpRef<'_>) -> Fallible {
    let (inputs, results) = function_like::function_type(op).unwrap_or_default();
    if op.data().attr(op.ctx, KERNEL) == Some(Attribute::UNIT) && !results.is_empty() {
        return Err(op.error("expected void return type for kernel function"));
    }
    let Some((body, args)) = entry_args(op) else {
        return Err(op.error("expected body with at least one block"));
    };
    let wanted = inputs.len() + attributions::num_workgroup(op);
    if args.len() < wanted {
        return Err(op.error(format_args!("expected at least {wanted} arguments to body region")));
    }
    for (index, (&arg, &want)) in args.iter().zip(inputs).enumerate() {
        let got = body.value_type(arg);
        if got != want {
            let (want, got) = (op.ctx.show_type(want), op.ctx.show_type(got));
            return Err(op.error(format_args!(
                "expected body region argument #{index} to be of type '{want}', got '{got}'"
            )));
        }
    }
    let (workgroup, private) = attributions::split(op, &args, inputs.len());
    attributions::verify(op, body, workgroup, "workgroup")?;
    attributions::verify(op, body, private, "private")
}

/// The operands of each return are the results. Checked from the function, for a return does not see the op that owns
/// its body.
fn verify_returns(op: OpRef<'_>) -> Fallible {
    let (_, results) = function_like::function_type(op).unwrap_or_default();
    let Some(body) = op.data().body() else { return Ok(()) };
    let blocks = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let returns = blocks.filter_map(|block| ReturnOp::cast(body.op_ref(op.ctx, body.terminator(block)?)));
    for ret in returns {
        let operands = ret.0.operand_types();
        if operands.len() != results.len() {
            let error = ret.0.error(format_args!("expected {} result operands", results.len()));
            return Err(error.with_note(op.location(), "return type declared here"));
        }
        let differs = operands.iter().zip(results).position(|(got, want)| got != want);
        if let Some(index) = differs {
            let got = op.ctx.show_type(operands[index]);
            return Err(ret
                .0
                .error(format_args!("unexpected type `'{got}'' for operand #{index}")));
        }
    }
    Ok(())
}
