//! Launches of kernels: of functions by their names, and of regions.

use asyncir_ir::asm::{Argument, Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::def::{DirectiveArgs, OpView};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Attribute, Fallible, OpRef, OperationState, Type, ValueId};

use super::types::{ASYNC_TOKEN_TYPE, LAUNCH_INDEX, async_token};
use super::{async_dependencies, attributions, canonicalize, container};
use crate::builtin::ModuleOp;
use crate::constraints::{ANY_TYPE, FLAT_SYMBOL_REF_ATTR, I32, INDEX, SYMBOL_REF_ATTR};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Launches a kernel on a grid of blocks of threads.
    ///
    /// ```mlir
    /// %t = gpu.launch_func async [%dep] @kernels::@kernel blocks in (%n, %one, %one) threads in (%m, %one, %one)
    ///        args(%x : f32, %memory : memref<?xf32, 1>)
    /// ```
    op LaunchFuncOp "gpu.launch_func" {
        summary "Launches a function as a GPU kernel";
        operands {
            asyncDependencies: variadic ASYNC_TOKEN_TYPE,
            gridSizeX: one LAUNCH_INDEX, gridSizeY: one LAUNCH_INDEX, gridSizeZ: one LAUNCH_INDEX,
            blockSizeX: one LAUNCH_INDEX, blockSizeY: one LAUNCH_INDEX, blockSizeZ: one LAUNCH_INDEX,
            clusterSizeX: optional LAUNCH_INDEX, clusterSizeY: optional LAUNCH_INDEX,
            clusterSizeZ: optional LAUNCH_INDEX,
            dynamicSharedMemorySize: optional I32,
            kernelOperands: variadic ANY_TYPE,
            asyncObject: optional ANY_TYPE,
        }
        results { asyncToken: optional ASYNC_TOKEN_TYPE }
        attributes { kernel: required SYMBOL_REF_ATTR }
        traits [AttrSizedOperandSegments]
        rules [AllTypesMatch(&["gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"])]
        format "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) \
                (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel \
                (`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? \
                `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` \
                `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` \
                custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), \
                type($clusterSizeY), type($clusterSizeZ)) \
                (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? \
                custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict";
        directives [
            "AsyncDependencies" => async_dependencies::parse, async_dependencies::print;
            "LaunchDimType" => parse_dim_type, print_dim_type;
            "LaunchFuncOperands" => parse_kernel_operands, print_kernel_operands
        ]
        hooks { verify: verify_cluster, verify_symbols: verify_module }
    }

    /// Launches its region as a kernel. The region gets the numbers of block and thread and the sizes in three dimensions
    /// each.
    ///
    /// ```mlir
    /// gpu.launch blocks(%bx, %by, %bz) in (%nbx = %n, %nby = %one, %nbz = %one)
    ///            threads(%tx, %ty, %tz) in (%ntx = %m, %nty = %one, %ntz = %one) {
    ///   gpu.terminator
    /// }
    /// ```
    op LaunchOp "gpu.launch" {
        summary "GPU kernel launch operation";
        operands {
            asyncDependencies: variadic ASYNC_TOKEN_TYPE,
            gridSizeX: one INDEX, gridSizeY: one INDEX, gridSizeZ: one INDEX,
            blockSizeX: one INDEX, blockSizeY: one INDEX, blockSizeZ: one INDEX,
            clusterSizeX: optional INDEX, clusterSizeY: optional INDEX, clusterSizeZ: optional INDEX,
            dynamicSharedMemorySize: optional I32,
        }
        results { asyncToken: optional ASYNC_TOKEN_TYPE }
        attributes { module: optional FLAT_SYMBOL_REF_ATTR, function: optional FLAT_SYMBOL_REF_ATTR }
        regions { body: Any }
        traits [AffineScope, AutomaticAllocationScope, AttrSizedOperandSegments, RecursiveMemoryEffects]
        custom parse, print;
        hooks { verify: verify_launch_cluster, verify_regions: verify_region, canonicalize: canonicalize::LAUNCH }
    }

    /// Ends the region of a `gpu.launch`.
    op TerminatorOp "gpu.terminator" {
        summary "Terminator for GPU launch regions.";
        traits [Pure, Terminator]
        parents ["gpu.launch"]
        format "attr-dict";
    }
}

/// The types of sizes: behind a colon, or indices.
fn parse_dim_type(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let ty = if p.optional_punct(":") { p.ty()? } else { Type::INDEX };
    args.types.push(("gridSizeX", vec![ty]));
    let has_cluster = args
        .operands
        .iter()
        .any(|(slot, operands)| *slot == "clusterSizeX" && !operands.is_empty());
    for slot in ["clusterSizeX", "clusterSizeY", "clusterSizeZ"] {
        args.types.push((slot, if has_cluster { vec![ty] } else { Vec::new() }));
    }
    Ok(())
}

fn print_dim_type(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let ty = op.body.value_type(LaunchFuncOp(op).gridSizeX());
    if !ty.is_index() {
        p.text(": ");
        p.ty(ty);
    }
}

