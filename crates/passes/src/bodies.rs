//! Passes that treat every body alike, whatever op owns it.

use asyncir_ir::{Body, Diagnostics, Fallible, Operation, OwnedOp, WalkOrder};

/// Runs `work` on the body of `op` and on all bodies in it, outer ones first; all errors are collected.
///
/// # Errors
/// If `work` fails on any of them.
pub(crate) fn for_each_body(op: &mut OwnedOp, work: &mut dyn FnMut(&mut Body) -> Fallible) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    visit(op.operation_mut(), work, &mut diagnostics);
    if diagnostics.has_errors() {
        Err(diagnostics)
    } else {
        Ok(())
    }
}

fn visit(op: &mut Operation, work: &mut dyn FnMut(&mut Body) -> Fallible, diagnostics: &mut Diagnostics) {
    let Some(body) = op.body_mut() else { return };
    diagnostics.take(work(body));
    for inner in body.walk_all(WalkOrder::Pre) {
        if body.op(inner).body().is_some() {
            visit(body.op_mut(inner), work, diagnostics);
        }
    }
}
