//! `affine.parallel`.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{
    AttrKind, Attribute, BlockId, Body, Context, Fallible, Location, OpId, OpRef, OperationState, Signedness, Type,
    TypeKind,
};
use smallvec::{SmallVec, smallvec};

use super::expressions::{Values, parse_expr, parse_exprs, print_expr};
use super::map_attr;
use super::operands::{Applied, as_map, verify as verify_operands};
use crate::constraints::{AFFINE_MAP_ATTR, ANY_INT_ELEMENTS_ATTR, ANY_TYPE, ARRAY_ATTR, I64_ARRAY_ATTR, INDEX};
use crate::index_list::PAREN;
use crate::scf::text::parse_argument_names;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A loop nest whose iterations may run in any order, also at the same time, and may reduce values.
    ///
    /// ```mlir
    /// %sum = affine.parallel (%i, %j) = (0, 0) to (%n, min(%n, 10)) step (1, 2) reduce ("addf") -> (f32) {
    ///   %x = affine.load %a[%i, %j] : memref<?x?xf32>
    ///   affine.yield %x : f32
    /// }
    /// ```
    op ParallelOp "affine.parallel" {
        summary "multi-index parallel band operation";
        operands { mapOperands: variadic INDEX }
        results { results: variadic ANY_TYPE }
        attributes {
            reductions: required ARRAY_ATTR,
            lowerBoundsMap: required AFFINE_MAP_ATTR,
            lowerBoundsGroups: required ANY_INT_ELEMENTS_ATTR,
            upperBoundsMap: required AFFINE_MAP_ATTR,
            upperBoundsGroups: required ANY_INT_ELEMENTS_ATTR,
            steps: required I64_ARRAY_ATTR,
        }
        regions { region: Sized(1) }
        traits [AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock, LoopLike, RecursivelySpeculatable]
        terminator "affine.yield";
        custom parse, print;
        hooks { verify: verify, region_branch: flow, fold: super::rewrites::fold_parallel }
    }
}

/// How values are reduced, by the number of the case.
pub const REDUCTIONS: [&str; 15] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins", "minu",
    "mulf", "muli", "ori",
];

impl ParallelOp<'_> {
    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        self.0.body.region(*self.0.body.op_regions(self.0.op).first()?).first()
    }

    /// The lower bounds of all loops, and how many each loop has.
    pub fn lower_bounds(self) -> Option<(Applied, Vec<usize>)> {
        let map = as_map(self.0.ctx, self.lowerBoundsMap()?)?;
        let operands = self
            .mapOperands()
            .iter()
            .copied()
            .take(map.num_inputs() as usize)
            .collect();
        Some((
            Applied { map, operands },
            groups(self.0.ctx, self.lowerBoundsGroups()?)?,
        ))
    }

    /// The upper bounds of all loops, and how many each loop has.
    pub fn upper_bounds(self) -> Option<(Applied, Vec<usize>)> {
        let lower = as_map(self.0.ctx, self.lowerBoundsMap()?)?;
        let map = as_map(self.0.ctx, self.upperBoundsMap()?)?;
        let operands = self
            .mapOperands()
            .iter()
            .copied()
            .skip(lower.num_inputs() as usize)
            .collect();
        Some((
            Applied { map, operands },
            groups(self.0.ctx, self.upperBoundsGroups()?)?,
        ))
    }

    /// The steps of all loops.
    pub fn step_sizes(self) -> Vec<i64> {
        let steps = self
            .steps()
            .and_then(|steps| steps.as_array(self.0.ctx))
            .unwrap_or_default();
        steps.iter().filter_map(|step| step.as_i64(self.0.ctx)).collect()
    }

    /// The names of the reductions.
    pub fn reduction_names(self) -> Vec<&'static str> {
        let reductions = self
            .reductions()
            .and_then(|list| list.as_array(self.0.ctx))
            .unwrap_or_default();
        let name = |attr: &Attribute| {
            let number = usize::try_from(attr.as_i64(self.0.ctx)?).ok()?;
            REDUCTIONS.get(number).copied()
        };
        reductions.iter().filter_map(name).collect()
    }
}

