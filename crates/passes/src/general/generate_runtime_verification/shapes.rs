//! Checks of memory that gets another shape, which MLIR's pass does not make: it has as many elements as before, or has room for
//! them. Of `memref.reinterpret_cast` that cannot be told: its operand may be a part of the memory.

use asyncir_dialects::arith::build::fold_binary;
use asyncir_dialects::arith::{AddIOp, AndIOp, DivUIOp, IndexCastOp, MaxUIOp, MulIOp};
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::{ExpandShapeOp, LoadOp, ReshapeOp, ViewOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{DYNAMIC, Type, ValueId};

use super::Checks;
use super::sizes::element_bytes;
use crate::linalg::nest::{folded_size, folded_sizes};

/// What checks an op of a kind.
pub(super) fn check_of(def: &'static OpDef) -> Option<fn(&mut Checks<'_>) -> Option<()>> {
    Some(match def {
        _ if def == ExpandShapeOp::DEF => expand_shape,
        _ if def == ReshapeOp::DEF => reshape,
        _ if def == ViewOp::DEF => view,
        _ => return None,
    })
}

/// The sizes of each group make up the size that it comes from.
fn expand_shape(checks: &mut Checks<'_>) -> Option<()> {
    let ctx = checks.rw.ctx;
    let view = ExpandShapeOp(checks.rw.body.op_ref(ctx, checks.op));
    let (source, groups) = (view.src(), view.groups());
    let given = index_list::join(&index_list::ints(ctx, view.static_output_shape()), &view.output_shape());
    for (dim, group) in groups.iter().enumerate() {
        let sizes = group.iter().filter_map(|&dim| given.get(usize::try_from(dim).ok()?));
        let sizes: Vec<Entry> = sizes.copied().collect();
        if sizes.iter().any(|size| matches!(size, Entry::Dynamic(_))) {
            let own = [folded_size(&mut checks.rw, checks.at, source, dim)];
            checks.assert_as_many(
                &own,
                &sizes,
                &format!("sizes in reassoc group do not make up src dim {dim}"),
            );
        }
    }
    Some(())
}

/// The new shape has as many elements.
fn reshape(checks: &mut Checks<'_>) -> Option<()> {
    let ctx = checks.rw.ctx;
    let (source, shape) = (checks.operand(0), checks.operand(1));
    let &[rank] = checks.rw.body.value_type(shape).shape(ctx)? else {
        return None;
    };
    // An unranked source has no sizes to be compared with.
    checks.rw.body.value_type(source).shape(ctx)?;
    let known = checks.rw.body.value_type(checks.rw.body.result(checks.op, 0));
    let known = known.shape(ctx).map(<[i64]>::to_vec);
    // The rank of a shape that is not known has no loop here.
    let rank = usize::try_from(rank).ok().filter(|_| rank != DYNAMIC)?;
    let own = folded_sizes(&mut checks.rw, checks.at, source);
    let mut sizes = Vec::new();
    for dim in 0..rank {
        let size = known.as_ref().and_then(|known| known.get(dim).copied());
        sizes.push(match size.filter(|&size| size != DYNAMIC) {
            Some(size) => Entry::Static(size),
            None => Entry::Dynamic(element_of_shape(checks, shape, dim)),
        });
    }
    checks.assert_as_many(&own, &sizes, "the new shape has another number of elements");
    Some(())
}

fn element_of_shape(checks: &mut Checks<'_>, shape: ValueId, dim: usize) -> ValueId {
    let (ctx, at) = (checks.rw.ctx, checks.at);
    let element = checks.rw.body.value_type(shape).element_or_self(ctx);
    let index = checks.index(dim as i64);
    let size = checks
        .rw
        .insert_value(LoadOp::build(ctx, at, shape, &[index], None, None, &[element]));
    if element == Type::INDEX {
        return size;
    }
    checks
        .rw
        .insert_value(IndexCastOp::build(ctx, at, size, &[Type::INDEX]))
}

/// All elements are within the bytes.
fn view(checks: &mut Checks<'_>) -> Option<()> {
    let (ctx, at) = (checks.rw.ctx, checks.at);
    let view = ViewOp(checks.rw.body.op_ref(ctx, checks.op));
    let (source, shift, open) = (view.source(), view.byte_shift(), view.sizes());
    let ty = view.0.result_type(0);
    let mut sizes = index_list::join(ty.shape(ctx)?, &open);
    sizes.push(Entry::Static(element_bytes(ctx, ty.element_or_self(ctx))));
    let (bytes, fits) = checks.product(&sizes);
    let end = fold_binary(&mut checks.rw, at, AddIOp::DEF, bytes, shift);
    let size = checks.folded_dim(source, 0);
    let [no_less, no_more] = [(bytes, end), (end, size)].map(|(less, more)| checks.cmpi("ule", less, more));
    let is_within = [no_less, no_more]
        .into_iter()
        .fold(fits, |all, one| both(checks, all, one));
    checks.assert(is_within, "the view does not fit into the memory");
    Some(())
}

fn both(checks: &mut Checks<'_>, a: ValueId, b: ValueId) -> ValueId {
    fold_binary(&mut checks.rw, checks.at, AndIOp::DEF, a, b)
}

impl Checks<'_> {
    /// The product of sizes, and whether it is a number, and none of them is negative.
    fn product(&mut self, sizes: &[Entry]) -> (ValueId, ValueId) {
        let known = sizes.iter().filter_map(|size| match size {
            Entry::Static(size) => Some(*size),
            Entry::Dynamic(_) => None,
        });
        let known = known.fold(1, i64::saturating_mul);
        let (mut product, one, most) = (self.index(known), self.index(1), self.index(i64::MAX));
        let mut fits = None;
        for size in sizes {
            let Entry::Dynamic(size) = *size else { continue };
            let divisor = fold_binary(&mut self.rw, self.at, MaxUIOp::DEF, product, one);
            let left = fold_binary(&mut self.rw, self.at, DivUIOp::DEF, most, divisor);
            let is_small = self.cmpi("ule", size, left);
            fits = Some(fits.map_or(is_small, |fits| both(self, fits, is_small)));
            product = fold_binary(&mut self.rw, self.at, MulIOp::DEF, product, size);
        }
        let fits = fits.unwrap_or_else(|| self.cmpi("eq", one, one));
        (product, fits)
    }

    /// Asserts that two shapes have as many elements.
    fn assert_as_many(&mut self, one: &[Entry], other: &[Entry], message: &str) {
        let (one, _) = self.product(one);
        let (other, fits) = self.product(other);
        let is_equal = self.cmpi("eq", one, other);
        let is_right = both(self, is_equal, fits);
        self.assert(is_right, message);
    }
}
