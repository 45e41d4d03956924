//! `affine.if`.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{AttrKind, Fallible, OpRef, OperationState};
use smallvec::{SmallVec, smallvec};

use super::operands::{as_set, parse_dims_and_symbols, print_dims_and_symbols, verify as verify_operands};
use crate::constraints::{ANY_TYPE, INTEGER_SET_ATTR};
use crate::region_flow::{self, Point};
use crate::scf::text::parse_branches;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs one of its regions: the first one where the constraints of the set hold, else the second one.
    ///
    /// ```mlir
    /// affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 1 >= 0)>(%i)[%n] {
    ///   "test.inside"(%i) : (index) -> ()
    /// }
    /// ```
    op IfOp "affine.if" {
        summary "if-then-else operation";
        operands { operands: variadic ANY_TYPE }
        results { results: variadic ANY_TYPE }
        attributes { condition: required INTEGER_SET_ATTR }
        regions { thenRegion: Sized(1), elseRegion: Any }
        traits [RecursiveMemoryEffects, SingleBlock, RecursivelySpeculatable]
        terminator "affine.yield";
        custom parse, print;
        hooks { verify: verify, verify_regions: verify_flow, region_branch: flow, fold: super::rewrites::fold_if, canonicalize: super::branches::IF }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    let attr = p.attribute(None)?;
    let Some(set) = as_set(p.ctx(), attr) else {
        return Err(p.error(at, "invalid kind of attribute specified"));
    };
    let dims = parse_dims_and_symbols(p, state)?;
    if set.num_dims() as usize != dims {
        return Err(p.error(
            p.name_position(),
            "dim operand count and integer set dim count must match",
        ));
    }
    if set.num_inputs() as usize != state.operands.len() {
        return Err(p.error(
            p.name_position(),
            "symbol operand count and integer set symbol count must match",
        ));
    }
    state.properties = p.ctx().dict_with(state.properties, "condition", Some(attr));
    parse_branches(p, state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let condition = op.required("condition");
    let num_dims = match condition.kind(op.ctx) {
        AttrKind::IntegerSet(set) => set.num_dims() as usize,
        _ => 0,
    };
    p.text(" ");
    p.attribute(condition);
    print_dims_and_symbols(p, &op.operands(), num_dims);
    let results = op.result_types();
    p.optional_arrow_types(&results);
    p.text(" ");
    p.region(op, 0, true, !results.is_empty());
    if has_else(op) {
        p.text(" else ");
        p.region(op, 1, true, !results.is_empty());
    }
    p.attr_dict(op, &["condition"]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let Some(set) = op.property("condition").and_then(|attr| as_set(op.ctx, attr)) else {
        return Err(op.error("requires an integer set attribute named 'condition'"));
    };
    if set.num_inputs() as usize != op.data().num_operands() {
        return Err(op.error("operand count and condition integer set dimension and symbol count must match"));
    }
    verify_operands(op, &op.operands(), set.num_dims() as usize)
}

/// Without a second region, control may go past the op, which then has no results to give.
fn verify_flow(op: OpRef<'_>) -> Fallible {
    if has_else(op) {
        return Ok(());
    }
    region_flow::check(op, Point::Parent, None, &[], &op.result_types(), |a, b| a == b)
}

fn has_else(op: OpRef<'_>) -> bool {
    let regions = op.body.op_regions(op.op);
    regions.get(1).is_some_and(|&region| !op.body.region(region).is_empty())
}

/// Control goes into one of the regions and from there behind the op.
fn flow(op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        Some(_) => smallvec![None],
        None if has_else(op) => smallvec![Some(0), Some(1)],
        None => smallvec![Some(0), None],
    }
}
