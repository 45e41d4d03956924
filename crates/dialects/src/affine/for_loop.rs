//! `affine.for`, and `affine.yield`, which ends all regions of the dialect.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, BlockId, Body, Context, Fallible, OpId, OpRef, OperationState, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::operands::{Applied, as_map, parse_dims_and_symbols, print_dims_and_symbols, verify as verify_operands};
use super::{IfOp, ParallelOp, map_attr};
use crate::constraints::{AFFINE_MAP_ATTR, ANY_TYPE, INDEX, INDEX_ATTR};
use crate::scf::text::{parse_assignments, print_iter_args};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region for each value of the induction variable from the greatest of the lower bounds up to, not
    /// including, the smallest of the upper bounds.
    ///
    /// ```mlir
    /// affine.for %i = 0 to %n step 4 {
    ///   affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
    ///     "test.body"(%i, %j) : (index, index) -> ()
    ///   }
    /// }
    /// ```
    op ForOp "affine.for" {
        summary "for operation";
        operands { lowerBoundOperands: variadic INDEX, upperBoundOperands: variadic INDEX, inits: variadic ANY_TYPE }
        results { results: variadic ANY_TYPE }
        attributes { lowerBoundMap: required AFFINE_MAP_ATTR, upperBoundMap: required AFFINE_MAP_ATTR, step: required INDEX_ATTR }
        regions { region: Sized(1) }
        traits [AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock, LoopLike, RecursivelySpeculatable]
        terminator "affine.yield";
        custom parse, print;
        hooks { verify: verify, verify_regions: verify_region, region_branch: flow, fold: super::rewrites::fold_for,
            canonicalize: super::branches::FOR }
    }

    /// Ends a region of the dialect and passes values: to the next iteration, or as results of the op around it.
    op YieldOp "affine.yield" {
        summary "Yield values to parent operation";
        operands { operands: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        format "attr-dict ($operands^ `:` type($operands))?";
        hooks { verify: verify_yield }
    }
}

impl ForOp<'_> {
    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        self.0.body.region(*self.0.body.op_regions(self.0.op).first()?).first()
    }

    /// The lower bounds: the loop starts at the greatest.
    pub fn lower_bound(self) -> Option<Applied> {
        Some(Applied {
            map: as_map(self.0.ctx, self.lowerBoundMap()?)?,
            operands: self.lowerBoundOperands().to_vec(),
        })
    }

    /// The upper bounds: the loop ends before the smallest.
    pub fn upper_bound(self) -> Option<Applied> {
        Some(Applied {
            map: as_map(self.0.ctx, self.upperBoundMap()?)?,
            operands: self.upperBoundOperands().to_vec(),
        })
    }

    /// How often the loop runs, if its bounds are constants.
    pub fn trip_count(self) -> Option<u64> {
        let lower = self.lower_bound()?.map.single_constant_result()?;
        let upper = self.upper_bound()?.map.single_constant_result()?;
        let (distance, step) = (i128::from(upper) - i128::from(lower), i128::from(self.step_size()));
        if distance <= 0 {
            return Some(0);
        }
        (step > 0).then(|| u64::try_from((distance + step - 1) / step).ok())?
    }

    /// The step.
    pub fn step_size(self) -> i64 {
        self.step().and_then(|step| step.as_i64(self.0.ctx)).unwrap_or(1)
    }
}

/// Gives an `affine.for` other bounds.
pub fn set_bounds(ctx: &Context, body: &mut Body, op: OpId, lower: Applied, upper: Applied) {
    let inits = ForOp(body.op_ref(ctx, op)).inits();
    let sizes = [lower.operands.len(), upper.operands.len(), inits.len()].map(|size| size as i32);
    body.set_operands(op, &[&lower.operands[..], &upper.operands, &inits].concat());
    for (name, value) in [
        (LOWER.attribute, map_attr(ctx, lower.map)),
        (UPPER.attribute, map_attr(ctx, upper.map)),
        ("operandSegmentSizes", ctx.dense_i32_array(&sizes)),
    ] {
        body.op_mut(op).set_property(ctx, name, Some(value));
    }
}

