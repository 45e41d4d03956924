//! `vector.shape_cast`: the pieces that are whole in both shapes are taken out and put in one by one.

use asyncir_dialects::ub;
use asyncir_dialects::vector::{ScalableExtractOp, ScalableInsertOp};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, OpId, Type, TypeKind, ValueId};

use super::build::{extract, extract_slice, insert, insert_slice, like};
use crate::conversion::llvm_common::vectors::count;

/// The shapes of a cast, outermost dimension first, and from where on they differ, seen from their ends.
struct Cast {
    source: ValueId,
    from: Vec<i64>,
    to: Vec<i64>,
    ty: Type,
    loc: Location,
    /// The innermost dimensions that differ; of scalable vectors, the innermost ones.
    differs: (usize, usize),
    /// Whether the innermost dimensions are scalable.
    scalable: bool,
}

/// The shape of a vector, and whether it is scalable in its innermost dimension. `None` if it is scalable in others.
fn shape(ctx: &Context, ty: Type) -> Option<(Vec<i64>, bool)> {
    let TypeKind::Vector { shape, scalable, .. } = ty.kind(ctx) else {
        return None;
    };
    let (innermost, outer) = scalable.split_last().unwrap_or((&false, &[]));
    (!outer.contains(&true)).then(|| (shape.to_vec(), *innermost))
}

/// Lowers a cast between vectors that are both scalable in the innermost dimension or not at all.
pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, ty) = (op_ref.operand(0), op_ref.result_type(0));
    let ((from, scalable), (to, to_scalable)) = (shape(ctx, op_ref.operand_type(0))?, shape(ctx, ty)?);
    if scalable != to_scalable {
        return None;
    }
    let sizes = from.iter().rev().zip(to.iter().rev());
    let common = if scalable {
        0
    } else {
        sizes.take_while(|(a, b)| a == b).count()
    };
    rw.set_before(op);
    let value = if common == from.len() || common == to.len() {
        with_leading_ones(rw, source, ty, loc, from.len(), to.len())
    } else {
        let differs = (from.len() - common - 1, to.len() - common - 1);
        let cast = Cast {
            source,
            from,
            to,
            ty,
            loc,
            differs,
            scalable,
        };
        cast.by_pieces(rw)
    };
    rw.replace(op, &[value]);
    Some(())
}

fn poison(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> ValueId {
    rw.insert_value(ub::PoisonOp::build(rw.ctx, loc, None, &[ty]))
}

/// One shape is the other with more dimensions of size one.
fn with_leading_ones(
    rw: &mut Rewriter<'_>,
    source: ValueId,
    ty: Type,
    loc: Location,
    from_rank: usize,
    to_rank: usize,
) -> ValueId {
    let whole = poison(rw, loc, ty);
    let part = extract(rw, loc, source, &vec![0; from_rank.saturating_sub(to_rank)]);
    insert(rw, loc, part, whole, &vec![0; to_rank.saturating_sub(from_rank)])
}

/// Goes to the next position in a shape.
fn advance(position: &mut [i64], shape: &[i64]) {
    for (place, size) in position.iter_mut().zip(shape).rev() {
        *place += 1;
        if *place < *size {
            return;
        }
        *place = 0;
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Cast {
    /// Pieces are as long in the differing dimension as divides both sizes.
    fn by_pieces(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let (s, r) = self.differs;
        let length = greatest_common_divisor(self.from[s], self.to[r]);
        let count = count(&self.from[..=s]) / length;
        if length == 1 && !self.scalable {
            self.one_by_one(rw, count)
        } else {
            self.by_slices(rw, length, count)
        }
    }

    fn one_by_one(&self, rw: &mut Rewriter<'_>, count: i64) -> ValueId {
        let (from, to) = (&self.from[..=self.differs.0], &self.to[..=self.differs.1]);
        let (mut at, mut into) = (vec![0; from.len()], vec![0; to.len()]);
        let mut whole = poison(rw, self.loc, self.ty);
        for _ in 0..count {
            let part = extract(rw, self.loc, self.source, &at);
            whole = insert(rw, self.loc, part, whole, &into);
            advance(&mut at, from);
            advance(&mut into, to);
        }
        whole
    }

    fn by_slices(&self, rw: &mut Rewriter<'_>, length: i64, count: i64) -> ValueId {
        let (loc, (s, r)) = (self.loc, self.differs);
        let (from, to) = (&self.from[..s], &self.to[..r]);
        let (slices_out, slices_in) = (self.from[s] / length, self.to[r] / length);
        let (mut at, mut into) = (vec![0; from.len()], vec![0; to.len()]);
        // Which constant stands first is as in MLIR.
        let part = like(rw.ctx, self.ty, &self.to[r..]);
        let (nothing, mut whole) = if self.scalable {
            (poison(rw, loc, part), poison(rw, loc, self.ty))
        } else {
            let whole = poison(rw, loc, self.ty);
            (poison(rw, loc, part), whole)
        };
        let (mut taken, mut filled) = (self.source, nothing);
        for piece in 0..count {
            let (slice_out, slice_in) = (piece % slices_out, piece % slices_in);
            if slice_out == 0 {
                taken = extract(rw, loc, self.source, &at);
                advance(&mut at, from);
            }
            let slice = self.take(rw, taken, slice_out * length, length);
            let target = if slice_in == 0 { nothing } else { filled };
            filled = self.put(rw, slice, target, slice_in * length, length);
            if slice_in + 1 == slices_in {
                whole = insert(rw, loc, filled, whole, &into);
                advance(&mut into, to);
            }
        }
        whole
    }

    /// What stands in a part of the source from an offset on, in the dimension that differs.
    fn take(&self, rw: &mut Rewriter<'_>, part: ValueId, offset: i64, length: i64) -> ValueId {
        let (ctx, sizes) = (rw.ctx, &self.from[self.differs.0..]);
        if !self.scalable {
            let mut taken = sizes.to_vec();
            taken[0] = length;
            return extract_slice(rw, self.loc, part, [&self.offsets(offset), &taken, &self.ones()]);
        }
        if length == sizes[0] {
            return part;
        }
        let ty = like(ctx, self.ty, &[length]);
        rw.insert_value(ScalableExtractOp::build(
            ctx,
            self.loc,
            part,
            ctx.i64_attr(offset),
            &[ty],
        ))
    }

    /// A part of the result with `slice` from an offset on.
    fn put(&self, rw: &mut Rewriter<'_>, slice: ValueId, part: ValueId, offset: i64, length: i64) -> ValueId {
        let (ctx, sizes) = (rw.ctx, &self.to[self.differs.1..]);
        if !self.scalable {
            return insert_slice(rw, self.loc, slice, part, [&self.offsets(offset), &self.ones()]);
        }
        if length == sizes[0] {
            return slice;
        }
        let ty = rw.body.value_type(part);
        rw.insert_value(ScalableInsertOp::build(
            ctx,
            self.loc,
            slice,
            part,
            ctx.i64_attr(offset),
            &[ty],
        ))
    }

    /// An offset in the dimension that differs, and in those that do not.
    fn offsets(&self, offset: i64) -> Vec<i64> {
        let mut offsets = vec![0; self.from.len() - self.differs.0];
        offsets[0] = offset;
        offsets
    }

    fn ones(&self) -> Vec<i64> {
        vec![1; self.from.len() - self.differs.0]
    }
}
