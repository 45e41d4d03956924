//! `cf.switch`: its text, verifier and canonicalisation.

use std::collections::HashSet;

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::{ForwardedOperands, OpView};
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{
    AttrKind, Attribute, BlockId, Context, Fallible, Location, OpId, OpRef, OperationState, Type, ValueId,
};

use super::{BranchOp, SwitchOp, dense_ints, pass_through};
use crate::constant_fold::number_count;
use crate::matchers::constant;
use crate::region_flow::{case_operands, check_branch, parse_case_value, parse_flag_type, switch_operands};

/// A case: the value it is for, where it goes, and what it passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The value of the flag, sign-extended.
    pub value: i128,
    /// The destination.
    pub dest: BlockId,
    /// The operands for the arguments of the destination.
    pub operands: Vec<ValueId>,
}

impl SwitchOp<'_> {
    /// The values of the cases, sign-extended.
    pub fn values(self) -> Vec<i128> {
        self.case_values()
            .map_or_else(Vec::new, |attr| dense_ints(self.0.ctx, attr))
    }

    /// The cases with their destinations.
    pub fn cases(self) -> Vec<Case> {
        let mut operands = case_operands(SwitchOp::DEF, self.0);
        let case = |(index, value)| Case {
            value,
            dest: self.0.body.successor(self.0.op, index + 1),
            operands: (operands.next().unwrap_or(0..0))
                .map(|operand| self.0.operand(operand))
                .collect(),
        };
        self.values().into_iter().enumerate().map(case).collect()
    }

    /// The default destination with its operands.
    pub fn default(self) -> (BlockId, Vec<ValueId>) {
        (self.0.body.successor(self.0.op, 0), self.defaultOperands().to_vec())
    }

    /// A switch on `flag`, a value of the integer type `ty`.
    pub fn to(
        ctx: &Context,
        location: Location,
        (flag, ty): (ValueId, Type),
        default: (BlockId, &[ValueId]),
        cases: &[Case],
    ) -> OperationState {
        let values: Vec<i128> = cases.iter().map(|case| case.value).collect();
        let sizes: Vec<i32> = cases.iter().map(|case| case.operands.len() as i32).collect();
        let operands: Vec<ValueId> = cases.iter().flat_map(|case| case.operands.iter().copied()).collect();
        let values = case_values(ctx, ty, &values);
        let sizes = ctx.dense_i32_array(&sizes);
        let state = Self::build(ctx, location, flag, default.1, &operands, values, sizes, &[]);
        state
            .successors(&[default.0])
            .successors(&cases.iter().map(|case| case.dest).collect::<Vec<_>>())
    }
}

/// The attribute with the values of the cases; none if there is no case.
fn case_values(ctx: &Context, ty: Type, values: &[i128]) -> Option<Attribute> {
    let width = ty.int_width(ctx).filter(|_| !values.is_empty())?;
    let bytes = width.div_ceil(8) as usize;
    let mask = if width >= 128 { -1 } else { (1i128 << width) - 1 };
    let splat = values.iter().all(|value| value == &values[0]);
    let stored = if splat { &values[..1] } else { values };
    let data = stored
        .iter()
        .flat_map(|value| (value & mask).to_le_bytes()[..bytes.min(16)].to_vec())
        .collect();
    let ty = ctx.vector_type(&[values.len() as i64], ty);
    Some(ctx.attr(AttrKind::DenseElements { ty, splat, data }))
}

pub(super) fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let flag = p.operand()?;
    p.punct(":")?;
    let ty = parse_flag_type(p)?;
    p.punct(",")?;
    p.punct("[")?;
    if !p.optional_keyword("default") {
        let at = p.position();
        return Err(p.error(at, "expected 'default'"));
    }
    p.punct(":")?;
    let default = parse_target(p)?;
    let mut cases = Vec::new();
    while p.optional_punct(",") {
        let value = parse_case_value(p, ty)?;
        p.punct(":")?;
        let (dest, operands) = parse_target(p)?;
        cases.push(Case { value, dest, operands });
    }
    p.punct("]")?;
    let flag = p.resolve(flag, ty)?;
    let built = SwitchOp::to(p.ctx(), state.location, (flag, ty), (default.0, &default.1), &cases);
    state.properties = built.properties;
    state.operands = built.operands;
    state.successors = built.successors;
    p.attr_dict(state)
}

