//! `convert-linalg-to-tiled-loops`: reductions of structured ops, and ops that transpose what they read, become loops that keep
//! the processor busy. MLIR has no such pass.
//!
//! `convert-linalg-to-parallel-loops` takes the loops in the order in which an op has them. In a product of matrices, the
//! innermost loop is then the reduction: each step waits for the one before, and reads a column of a matrix, which the caches
//! do not hold. No compiler may change that later, because it does not know that iterations are independent.
//!
//! Where there is a parallel dimension in which all operands are contiguous, or stay where they are, the innermost loop goes
//! along it (`row.rs`, `rows.rs`). Inputs of which that is not true are copied if it pays (`packed.rs`). Elsewhere several
//! elements are reduced at the same time (`chains.rs`), or, where there is a single one, functions of what is reduced are
//! computed before, in a loop of their own (`contributions.rs`). Each element is reduced in the order of the op's own loops, so
//! results have the same bits.
//!
//! What reduces everything to a single element becomes a parallel loop with a reduction (`whole.rs`). Ops without reductions
//! stay, but for those that read across what they write (`crossing.rs`).
//!
//! Ops on tensors stay, and those that do more than compute. As everywhere in linalg, what is written must not overlap what
//! is read at another point of the parallel dimensions.

mod chains;
mod combiners;
mod contributions;
mod crossing;
mod dimensions;
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
use asyncir_ir::{Body, Context, Diagnostics, Mapping, OpId, OwnedOp, WalkOrder};

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
        Form::Rows(row, roles, contributions) => {
            let is_copied = !row.packed.is_empty();
            let otherwise = Chains::new(&dims, &roles, contributions);
            let thin = Thin {
                op,
                dims: vec![row.dim],
                fewest: if is_copied { SHORTEST_ROW } else { 2 },
                otherwise: is_copied.then_some(otherwise),
            };
            thin.unless(&mut rw, &dims, |rw| Rows::new(&dims, row).build(rw));
        }
        Form::Chains(roles, contributions) => Chains::new(&dims, &roles, contributions).build(&mut rw),
        Form::Whole(whole) => whole.build(&mut rw, &dims),
        Form::Crossing(row, column) => {
            let thin = Thin {
                op,
                dims: vec![row.dim, column],
                fewest: SHORTEST_ROW,
                otherwise: None,
            };
            thin.unless(&mut rw, &dims, |rw| Crossing::new(&dims, (row, column)).build(rw));
        }
    }
    rw.erase(op);
    Some(())
}

/// What is done for rows that are too short for loops along them, which are all effort then.
struct Thin<'a> {
    op: OpId,
    /// The dimensions that may have too few elements.
    dims: Vec<usize>,
    /// How many are enough.
    fewest: i64,
    /// Instead of the op itself.
    otherwise: Option<Chains<'a>>,
}

impl Thin<'_> {
    /// Makes loops along rows. If their length is not known, what is done for short ones stands beside them: for those of one
    /// element, the op itself; for those of few elements that would be copied, reductions of several elements.
    fn unless(&self, rw: &mut Rewriter<'_>, dims: &Dimensions, build: impl FnOnce(&mut Rewriter<'_>)) {
        let location = dims.location;
        let mut is_thin = None;
        for &dim in self.dims.iter().filter(|&&dim| dims.known(dim).is_none()) {
            let (size, fewest) = (dims.size(rw, dim), dims.constant(rw, self.fewest));
            let is_short = ArithBuilder::new(rw, location).cmpi("ult", size, fewest);
            is_thin = Some(match is_thin {
                None => is_short,
                Some(other) => dims.compute(rw, arith::OrIOp::DEF, other, is_short),
            });
        }
        let Some(is_thin) = is_thin else {
            return build(rw);
        };
        let keep = |rw: &mut Rewriter<'_>| match &self.otherwise {
            Some(chains) => chains.build(rw),
            None => {
                copy_op(rw, self.op, &mut Mapping::new());
            }
        };
        if_else(rw, location, is_thin, keep, build);
    }
}

/// What an op becomes.
enum Form {
    /// Loops along rows, or reductions of several elements at the same time where rows are too short for that.
    Rows(Row, Roles, Option<Contributions>),
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
        let mut roles = roles::of(nest)?;
        let contributions = Contributions::of(nest, &roles.reductions);
        Some(match roles.row.take() {
            Some(row) => Self::Rows(row, roles, contributions),
            None => Self::Chains(roles, contributions),
        })
    }
}