/// Gives an `affine.parallel` other bounds, as many for each loop as it has.
pub fn set_parallel_bounds(ctx: &Context, body: &mut Body, op: OpId, lower: Applied, upper: Applied) {
    body.set_operands(op, &[&lower.operands[..], &upper.operands].concat());
    for (name, map) in [("lowerBoundsMap", lower.map), ("upperBoundsMap", upper.map)] {
        body.op_mut(op).set_property(ctx, name, Some(map_attr(ctx, map)));
    }
}

/// How many loops have bounds.
fn group_count(ctx: &Context, attr: Option<Attribute>) -> Option<u64> {
    match attr?.kind(ctx) {
        AttrKind::DenseElements { ty, .. } => ty.num_elements(ctx),
        _ => None,
    }
}

/// How many bounds each loop has.
fn groups(ctx: &Context, attr: Attribute) -> Option<Vec<usize>> {
    let AttrKind::DenseElements { ty, splat, data } = attr.kind(ctx) else {
        return None;
    };
    let count = usize::try_from(*ty.shape(ctx)?.first()?).ok()?;
    let sizes: Vec<usize> = data
        .chunks_exact(4)
        .map(|bytes| bytes.iter().rev().fold(0, |size, &byte| size << 8 | usize::from(byte)))
        .collect();
    match sizes.first() {
        Some(&size) if *splat => Some(vec![size; count]),
        _ => Some(sizes),
    }
}

fn groups_attr(ctx: &Context, sizes: &[i32]) -> Attribute {
    let ty = ctx.tensor_type(&[sizes.len() as i64], Type::I32);
    let splat = !sizes.is_empty() && sizes.windows(2).all(|pair| pair[0] == pair[1]);
    let kept = if splat { &sizes[..1] } else { sizes };
    ctx.attr(AttrKind::DenseElements {
        ty,
        splat,
        data: kept.iter().flat_map(|size| size.to_le_bytes()).collect(),
    })
}