fn parse_kernel_operands(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let (mut operands, mut types) = (Vec::new(), Vec::new());
    if p.optional_keyword("args") {
        p.punct("(")?;
        if !p.optional_punct(")") {
            loop {
                operands.push(p.operand()?);
                types.push(p.colon_type()?);
                if !p.optional_punct(",") {
                    break;
                }
            }
            p.punct(")")?;
        }
    }
    args.operands.push(("kernelOperands", operands));
    args.types.push(("kernelOperands", types));
    Ok(())
}

fn print_kernel_operands(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let operands = LaunchFuncOp(op).kernelOperands();
    if operands.is_empty() {
        return;
    }
    p.text("args(");
    for (index, &operand) in operands.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        p.operand(operand);
        p.text(" : ");
        p.ty(op.body.value_type(operand));
    }
    p.text(")");
}

fn verify_cluster(op: OpRef<'_>) -> Fallible {
    let view = LaunchFuncOp(op);
    let sizes = [view.clusterSizeX(), view.clusterSizeY(), view.clusterSizeZ()];
    let types: Vec<Type> = sizes.iter().flatten().map(|&size| op.body.value_type(size)).collect();
    if types.len() == 3 && types[1..].iter().any(|&ty| ty != types[0]) {
        return Err(op.error("expects types of the cluster dimensions must be the same"));
    }
    Ok(())
}

/// The module around must say that it holds kernels.
fn verify_module(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    let Some(module) = scope.owners().find(|owner| owner.data().is(ModuleOp::DEF)) else {
        return Err(op.error("expected to belong to a module"));
    };
    if module.data().attr(op.ctx, container::CONTAINER_MODULE) == Some(Attribute::UNIT) {
        return Ok(());
    }
    Err(op.error(format_args!(
        "expected the closest surrounding module to have the '{}' attribute",
        container::CONTAINER_MODULE
    )))
}

/// How many arguments of the region stand for numbers and sizes.
const NUM_ARGS: usize = 12;
/// How many arguments of the region stand for numbers and sizes if there are clusters.
const NUM_ARGS_WITH_CLUSTERS: usize = 18;

/// `(%id, %id, %id) in (%size = %operand, ...)`: names of arguments, and operands.
struct Dimensions {
    ids: Vec<UnresolvedOperand>,
    sizes: Vec<UnresolvedOperand>,
    operands: Vec<UnresolvedOperand>,
}

fn parse_dimensions(p: &mut dyn OpParser) -> Fallible<Dimensions> {
    let at = p.position();
    let ids = p.operand_list(Delimiter::Paren)?;
    if ids.len() != 3 {
        return Err(p.error(at, "expected three names"));
    }
    p.keyword("in")?;
    p.punct("(")?;
    let (mut sizes, mut operands) = (Vec::new(), Vec::new());
    for index in 0..3 {
        if index > 0 {
            p.punct(",")?;
        }
        sizes.push(p.operand()?);
        p.punct("=")?;
        operands.push(p.operand()?);
    }
    p.punct(")")?;
    Ok(Dimensions { ids, sizes, operands })
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let token = async_token(p.ctx());
    if async_dependencies::parse_async(p)? {
        state.results.push(token);
    }
    let dependencies = p.operand_list(Delimiter::OptionalSquare)?;
    for &dependency in &dependencies {
        let value = p.resolve(dependency, token)?;
        state.operands.push(value);
    }
    let clusters = p
        .optional_keyword("clusters")
        .then(|| parse_dimensions(p))
        .transpose()?;
    p.keyword("blocks")?;
    let blocks = parse_dimensions(p)?;
    p.keyword("threads")?;
    let threads = parse_dimensions(p)?;
    let mut names = [&blocks.ids[..], &threads.ids, &blocks.sizes, &threads.sizes].concat();
    let mut operands = [&blocks.operands[..], &threads.operands].concat();
    if let Some(clusters) = &clusters {
        names.extend(clusters.ids.iter().chain(&clusters.sizes));
        operands.extend(&clusters.operands);
    }
    for operand in operands {
        let value = p.resolve(operand, Type::INDEX)?;
        state.operands.push(value);
    }
    let has_shared_memory = parse_shared_memory(p, state)?;
    parse_outlined_names(p, state)?;
    let has_cluster = i32::from(clusters.is_some());
    let mut sizes = vec![dependencies.len() as i32, 1, 1, 1, 1, 1, 1];
    sizes.extend([has_cluster, has_cluster, has_cluster, i32::from(has_shared_memory)]);
    async_dependencies::set_segments(p.ctx(), state, &sizes);
    parse_body(p, state, names)
}