/// Reads `^block(%a, %b : type, type)`.
fn parse_target(p: &mut dyn OpParser) -> Fallible<(BlockId, Vec<ValueId>)> {
    let dest = p.successor()?;
    if !p.optional_punct("(") {
        return Ok((dest, Vec::new()));
    }
    let at = p.position();
    let operands = p.operand_list(Delimiter::None)?;
    p.punct(":")?;
    let types = p.type_list()?;
    p.punct(")")?;
    Ok((dest, p.resolve_all(&operands, &types, at)?))
}

pub(super) fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = SwitchOp(op);
    p.text(" ");
    p.operand(view.flag());
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", [");
    p.new_line();
    p.text("  default: ");
    let (dest, operands) = view.default();
    p.successor_and_operands(dest, &operands);
    let cases = view.cases();
    for case in &cases {
        p.text(",");
        p.new_line();
        p.text(&format!("  {}: ", unsigned(op.ctx, op.operand_type(0), case.value)));
        p.successor_and_operands(case.dest, &case.operands);
    }
    if !cases.is_empty() {
        p.new_line();
    }
    p.text("]");
    p.attr_dict(op, &["operandSegmentSizes", "case_operand_segments", "case_values"]);
}

/// The value of a case as it is written: without sign.
fn unsigned(ctx: &Context, ty: Type, value: i128) -> u128 {
    match ty.int_width(ctx) {
        Some(width) if width < 128 => value as u128 & ((1 << width) - 1),
        _ => value as u128,
    }
}

pub(super) fn verify(op: OpRef<'_>) -> Fallible {
    let view = SwitchOp(op);
    let segments = view
        .case_operand_segments()
        .and_then(|attr| attr.as_dense_ints(op.ctx))
        .unwrap_or_default();
    let total = segments.iter().fold(0i64, |sum, &size| sum.saturating_add(size.max(0)));
    let count = view.caseOperands().len();
    if i64::try_from(count) != Ok(total) {
        return Err(op.error(format_args!(
            "caseOperands count ({count}) does not match with the total size ({total}) specified in attribute \
             'case_operand_segments'"
        )));
    }
    let values = view.case_values().map_or(0, |attr| number_count(op.ctx, attr));
    let dests = op.data().num_successors().saturating_sub(1) as u64;
    if let Some(attr) = view.case_values() {
        let (flag, case) = (op.operand_type(0), attr.ty(op.ctx).element_or_self(op.ctx));
        if flag != case {
            let (flag, case) = (op.ctx.show_type(flag), op.ctx.show_type(case));
            return Err(op.error(format_args!(
                "'flag' type ('{flag}') should match case value type ('{case}')"
            )));
        }
    }
    if values != dests || segments.len() as u64 != dests {
        let message = format!("number of case values ({values}) should match number of case destinations ({dests})");
        return Err(op.error(message));
    }
    check_branch(op)
}

pub(super) fn branch_operands(op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    switch_operands(SwitchOp::DEF, op, successor)
}

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &OnlyDefault,
    &DropCasesLikeDefault,
    &ConstantFlag,
    &SkipPassThrough,
    &FlagOfPredecessor,
    &FlagNotOfPredecessor,
];

crate::pattern! {
    /// A switch without cases is a branch.
    OnlyDefault on SwitchOp, only_default;
    /// Cases that do what the default does need not be told apart.
    DropCasesLikeDefault on SwitchOp, drop_cases_like_default;
    /// A switch on a constant always goes to the same block.
    ConstantFlag on SwitchOp, constant_flag;
    /// A case that leads to a block that only branches on goes there at once.
    SkipPassThrough on SwitchOp, skip_pass_through;
    /// In a case of a switch on the same flag, the flag is known.
    FlagOfPredecessor on SwitchOp, flag_of_predecessor;
    /// In the default of a switch on the same flag, the flag has none of the values of its cases.
    FlagNotOfPredecessor on SwitchOp, flag_not_of_predecessor
}

