//! `scf.while`: a loop that goes on as long as a condition holds.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::text::{parse_optional_assignments, print_assignments};
use super::{ConditionOp, YieldOp, region_end};
use crate::constraints::ANY_TYPE;
use crate::region_flow::{self, Point};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs the `before` region, which ends with a condition. If it holds, the `after` region runs, whose yield goes
    /// back to the `before` region; otherwise the loop ends. The operands of `scf.condition` behind the condition are
    /// the arguments of the `after` region, and in the end the results.
    ///
    /// ```mlir
    /// %last = scf.while (%x = %start) : (i32) -> i32 {
    ///   %more = arith.cmpi slt, %x, %limit : i32
    ///   scf.condition(%more) %x : i32
    /// } do {
    /// ^bb0(%y: i32):
    ///   %next = arith.addi %y, %y : i32
    ///   scf.yield %next : i32
    /// }
    /// ```
    op WhileOp "scf.while" {
        summary "a generic 'while' loop";
        operands { inits: variadic ANY_TYPE }
        results { results: variadic ANY_TYPE }
        regions { before: Sized(1), after: Sized(1) }
        traits [RecursiveMemoryEffects, SingleBlock, LoopLike]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: verify_flow,
            region_branch: flow,
            canonicalize: super::while_rewrites::PATTERNS,
        }
    }
}

impl WhileOp<'_> {
    fn region(self, index: usize) -> RegionId {
        self.0.body.op_regions(self.0.op)[index]
    }

    /// The region that ends with the condition.
    pub fn before(self) -> RegionId {
        self.region(0)
    }

    /// The region that runs while the condition holds.
    pub fn after(self) -> RegionId {
        self.region(1)
    }

    /// The block that ends with the condition.
    pub fn before_block(self) -> Option<BlockId> {
        self.0.body.region(self.before()).first()
    }

    /// The block that runs while the condition holds.
    pub fn after_block(self) -> Option<BlockId> {
        self.0.body.region(self.after()).first()
    }

    /// The arguments of the first (0) or second (1) region.
    pub fn arguments(self, region: usize) -> SmallVec<[ValueId; 4]> {
        let block = self.0.body.region(self.region(region)).first();
        block.map_or_else(SmallVec::new, |block| self.0.body.block_args(block).collect())
    }

    /// The op that ends the first region with the condition.
    pub fn condition(self) -> Option<OpId> {
        region_end(self.0.body, self.0.op, 0).filter(|&end| self.0.body.op(end).is(ConditionOp::DEF))
    }

    /// The op that ends the second region.
    pub fn yields(self) -> Option<OpId> {
        region_end(self.0.body, self.0.op, 1).filter(|&end| self.0.body.op(end).is(YieldOp::DEF))
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let operands_at = p.position();
    let (mut arguments, operands) = parse_optional_assignments(p)?;
    p.punct(":")?;
    let at = p.position();
    let ty = p.ty()?;
    let Some((inputs, results)) = ty
        .function(p.ctx())
        .map(|(inputs, results)| (inputs.to_vec(), results.to_vec()))
    else {
        return Err(p.wrong_kind(at, "builtin.function", ty));
    };
    if inputs.len() != operands.len() {
        let (want, got) = (operands.len(), inputs.len());
        let message = format!("expected as many input types as operands (expected {want} got {got})");
        return Err(p.error(at, &message));
    }
    let operands = p.resolve_all(&operands, &inputs, operands_at)?;
    state.operands.extend(operands);
    state.results.extend(results);
    for (argument, ty) in arguments.iter_mut().zip(inputs) {
        argument.ty = ty;
    }
    p.region(state, &arguments)?;
    p.keyword("do")?;
    p.region(state, &[])?;
    p.attr_dict_with_keyword(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = WhileOp(op);
    print_assignments(p, " ", &view.arguments(0), &view.inits());
    p.text(" : ");
    p.functional_type(op);
    p.text(" ");
    p.region(op, 0, false, true);
    p.text(" do ");
    p.region(op, 1, true, true);
    p.attr_dict_with_keyword(op, &[]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = WhileOp(op);
    let ends = [
        (
            "before",
            "scf.condition",
            view.condition(),
            region_end(op.body, op.op, 0),
        ),
        ("after", "scf.yield", view.yields(), region_end(op.body, op.op, 1)),
    ];
    for (region, wanted, found, last) in ends {
        if found.is_none() {
            let error = op.error(format_args!(
                "expects the '{region}' region to terminate with '{wanted}'"
            ));
            return Err(match last {
                Some(last) => error.with_note(op.body.op(last).location(), "terminator here"),
                None => error,
            });
        }
    }
    Ok(())
}

fn verify_flow(op: OpRef<'_>) -> Fallible {
    let view = WhileOp(op);
    let types = |values: &[ValueId]| values.iter().map(|&v| op.body.value_type(v)).collect::<Vec<Type>>();
    let same = |a, b| a == b;
    let (before, after) = (types(&view.arguments(0)), types(&view.arguments(1)));
    region_flow::check(op, Point::Parent, Some(0), &op.operand_types(), &before, same)?;
    if let Some(condition) = view.condition() {
        let condition = op.body.op_ref(op.ctx, condition);
        let operands = &condition.operand_types()[1..];
        region_flow::check(op, Point::Op(condition), None, operands, &op.result_types(), same)?;
        region_flow::check(op, Point::Op(condition), Some(1), operands, &after, same)?;
    }
    let Some(end) = view.yields() else {
        return Ok(());
    };
    let end = op.body.op_ref(op.ctx, end);
    region_flow::check(op, Point::Op(end), Some(0), &end.operand_types(), &before, same)
}

fn flow(_op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        None | Some(1) => smallvec![Some(0)],
        Some(_) => smallvec![Some(1), None],
    }
}
