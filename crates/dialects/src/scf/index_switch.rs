//! `scf.index_switch`: one region of several, by the value of an index.

use std::collections::HashSet;

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::{Fallible, OpRef, OperationState, Type};
use smallvec::SmallVec;

use super::{YieldOp, region_end};
use crate::constraints::{ANY_TYPE, DENSE_I64_ARRAY_ATTR, INDEX};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs the region of the case that equals the operand, or the default region if none does. What the region
    /// yields are the results.
    ///
    /// ```mlir
    /// %0 = scf.index_switch %i -> i32
    /// case 2 {
    ///   scf.yield %a : i32
    /// }
    /// default {
    ///   scf.yield %b : i32
    /// }
    /// ```
    op IndexSwitchOp "scf.index_switch" {
        summary "switch-case operation on an index argument";
        operands { arg: one INDEX }
        results { results: variadic ANY_TYPE }
        attributes { cases: required DENSE_I64_ARRAY_ATTR }
        regions { defaultRegion: Sized(1), caseRegions: VariadicSized(1) }
        traits [RecursiveMemoryEffects, SingleBlock]
        terminator "scf.yield";
        custom parse, print;
        hooks { verify: verify, region_branch: flow, canonicalize: super::index_switch_rewrites::PATTERNS }
    }
}

impl IndexSwitchOp<'_> {
    /// The values of the cases.
    pub fn case_values(self) -> Vec<i64> {
        self.cases()
            .and_then(|attr| attr.as_dense_ints(self.0.ctx))
            .unwrap_or_default()
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let arg = p.operand()?;
    let arg = p.resolve(arg, Type::INDEX)?;
    state.operands.push(arg);
    p.attr_dict(state)?;
    if p.optional_punct("->") {
        let results = p.type_list()?;
        state.results.extend(results);
    }
    let mut cases = Vec::new();
    while p.optional_keyword("case") {
        let at = p.position();
        let value = p.integer()?;
        let value = i64::try_from(value).map_err(|_| p.error(at, "integer value too large"))?;
        cases.push(value);
        p.region(state, &[])?;
    }
    p.keyword("default")?;
    p.region(state, &[])?;
    p.ensure_terminator(state)?;
    // The text has the default region last, the op has it first.
    state.regions.rotate_right(1);
    let cases = p.ctx().dense_i64_array(&cases);
    state.properties = p.ctx().dict_with(state.properties, "cases", Some(cases));
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = IndexSwitchOp(op);
    p.text(" ");
    p.operand(view.arg());
    p.attr_dict(op, &["cases"]);
    let results = op.result_types();
    if !results.is_empty() {
        p.text(" -> ");
        p.types(&results);
    }
    p.text(" ");
    for (index, value) in view.case_values().into_iter().enumerate() {
        p.new_line();
        p.text(&format!("case {value} "));
        p.region(op, index + 1, false, true);
    }
    p.new_line();
    p.text("default ");
    let has_operands = region_end(op.body, op.op, 0).is_some_and(|end| {
        let end = op.body.op(end);
        end.num_operands() > 0 || end.attrs() != asyncir_ir::Attribute::EMPTY_DICT
    });
    p.region(op, 0, true, has_operands);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let cases = IndexSwitchOp(op).case_values();
    let regions = op.body.op_regions(op.op).len().saturating_sub(1);
    if cases.len() != regions {
        let count = cases.len();
        return Err(op.error(format_args!("has {regions} case regions but {count} case values")));
    }
    let mut seen = HashSet::new();
    if let Some(value) = cases.iter().find(|&value| !seen.insert(value)) {
        return Err(op.error(format_args!("has duplicate case value: {value}")));
    }
    (0..=regions).try_for_each(|region| {
        let name = match region.checked_sub(1) {
            None => "default region".to_owned(),
            Some(case) => format!("case region #{case}"),
        };
        verify_region(op, region, &name)
    })
}

fn verify_region(op: OpRef<'_>, region: usize, name: &str) -> Fallible {
    let Some(end) = region_end(op.body, op.op, region) else {
        return Ok(());
    };
    let end = op.body.op_ref(op.ctx, end);
    if !end.data().is(YieldOp::DEF) {
        return Err(op.error(format_args!(
            "expected region to end with scf.yield, but got {}",
            end.name()
        )));
    }
    let (types, results) = (end.operand_types(), op.result_types());
    if types.len() != results.len() {
        let (want, got) = (results.len(), types.len());
        let error = op.error(format_args!(
            "expected each region to return {want} values, but {name} returns {got}"
        ));
        return Err(error.with_note(end.location(), "see yield operation here"));
    }
    match types.iter().zip(&results).position(|(got, want)| got != want) {
        None => Ok(()),
        Some(index) => {
            let (got, want) = (op.ctx.show_type(types[index]), op.ctx.show_type(results[index]));
            let error = op.error(format_args!("expected result #{index} of each region to be '{want}'"));
            Err(error.with_note(end.location(), format!("{name} returns '{got}' here")))
        }
    }
}

fn flow(op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        Some(_) => SmallVec::from_slice(&[None]),
        None => (0..op.body.op_regions(op.op).len()).map(Some).collect(),
    }
}