/// Reads the bounds of all loops. Where a loop has several, they stand behind a word in parentheses.
fn parse_bounds(p: &mut dyn OpParser, state: &mut OperationState, word: &str, names: [&str; 2]) -> Fallible {
    let (mut values, mut results, mut sizes) = (Values::default(), Vec::new(), Vec::new());
    p.punct("(")?;
    let at = p.position();
    if !p.optional_punct(")") {
        loop {
            let before = results.len();
            values.begin();
            if p.optional_keyword(word) {
                results.extend(parse_exprs(p, &mut values, PAREN)?);
            } else {
                results.push(parse_expr(p, &mut values)?);
            }
            sizes.push((results.len() - before) as i32);
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct(")")?;
    }
    let applied = values.apply(results);
    let applied = applied.ok_or_else(|| p.error(at, "invalid affine expressions"))?;
    let ctx = p.ctx();
    for (name, value) in names
        .into_iter()
        .zip([map_attr(ctx, applied.map), groups_attr(ctx, &sizes)])
    {
        state.properties = ctx.dict_with(state.properties, name, Some(value));
    }
    state.operands.extend(applied.operands);
    Ok(())
}

fn parse_steps(p: &mut dyn OpParser, count: usize) -> Fallible<Vec<i64>> {
    if !p.optional_keyword("step") {
        return Ok(vec![1; count]);
    }
    let steps = parse_exprs(p, &mut Values::default(), PAREN)?;
    let number = |step: &AffineExpr| match step {
        AffineExpr::Constant(step) => Ok(*step),
        _ => Err(p.error(p.name_position(), "steps must be constant integers")),
    };
    steps.iter().map(number).collect()
}

fn parse_reductions(p: &mut dyn OpParser) -> Fallible<Vec<i64>> {
    let mut reductions = Vec::new();
    if !p.optional_keyword("reduce") {
        return Ok(reductions);
    }
    p.punct("(")?;
    loop {
        let at = p.position();
        let name = p.attribute(None)?;
        let Some(text) = name.as_str(p.ctx()) else {
            return Err(p.error(at, "invalid kind of attribute specified"));
        };
        let Some(number) = REDUCTIONS.iter().position(|&other| other == text) else {
            let message = format!("invalid reduction value: {}", p.ctx().show_attr(name));
            return Err(p.error(at, &message));
        };
        reductions.push(number as i64);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok(reductions)
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut arguments = parse_argument_names(p)?;
    for argument in &mut arguments {
        argument.ty = Type::INDEX;
    }
    p.punct("=")?;
    parse_bounds(p, state, "max", ["lowerBoundsMap", "lowerBoundsGroups"])?;
    p.keyword("to")?;
    parse_bounds(p, state, "min", ["upperBoundsMap", "upperBoundsGroups"])?;
    let steps = parse_steps(p, arguments.len())?;
    let reductions = parse_reductions(p)?;
    for (name, values) in [("steps", steps), ("reductions", reductions)] {
        let ctx = p.ctx();
        let values: Vec<Attribute> = values.into_iter().map(|value| ctx.i64_attr(value)).collect();
        state.properties = ctx.dict_with(state.properties, name, Some(ctx.array_attr(&values)));
    }
    let results = p.optional_arrow_types()?;
    state.results.extend(results);
    p.region(state, &arguments)?;
    p.ensure_terminator(state)?;
    p.attr_dict(state)
}

fn print_bounds(p: &mut dyn OpPrinter, bounds: Option<(Applied, Vec<usize>)>, word: &str) {
    let Some((applied, sizes)) = bounds else { return };
    let mut exprs = applied.map.results().iter();
    for (index, size) in sizes.into_iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        let several = size != 1;
        if several {
            p.text(word);
            p.text("(");
        }
        for (inner, expr) in exprs.by_ref().take(size).enumerate() {
            p.text(if inner == 0 { "" } else { ", " });
            print_expr(p, &applied, expr);
        }
        p.text(if several { ")" } else { "" });
    }
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ParallelOp(op);
    let arguments: Vec<_> = view
        .block()
        .map_or_else(Vec::new, |block| op.body.block_args(block).collect());
    p.text(" (");
    p.operands(&arguments);
    p.text(") = (");
    print_bounds(p, view.lower_bounds(), "max");
    p.text(") to (");
    print_bounds(p, view.upper_bounds(), "min");
    p.text(")");
    let steps = view.step_sizes();
    if steps.iter().any(|&step| step != 1) {
        let steps: Vec<String> = steps.iter().map(i64::to_string).collect();
        p.text(&format!(" step ({})", steps.join(", ")));
    }
    let results = op.result_types();
    if !results.is_empty() {
        let names: Vec<String> = view
            .reduction_names()
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect();
        p.text(&format!(" reduce ({}) -> (", names.join(", ")));
        p.types(&results);
        p.text(")");
    }
    p.text(" ");
    p.region(op, 0, false, !results.is_empty());
    let own = [
        "reductions",
        "lowerBoundsMap",
        "lowerBoundsGroups",
        "upperBoundsMap",
        "upperBoundsGroups",
        "steps",
    ];
    p.attr_dict(op, &own);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = ParallelOp(op);
    let no_groups = || op.error("expects bounds to be maps with groups");
    let counts = [view.lowerBoundsGroups(), view.upperBoundsGroups()].map(|attr| group_count(op.ctx, attr));
    let [Some(a), Some(b)] = counts else {
        return Err(no_groups());
    };
    let arguments = view.block().map_or(0, |block| op.body.block_args(block).len());
    let steps = view.step_sizes().len();
    // One number may stand for many groups, so they are counted before they are spelt out.
    if arguments as u64 != a || arguments as u64 != b || arguments != steps {
        return Err(op.error(format_args!(
            "the number of region arguments ({arguments}) and the number of map groups for lower ({a}) and upper bound \
             ({b}), and the number of steps ({steps}) must all match"
        )));
    }
    let (Some((lower, lower_groups)), Some((upper, upper_groups))) = (view.lower_bounds(), view.upper_bounds()) else {
        return Err(no_groups());
    };
    for (name, bounds, groups) in [("lower", &lower, &lower_groups), ("upper", &upper, &upper_groups)] {
        if groups.contains(&0) {
            return Err(op.error(format_args!("expected {name} bound map to have at least one result")));
        }
        let (results, sum) = (bounds.map.num_results(), groups.iter().sum::<usize>());
        if results != sum {
            return Err(op.error(format_args!(
                "expected {name} bounds map to have as many results as its groups: {results} != {sum}"
            )));
        }
        if bounds.operands.len() < bounds.map.num_inputs() as usize {
            return Err(op.error("operand count and bound maps must match"));
        }
    }
    if view.reduction_names().len() != op.data().num_results() {
        return Err(op.error("a reduction must be specified for each output"));
    }
    for (name, &ty) in view.reduction_names().into_iter().zip(&op.result_types()) {
        if !fits_reduction(op.ctx, name, ty) {
            return Err(op.error("result type cannot match reduction attribute"));
        }
    }
    verify_operands(op, &lower.operands, lower.map.num_dims() as usize)?;
    verify_operands(op, &upper.operands, upper.map.num_dims() as usize)
}

/// One loop that runs from the greatest of the lower bounds up to the smallest of the upper bounds, without its region.
/// `None` if there is no such reduction.
pub fn parallel_loop(
    ctx: &Context,
    at: Location,
    [lower, upper]: [&Applied; 2],
    step: i64,
    reductions: &[(&str, Type)],
) -> Option<OperationState> {
    let operands = [&lower.operands[..], &upper.operands].concat();
    let number = |&(name, _): &(&str, Type)| REDUCTIONS.iter().position(|&other| other == name);
    let numbers: Vec<usize> = reductions.iter().map(number).collect::<Option<_>>()?;
    let numbers: Vec<Attribute> = numbers.into_iter().map(|number| ctx.i64_attr(number as i64)).collect();
    let group = |bound: &Applied| groups_attr(ctx, &[bound.map.num_results() as i32]);
    let types: Vec<Type> = reductions.iter().map(|reduction| reduction.1).collect();
    Some(ParallelOp::build(
        ctx,
        at,
        &operands,
        ctx.array_attr(&numbers),
        map_attr(ctx, lower.map.clone()),
        group(lower),
        map_attr(ctx, upper.map.clone()),
        group(upper),
        ctx.array_attr(&[ctx.i64_attr(step)]),
        &types,
    ))
}

/// Whether values of a type can be reduced in that way.
pub fn fits_reduction(ctx: &Context, reduction: &str, ty: Type) -> bool {
    let is_int = |signs: &[Signedness]| match ty.kind(ctx) {
        TypeKind::Integer { signedness, .. } => signs.contains(signedness),
        _ => false,
    };
    match reduction {
        "addf" | "mulf" | "maximumf" | "minimumf" => ty.float(ctx).is_some(),
        "addi" | "muli" | "andi" | "ori" => ty.is_int(ctx),
        "maxs" | "mins" => is_int(&[Signedness::Signed]),
        "maxu" | "minu" => is_int(&[Signedness::Unsigned]),
        _ => false,
    }
}

/// From the op and from the end of the region, control goes into the region or behind the op.
fn flow(_op: OpRef<'_>, _from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    smallvec![Some(0), None]
}

/// One bound of a loop among those of all loops: the expressions from `first` on.
pub fn bounds_of_loop(applied: &Applied, first: usize, count: usize) -> Option<Applied> {
    let results: Vec<AffineExpr> = applied.map.results().get(first..first + count)?.to_vec();
    Some(Applied {
        map: AffineMap::new(applied.map.num_dims(), applied.map.num_symbols(), results)?,
        operands: applied.operands.clone(),
    })
}