/// Reads `dynamic_shared_memory_size %size`; says whether it was there.
fn parse_shared_memory(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible<bool> {
    if !p.optional_keyword("dynamic_shared_memory_size") {
        return Ok(false);
    }
    let size = p.operand()?;
    let size = p.resolve(size, Type::I32)?;
    state.operands.push(size);
    Ok(true)
}

/// Reads `module(@name)` and `function(@name)`, the names for what the region is outlined to.
fn parse_outlined_names(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    for keyword in ["module", "function"] {
        if p.optional_keyword(keyword) {
            p.punct("(")?;
            let name = p.symbol_name()?;
            let name = p.ctx().symbol_attr(&name);
            state.properties = p.ctx().dict_with(state.properties, keyword, Some(name));
            p.punct(")")?;
        }
    }
    Ok(())
}

fn parse_body(p: &mut dyn OpParser, state: &mut OperationState, names: Vec<UnresolvedOperand>) -> Fallible {
    let argument = |name| Argument {
        name: Some(name),
        ty: Type::INDEX,
        attrs: Attribute::EMPTY_DICT,
        location: None,
    };
    let mut arguments: Vec<Argument> = names.into_iter().map(argument).collect();
    let workgroup = attributions::parse(p, "workgroup", false)?;
    attributions::set_num_workgroup(p.ctx(), state, workgroup.len());
    arguments.extend(workgroup);
    arguments.extend(attributions::parse(p, "private", false)?);
    p.region(state, &arguments)?;
    p.attr_dict(state)
}

/// The arguments of the entry block.
fn region_args(op: OpRef<'_>) -> Option<Vec<ValueId>> {
    let entry = op.body.region(*op.body.op_regions(op.op).first()?).first()?;
    Some(op.body.block_args(entry).collect())
}

fn num_args(op: OpRef<'_>) -> usize {
    let view = LaunchOp(op);
    let sizes = [view.clusterSizeX(), view.clusterSizeY(), view.clusterSizeZ()];
    if sizes.iter().all(Option::is_some) {
        NUM_ARGS_WITH_CLUSTERS
    } else {
        NUM_ARGS
    }
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if op.data().num_results() > 0 || op.data().num_operands() > 0 && !async_dependencies::dependencies(op).is_empty() {
        p.text(" ");
        async_dependencies::print(p, op);
    }
    let args = region_args(op).unwrap_or_default();
    let first = async_dependencies::dependencies(op).len();
    let num_args = num_args(op);
    let mut lists = vec![("blocks", 0, 6, 0), ("threads", 3, 9, 3)];
    if num_args == NUM_ARGS_WITH_CLUSTERS {
        lists.insert(0, ("clusters", 12, 15, 6));
    }
    for (keyword, ids, sizes, operands) in lists {
        let list = |from: usize| args.get(from..from + 3).unwrap_or_default();
        p.text(" ");
        p.text(keyword);
        p.text("(");
        p.operands(list(ids));
        p.text(") in (");
        for (index, &size) in list(sizes).iter().enumerate() {
            p.text(if index == 0 { "" } else { ", " });
            p.operand(size);
            p.text(" = ");
            p.operand(op.operand(first + operands + index));
        }
        p.text(")");
    }
    if let Some(size) = LaunchOp(op).dynamicSharedMemorySize() {
        p.text(" dynamic_shared_memory_size ");
        p.operand(size);
    }
    for keyword in ["module", "function"] {
        if let Some(name) = op.symbol_property(keyword) {
            p.text(" ");
            p.text(keyword);
            p.text("(");
            p.symbol_name(op.ctx.str(name));
            p.text(")");
        }
    }
    let (workgroup, private) = attributions::split(op, &args, num_args);
    attributions::print(p, "workgroup", op.body, workgroup, &[]);
    attributions::print(p, "private", op.body, private, &[]);
    p.text(" ");
    p.region(op, 0, false, true);
    let elided = ["operandSegmentSizes", attributions::NUM_WORKGROUP, "module", "function"];
    p.attr_dict(op, &elided);
}

fn verify_launch_cluster(op: OpRef<'_>) -> Fallible {
    let view = LaunchOp(op);
    let sizes = [view.clusterSizeX(), view.clusterSizeY(), view.clusterSizeZ()];
    let given = sizes.iter().flatten().count();
    if given != 0 && given != 3 {
        return Err(op.error("cluster size must be all present"));
    }
    Ok(())
}

fn verify_region(op: OpRef<'_>) -> Fallible {
    let Some(args) = region_args(op) else { return Ok(()) };
    let num_args = num_args(op);
    if args.len() < num_args + attributions::num_workgroup(op) {
        return Err(op.error("unexpected number of region arguments"));
    }
    let (workgroup, private) = attributions::split(op, &args, num_args);
    attributions::verify(op, op.body, workgroup, "workgroup")?;
    attributions::verify(op, op.body, private, "private")?;
    let blocks = op
        .body
        .op_regions(op.op)
        .iter()
        .flat_map(|&region| op.body.region_blocks(region));
    for last in blocks.filter_map(|block| op.body.block(block).last_op()) {
        let data = op.body.op(last);
        if data.num_successors() == 0 && !data.is(TerminatorOp::DEF) {
            let last = op.body.op_ref(op.ctx, last);
            let error = last.bare_error("expected 'gpu.terminator' or a terminator with successors");
            return Err(error.with_note(op.location(), "in 'gpu.launch' body region"));
        }
    }
    Ok(())
}
