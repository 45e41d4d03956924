//! Tensors into which others are put part by part.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::scf::{ForallOp, InParallelOp};
use asyncir_dialects::tensor::{ConcatOp, ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, ScatterOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, OperationState, Type, ValueId};

use super::elements::coordinate;
use super::{empty, sizes_of, sum};
use crate::conversion::fold_result::materialize;
use crate::general::generate_runtime_verification::insert_assertion;
use crate::scf::build::region;
use crate::tensor::begins_behind;

/// `tensor.concat` puts one tensor behind the other. If they are to be checked, their other sizes are asserted to be the same.
pub(super) fn concat(rw: &mut Rewriter<'_>, op: OpId, checks_sizes: bool) -> Option<()> {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    let (at, ty, inputs) = (view.location(), view.result_type(0), view.operands().to_vec());
    let dim = usize::try_from(ConcatOp(view).dim()?.as_i64(ctx)?).ok()?;
    let parts: Vec<Vec<Entry>> = inputs.iter().map(|&input| sizes_of(rw, at, input)).collect();
    if checks_sizes {
        for dim in (0..parts.first()?.len()).filter(|&other| other != dim) {
            let sizes: Vec<Entry> = parts.iter().map(|part| part[dim]).collect();
            assert_equal(rw, at, dim, &sizes);
        }
    }
    let mut starts = vec![Entry::Static(0)];
    for (number, part) in parts.iter().enumerate() {
        starts.push(sum(rw, at, starts[number], part[dim]));
    }
    let mut whole = parts.first()?.clone();
    whole[dim] = starts[inputs.len()];
    let mut joined = empty(rw, at, ty, &whole);
    let strides = vec![Entry::Static(1); whole.len()];
    for (number, &input) in inputs.iter().enumerate() {
        let mut offsets = vec![Entry::Static(0); whole.len()];
        offsets[dim] = starts[number];
        if begins_behind(ctx, ty, &offsets) {
            continue;
        }
        let place = [&offsets[..], &parts[number], &strides];
        joined = rw.insert_value(InsertSliceOp::of_part(ctx, at, input, joined, place, &[ty]));
    }
    rw.replace(op, &[joined]);
    Some(())
}

/// Asserts that tensors that are joined have the same size in a dimension.
fn assert_equal(rw: &mut Rewriter<'_>, at: Location, dim: usize, sizes: &[Entry]) {
    let Some((&first, others)) = sizes.split_first() else {
        return;
    };
    for &other in others {
        if let (Entry::Static(_), Entry::Static(_)) = (first, other) {
            continue;
        }
        let [first, other] = [first, other].map(|size| materialize(rw, at, size.into()));
        let is_equal = ArithBuilder::new(rw, at).cmpi("eq", first, other);
        insert_assertion(
            rw,
            at,
            is_equal,
            ("", &format!("tensors to be joined differ in dim {dim}")),
        );
    }
}

/// The parts that `tensor.scatter` puts into a tensor.
struct Scatter {
    at: Location,
    source: ValueId,
    indices: ValueId,
    dims: Vec<i64>,
    /// How many dimensions of the source stand in front of those of a part.
    batch: usize,
    /// The type of a part.
    part: Type,
}

/// `tensor.scatter` puts in all parts at once, since no two of them meet.
pub(super) fn scatter(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let operands = rw.body.operands(op).collect::<Vec<_>>();
    let [source, dest, indices] = operands[..] else {
        return None;
    };
    let ty = rw.body.value_type(dest);
    let of_source = rw.body.value_type(source);
    let batch = rw.body.value_type(indices).shape(ctx)?.len().checked_sub(1)?;
    let part = ctx.tensor_type(of_source.shape(ctx)?.get(batch..)?, ty.element_or_self(ctx));
    let scatter = Scatter {
        at: rw.location_of(op),
        source,
        indices,
        dims: index_list::ints(ctx, ScatterOp(rw.body.op_ref(ctx, op)).scatter_dims()),
        batch,
        part,
    };
    if batch == 0 {
        let place = scatter.place(rw, &[], dest);
        let state = InsertSliceOp::of_part(ctx, scatter.at, source, dest, [&place[0], &place[1], &place[2]], &[ty]);
        rw.replace_with(op, state);
        return Some(());
    }
    let state = scatter.in_parallel(rw, dest);
    rw.replace_with(op, state);
    Some(())
}

impl Scatter {
    /// Offsets, sizes and strides of the part with the given numbers.
    fn place(&self, rw: &mut Rewriter<'_>, numbers: &[ValueId], dest: ValueId) -> [Vec<Entry>; 3] {
        let mut sizes = sizes_of(rw, self.at, dest);
        let mut offsets = vec![Entry::Static(0); sizes.len()];
        for (number, &dim) in self.dims.iter().enumerate() {
            let start = coordinate(rw, self.at, self.indices, numbers, number);
            offsets[dim as usize] = Entry::Dynamic(start);
            sizes[dim as usize] = Entry::Static(1);
        }
        let strides = vec![Entry::Static(1); sizes.len()];
        [offsets, sizes, strides]
    }

    /// A loop over all parts.
    fn in_parallel(&self, rw: &mut Rewriter<'_>, dest: ValueId) -> OperationState {
        let (ctx, at, ty) = (rw.ctx, self.at, rw.body.value_type(dest));
        let sizes = sizes_of(rw, at, self.source);
        let mut arguments = vec![(Type::INDEX, at); self.batch];
        arguments.push((ty, at));
        let body = region(rw, &arguments, |rw, arguments| {
            let (numbers, shared) = (&arguments[..self.batch], arguments[self.batch]);
            let part = self.part(rw, numbers, &sizes);
            let place = self.place(rw, numbers, shared);
            let writes = region(rw, &[], |rw, _| {
                let like = InsertSliceOp::of_part(ctx, at, part, shared, [&place[0], &place[1], &place[2]], &[]);
                let mut write = OperationState::of(ParallelInsertSliceOp::DEF, at).operands(&like.operands);
                write.properties = like.properties;
                rw.insert(write);
            });
            let mut end = InParallelOp::build(ctx, at, &[]);
            end.regions.push(writes);
            rw.insert(end);
        });
        let (upper, open) = index_list::split(&sizes[..self.batch]);
        let lists = [vec![0; self.batch], upper, vec![1; self.batch]].map(|list| ctx.dense_i64_array(&list));
        let [lower, upper, step] = lists;
        let mut state = ForallOp::build(ctx, at, &[], &open, &[], &[dest], lower, upper, step, None, &[ty]);
        state.regions.push(body);
        state
    }

    /// A part of the source.
    fn part(&self, rw: &mut Rewriter<'_>, numbers: &[ValueId], whole: &[Entry]) -> ValueId {
        let (ctx, rank) = (rw.ctx, whole.len());
        let mut sizes = whole.to_vec();
        let mut offsets = vec![Entry::Static(0); rank];
        for (dim, &number) in numbers.iter().enumerate() {
            (offsets[dim], sizes[dim]) = (Entry::Dynamic(number), Entry::Static(1));
        }
        let ([offsets, sizes], strides) = ([offsets, sizes].map(|list| index_list::split(&list)), vec![1; rank]);
        let [static_offsets, static_sizes, static_strides] =
            [&offsets.0, &sizes.0, &strides].map(|list| ctx.dense_i64_array(list));
        rw.insert_value(ExtractSliceOp::build(
            ctx,
            self.at,
            self.source,
            &offsets.1,
            &sizes.1,
            &[],
            static_offsets,
            static_sizes,
            static_strides,
            &[self.part],
        ))
    }
}
