//! `scf.forall` and its terminator `scf.forall.in_parallel`.

use asyncir_ir::asm::{OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::def::{AttrConstraint, OpView};
use asyncir_ir::{AttrKind, BlockId, DYNAMIC, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::region_end;
use super::text::{parse_argument_names, parse_assignments, print_assignments};
use crate::constraints::{ANY_RANKED_TENSOR, ANY_TYPE, DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list;

/// `[#gpu.thread<x>, ...]`: attributes that say what runs an iteration.
static DEVICE_MAPPING_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("Device Mapping array attribute", |c, attr| {
    let is_mapping = |&attr: &asyncir_ir::Attribute| {
        crate::gpu::mapping::is_mapping(c, attr) || matches!(attr.kind(c), AttrKind::Opaque { .. })
    };
    attr.as_array(c).is_some_and(|elements| elements.iter().all(is_mapping))
});

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region once for each point of a grid of indices, in any order, also at the same time. Bounds and steps
    /// are constants or operands.
    ///
    /// The tensors after `shared_outs` are shared by all iterations, which `scf.forall.in_parallel` at the end of the
    /// region lets write parts of them; the results are the tensors after all iterations. `mapping` says what runs
    /// the iterations; whoever lowers the op may ignore it.
    ///
    /// ```mlir
    /// scf.forall (%i, %j) in (%n, 16) {
    ///   func.call @work(%i, %j) : (index, index) -> ()
    /// }
    /// ```
    op ForallOp "scf.forall" {
        summary "evaluate a block multiple times in parallel";
        operands {
            dynamicLowerBound: variadic INDEX,
            dynamicUpperBound: variadic INDEX,
            dynamicStep: variadic INDEX,
            outputs: variadic ANY_RANKED_TENSOR,
        }
        results { results: variadic ANY_TYPE }
        attributes {
            staticLowerBound: required DENSE_I64_ARRAY_ATTR,
            staticUpperBound: required DENSE_I64_ARRAY_ATTR,
            staticStep: required DENSE_I64_ARRAY_ATTR,
            mapping: optional DEVICE_MAPPING_ARRAY_ATTR,
        }
        regions { region: Sized(1) }
        traits [AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock, LoopLike]
        terminator "scf.forall.in_parallel";
        custom parse, print;
        hooks { verify: verify, region_branch: flow, canonicalize: super::forall_rewrites::PATTERNS }
    }

    /// Ends the body of an `scf.forall`. The ops in its region write parts of the shared tensors; their order means
    /// nothing.
    op InParallelOp "scf.forall.in_parallel" {
        summary "terminates a `forall` block";
        regions { region: Sized(1) }
        traits [Pure, Terminator, SingleBlock, NoTerminator, GraphRegion]
        parents ["scf.forall"]
        custom parse_in_parallel, print_in_parallel;
        hooks { verify: verify_in_parallel }
    }
}

/// A bound or step: a constant, or an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A constant.
    Static(i64),
    /// An operand.
    Value(ValueId),
}

impl ForallOp<'_> {
    /// The region.
    pub fn region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[0]
    }

    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        self.0.body.region(self.region()).first()
    }

    /// The number of dimensions.
    pub fn rank(self) -> usize {
        static_values(self, "staticLowerBound").len()
    }

    /// The arguments of the region: the indices, then the shared tensors.
    pub fn arguments(self) -> SmallVec<[ValueId; 4]> {
        self.block()
            .map_or_else(SmallVec::new, |block| self.0.body.block_args(block).collect())
    }

    /// The lower bounds.
    pub fn lower(self) -> Vec<Bound> {
        mixed(&static_values(self, "staticLowerBound"), &self.dynamicLowerBound())
    }

    /// The upper bounds.
    pub fn upper(self) -> Vec<Bound> {
        mixed(&static_values(self, "staticUpperBound"), &self.dynamicUpperBound())
    }

    /// The steps.
    pub fn steps(self) -> Vec<Bound> {
        mixed(&static_values(self, "staticStep"), &self.dynamicStep())
    }

    /// Whether all lower bounds are 0 and all steps are 1, be it as constants of other ops.
    pub fn is_normalized(self) -> bool {
        let is = |bound: &Bound, wanted: i64| match *bound {
            Bound::Static(value) => value == wanted,
            Bound::Value(value) => {
                let constant = asyncir_ir::rewrite::fold::constant_value(self.0.ctx, self.0.body, value);
                constant.and_then(|attr| attr.as_i64(self.0.ctx)) == Some(wanted)
            }
        };
        self.lower().iter().all(|bound| is(bound, 0)) && self.steps().iter().all(|bound| is(bound, 1))
    }

    /// The op that ends the body.
    pub fn in_parallel(self) -> Option<OpId> {
        region_end(self.0.body, self.0.op, 0).filter(|&end| self.0.body.op(end).is(InParallelOp::DEF))
    }
}

