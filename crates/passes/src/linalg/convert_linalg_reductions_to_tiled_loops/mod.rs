//! `convert-linalg-reductions-to-tiled-loops`: reductions of structured ops become loops that keep the processor busy. MLIR has
//! no such pass.
//!
//! `convert-linalg-to-parallel-loops` takes the loops in the order in which an op has them. In a product of matrices, the
//! innermost loop is then the reduction: each step waits for the one before, and reads a column of a matrix, which the caches
//! do not hold. No compiler may change that later, because it does not know that iterations are independent.
//!
//! Where there is a parallel dimension in which all operands are contiguous, or stay where they are, the innermost loop goes
//! along it (`rows.rs`). Elsewhere several elements are reduced at the same time (`chains.rs`), or, where there is a single one,
//! functions of what is reduced are computed before, in a loop of their own (`contributions.rs`). Each element is reduced in the
//! order of the op's own loops, so results have the same bits.
//!
//! What reduces everything to a single element becomes a parallel loop with a reduction (`whole.rs`).
//!
//! Ops on tensors stay, and those that do more than compute. As everywhere in linalg, what is written must not overlap what
//! is read at another point of the parallel dimensions.

mod chains;
mod contributions;
mod dimensions;
mod roles;
mod rows;
mod whole;

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::linalg::Structured;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, Mapping, OpId, OwnedOp, WalkOrder};

use super::linalg_to_loops::{Payload, fold_all};
use crate::bodies::for_each_body;
use crate::conversion::convert_vector_to_scf::build::if_else;
use crate::linalg::nest::copy_op;
use crate::{Pass, PassContext, PassInfo};
use chains::Chains;
use contributions::Contributions;
use dimensions::Dimensions;
use roles::Roles;
use rows::Rows;
use whole::Whole;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-linalg-reductions-to-tiled-loops",
    class: "ConvertLinalgReductionsToTiledLoopsPass",
    summary: "Lower reductions of the linalg dialect into parallel loops over tiles, with contiguous memory innermost",
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

/// Turns `op` into loops if it is a reduction of memory.
fn lower(ctx: &Context, body: &mut Body, op: OpId) -> Option<()> {
    let nest = Structured::of(body.op_ref(ctx, op)).filter(Structured::is_on_buffers)?;
    let form = Form::of(&nest)?;
    let sources = nest.loop_sources()?;
    let payload = Payload::of(nest)?;
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let dims = Dimensions::new(&mut rw, payload, &sources);
    match form {
        Form::Rows(roles, row) => unless_thin(&mut rw, op, &dims, row, |rw| Rows::new(&dims, roles, row).build(rw)),
        Form::Chains(roles, contributions) => Chains::new(&dims, roles, contributions).build(&mut rw),
        Form::Whole(whole) => whole.build(&mut rw, &dims),
    }
    rw.erase(op);
    Some(())
}

/// Makes loops along the dimension `row`. If its size is not known, the op stays beside them, for rows of one element: a loop
/// along such a row is all effort.
fn unless_thin(rw: &mut Rewriter<'_>, op: OpId, dims: &Dimensions, row: usize, build: impl FnOnce(&mut Rewriter<'_>)) {
    if dims.known(row).is_some() {
        return build(rw);
    }
    let location = dims.location;
    let (size, one) = (dims.size(rw, row), dims.constant(rw, 1));
    let is_thin = ArithBuilder::new(rw, location).cmpi("eq", size, one);
    let mut build = Some(build);
    let mut keep = |rw: &mut Rewriter<'_>| {
        copy_op(rw, op, &mut Mapping::new());
        Vec::new()
    };
    let mut tile = |rw: &mut Rewriter<'_>| {
        if let Some(build) = build.take() {
            build(rw);
        }
        Vec::new()
    };
    if_else(rw, location, is_thin, &[], &mut keep, Some(&mut tile));
}

/// What an op becomes.
enum Form {
    /// Loops along contiguous memory: the dimension of that number.
    Rows(Roles, usize),
    /// Reductions of several elements at the same time.
    Chains(Roles, Option<Contributions>),
    /// A reduction to a single element.
    Whole(Whole),
}

impl Form {
    /// `None` if the op stays.
    fn of(nest: &Structured<'_>) -> Option<Self> {
        if let Some(whole) = Whole::of(nest) {
            return Some(Self::Whole(whole));
        }
        let roles = roles::of(nest)?;
        Some(match roles.row {
            Some(row) => Self::Rows(roles, row),
            None => {
                let contributions = Contributions::of(nest, &roles.reductions);
                Self::Chains(roles, contributions)
            }
        })
    }
}
