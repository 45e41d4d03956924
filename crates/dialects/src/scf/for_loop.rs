//! `scf.for`: a counted loop with values carried from iteration to iteration.

use asyncir_ir::asm::{Argument, OpParser, OpPrinter};
use asyncir_ir::{Attribute, BlockId, Context, Fallible, Location, OpRef, OperationState, RegionId, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::region_end;
use super::text::{parse_assignments, print_iter_args};
use crate::constraints::{ANY_TYPE, SIGNLESS_INTEGER_OR_INDEX, UNIT_ATTR};
use crate::matchers::constant_int;
use crate::region_flow::{self, Point};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region for each value of the induction variable from `lowerBound` up to, not including, `upperBound`,
    /// in steps of `step`, which must be positive. Bounds are compared as signed numbers unless `unsignedCmp` is set.
    ///
    /// The values after `iter_args` are carried from iteration to iteration: the region gets them as arguments and
    /// yields them for the next one; those of the last iteration are the results.
    ///
    /// ```mlir
    /// %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    ///   %x = memref.load %a[%i] : memref<?xf32>
    ///   %next = arith.addf %acc, %x : f32
    ///   scf.yield %next : f32
    /// }
    /// ```
    op ForOp "scf.for" {
        summary "for operation";
        operands {
            lowerBound: one SIGNLESS_INTEGER_OR_INDEX,
            upperBound: one SIGNLESS_INTEGER_OR_INDEX,
            step: one SIGNLESS_INTEGER_OR_INDEX,
            initArgs: variadic ANY_TYPE,
        }
        results { results: variadic ANY_TYPE }
        attributes { unsignedCmp: optional UNIT_ATTR }
        regions { region: Sized(1) }
        traits [AutomaticAllocationScope, SingleBlock, RecursiveMemoryEffects, LoopLike, RecursivelySpeculatable]
        rules [AllTypesMatch(&["lowerBound", "upperBound", "step"])]
        terminator "scf.yield";
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: verify_flow,
            region_branch: flow,
            speculatable: always_ends,
            canonicalize: super::for_rewrites::PATTERNS,
        }
    }
}

impl ForOp<'_> {
    /// The region.
    pub fn region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[0]
    }

    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        self.0.body.region(self.region()).first()
    }

    /// The arguments of the region: the induction variable and the carried values.
    pub fn arguments(self) -> SmallVec<[ValueId; 4]> {
        self.block()
            .map_or_else(SmallVec::new, |block| self.0.body.block_args(block).collect())
    }

    /// The state of a loop whose region is already filled.
    pub fn with_region(
        ctx: &Context,
        location: Location,
        (lower, upper, step): (ValueId, ValueId, ValueId),
        inits: &[ValueId],
        types: &[Type],
        region: RegionId,
    ) -> OperationState {
        let mut state = Self::build(ctx, location, lower, upper, step, inits, None, types);
        state.regions.push(region);
        state
    }
}

/// Whether the loop ends whatever its bounds are.
fn always_ends(op: OpRef<'_>) -> bool {
    constant_int(op.ctx, op.body, ForOp(op).step()) == Some(1)
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if p.optional_keyword("unsigned") {
        state.properties = p
            .ctx()
            .dict_with(state.properties, "unsignedCmp", Some(Attribute::UNIT));
    }
    let mut arguments: Vec<Argument> = vec![p.argument(false, false)?];
    p.punct("=")?;
    let lower = p.operand()?;
    p.keyword("to")?;
    let upper = p.operand()?;
    p.keyword("step")?;
    let step = p.operand()?;
    let inits_at = p.position();
    let mut inits = Vec::new();
    if p.optional_keyword("iter_args") {
        let (carried, values) = parse_assignments(p)?;
        arguments.extend(carried);
        inits = values;
        p.punct("->")?;
        parse_type_list(p, state)?;
    }
    if arguments.len() != state.results.len() + 1 {
        let at = p.name_position();
        return Err(p.error(at, "mismatch in number of loop-carried values and defined values"));
    }
    let ty = if p.optional_punct(":") { p.ty()? } else { Type::INDEX };
    let results = state.results.to_vec();
    for (argument, &ty) in arguments.iter_mut().zip([ty].iter().chain(&results)) {
        argument.ty = ty;
    }
    p.region(state, &arguments)?;
    p.ensure_terminator(state)?;
    // What the region defines is not known to its loop.
    for bound in [lower, upper, step] {
        let value = p.resolve(bound, ty)?;
        state.operands.push(value);
    }
    let inits = p.resolve_all(&inits, &results, inits_at)?;
    state.operands.extend(inits);
    p.attr_dict(state)
}

