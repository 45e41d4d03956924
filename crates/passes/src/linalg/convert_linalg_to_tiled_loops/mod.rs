//! `convert-linalg-to-tiled-loops`: reductions of structured ops, and ops that transpose what they read, become loops that
//! keep the processor busy. MLIR has no such pass.
//!
//! `convert-linalg-to-parallel-loops` takes the loops in the order in which an op has them. In a product of matrices, the
//! innermost loop is then the reduction: each step waits for the one before, and reads a column of a matrix, which the
//! caches do not hold. No compiler may change that later, because it does not know that iterations are independent.
//!
//! Where there is a parallel dimension in which all operands are contiguous, or stay where they are, the innermost loop goes
//! along it (`row.rs`, `rows.rs`). Inputs of which that is not true are copied if it pays (`packed.rs`), and so is what is
//! written if only short rows of it are contiguous (`outputs.rs`). Elsewhere several elements are reduced at the same time
//! (`chains.rs`), or, where there is a single one, functions of what is reduced are computed before, in a loop of their own
//! (`contributions.rs`). Each element is reduced in the order of the op's own loops, so results have the same bits.
//!
//! What reduces everything to a single element becomes a parallel loop with a reduction (`whole.rs`). Ops without reductions
//! stay, but for those that read across what they write (`crossing.rs`).
//!
//! Ops on tensors stay, and those that do more than compute. As everywhere in linalg, what is written must not overlap what
//! is read.

mod chains;
mod combiners;
mod contributions;
mod crossing;
mod dimensions;
mod outputs;
mod packed;
mod roles;
mod row;
mod rows;
mod steps;
mod transpose;
mod whole;

use asyncir_dialects::arith::{self, build::ArithBuilder};
use asyncir_dialects::linalg::Structured;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, Mapping, OpId, OwnedOp, ValueId, WalkOrder};

use super::linalg_to_loops::{Payload, fold_all};
use crate::bodies::for_each_body;
use crate::linalg::nest::copy_op;
use crate::scf::build::if_else;
use crate::{Pass, PassContext, PassInfo};
use chains::Chains;
use contributions::Contributions;
use crossing::Crossing;
use dimensions::Dimensions;
use roles::Roles;
use row::{Row, SHORTEST_ROW};
use rows::Rows;
use whole::Whole;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-linalg-to-tiled-loops",
    class: "ConvertLinalgToTiledLoopsPass",
    summary: "Lower reductions and transpositions of the linalg dialect into parallel loops over tiles, with contiguous memory \
              innermost",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Lowering)),
};

struct Lowering;

impl Pass for Lowering {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Pre) {
                lower(cx.ctx, body, op);
            }
            Ok(())
        })?;
        fold_all(cx, op)
    }
}

/// Turns `op` into loops if it reduces memory, or reads it across what it writes.
fn lower(ctx: &Context, body: &mut Body, op: OpId) -> Option<()> {
    let nest = Structured::of(body.op_ref(ctx, op)).filter(Structured::is_on_buffers)?;
    let form = Form::of(&nest)?;
    let sources = nest.loop_sources()?;
    let payload = Payload::of(nest)?;
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let dims = Dimensions::new(&mut rw, payload, &sources);
    match form {
        Form::Rows(roles, contributions) => {
            let is_in_place = matches!(&roles.rows[..], [row] if row.packed.is_empty());
            let chains = (!is_in_place).then(|| Chains::new(&dims, &roles, contributions));
            let mut rows = roles.rows.into_iter();
            build_rows(&mut rw, &dims, &mut rows, (op, chains));
        }
        Form::Chains(roles, contributions) => Chains::new(&dims, &roles, contributions).build(&mut rw),
        Form::Whole(whole) => whole.build(&mut rw, &dims),
        Form::Crossing(row, column) => {
            let is_thin = any_shorter(&mut rw, &dims, &[row.dim, column], SHORTEST_ROW);
            let build = |rw: &mut Rewriter<'_>| Crossing::new(&dims, (row, column)).build(rw);
            unless(&mut rw, &dims, is_thin, build, |rw| keep(rw, op));
        }
    }
    rw.erase(op);
    Some(())
}

/// Makes loops along the first rows that are long enough. Reductions of several elements are made where none are, or the op
/// itself stays.
fn build_rows(
    rw: &mut Rewriter<'_>,
    dims: &Dimensions,
    rows: &mut dyn Iterator<Item = Row>,
    otherwise: (OpId, Option<Chains<'_>>),
) {
    let Some(row) = rows.next() else {
        let (op, chains) = otherwise;
        return match chains {
            Some(chains) => chains.build(rw),
            None => keep(rw, op),
        };
    };
    let fewest = if otherwise.1.is_some() { SHORTEST_ROW } else { 2 };
    let is_thin = any_shorter(rw, dims, &[row.dim], fewest);
    unless(
        rw,
        dims,
        is_thin,
        |rw| Rows::new(dims, row).build(rw),
        |rw| build_rows(rw, dims, rows, otherwise),
    );
}

/// Leaves an op as it is, at the cursor.
fn keep(rw: &mut Rewriter<'_>, op: OpId) {
    copy_op(rw, op, &mut Mapping::new());
}

/// Whether one of some dimensions turns out to have fewer elements. `None` if all of their sizes are known.
fn any_shorter(rw: &mut Rewriter<'_>, dims: &Dimensions, some: &[usize], fewest: i64) -> Option<ValueId> {
    let mut any = None;
    for &dim in some.iter().filter(|&&dim| dims.known(dim).is_none()) {
        let (size, fewest) = (dims.size(rw, dim), dims.constant(rw, fewest));
        let is_short = ArithBuilder::new(rw, dims.location).cmpi("ult", size, fewest);
        any = Some(match any {
            None => is_short,
            Some(other) => dims.compute(rw, arith::OrIOp::DEF, other, is_short),
        });
    }
    any
}

/// Makes one thing, or another one if a condition, which may be known to be false, turns out to be true.
fn unless(
    rw: &mut Rewriter<'_>,
    dims: &Dimensions,
    condition: Option<ValueId>,
    build: impl FnOnce(&mut Rewriter<'_>),
    otherwise: impl FnOnce(&mut Rewriter<'_>),
) {
    match condition {
        None => build(rw),
        Some(condition) => if_else(rw, dims.location, condition, otherwise, build),
    }
}

/// What an op becomes.
enum Form {
    /// Loops along rows, or reductions of several elements at the same time where rows are too short for that.
    Rows(Roles, Option<Contributions>),
    /// Reductions of several elements at the same time.
    Chains(Roles, Option<Contributions>),
    /// A reduction to a single element.
    Whole(Whole),
    /// Loops along rows that some inputs cross in that dimension, without a reduction.
    Crossing(Row, usize),
}

impl Form {
    /// `None` if the op stays.
    fn of(nest: &Structured<'_>) -> Option<Self> {
        if let Some(whole) = Whole::of(nest) {
            return Some(Self::Whole(whole));
        }
        if let Some((row, column)) = crossing::of(nest) {
            return Some(Self::Crossing(row, column));
        }
        let roles = roles::of(nest)?;
        let contributions = Contributions::of(nest, &roles.reductions);
        Some(if roles.rows.is_empty() {
            Self::Chains(roles, contributions)
        } else {
            Self::Rows(roles, contributions)
        })
    }
}