/// A bound of a loop: which word stands in front of several, and what they are called in errors.
#[derive(Clone, Copy)]
struct Bound {
    word: &'static str,
    name: &'static str,
    attribute: &'static str,
}

const LOWER: Bound = Bound {
    word: "max",
    name: "lower",
    attribute: "lowerBoundMap",
};
const UPPER: Bound = Bound {
    word: "min",
    name: "upper",
    attribute: "upperBoundMap",
};

/// Reads a bound: a constant, a value, or a map of values. Says how many operands it has.
fn parse_bound(p: &mut dyn OpParser, state: &mut OperationState, bound: Bound) -> Fallible<i32> {
    let several = p.optional_keyword(bound.word);
    let before = state.operands.len();
    let at = p.position();
    let map = if let Some(operand) = p.optional_operand()? {
        let value = p.resolve(operand, Type::INDEX)?;
        state.operands.push(value);
        AffineMap::new(0, 1, vec![AffineExpr::Symbol(0)])
    } else {
        let attr = p.attribute(Some(Type::INDEX))?;
        match (as_map(p.ctx(), attr), attr.as_i64(p.ctx())) {
            (Some(map), _) => {
                parse_map_operands(p, state, &map)?;
                if map.num_results() > 1 && !several {
                    let message = format!(
                        "{} loop bound affine map with multiple results requires '{}' prefix",
                        bound.name, bound.word
                    );
                    return Err(p.error(at, &message));
                }
                Some(map)
            }
            (None, Some(value)) => Some(AffineMap::constant(&[value])),
            (None, None) => {
                let at = p.name_position();
                return Err(p.error(at, "expected valid affine map representation for loop bounds"));
            }
        }
    };
    if let Some(map) = map {
        let map = map_attr(p.ctx(), map);
        state.properties = p.ctx().dict_with(state.properties, bound.attribute, Some(map));
    }
    Ok((state.operands.len() - before) as i32)
}

fn parse_map_operands(p: &mut dyn OpParser, state: &mut OperationState, map: &AffineMap) -> Fallible {
    let before = state.operands.len();
    let dims = parse_dims_and_symbols(p, state)?;
    let symbols = state.operands.len() - before - dims;
    if dims != map.num_dims() as usize {
        return Err(p.error(
            p.name_position(),
            "dim operand count and affine map dim count must match",
        ));
    }
    if symbols != map.num_symbols() as usize {
        return Err(p.error(
            p.name_position(),
            "symbol operand count and affine map symbol count must match",
        ));
    }
    Ok(())
}

fn parse_step(p: &mut dyn OpParser) -> Fallible<i64> {
    if !p.optional_keyword("step") {
        return Ok(1);
    }
    let at = p.position();
    let step = p.attribute(Some(Type::INDEX))?;
    let Some(step) = step.as_i64(p.ctx()) else {
        return Err(p.error(at, "invalid kind of attribute specified"));
    };
    let step = Some(step).filter(|&step| step >= 0);
    step.ok_or_else(|| p.error(at, "expected step to be representable as a positive signed integer"))
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut arguments = vec![p.argument(false, false)?];
    arguments[0].ty = Type::INDEX;
    p.punct("=")?;
    let lower = parse_bound(p, state, LOWER)?;
    if !p.optional_keyword("to") {
        return Err(p.error(p.position(), "expected 'to' between bounds"));
    }
    let upper = parse_bound(p, state, UPPER)?;
    let step = parse_step(p)?;
    let at = p.position();
    let mut inits = Vec::new();
    if p.optional_keyword("iter_args") {
        let (carried, values) = parse_assignments(p)?;
        if !p.is_at("->") {
            p.punct("->")?;
        }
        let types = p.optional_arrow_types()?;
        if types.len() != carried.len() {
            let message = "mismatch between the number of loop-carried values and results";
            return Err(p.error(p.name_position(), message));
        }
        for (mut argument, &ty) in carried.into_iter().zip(&types) {
            argument.ty = ty;
            arguments.push(argument);
        }
        inits = p.resolve_all(&values, &types, at)?;
        state.results.extend(types);
    }
    let ctx = p.ctx();
    let sizes = ctx.dense_i32_array(&[lower, upper, inits.len() as i32]);
    state.properties = ctx.dict_with(state.properties, "step", Some(ctx.index_attr(step)));
    state.properties = ctx.dict_with(state.properties, "operandSegmentSizes", Some(sizes));
    state.operands.extend(inits);
    p.region(state, &arguments)?;
    p.ensure_terminator(state)?;
    p.attr_dict(state)
}