/// Reads a type, or types in parentheses, behind the arrow.
fn parse_type_list(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if !p.optional_punct("(") {
        state.results.push(p.ty()?);
        return Ok(());
    }
    if p.optional_punct(")") {
        return Ok(());
    }
    let types = p.type_list()?;
    state.results.extend(types);
    p.punct(")")
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ForOp(op);
    let arguments = view.arguments();
    p.text(if view.unsignedCmp().is_some() {
        " unsigned "
    } else {
        " "
    });
    if let Some(&variable) = arguments.first() {
        p.operand(variable);
    }
    for (word, value) in [
        (" = ", view.lowerBound()),
        (" to ", view.upperBound()),
        (" step ", view.step()),
    ] {
        p.text(word);
        p.operand(value);
    }
    let inits = view.initArgs();
    print_iter_args(p, op, &arguments, &inits);
    p.text(" ");
    let ty = arguments
        .first()
        .map_or(Type::INDEX, |&variable| op.body.value_type(variable));
    if !ty.is_index() {
        p.text(" : ");
        p.ty(ty);
        p.text(" ");
    }
    p.region(op, 0, false, !inits.is_empty());
    p.attr_dict(op, &["unsignedCmp"]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    if ForOp(op).initArgs().len() != op.data().num_results() {
        return Err(op.error("mismatch in number of loop-carried values and defined values"));
    }
    Ok(())
}

fn verify_flow(op: OpRef<'_>) -> Fallible {
    let view = ForOp(op);
    let types = |values: &[ValueId]| values.iter().map(|&v| op.body.value_type(v)).collect::<Vec<Type>>();
    let arguments = types(&view.arguments());
    let Some((&variable, carried)) = arguments.split_first() else {
        return Err(op.error("expected body to have an argument for the induction variable"));
    };
    let (inits, results) = (types(&view.initArgs()), op.result_types());
    let end = region_end(op.body, op.op, 0).map(|end| op.body.op_ref(op.ctx, end));
    let yielded = end.map_or_else(SmallVec::new, |end| end.operand_types());
    if inits.len() != carried.len() {
        let (inits, carried) = (inits.len(), carried.len());
        return Err(op.error(format_args!(
            "different number of inits and region iter_args: {inits} != {carried}"
        )));
    }
    verify_carried(op, &inits, carried, &results, &yielded)?;
    if let Some(end) = end {
        region_flow::check(op, Point::Op(end), Some(0), &yielded, carried, |a, b| a == b)?;
    }
    if variable != op.operand_type(0) {
        return Err(op.error("expected induction variable to be same type as bounds and step"));
    }
    Ok(())
}

/// Each carried value has one type: at the start, in the region, at its end and as a result.
fn verify_carried(op: OpRef<'_>, inits: &[Type], carried: &[Type], results: &[Type], yielded: &[Type]) -> Fallible {
    let error = |index: usize, a: (&str, Type), b: (&str, Type)| {
        let (left, right) = (op.ctx.show_type(a.1), op.ctx.show_type(b.1));
        let (a, b) = (a.0, b.0);
        Err(op.error(format_args!(
            "{index}-th {a} and {index}-th {b} have different type: '{left}' != '{right}'"
        )))
    };
    for (index, &arg) in carried.iter().enumerate() {
        let region = ("region iter_arg", arg);
        if inits[index] != arg {
            return error(index, ("init", inits[index]), region);
        }
        if let Some(&result) = results.get(index).filter(|&&result| result != arg) {
            return error(index, region, ("loop result", result));
        }
        if let Some(&value) = yielded.get(index).filter(|&&value| value != arg) {
            return error(index, region, ("yielded value", value));
        }
    }
    Ok(())
}

/// From the op and from the end of the region, control goes into the region or behind the op.
fn flow(_op: OpRef<'_>, _from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    smallvec![Some(0), None]
}
