//! `sccp`: values that are the same constant on every path that can be taken are replaced by it.
//!
//! Constants decide which blocks are live, and only what comes from live blocks decides which values are constants, until
//! nothing changes (Wegman and Zadeck's sparse conditional constant propagation). The analysis is in `analysis/dataflow`.

mod replace;

use asyncir_ir::{Diagnostics, OwnedOp};

use crate::analysis::dataflow::solver::CONSTANTS;
use crate::analysis::dataflow::{Program, Solver};
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "sccp",
    class: "SCCP",
    summary: "Sparse Conditional Constant Propagation",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Sccp)),
};

struct Sccp;

impl Pass for Sccp {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut program = Program::take_apart(cx.ctx, op);
        let mut solver = Solver::new(&mut program, CONSTANTS);
        solver.run(cx.is_nested);
        let constants = solver.constants;
        program.for_each_body(|space, body| replace::replace_constants(cx.ctx, body, &constants[space]));
        program.put_together(op);
        Ok(())
    }
}
