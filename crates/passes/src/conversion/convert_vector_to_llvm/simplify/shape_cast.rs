//! `vector.shape_cast`: the pieces that are whole in both shapes are taken out and put in one by one.

use asyncir_dialects::ub;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, Type, TypeKind, ValueId};

use super::build::{extract, extract_slice, insert, insert_slice, like};
use crate::conversion::llvm_common::vectors::count;

/// The shapes of a cast, outermost dimension first, and from where on they differ, seen from their ends.
struct Cast {
    source: ValueId,
    from: Vec<i64>,
    to: Vec<i64>,
    ty: Type,
    loc: Location,
    /// The innermost dimensions that differ.
    differs: (usize, usize),
}

/// Lowers a cast between vectors without scalable dimensions.
pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, ty) = (op_ref.operand(0), op_ref.result_type(0));
    let fixed_shape = |ty: Type| match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } if !scalable.contains(&true) => Some(shape.to_vec()),
        _ => None,
    };
    let (from, to) = (fixed_shape(op_ref.operand_type(0))?, fixed_shape(ty)?);
    let common = from
        .iter()
        .rev()
        .zip(to.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
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
        if length == 1 {
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
        let mut sizes = self.from[s..].to_vec();
        sizes[0] = length;
        let strides = vec![1; sizes.len()];
        let offsets = |slice: i64| {
            let mut offsets = vec![0; sizes.len()];
            offsets[0] = slice * length;
            offsets
        };
        let (mut at, mut into) = (vec![0; from.len()], vec![0; to.len()]);
        let mut whole = poison(rw, loc, self.ty);
        let nothing = poison(rw, loc, like(rw.ctx, self.ty, &self.to[r..]));
        let (mut taken, mut filled) = (self.source, nothing);
        for piece in 0..count {
            let (slice_out, slice_in) = (piece % slices_out, piece % slices_in);
            if slice_out == 0 {
                taken = extract(rw, loc, self.source, &at);
                advance(&mut at, from);
            }
            let slice = extract_slice(rw, loc, taken, [&offsets(slice_out), &sizes, &strides]);
            let target = if slice_in == 0 { nothing } else { filled };
            filled = insert_slice(rw, loc, slice, target, [&offsets(slice_in), &strides]);
            if slice_in + 1 == slices_in {
                whole = insert(rw, loc, filled, whole, &into);
                advance(&mut into, to);
            }
        }
        whole
    }
}
