//! `sccp`: values that are the same constant on every path that can be taken are replaced by it.
//!
//! All values are taken to be constants, and all blocks to be dead, until something speaks against it. Constants decide
//! which blocks are live, and only what comes from live blocks decides which values are constants, until nothing changes
//! (Wegman and Zadeck's sparse conditional constant propagation). Functions whose callers are all known take part: their
//! arguments are what is passed to them, and results of their calls are what they return.
//!
//! - `program`: all bodies at once, because facts go from function to function;
//! - `analysis`: what is known, and what to look at again when it changes;
//! - `callables`: functions with callers that are not seen;
//! - `liveness`: which blocks are live, and where control comes from;
//! - `constants`: which values are constants;
//! - `regions`: what dialects say about control flow;
//! - `replace`: the replacement itself.

mod analysis;
mod callables;
mod constants;
mod liveness;
mod program;
pub(crate) mod regions;
mod replace;

use asyncir_ir::{Diagnostics, OwnedOp};

use self::analysis::Analysis;
use self::program::Program;
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
        let facts = Analysis::new(&mut program).run(cx.is_nested);
        program.for_each_body(|space, body| replace::replace_constants(cx.ctx, body, &facts[space]));
        program.put_together(op);
        Ok(())
    }
}
