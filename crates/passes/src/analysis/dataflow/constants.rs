//! Which values are constants: results by folding.

use asyncir_dialects::llvm::{ExtractValueOp, InsertValueOp};
use asyncir_ir::def::{Dialect, FoldResult, Folded, OpView};
use asyncir_ir::rewrite::fold::{constant_op_value, dialect_of, fold_with_constants};
use asyncir_ir::{Attribute, Body, Context, OpId, ValueId};
use smallvec::SmallVec;

use super::program::{At, OpAt, ValueAt};
use super::solver::{Facts, Item, Kind, Solver};
use super::sparse::Lattice;

/// Whether a value is a constant. What is known only ever changes to a later case.
#[derive(Clone, Copy, Default)]
pub(crate) enum Constant {
    /// Nothing that is live defines it so far.
    #[default]
    Undefined,
    /// It is this one, and an op of this dialect said so.
    Known(Attribute, Option<&'static Dialect>),
    /// It is none.
    Unknown,
}

impl Lattice for Constant {
    const KIND: Kind = Kind::Constants;

    fn join(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (_, Constant::Undefined) | (Constant::Unknown, _) => None,
            (Constant::Known(a, _), Constant::Known(b, _)) if a == b => None,
            (Constant::Undefined, &fact) => Some(fact),
            _ => Some(Constant::Unknown),
        }
    }

    fn unknown(_: &Solver<'_, '_>, _: ValueAt) -> Self {
        Constant::Unknown
    }

    fn facts<'s>(solver: &'s Solver<'_, '_>) -> &'s [Facts<Self>] {
        &solver.constants
    }

    fn facts_mut<'s>(solver: &'s mut Solver<'_, '_>) -> &'s mut [Facts<Self>] {
        &mut solver.constants
    }

    /// What the op would fold to if its operands were the constants that they are known to be.
    fn visit(solver: &mut Solver<'_, '_>, op: OpAt, results: &[ValueAt]) {
        if !solver.program.regions(op).1.is_empty() {
            return solver.set_unknown::<Self>(results);
        }
        let Some(constants) = solver.constant_operands(op) else {
            return;
        };
        let ctx = solver.program.ctx;
        let body = solver.program.body_mut(op.space);
        let dialect = dialect_of(ctx, body.op(op.id).name());
        let Some(folded) = simulate(ctx, body, op.id, &constants).filter(|folded| folded.len() == results.len()) else {
            return solver.set_unknown::<Self>(results);
        };
        for (&result, folded) in results.iter().zip(folded) {
            let fact = match folded {
                FoldResult::Attr(value) => Constant::Known(value, dialect),
                FoldResult::Value(value) => solver.read(At::new(op.space, value), Item::Op(op)),
            };
            solver.join(result, &fact);
        }
    }
}

/// Folds an op and undoes what that changed; `None` if it does not fold to constants and values.
fn simulate(
    ctx: &Context,
    body: &mut Body,
    op: OpId,
    constants: &[Option<Attribute>],
) -> Option<SmallVec<[FoldResult; 1]>> {
    if let Some(value) = constant_op_value(ctx, body, op) {
        return Some(SmallVec::from_slice(&[FoldResult::Attr(value)]));
    }
    let operands: SmallVec<[ValueId; 4]> = body.operands(op).collect();
    let (properties, attrs) = (body.op(op).properties(), body.op(op).attrs());
    match fold_with_constants(ctx, body, op, constants) {
        Folded::Results(results) => Some(results),
        Folded::No => None,
        // The constants may hold on some paths only, so the op stays as it was.
        Folded::InPlace => {
            if !is_kept(body, op, properties) {
                body.set_operands(op, &operands);
                body.op_mut(op).set_properties(properties);
                body.op_mut(op).set_attrs(attrs);
            }
            None
        }
    }
}

/// Whether MLIR keeps what its fold changed. The one of `llvm.extractvalue` passes over insertions elsewhere, which does
/// not depend on constants, and then fails if it comes to a result that is no constant.
fn is_kept(body: &Body, op: OpId, properties: Attribute) -> bool {
    let data = body.op(op);
    let has_moved_on = data.is(ExtractValueOp::DEF) && data.properties() == properties;
    let maker = body.defining_op(body.operand(op, 0));
    has_moved_on && maker.is_some_and(|maker| !body.op(maker).is(InsertValueOp::DEF))
}