fn go_to(rw: &mut Rewriter<'_>, op: OpId, dest: BlockId, operands: &[ValueId]) -> bool {
    let state = BranchOp::to(rw.ctx, rw.location_of(op), dest, operands);
    rw.replace_with(op, state);
    true
}

/// Puts a switch with other targets in the place of `op`.
fn replace(rw: &mut Rewriter<'_>, op: OpId, default: &(BlockId, Vec<ValueId>), cases: &[Case]) -> bool {
    let flag = rw.body.operand(op, 0);
    let flag = (flag, rw.body.value_type(flag));
    let state = SwitchOp::to(rw.ctx, rw.location_of(op), flag, (default.0, &default.1), cases);
    rw.replace_with(op, state);
    true
}

fn only_default(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = SwitchOp(rw.body.op_ref(rw.ctx, op));
    if !view.values().is_empty() {
        return false;
    }
    let (dest, operands) = view.default();
    go_to(rw, op, dest, &operands)
}

fn drop_cases_like_default(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = SwitchOp(rw.body.op_ref(rw.ctx, op));
    let (default, mut cases) = (view.default(), view.cases());
    let before = cases.len();
    cases.retain(|case| (case.dest, &case.operands) != (default.0, &default.1));
    cases.len() < before && replace(rw, op, &default, &cases)
}

fn constant_flag(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let flag = rw.body.operand(op, 0);
    let Some(value) = constant(rw.ctx, rw.body, flag).and_then(|attr| attr.as_i64(rw.ctx)) else {
        return false;
    };
    let view = SwitchOp(rw.body.op_ref(rw.ctx, op));
    let found = view.cases().into_iter().find(|case| case.value == i128::from(value));
    let (dest, operands) = found.map_or_else(|| view.default(), |case| (case.dest, case.operands));
    go_to(rw, op, dest, &operands)
}

fn skip_pass_through(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = SwitchOp(rw.body.op_ref(rw.ctx, op));
    let (mut default, mut cases) = (view.default(), view.cases());
    let mut changed = false;
    for case in &mut cases {
        if let Some((dest, operands)) = pass_through(rw.body, case.dest, &case.operands) {
            (case.dest, case.operands, changed) = (dest, operands, true);
        }
    }
    if let Some(through) = pass_through(rw.body, default.0, &default.1) {
        (default, changed) = (through, true);
    }
    changed && replace(rw, op, &default, &cases)
}

/// The switch on the same flag that alone leads to the block of `op`, and which of its successors that is.
fn predecessor(rw: &Rewriter<'_>, op: OpId) -> Option<(OpId, usize)> {
    let block = rw.body.parent_block(op)?;
    let mut uses = rw.body.block_uses(block);
    let (switch, successor) = uses.next()?;
    let same_flag = rw.body.op(switch).is(SwitchOp::DEF) && rw.body.operand(switch, 0) == rw.body.operand(op, 0);
    (uses.next().is_none() && same_flag).then_some((switch, successor))
}

fn flag_of_predecessor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((switch, successor)) = predecessor(rw, op) else {
        return false;
    };
    let Some(case) = successor.checked_sub(1) else {
        return false;
    };
    let Some(&value) = SwitchOp(rw.body.op_ref(rw.ctx, switch)).values().get(case) else {
        return false;
    };
    let view = SwitchOp(rw.body.op_ref(rw.ctx, op));
    let found = view.cases().into_iter().find(|case| case.value == value);
    let (dest, operands) = found.map_or_else(|| view.default(), |case| (case.dest, case.operands));
    go_to(rw, op, dest, &operands)
}

fn flag_not_of_predecessor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((switch, 0)) = predecessor(rw, op) else {
        return false;
    };
    let taken: HashSet<i128> = SwitchOp(rw.body.op_ref(rw.ctx, switch)).values().into_iter().collect();
    let view = SwitchOp(rw.body.op_ref(rw.ctx, op));
    let (default, mut cases) = (view.default(), view.cases());
    let before = cases.len();
    cases.retain(|case| !taken.contains(&case.value));
    cases.len() < before && replace(rw, op, &default, &cases)
}
