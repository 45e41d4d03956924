//! `scf.parallel` and its terminator `scf.reduce`.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::region_end;
use super::text::parse_argument_names;
use crate::constraints::{ANY_TYPE, INDEX};
use crate::matchers::constant_int;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A loop nest whose iterations may run in any order, also at the same time. Each induction variable goes from
    /// its lower bound up to, not including, its upper bound, in positive steps.
    ///
    /// The iterations may reduce values: `scf.reduce` at the end of the region says how two of them are combined,
    /// `initVals` are what the reductions start with, and the results are what they come to.
    ///
    /// ```mlir
    /// %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    ///   %x = memref.load %a[%i] : memref<?xf32>
    ///   scf.reduce(%x : f32) {
    ///   ^bb0(%lhs: f32, %rhs: f32):
    ///     %0 = arith.addf %lhs, %rhs : f32
    ///     scf.reduce.return %0 : f32
    ///   }
    /// }
    /// ```
    op ParallelOp "scf.parallel" {
        summary "parallel for operation";
        operands {
            lowerBound: variadic INDEX,
            upperBound: variadic INDEX,
            step: variadic INDEX,
            initVals: variadic ANY_TYPE,
        }
        results { results: variadic ANY_TYPE }
        regions { region: Sized(1) }
        traits [AutomaticAllocationScope, AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlock, LoopLike]
        terminator "scf.reduce";
        custom parse, print;
        hooks { verify: verify, region_branch: flow, canonicalize: super::parallel_rewrites::PATTERNS }
    }

    /// Ends the body of an `scf.parallel`. Each operand is reduced by the region of the same index: its block takes two
    /// values and returns what they are combined to. The order is not determined.
    op ReduceOp "scf.reduce" {
        summary "reduce operation for scf.parallel";
        operands { operands: variadic ANY_TYPE }
        regions { reductions: VariadicSized(1) }
        traits [Terminator, RecursiveMemoryEffects]
        parents ["scf.parallel"]
        format "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict";
        hooks { verify_regions: verify_reduce }
    }

    /// Ends a region of `scf.reduce` with the combined value.
    op ReduceReturnOp "scf.reduce.return" {
        summary "terminator for reduce operation";
        operands { result: one ANY_TYPE }
        traits [Pure, Terminator]
        parents ["scf.reduce"]
        format "$result attr-dict `:` type($result)";
        hooks { verify: verify_reduce_return }
    }
}

impl ParallelOp<'_> {
    /// The region.
    pub fn region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[0]
    }

    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        self.0.body.region(self.region()).first()
    }

    /// The induction variables.
    pub fn induction_vars(self) -> SmallVec<[ValueId; 4]> {
        self.block()
            .map_or_else(SmallVec::new, |block| self.0.body.block_args(block).collect())
    }

    /// The op that ends the body.
    pub fn reduce(self) -> Option<OpId> {
        region_end(self.0.body, self.0.op, 0).filter(|&end| self.0.body.op(end).is(ReduceOp::DEF))
    }
}

