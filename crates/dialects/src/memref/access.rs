//! Reading and writing memory.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::{Attribute, Fallible, OpRef, OperationState, Type};

use super::types::{LOCALITY, memref_element, rank_of};
use super::{canonicalize_view, effects, fold};
use crate::constraints::{ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, ANY_TYPE, BOOL_ATTR, I64_ATTR_ALIGNMENT, INDEX};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Reads the element at the indices.
    ///
    /// ```mlir
    /// %x = memref.load %a[%i, %j] : memref<8x?xf32>
    /// ```
    op LoadOp "memref.load" {
        summary "load operation";
        operands { memref: one ANY_MEMREF, indices: variadic INDEX }
        results { result: one ANY_TYPE }
        attributes {
            nontemporal: optional_default BOOL_ATTR = |_| Attribute::FALSE,
            alignment: optional I64_ATTR_ALIGNMENT,
        }
        rules [TypesMatchWith {
            summary: "result type matches element type of 'memref'",
            from: "memref",
            to: "result",
            transform: memref_element,
        }]
        format "$memref `[` $indices `]` attr-dict `:` type($memref)";
        hooks {
            verify_types: verify_load,
            effects: effects::read_first,
            fold: fold::load,
        }
    }

    /// Writes a value to the element at the indices.
    ///
    /// ```mlir
    /// memref.store %x, %a[%i, %j] : memref<8x?xf32>
    /// ```
    op StoreOp "memref.store" {
        summary "store operation";
        operands { value: one ANY_TYPE, memref: one ANY_MEMREF, indices: variadic INDEX }
        attributes {
            nontemporal: optional_default BOOL_ATTR = |_| Attribute::FALSE,
            alignment: optional I64_ATTR_ALIGNMENT,
        }
        rules [TypesMatchWith {
            summary: "type of 'value' matches element type of 'memref'",
            from: "memref",
            to: "value",
            transform: memref_element,
        }]
        format "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)";
        hooks { verify_types: verify_store, effects: effects::write_second, fold: fold::store }
    }

    /// Copies all elements. The memories must not overlap unless they are the same.
    op CopyOp "memref.copy" {
        summary "copies the elements of a memref to another one";
        operands { source: one ANY_RANKED_OR_UNRANKED_MEMREF, target: one ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [SameOperandsElementType, SameOperandsShape]
        format "$source `,` $target attr-dict `:` type($source) `to` type($target)";
        hooks { effects: effects::copy, fold: fold::copy, canonicalize: canonicalize_view::COPY }
    }

    /// Hints that the element at the indices is going to be read or written. The locality goes from 0, used once, to
    /// 3, kept in all caches.
    ///
    /// ```mlir
    /// memref.prefetch %a[%i], read, locality<3>, data : memref<64xf32>
    /// ```
    op PrefetchOp "memref.prefetch" {
        summary "prefetch operation";
        operands { memref: one ANY_MEMREF, indices: variadic INDEX }
        attributes { isWrite: required BOOL_ATTR, localityHint: required LOCALITY, isDataCache: required BOOL_ATTR }
        custom parse_prefetch, print_prefetch;
        hooks { verify_types: verify_prefetch, effects: effects::write_first, fold: fold::prefetch }
    }
}

fn verify_load(op: OpRef<'_>) -> Fallible {
    let (want, got) = (rank_of(op, op.operand_type(0)), op.data().num_operands() - 1);
    if want != got {
        return Err(op.error(format_args!(
            "incorrect number of indices for load, expected {want} but got {got}"
        )));
    }
    Ok(())
}

fn verify_store(op: OpRef<'_>) -> Fallible {
    if rank_of(op, op.operand_type(1)) != op.data().num_operands() - 2 {
        return Err(op.error("store index operand count not equal to memref rank"));
    }
    Ok(())
}

fn verify_prefetch(op: OpRef<'_>) -> Fallible {
    if rank_of(op, op.operand_type(0)) != op.data().num_operands() - 1 {
        return Err(op.error("too few indices"));
    }
    Ok(())
}

fn parse_prefetch(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.punct(",")?;
    let access = keyword(p)?;
    p.punct(",")?;
    p.keyword("locality")?;
    p.punct("<")?;
    let locality = p.attribute(Some(Type::I32))?;
    p.punct(">")?;
    p.punct(",")?;
    let cache = keyword(p)?;
    let ty = p.colon_type()?;
    let memref = p.resolve(memref, ty)?;
    state.operands.push(memref);
    for index in indices {
        let index = p.resolve(index, Type::INDEX)?;
        state.operands.push(index);
    }
    if access != "read" && access != "write" {
        return Err(p.error(p.name_position(), "rw specifier has to be 'read' or 'write'"));
    }
    if cache != "data" && cache != "instr" {
        return Err(p.error(p.name_position(), "cache type has to be 'data' or 'instr'"));
    }
    let ctx = p.ctx();
    for (name, value) in [
        ("isWrite", Attribute::bool(access == "write")),
        ("localityHint", locality),
        ("isDataCache", Attribute::bool(cache == "data")),
    ] {
        state.properties = ctx.dict_with(state.properties, name, Some(value));
    }
    Ok(())
}

fn keyword(p: &mut dyn OpParser) -> Fallible<String> {
    let at = p.position();
    p.any_keyword().ok_or_else(|| p.error(at, "expected valid keyword"))
}

fn print_prefetch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = PrefetchOp(op);
    p.text(" ");
    p.operand(view.memref());
    p.text("[");
    p.operands(&view.indices());
    p.text("], ");
    p.text(if view.isWrite() == Some(Attribute::TRUE) {
        "write"
    } else {
        "read"
    });
    let locality = view
        .localityHint()
        .and_then(|hint| hint.as_i64(op.ctx))
        .unwrap_or_default();
    p.text(&format!(", locality<{locality}>, "));
    p.text(if view.isDataCache() == Some(Attribute::TRUE) {
        "data"
    } else {
        "instr"
    });
    p.attr_dict(op, &["isWrite", "localityHint", "isDataCache"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
}