fn static_values(view: ForallOp<'_>, name: &'static str) -> Vec<i64> {
    view.0
        .property(name)
        .and_then(|attr| attr.as_dense_ints(view.0.ctx))
        .unwrap_or_default()
}

/// Constants and, where these are dynamic, operands. Missing operands count as dynamic constants.
fn mixed(constants: &[i64], values: &[ValueId]) -> Vec<Bound> {
    let mut values = values.iter();
    let bound = |&constant: &i64| match constant {
        DYNAMIC => values
            .next()
            .map_or(Bound::Static(DYNAMIC), |&value| Bound::Value(value)),
        constant => Bound::Static(constant),
    };
    constants.iter().map(bound).collect()
}

/// Bounds as they are read: operands, and constants, which are dynamic for each operand.
type ParsedBounds = (Vec<UnresolvedOperand>, Vec<i64>);

fn parse_bounds(p: &mut dyn OpParser) -> Fallible<ParsedBounds> {
    index_list::parse_in(p, index_list::PAREN)
}

/// Reads `in (upper)` or `= (lower) to (upper) step (steps)`.
fn parse_domain(p: &mut dyn OpParser, rank: usize) -> Fallible<[ParsedBounds; 3]> {
    if p.optional_keyword("in") {
        let all = |value| (Vec::new(), vec![value; rank]);
        return Ok([all(0), parse_bounds(p)?, all(1)]);
    }
    p.punct("=")?;
    let lower = parse_bounds(p)?;
    p.keyword("to")?;
    let upper = parse_bounds(p)?;
    p.keyword("step")?;
    Ok([lower, upper, parse_bounds(p)?])
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut arguments = parse_argument_names(p)?;
    let domain = parse_domain(p, arguments.len())?;
    let outputs_at = p.position();
    let (mut outputs, mut results) = (Vec::new(), Vec::new());
    let rank = arguments.len();
    if p.optional_keyword("shared_outs") {
        let (shared, values) = parse_assignments(p)?;
        arguments.extend(shared);
        outputs = values;
        results = p.optional_arrow_types()?;
    }
    let mut sizes = Vec::new();
    for ((operands, constants), name) in domain
        .into_iter()
        .zip(["staticLowerBound", "staticUpperBound", "staticStep"])
    {
        sizes.push(operands.len() as i32);
        for operand in operands {
            let value = p.resolve(operand, Type::INDEX)?;
            state.operands.push(value);
        }
        let constants = p.ctx().dense_i64_array(&constants);
        state.properties = p.ctx().dict_with(state.properties, name, Some(constants));
    }
    let outputs = p.resolve_all(&outputs, &results, outputs_at)?;
    sizes.push(outputs.len() as i32);
    state.operands.extend(outputs);
    let sizes = p.ctx().dense_i32_array(&sizes);
    state.properties = p.ctx().dict_with(state.properties, "operandSegmentSizes", Some(sizes));
    for (index, argument) in arguments.iter_mut().enumerate() {
        argument.ty = index
            .checked_sub(rank)
            .and_then(|output| results.get(output))
            .copied()
            .unwrap_or(Type::INDEX);
    }
    state.results.extend(results);
    p.region(state, &arguments)?;
    end_with_in_parallel(p, state);
    p.attr_dict(state)
}

/// Ends the body with an empty `scf.forall.in_parallel` if the text leaves it out.
fn end_with_in_parallel(p: &mut dyn OpParser, state: &OperationState) {
    let Some(&region) = state.regions.first() else {
        return;
    };
    let location = state.location;
    let body = p.body();
    let block = body.region(region).first().unwrap_or_else(|| body.append_block(region));
    if body.region(region).last() != Some(block)
        || body.terminator(block).is_some_and(|end| body.op(end).def().is_some())
    {
        return;
    }
    let inner = body.create_region();
    body.append_block(inner);
    let mut end = OperationState::of(InParallelOp::DEF, location);
    end.regions.push(inner);
    let end = body.create_op(end);
    body.insert_op(end, asyncir_ir::InsertPoint::End(block));
}

