//! `linalg.softmax`: the greatest element of each row, the powers of e of the distances to it, their sum, and the quotients.

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::arith::{AddFOp, DivFOp, MaxNumFOp, SubFOp};
use asyncir_dialects::constraints::{is_memref, is_ranked_tensor};
use asyncir_dialects::linalg::SoftmaxOp;
use asyncir_dialects::math::ExpOp;
use asyncir_dialects::memref;
use asyncir_dialects::tensor::size_at;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, OpId, Type, ValueId};

use super::{Structure, empty, fill, generic};

/// Rows of elements along a dimension.
struct Rows {
    at: Location,
    input: ValueId,
    element: Type,
    /// The dimension.
    dim: usize,
    /// From all dimensions to all, and to the others.
    maps: [AffineMap; 2],
}

pub(super) fn softmax(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let (input, output) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let types = [input, output].map(|value| rw.body.value_type(value));
    let element = types[0].element_or_self(ctx);
    let is_memory = types.iter().all(|&ty| is_memref(ctx, ty));
    if !is_memory && !types.iter().all(|&ty| is_ranked_tensor(ctx, ty)) || element.float(ctx).is_none() {
        return None;
    }
    let shape = types[0].shape(ctx)?;
    let dim = usize::try_from(SoftmaxOp(rw.body.op_ref(ctx, op)).dimension()?.as_i64(ctx)?).ok()?;
    let rank = shape.len() as u32;
    let others = (0..rank).filter(|&other| other as usize != dim).map(AffineExpr::Dim);
    let rows = Rows {
        at: rw.location_of(op),
        input,
        element,
        dim,
        maps: [AffineMap::identity(rank), AffineMap::new(rank, 0, others.collect())?],
    };
    let greatest = rows.reduced(rw, f64::NEG_INFINITY, input, |b, a, other| {
        b.binary(MaxNumFOp::DEF, a, other)
    });
    let powers = rows.with_each(rw, &[input, greatest], output, |b, elements| {
        let distance = b.binary(SubFOp::DEF, elements[0], elements[1]);
        b.unary(ExpOp::DEF, distance)
    });
    let sum = rows.reduced(rw, 0.0, powers, |b, a, other| b.binary(AddFOp::DEF, a, other));
    let result = rows.with_each(rw, &[sum], powers, |b, elements| {
        b.binary(DivFOp::DEF, elements[1], elements[0])
    });
    if is_memory {
        for memory in [greatest, sum] {
            rw.insert(memref::DeallocOp::build(ctx, rows.at, memory, &[]));
        }
        rw.erase(op);
    } else {
        rw.replace(op, &[result]);
    }
    Some(())
}

impl Rows {
    /// One value for each row.
    fn reduced(
        &self,
        rw: &mut Rewriter<'_>,
        first: f64,
        of: ValueId,
        join: impl FnOnce(&mut ArithBuilder<'_, '_>, ValueId, ValueId) -> ValueId,
    ) -> ValueId {
        let at = self.at;
        let first = ArithBuilder::new(rw, at).float(self.element, first);
        let output = self.of_rows(rw);
        let output = fill(rw, at, first, output);
        let structure = Structure {
            inputs: &[of],
            output,
            maps: &self.maps,
            reduced: Some(self.dim),
        };
        generic(rw, at, &structure, |rw, elements| {
            join(&mut ArithBuilder::new(rw, at), elements[0], elements[1])
        })
    }

    /// One element for each, from those of the inputs, of which the last one has an element for each row, and that of the
    /// output.
    fn with_each(
        &self,
        rw: &mut Rewriter<'_>,
        inputs: &[ValueId],
        output: ValueId,
        compute: impl FnOnce(&mut ArithBuilder<'_, '_>, &[ValueId]) -> ValueId,
    ) -> ValueId {
        let at = self.at;
        let [all, others] = &self.maps;
        let mut maps = vec![all.clone(); inputs.len() + 1];
        maps[inputs.len() - 1] = others.clone();
        let structure = Structure {
            inputs,
            output,
            maps: &maps,
            reduced: None,
        };
        generic(rw, at, &structure, |rw, elements| {
            compute(&mut ArithBuilder::new(rw, at), elements)
        })
    }

    /// A tensor or memory of an element for each row.
    fn of_rows(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let (ctx, at) = (rw.ctx, self.at);
        let ty = rw.body.value_type(self.input);
        let mut shape = ty.shape(ctx).unwrap_or_default().to_vec();
        let dims: Vec<usize> = (0..shape.len()).filter(|&dim| dim != self.dim).collect();
        shape.remove(self.dim);
        if is_memref(ctx, ty) {
            let open = dims
                .iter()
                .filter(|&&dim| ty.shape(ctx).is_some_and(|shape| shape[dim] == DYNAMIC));
            let mut sizes = Vec::new();
            for &dim in open {
                let dim = index(rw, at, dim as i64);
                sizes.push(rw.insert_value(memref::DimOp::build(ctx, at, self.input, dim, &[Type::INDEX])));
            }
            let ty = ctx.memref_type(&shape, self.element);
            return rw.insert_value(memref::AllocOp::build(ctx, at, &sizes, &[], None, &[ty]));
        }
        let sizes: Vec<_> = dims.into_iter().map(|dim| size_at(rw, at, self.input, dim)).collect();
        let ty = ctx.tensor_type(&shape, self.element);
        empty(rw, at, ty, &sizes)
    }
}
