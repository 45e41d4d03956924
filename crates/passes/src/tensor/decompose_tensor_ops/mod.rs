//! `decompose-tensor-ops`: ops on whole tensors that have no form on memory become such that have one: parts that are put
//! into a tensor, structured ops, and loops. MLIR has no such pass: it decomposes some of them by its transform dialect.

mod elements;
mod parts;
mod softmax;

use asyncir_dialects::affine::map_attr;
use asyncir_dialects::arith::AddIOp;
use asyncir_dialects::arith::build::fold_binary;
use asyncir_dialects::index_list::Entry;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::{FillOp, GenericOp, SoftmaxOp, YieldOp};
use asyncir_dialects::tensor::{BitcastOp, ConcatOp, EmptyOp, GatherOp, ScatterOp, size_at};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, DYNAMIC, Diagnostics, Location, OpId, OwnedOp, Type, ValueId, WalkOrder};

use crate::bodies::for_each_body;
use crate::conversion::fold_result::materialize;
use crate::linalg::nest::yields_first;
use crate::scf::build::region;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "decompose-tensor-ops",
    class: "DecomposeTensorOpsPass",
    summary: "Decomposes ops on whole tensors that have no form on memory",
    anchor: None,
    options: &[OptionInfo::flag(
        "check-sizes",
        "Assert that tensors which are joined have the same sizes in the other dimensions",
        "false",
    )],
    create: |options| {
        Ok(Box::new(DecomposeTensorOps {
            checks_sizes: options.flag("check-sizes")?,
        }))
    },
};

struct DecomposeTensorOps {
    checks_sizes: bool,
}

impl Pass for DecomposeTensorOps {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Post) {
                // What cannot be decomposed stays, and is refused by the passes that meet it.
                let _ = self.decompose(&mut Rewriter::new(cx.ctx, body), op);
            }
            Ok(())
        })
    }
}

impl DecomposeTensorOps {
    fn decompose(&self, rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
        rw.set_before(op);
        let data = rw.body.op(op);
        if data.is(BitcastOp::DEF) {
            elements::bitcast(rw, op)
        } else if data.is(GatherOp::DEF) {
            elements::gather(rw, op)
        } else if data.is(ConcatOp::DEF) {
            parts::concat(rw, op, self.checks_sizes)
        } else if data.is(ScatterOp::DEF) {
            parts::scatter(rw, op)
        } else if data.is(SoftmaxOp::DEF) {
            softmax::softmax(rw, op)
        } else {
            None
        }
    }
}

/// The sum of two sizes.
fn sum(rw: &mut Rewriter<'_>, at: Location, a: Entry, b: Entry) -> Entry {
    if let (Entry::Static(a), Entry::Static(b)) = (a, b) {
        return Entry::Static(a.wrapping_add(b));
    }
    let [a, b] = [a, b].map(|entry| materialize(rw, at, entry.into()));
    Entry::Dynamic(fold_binary(rw, at, AddIOp::DEF, a, b))
}

/// The sizes of all dimensions of a tensor.
fn sizes_of(rw: &mut Rewriter<'_>, at: Location, tensor: ValueId) -> Vec<Entry> {
    let rank = rw.body.value_type(tensor).shape(rw.ctx).map_or(0, <[i64]>::len);
    (0..rank).map(|dim| size_at(rw, at, tensor, dim)).collect()
}

/// The values of the sizes that a type leaves open.
fn open_sizes(rw: &mut Rewriter<'_>, at: Location, ty: Type, sizes: &[Entry]) -> Vec<ValueId> {
    let shape = ty.shape(rw.ctx).unwrap_or_default();
    let open = shape.iter().zip(sizes).filter(|&(&size, _)| size == DYNAMIC);
    open.map(|(_, &size)| materialize(rw, at, size.into())).collect()
}

/// A tensor without contents.
fn empty(rw: &mut Rewriter<'_>, at: Location, ty: Type, sizes: &[Entry]) -> ValueId {
    let open = open_sizes(rw, at, ty, sizes);
    rw.insert_value(EmptyOp::build(rw.ctx, at, &open, &[ty]))
}

/// What a `linalg.generic` works on: inputs, outputs, a map for each of them, and which dimension is reduced.
struct Structure<'a> {
    inputs: &'a [ValueId],
    output: ValueId,
    maps: &'a [AffineMap],
    reduced: Option<usize>,
}

/// A `linalg.generic` whose body computes an element from one of each operand. The result is the output again if that is
/// memory.
fn generic(
    rw: &mut Rewriter<'_>,
    at: Location,
    structure: &Structure<'_>,
    compute: impl FnOnce(&mut Rewriter<'_>, &[ValueId]) -> ValueId,
) -> ValueId {
    let ctx = rw.ctx;
    let Structure { inputs, output, .. } = *structure;
    let rank = structure.maps.first().map_or(0, AffineMap::num_dims) as usize;
    let maps: Vec<Attribute> = structure.maps.iter().map(|map| map_attr(ctx, map.clone())).collect();
    let iteration = |dim| {
        if structure.reduced == Some(dim) {
            Iteration::Reduction.attr(ctx)
        } else {
            Iteration::Parallel.attr(ctx)
        }
    };
    let iterators: Vec<Attribute> = (0..rank).map(iteration).collect();
    let operands = inputs.iter().chain([&output]);
    let elements: Vec<_> = operands
        .map(|&value| (rw.body.value_type(value).element_or_self(ctx), at))
        .collect();
    let body = region(rw, &elements, |rw, arguments| {
        let value = compute(rw, arguments);
        rw.insert(YieldOp::build(ctx, at, &[value], &[]));
    });
    let (maps, iterators) = (ctx.array_attr(&maps), ctx.array_attr(&iterators));
    let types = result_types(rw, output);
    let mut state = GenericOp::build(ctx, at, inputs, &[output], maps, iterators, None, None, &types);
    state.regions.push(body);
    let op = rw.insert(state);
    rw.body.results(op).next().unwrap_or(output)
}

/// A tensor, or memory, that is filled with a value.
fn fill(rw: &mut Rewriter<'_>, at: Location, value: ValueId, output: ValueId) -> ValueId {
    let ctx = rw.ctx;
    let element = rw.body.value_type(value);
    let body = yields_first(rw, at, element);
    let types = result_types(rw, output);
    let mut state = FillOp::build(ctx, at, &[value], &[output], &types);
    state.regions.push(body);
    let op = rw.insert(state);
    rw.body.results(op).next().unwrap_or(output)
}

/// The types of the results of an op with an output: none if it is memory.
fn result_types(rw: &Rewriter<'_>, output: ValueId) -> Vec<Type> {
    let ty = rw.body.value_type(output);
    let is_tensor = asyncir_dialects::constraints::is_tensor(rw.ctx, ty);
    is_tensor.then_some(ty).into_iter().collect()
}