fn print_bounds(p: &mut dyn OpPrinter, word: &str, bounds: &[Bound]) {
    p.text(word);
    p.text("(");
    for (index, bound) in bounds.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        match *bound {
            Bound::Static(value) => p.text(&value.to_string()),
            Bound::Value(value) => p.operand(value),
        }
    }
    p.text(")");
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ForallOp(op);
    let arguments = view.arguments();
    let rank = view.rank().min(arguments.len());
    p.text(" (");
    p.operands(&arguments[..rank]);
    p.text(")");
    if view.is_normalized() {
        print_bounds(p, " in ", &view.upper());
    } else {
        print_bounds(p, " = ", &view.lower());
        print_bounds(p, " to ", &view.upper());
        print_bounds(p, " step ", &view.steps());
    }
    print_assignments(p, " shared_outs", &arguments[rank..], &view.outputs());
    p.text(" ");
    if arguments.len() > rank {
        p.text("-> (");
        p.types(&op.result_types());
        p.text(") ");
    }
    p.region(op, 0, false, op.data().num_results() > 0);
    p.attr_dict(
        op,
        &[
            "operandSegmentSizes",
            "staticLowerBound",
            "staticUpperBound",
            "staticStep",
        ],
    );
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = ForallOp(op);
    let (outputs, results) = (view.outputs(), op.data().num_results());
    if outputs.len() != results {
        let count = outputs.len();
        return Err(op.error(format_args!("produces {results} results, but has only {count} outputs")));
    }
    let (rank, arguments) = (view.rank(), view.arguments());
    if arguments.len() != rank + outputs.len() {
        return Err(op.error(format_args!("region expects {rank} arguments")));
    }
    if let Some(index) = arguments[..rank]
        .iter()
        .position(|&arg| !op.body.value_type(arg).is_index())
    {
        return Err(op.error(format_args!("expects {index}-th block argument to be an index")));
    }
    for (index, (&output, &argument)) in outputs.iter().zip(&arguments[rank..]).enumerate() {
        if op.body.value_type(output) != op.body.value_type(argument) {
            return Err(op.error(format_args!(
                "type mismatch between {index}-th output and corresponding block argument"
            )));
        }
    }
    let mapping = view
        .mapping()
        .and_then(|attr| attr.as_array(op.ctx))
        .unwrap_or_default();
    if !mapping.is_empty() && mapping.len() != rank {
        return Err(op.error("mapping attribute size must match op rank"));
    }
    let kinds = [
        ("lower bound", "staticLowerBound", view.dynamicLowerBound().len()),
        ("upper bound", "staticUpperBound", view.dynamicUpperBound().len()),
        ("step", "staticStep", view.dynamicStep().len()),
    ];
    kinds
        .into_iter()
        .try_for_each(|(what, name, dynamic)| verify_bounds(op, what, &static_values(view, name), dynamic, rank))
}

fn verify_bounds(op: OpRef<'_>, what: &str, constants: &[i64], dynamic: usize, rank: usize) -> Fallible {
    if constants.len() != rank {
        let got = constants.len();
        let message = format!("expected {rank} {what} values, got {got}");
        return Err(op.bare_error(message));
    }
    let expected = constants.iter().filter(|&&constant| constant == DYNAMIC).count();
    if expected != dynamic {
        return Err(op.bare_error(format!("expected {expected} dynamic {what} values")));
    }
    Ok(())
}

/// From the op and from the end of the region, control goes into the region or behind the op.
fn flow(_op: OpRef<'_>, _from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    smallvec![Some(0), None]
}

fn parse_in_parallel(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    p.region(state, &[])?;
    if let Some(&region) = state.regions.first() {
        let body = p.body();
        if body.region(region).is_empty() {
            body.append_block(region);
        }
    }
    p.attr_dict(state)
}

fn print_in_parallel(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.region(op, 0, false, false);
    p.attr_dict(op, &[]);
}

fn verify_in_parallel(op: OpRef<'_>) -> Fallible {
    let Some(block) = op
        .body
        .op_regions(op.op)
        .first()
        .and_then(|&region| op.body.region(region).first())
    else {
        return Ok(());
    };
    let writes = |inner: OpId| op.body.op(inner).name().as_str(op.ctx) == "tensor.parallel_insert_slice";
    if op.body.block_ops(block).all(writes) {
        return Ok(());
    }
    Err(op.error("expected only ParallelCombiningOpInterface ops"))
}
