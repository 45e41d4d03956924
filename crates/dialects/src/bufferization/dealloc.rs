//! Memory that is freed where its conditions say so.

use asyncir_ir::def::InferCx;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Fallible, Location, OpId, OpRef, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::canonicalize_dealloc;
use crate::constraints::{ANY_RANKED_OR_UNRANKED_MEMREF, I1};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Frees each of the `memrefs` whose condition is true, unless one of the `retained` is in the same memory. The memrefs
    /// are the whole of what was allocated. Two of them may be the same memory: it is freed once, if one of the conditions
    /// is true. There is a result for each of the `retained`: whether it is in memory that would have been freed, which is
    /// now to be freed by whoever retains it.
    ///
    /// ```mlir
    /// %owns = bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c, %d) retain (%r : memref<?xf32>)
    /// ```
    op DeallocOp "bufferization.dealloc" {
        summary "deallocates the given memrefs if no alias is retained";
        operands {
            memrefs: variadic ANY_RANKED_OR_UNRANKED_MEMREF,
            conditions: variadic I1,
            retained: variadic ANY_RANKED_OR_UNRANKED_MEMREF,
        }
        results { updatedConditions: variadic I1 }
        traits [AttrSizedOperandSegments]
        format "(` ` `(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)? (`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict";
        hooks { verify: verify, infer: infer, canonicalize: canonicalize_dealloc::DEALLOC }
    }
}

impl DeallocOp<'_> {
    /// The memory that it frees, each with its condition.
    pub fn frees(self) -> Vec<(ValueId, ValueId)> {
        self.memrefs().into_iter().zip(self.conditions()).collect()
    }
}

/// Inserts a `bufferization.dealloc` at the cursor: what it frees, each with its condition, and what it retains. Gives the
/// results, which tell who owns what is retained.
pub fn insert_dealloc(
    rw: &mut Rewriter<'_>,
    at: Location,
    frees: &[(ValueId, ValueId)],
    retained: &[ValueId],
) -> Vec<ValueId> {
    let (memrefs, conditions): (Vec<_>, Vec<_>) = frees.iter().copied().unzip();
    let types = vec![Type::I1; retained.len()];
    let op = rw.insert(DeallocOp::build(rw.ctx, at, &memrefs, &conditions, retained, &types));
    rw.body.results(op).collect()
}

/// Makes a `bufferization.dealloc` free something else, by an op in its place.
pub fn set_frees(rw: &mut Rewriter<'_>, op: OpId, frees: &[(ValueId, ValueId)]) {
    let retained = DeallocOp(rw.body.op_ref(rw.ctx, op)).retained();
    let (memrefs, conditions): (Vec<_>, Vec<_>) = frees.iter().copied().unzip();
    let (location, types, attrs) = (rw.location_of(op), rw.body.result_types(op), rw.body.op(op).attrs());
    let mut state = DeallocOp::build(rw.ctx, location, &memrefs, &conditions, &retained, &types);
    state.attrs = attrs;
    rw.replace_with(op, state);
}

fn infer(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    let sizes = cx.properties.get(cx.ctx, "operandSegmentSizes");
    let sizes = sizes.and_then(|sizes| sizes.as_dense_ints(cx.ctx)).unwrap_or_default();
    let retained = sizes.get(2).and_then(|&size| usize::try_from(size).ok()).unwrap_or(0);
    Ok(smallvec![Type::I1; retained.min(cx.operands.len())])
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = DeallocOp(op);
    if view.memrefs().len() != view.conditions().len() {
        return Err(op.error("must have the same number of conditions as memrefs to deallocate"));
    }
    if view.retained().len() != op.result_types().len() {
        return Err(op.error("must have the same number of updated conditions (results) as retained operands"));
    }
    Ok(())
}
