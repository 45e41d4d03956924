//! Reading, changing and writing an element as one indivisible step.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{BlockId, Fallible, OpRef, OperationState, Type, WalkOrder};

use super::types::{INT_OR_FLOAT, INT_OR_FLOAT_MEMREF, memref_element, rank_of};
use super::{effects, fold};
use crate::arith::attrs::{ATOMIC_RMW_KIND, ATOMIC_RMW_KINDS};
use crate::constraints::{ANY_TYPE, INDEX, is_float};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Combines a value with the element at the indices and writes what comes of it there. The result is what the
    /// element was before.
    ///
    /// ```mlir
    /// %old = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<16xf32>) -> f32
    /// ```
    op AtomicRMWOp "memref.atomic_rmw" {
        summary "atomic read-modify-write operation";
        operands { value: one INT_OR_FLOAT, memref: one INT_OR_FLOAT_MEMREF, indices: variadic INDEX }
        results { result: one INT_OR_FLOAT }
        attributes { kind: required ATOMIC_RMW_KIND }
        rules [
            AllTypesMatch(&["value", "result"]),
            TypesMatchWith {
                summary: "value type matches element type of memref",
                from: "memref",
                to: "value",
                transform: memref_element,
            },
        ]
        format "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` \
                type($result)";
        hooks { verify: verify_atomic_rmw, effects: effects::update_second, fold: fold::atomic_rmw }
    }

    /// Writes to the element at the indices what the region yields for what it is. The region may run several times;
    /// what it yields must depend on its argument only. The result is what the element was before.
    ///
    /// ```mlir
    /// %old = memref.generic_atomic_rmw %a[%i] : memref<16xf32> {
    /// ^bb0(%current: f32):
    ///   %next = arith.mulf %current, %x : f32
    ///   memref.atomic_yield %next : f32
    /// }
    /// ```
    op GenericAtomicRMWOp "memref.generic_atomic_rmw" {
        summary "atomic read-modify-write operation with a region";
        operands { memref: one INT_OR_FLOAT_MEMREF, indices: variadic INDEX }
        results { result: one INT_OR_FLOAT }
        regions { atomic_body: Any }
        traits [SingleBlock]
        rules [TypesMatchWith {
            summary: "result type matches element type of memref",
            from: "memref",
            to: "result",
            transform: memref_element,
        }]
        terminator "memref.atomic_yield";
        custom parse_generic, print_generic;
        hooks { verify: verify_arguments, verify_regions: verify_body, effects: effects::update_first }
    }

    /// Ends the region of a `memref.generic_atomic_rmw` with what is written.
    op AtomicYieldOp "memref.atomic_yield" {
        summary "yield operation for GenericAtomicRMWOp";
        operands { result: one ANY_TYPE }
        traits [Pure, Terminator, ReturnLike]
        parents ["memref.generic_atomic_rmw"]
        format "$result attr-dict `:` type($result)";
        hooks { verify: verify_yield }
    }
}

impl GenericAtomicRMWOp<'_> {
    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        let region = self.0.body.op_regions(self.0.op).first()?;
        self.0.body.region(*region).first()
    }
}

fn verify_atomic_rmw(op: OpRef<'_>) -> Fallible {
    if op.data().num_operands() != 2 + rank_of(op, op.operand_type(1)) {
        return Err(op.error("expects the number of subscripts to be equal to memref rank"));
    }
    let kind = AtomicRMWOp(op)
        .kind()
        .and_then(|kind| kind.as_i64(op.ctx))
        .unwrap_or_default();
    let kind = ATOMIC_RMW_KINDS.keyword(kind).unwrap_or_default();
    let value = op.operand_type(0);
    match kind {
        "addf" | "maximumf" | "maxnumf" | "minimumf" | "minnumf" | "mulf" if !is_float(op.ctx, value) => {
            Err(op.error(format_args!("with kind '{kind}' expects a floating-point type")))
        }
        "addi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "xori" | "andi" if !value.is_int(op.ctx) => {
            Err(op.error(format_args!("with kind '{kind}' expects an integer type")))
        }
        _ => Ok(()),
    }
}

fn parse_generic(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.punct(":")?;
    let at = p.position();
    let ty = p.ty()?;
    let Some(element) = memref_element(p.ctx(), ty) else {
        return Err(p.wrong_kind(at, "builtin.memref", ty));
    };
    let memref = p.resolve(memref, ty)?;
    state.operands.push(memref);
    for index in indices {
        let index = p.resolve(index, Type::INDEX)?;
        state.operands.push(index);
    }
    p.region(state, &[])?;
    p.attr_dict(state)?;
    state.results.push(element);
    Ok(())
}

fn print_generic(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = GenericAtomicRMWOp(op);
    p.text(" ");
    p.operand(view.memref());
    p.text("[");
    p.operands(&view.indices());
    p.text("] : ");
    p.ty(op.operand_type(0));
    p.text(" ");
    p.region(op, 0, true, true);
    p.attr_dict(op, &[]);
}

fn verify_arguments(op: OpRef<'_>) -> Fallible {
    let args = GenericAtomicRMWOp(op)
        .block()
        .map(|block| op.body.block_args(block).collect::<Vec<_>>());
    let [arg] = args.unwrap_or_default()[..] else {
        return Err(op.error("expected single number of entry block arguments"));
    };
    if op.body.value_type(arg) != op.result_type(0) {
        return Err(op.error("expected block argument of the same type result type"));
    }
    Ok(())
}

fn verify_body(op: OpRef<'_>) -> Fallible {
    let Some(&region) = op.body.op_regions(op.op).first() else {
        return Ok(());
    };
    for inner in op.body.walk_region(region, WalkOrder::Post) {
        let inner = op.body.op_ref(op.ctx, inner);
        if !is_memory_effect_free(inner) {
            let message = "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects";
            return Err(inner.bare_error(message));
        }
    }
    Ok(())
}

fn verify_yield(op: OpRef<'_>) -> Fallible {
    let Some(parent) = op.parent() else {
        return Ok(());
    };
    let (got, want) = (op.operand_type(0), parent.result_types().first().copied());
    if Some(got) == want {
        return Ok(());
    }
    let want = want.map(|ty| op.ctx.show_type(ty)).unwrap_or_default();
    let got = op.ctx.show_type(got);
    Err(op.error(format_args!(
        "types mismatch between yield op: '{got}' and its parent: '{want}'"
    )))
}
