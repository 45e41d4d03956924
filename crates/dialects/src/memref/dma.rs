//! Copying by a device of its own, while the program goes on.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::{Fallible, OpRef, OperationState, Type, ValueId};

use super::fold;
use super::types::rank_of;
use crate::constraints::{ANY_MEMREF, ANY_TYPE, INDEX, is_memref};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Starts a copy of as many elements as the number in the middle says. When it is done, the element of the tag
    /// memory tells. With a stride, there are so many elements between one piece of the source and the next.
    ///
    /// ```mlir
    /// memref.dma_start %a[%i], %b[%j], %count, %tag[%k] : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    /// ```
    op DmaStartOp "memref.dma_start" {
        summary "non-blocking DMA operation that starts a transfer";
        operands { operands: variadic ANY_TYPE }
        custom parse, print;
        hooks { verify: verify_start, fold: fold::any_cast }
    }

    /// Waits for the copy with that tag.
    op DmaWaitOp "memref.dma_wait" {
        summary "blocking DMA operation that waits for transfer completion";
        operands { tagMemRef: one ANY_MEMREF, tagIndices: variadic INDEX, numElements: one INDEX }
        format "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)";
        hooks { verify: verify_wait, fold: fold::any_cast }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut memrefs = Vec::new();
    let mut count = None;
    for index in 0..3 {
        if index == 2 {
            count = Some(p.operand()?);
            p.punct(",")?;
        }
        let memref = p.operand()?;
        memrefs.push((memref, p.operand_list(Delimiter::Square)?));
        if index < 2 {
            p.punct(",")?;
        }
    }
    let mut stride = Vec::new();
    while p.optional_punct(",") {
        stride.push(p.operand()?);
    }
    let at = p.name_position();
    if !stride.is_empty() && stride.len() != 2 {
        return Err(p.error(at, "expected two stride related operands"));
    }
    p.punct(":")?;
    let types = p.type_list()?;
    if types.len() != 3 {
        return Err(p.error(at, "fewer/more types expected"));
    }
    for (index, ((memref, indices), ty)) in memrefs.into_iter().zip(types).enumerate() {
        if index == 2
            && let Some(count) = count
        {
            let count = p.resolve(count, Type::INDEX)?;
            state.operands.push(count);
        }
        let memref = p.resolve(memref, ty)?;
        state.operands.push(memref);
        for index in indices {
            let index = p.resolve(index, Type::INDEX)?;
            state.operands.push(index);
        }
    }
    for value in stride {
        let value = p.resolve(value, Type::INDEX)?;
        state.operands.push(value);
    }
    Ok(())
}

/// The operands of a transfer, sorted.
struct Transfer {
    memrefs: [(ValueId, Vec<ValueId>); 3],
    count: ValueId,
    stride: Vec<ValueId>,
}

fn transfer(op: OpRef<'_>) -> Option<Transfer> {
    let operands = op.operands();
    let mut rest = operands.as_slice();
    let mut take = |with_count: bool| {
        let mut count = None;
        if with_count {
            let (&first, others) = rest.split_first()?;
            (count, rest) = (Some(first), others);
        }
        let (&memref, others) = rest.split_first()?;
        let ty = op.body.value_type(memref);
        let rank = rank_of(op, ty);
        if !is_memref(op.ctx, ty) || others.len() < rank {
            return None;
        }
        rest = &others[rank..];
        Some(((memref, others[..rank].to_vec()), count))
    };
    let (source, _) = take(false)?;
    let (target, _) = take(false)?;
    let (tag, count) = take(true)?;
    Some(Transfer {
        memrefs: [source, target, tag],
        count: count?,
        stride: rest.to_vec(),
    })
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let Some(transfer) = transfer(op) else { return };
    for (index, (memref, indices)) in transfer.memrefs.iter().enumerate() {
        p.text(if index == 0 { " " } else { ", " });
        if index == 2 {
            p.operand(transfer.count);
            p.text(", ");
        }
        p.operand(*memref);
        p.text("[");
        p.operands(indices);
        p.text("]");
    }
    for &value in &transfer.stride {
        p.text(", ");
        p.operand(value);
    }
    p.attr_dict(op, &[]);
    p.text(" : ");
    let types = transfer
        .memrefs
        .each_ref()
        .map(|(memref, _)| op.body.value_type(*memref));
    p.types(&types);
}

fn verify_start(op: OpRef<'_>) -> Fallible {
    /// How many operands a transfer has besides indices and strides.
    const LEAST: usize = 4;
    let types = op.operand_types();
    let error = |message: &str| Err(op.error(message));
    if types.len() < LEAST {
        return Err(op.error(format_args!("expected at least {LEAST} operands")));
    }
    let (mut place, mut least) = (0, LEAST);
    for name in ["source", "destination", "tag"] {
        if name == "tag" {
            if types[place] != Type::INDEX {
                return error("expected num elements to be of index type");
            }
            place += 1;
        }
        if !is_memref(op.ctx, types[place]) {
            return Err(op.error(format_args!("expected {name} to be of memref type")));
        }
        let rank = rank_of(op, types[place]);
        least += rank;
        if types.len() < least {
            return Err(op.error(format_args!("expected at least {least} operands")));
        }
        let indices = place + 1..place + 1 + rank;
        place = indices.end;
        if types[indices].iter().any(|&ty| ty != Type::INDEX) {
            return Err(op.error(format_args!("expected {name} indices to be of index type")));
        }
    }
    match types[place..] {
        [] | [Type::INDEX, Type::INDEX] => Ok(()),
        [_, _] => error("expected stride and num elements per stride to be of type index"),
        _ => error("incorrect number of operands"),
    }
}

fn verify_wait(op: OpRef<'_>) -> Fallible {
    let (got, want) = (DmaWaitOp(op).tagIndices().len(), rank_of(op, op.operand_type(0)));
    if got == want {
        return Ok(());
    }
    Err(op.error(format_args!(
        "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {want}, but got {got}"
    )))
}