fn print_bound(p: &mut dyn OpPrinter, bound: &Applied, attr: Option<Attribute>, word: &str) {
    let map = &bound.map;
    if let Some(value) = map.single_constant_result().filter(|_| map.num_inputs() == 0) {
        return p.text(&value.to_string());
    }
    if map.num_dims() == 0 && map.num_symbols() == 1 && map.is_symbol_identity() {
        return p.operands(&bound.operands);
    }
    if map.num_results() > 1 {
        p.text(word);
        p.text(" ");
    }
    if let Some(attr) = attr {
        p.attribute(attr);
    }
    print_dims_and_symbols(p, &bound.operands, map.num_dims() as usize);
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ForOp(op);
    let arguments: Vec<ValueId> = view
        .block()
        .map_or_else(Vec::new, |block| op.body.block_args(block).collect());
    let (Some(lower), Some(upper)) = (view.lower_bound(), view.upper_bound()) else {
        return;
    };
    p.text(" ");
    if let Some(&variable) = arguments.first() {
        p.argument(op.body, variable, Attribute::EMPTY_DICT, false);
    }
    p.text(" = ");
    print_bound(p, &lower, view.lowerBoundMap(), LOWER.word);
    p.text(" to ");
    print_bound(p, &upper, view.upperBoundMap(), UPPER.word);
    if view.step_size() != 1 {
        p.text(&format!(" step {}", view.step_size()));
    }
    let inits = view.inits();
    print_iter_args(p, op, &arguments, &inits);
    p.text(" ");
    p.region(op, 0, false, !inits.is_empty());
    p.attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = ForOp(op);
    if view.inits().len() != op.data().num_results() {
        return Err(op.error("mismatch between the number of loop-carried values and results"));
    }
    for (bound, name) in [(view.lower_bound(), LOWER.name), (view.upper_bound(), UPPER.name)] {
        let Some(bound) = bound else {
            continue;
        };
        if bound.map.num_results() == 0 {
            return Err(op.error(format_args!("expected {name} bound map to have at least one result")));
        }
        if bound.map.num_inputs() as usize != bound.operands.len() {
            return Err(op.error("number of operands must match the inputs of the bound"));
        }
        verify_operands(op, &bound.operands, bound.map.num_dims() as usize)?;
    }
    Ok(())
}

fn verify_region(op: OpRef<'_>) -> Fallible {
    let Some(block) = ForOp(op).block() else {
        return Ok(());
    };
    let types: Vec<Type> = op.body.block_args(block).map(|arg| op.body.value_type(arg)).collect();
    let inits: Vec<Type> = ForOp(op).inits().iter().map(|&init| op.body.value_type(init)).collect();
    if types.first() != Some(&Type::INDEX) {
        return Err(op.error("expected body to have a single index argument for the induction variable"));
    }
    if types[1..] != inits[..] || inits[..] != op.result_types()[..] {
        return Err(op.error("types mismatch between the loop-carried values, region arguments and results"));
    }
    Ok(())
}

/// From the op and from the end of the region, control goes into the region or behind the op.
fn flow(_op: OpRef<'_>, _from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    smallvec![Some(0), None]
}

fn verify_yield(op: OpRef<'_>) -> Fallible {
    let parent = op.parent().filter(|parent| {
        let data = parent.data();
        data.is(ForOp::DEF) || data.is(IfOp::DEF) || data.is(ParallelOp::DEF)
    });
    let Some(parent) = parent else {
        return Err(op.error("only terminates affine.if/for/parallel regions"));
    };
    let (yielded, results) = (op.operand_types(), parent.result_types());
    if yielded.len() != results.len() {
        return Err(op.error("parent of yield must have same number of results as the yield operands"));
    }
    if yielded[..] != results[..] {
        return Err(op.error("types mismatch between yield op and its parent"));
    }
    Ok(())
}