/// Reads as many operands in parentheses as there are induction variables.
fn parse_bounds(p: &mut dyn OpParser, word: &str, count: usize) -> Fallible<Vec<UnresolvedOperand>> {
    match word {
        "=" => p.punct("=")?,
        word => p.keyword(word)?,
    }
    let at = p.position();
    let operands = p.operand_list(Delimiter::Paren)?;
    if operands.len() != count {
        return Err(p.error(at, &format!("expected {count} operands")));
    }
    Ok(operands)
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut arguments = parse_argument_names(p)?;
    let count = arguments.len();
    for word in ["=", "to", "step"] {
        for operand in parse_bounds(p, word, count)? {
            let value = p.resolve(operand, Type::INDEX)?;
            state.operands.push(value);
        }
    }
    let inits = if p.optional_keyword("init") {
        p.operand_list(Delimiter::Paren)?
    } else {
        Vec::new()
    };
    let results = p.optional_arrow_types()?;
    for argument in &mut arguments {
        argument.ty = Type::INDEX;
    }
    p.region(state, &arguments)?;
    let at = p.name_position();
    let values = p.resolve_all(&inits, &results, at)?;
    let sizes = [count as i32, count as i32, count as i32, values.len() as i32];
    let sizes = p.ctx().dense_i32_array(&sizes);
    state.properties = p.ctx().dict_with(state.properties, "operandSegmentSizes", Some(sizes));
    state.operands.extend(values);
    state.results.extend(results);
    p.ensure_terminator(state)?;
    p.attr_dict(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ParallelOp(op);
    let parts = [
        (" (", view.induction_vars()),
        (") = (", view.lowerBound()),
        (") to (", view.upperBound()),
        (") step (", view.step()),
    ];
    for (text, values) in parts {
        p.text(text);
        p.operands(&values);
    }
    p.text(")");
    let inits = view.initVals();
    if !inits.is_empty() {
        p.text(" init (");
        p.operands(&inits);
        p.text(")");
    }
    p.optional_arrow_types(&op.result_types());
    p.text(" ");
    p.region(op, 0, false, true);
    p.attr_dict(op, &["operandSegmentSizes"]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = ParallelOp(op);
    let steps = view.step();
    if steps.is_empty() {
        return Err(op.error("needs at least one tuple element for lowerBound, upperBound and step"));
    }
    if view.lowerBound().len() != steps.len() || view.upperBound().len() != steps.len() {
        return Err(op.error("expects the same number of lower bounds, upper bounds and steps"));
    }
    if steps
        .iter()
        .any(|&step| constant_int(op.ctx, op.body, step).is_some_and(|step| step <= 0))
    {
        return Err(op.error("constant step operand must be positive"));
    }
    let variables = view.induction_vars();
    if variables.len() != steps.len() {
        let (got, want) = (variables.len(), steps.len());
        return Err(op.error(format_args!(
            "expects the same number of induction variables: {got} as bound and step values: {want}"
        )));
    }
    if variables
        .iter()
        .any(|&variable| !op.body.value_type(variable).is_index())
    {
        return Err(op.error("expects arguments for the induction variable to be of index type"));
    }
    verify_reductions(view)
}

fn verify_reductions(view: ParallelOp<'_>) -> Fallible {
    let op = view.0;
    let Some(reduce) = view.reduce() else {
        let error = op.error("expects body to terminate with 'scf.reduce'");
        return Err(match region_end(op.body, op.op, 0) {
            Some(last) => error.with_note(op.body.op(last).location(), "terminator here"),
            None => error,
        });
    };
    let (results, regions) = (op.result_types(), op.body.op_regions(reduce).len());
    if results.len() != regions {
        let want = results.len();
        return Err(op.error(format_args!(
            "expects number of results: {want} to be the same as number of reductions: {regions}"
        )));
    }
    let inits = view.initVals().len();
    if results.len() != inits {
        let want = results.len();
        return Err(op.error(format_args!(
            "expects number of results: {want} to be the same as number of initial values: {inits}"
        )));
    }
    let reduce = op.body.op_ref(op.ctx, reduce);
    for (index, (&got, &want)) in reduce.operand_types().iter().zip(&results).enumerate() {
        if got != want {
            let (got, want) = (op.ctx.show_type(got), op.ctx.show_type(want));
            return Err(reduce.error(format_args!(
                "expects type of {index}-th reduction operand: '{got}' to be the same as the {index}-th result type: \
                 '{want}'"
            )));
        }
    }
    Ok(())
}

fn verify_reduce(op: OpRef<'_>) -> Fallible {
    let (regions, operands) = (op.body.op_regions(op.op), op.operand_types());
    if regions.len() != operands.len() {
        let (got, want) = (regions.len(), operands.len());
        return Err(op.error(format_args!(
            "expects number of reductions: {got} to be the same as number of operands: {want}"
        )));
    }
    for (index, (&region, &ty)) in regions.iter().zip(&operands).enumerate() {
        let Some(block) = op.body.region(region).first() else {
            continue;
        };
        let args: Vec<Type> = op.body.block_args(block).map(|arg| op.body.value_type(arg)).collect();
        if args != [ty, ty] {
            let ty = op.ctx.show_type(ty);
            return Err(op.error(format_args!(
                "expected two block arguments with type '{ty}' in the {index}-th reduction region"
            )));
        }
        if !op
            .body
            .terminator(block)
            .is_some_and(|end| op.body.op(end).is(ReduceReturnOp::DEF))
        {
            return Err(op.error("reduction bodies must be terminated with an 'scf.reduce.return' op"));
        }
    }
    Ok(())
}

fn verify_reduce_return(op: OpRef<'_>) -> Fallible {
    let block = op.body.parent_block(op.op);
    let Some(arg) = block.and_then(|block| op.body.block(block).args().first()) else {
        return Ok(());
    };
    let ty = op.body.value_type(arg.value);
    if ty != op.operand_type(0) {
        let ty = op.ctx.show_type(ty);
        return Err(op.error(format_args!("must have type '{ty}' (the type of the reduction inputs)")));
    }
    Ok(())
}

/// From the op and from the end of the region, control goes into the region or behind the op.
fn flow(_op: OpRef<'_>, _from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    smallvec![Some(0), None]
}
