//! Structured ops as patterns need them: without a borrow of the body that they change.

use asyncir_dialects::affine::map_attr;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::index_list::Entry;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::structured::{entry_block, known_loop_sizes, shape_of};
use asyncir_dialects::linalg::{GenericOp, IndexOp, Structured, YieldOp};
use asyncir_dialects::tensor::DimOp;
use asyncir_dialects::{arith, memref};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, DYNAMIC, Location, Mapping, OpId, OperationState, RegionId, Type, ValueId,
};

use crate::scf::build::region;

/// A structured op as a loop nest.
pub(crate) struct Nest {
    pub(crate) op: OpId,
    pub(crate) operands: Vec<ValueId>,
    /// How many of the operands are only read.
    pub(crate) num_inputs: usize,
    /// One map for each operand.
    pub(crate) maps: Vec<AffineMap>,
    /// One entry for each loop.
    pub(crate) iterators: Vec<Iteration>,
    /// Whether all operands are tensors or scalars.
    pub(crate) is_on_tensors: bool,
    pub(crate) block: BlockId,
}

impl Nest {
    /// A structured op.
    pub(crate) fn of(rw: &Rewriter<'_>, op: OpId) -> Option<Self> {
        let nest = Structured::of(rw.body.op_ref(rw.ctx, op))?;
        Some(Self {
            op,
            operands: nest.operands().to_vec(),
            num_inputs: nest.num_inputs,
            is_on_tensors: nest.is_on_tensors(),
            maps: nest.maps,
            iterators: nest.iterators,
            block: entry_block(rw.body, op)?,
        })
    }

    /// A `linalg.generic`.
    pub(crate) fn of_generic(rw: &Rewriter<'_>, op: OpId) -> Option<Self> {
        let is_generic = rw.body.op(op).is(GenericOp::DEF);
        is_generic.then(|| Self::of(rw, op)).flatten()
    }

    /// The operands that are only read.
    pub(crate) fn inputs(&self) -> &[ValueId] {
        &self.operands[..self.num_inputs]
    }

    /// The operands that are written.
    pub(crate) fn inits(&self) -> &[ValueId] {
        &self.operands[self.num_inputs..]
    }

    /// Whether the region uses the element of an operand.
    pub(crate) fn reads(&self, body: &Body, operand: usize) -> bool {
        body.has_uses(body.block_arg(self.block, operand))
    }

    /// The ops in the region that ask for the index of a loop, with its number.
    pub(crate) fn index_ops(&self, rw: &Rewriter<'_>) -> Vec<(OpId, usize)> {
        index_ops(rw, self.block)
    }

    /// Whether the sizes of all loops can be told from the operands that are not in `dropped`.
    pub(crate) fn can_drop(&self, dropped: &[usize]) -> bool {
        let kept = self.maps.iter().enumerate();
        let kept: Vec<&AffineMap> = kept
            .filter(|(index, _)| !dropped.contains(index))
            .map(|(_, map)| map)
            .collect();
        if kept.is_empty() {
            return self.iterators.is_empty();
        }
        tell_all_loops(&kept)
    }

    /// The size of each loop, as the first operand that tells it does. All sizes of all operands are asked for; those that
    /// nobody needs are dead.
    pub(crate) fn loop_sizes(&self, rw: &mut Rewriter<'_>, at: Location) -> Vec<Entry> {
        let mut sizes = vec![None; self.iterators.len()];
        for (map, &operand) in self.maps.iter().zip(&self.operands) {
            let rank = shape_of(rw.ctx, rw.body.value_type(operand)).len();
            let dims: Vec<Entry> = (0..rank).map(|dim| folded_size(rw, at, operand, dim)).collect();
            for (result, size) in map.results().iter().zip(dims) {
                if let AffineExpr::Dim(dim) = result
                    && let Some(slot @ None) = sizes.get_mut(*dim as usize)
                {
                    *slot = Some(size);
                }
            }
        }
        sizes
            .into_iter()
            .map(|size| size.unwrap_or(Entry::Static(DYNAMIC)))
            .collect()
    }

    /// The size of each loop as far as types tell it.
    pub(crate) fn known_loop_sizes(&self, rw: &Rewriter<'_>) -> Vec<i64> {
        let types: Vec<Type> = self
            .operands
            .iter()
            .map(|&operand| rw.body.value_type(operand))
            .collect();
        known_loop_sizes(rw.ctx, &self.maps, &types, self.iterators.len())
    }
}

/// The ops of a block that ask for the index of a loop, with its number.
pub(crate) fn index_ops(rw: &Rewriter<'_>, block: BlockId) -> Vec<(OpId, usize)> {
    let ops = rw.body.block_ops(block).filter(|&op| rw.body.op(op).is(IndexOp::DEF));
    let dim = |op: OpId| {
        let dim = IndexOp(rw.body.op_ref(rw.ctx, op)).dim();
        dim.and_then(|dim| usize::try_from(dim.as_i64(rw.ctx)?).ok())
            .unwrap_or_default()
    };
    ops.map(|op| (op, dim(op))).collect()
}

/// Whether each dimension of some maps is a result of one of them.
pub(crate) fn tell_all_loops(maps: &[&AffineMap]) -> bool {
    let dims = maps.iter().map(|map| map.num_dims()).max().unwrap_or_default();
    let is_told = |dim| maps.iter().any(|map| map.results().contains(&AffineExpr::Dim(dim)));
    (0..dims).all(is_told)
}

/// Whether an op has results that are used exactly once, all taken together.
pub(crate) fn has_one_use(body: &Body, op: OpId) -> bool {
    body.results(op).flat_map(|result| body.uses(result)).take(2).count() == 1
}

/// The size of a dimension: a number if the type tells it; otherwise a value, asked for at the cursor.
pub(crate) fn folded_size(rw: &mut Rewriter<'_>, at: Location, value: ValueId, dim: usize) -> Entry {
    let ty = rw.body.value_type(value);
    match ty.shape(rw.ctx).and_then(|shape| shape.get(dim)) {
        Some(&size) if size != DYNAMIC => Entry::Static(size),
        _ => Entry::Dynamic(dim_of(rw, at, value, dim)),
    }
}

/// Asks memory or a tensor for the size of a dimension; gives a constant if it is known.
pub(crate) fn dim_of(rw: &mut Rewriter<'_>, at: Location, value: ValueId, dim: usize) -> ValueId {
    let index = arith::build::index(rw, at, dim as i64);
    let state = if is_tensor(rw.ctx, rw.body.value_type(value)) {
        DimOp::build(rw.ctx, at, value, index, &[Type::INDEX])
    } else {
        memref::DimOp::build(rw.ctx, at, value, index, &[Type::INDEX])
    };
    rw.insert_or_fold(state)
}

/// The sizes of all dimensions.
pub(crate) fn folded_sizes(rw: &mut Rewriter<'_>, at: Location, value: ValueId) -> Vec<Entry> {
    let rank = shape_of(rw.ctx, rw.body.value_type(value)).len();
    (0..rank).map(|dim| folded_size(rw, at, value, dim)).collect()
}

/// The attribute for maps.
pub(crate) fn maps_attr(ctx: &Context, maps: &[AffineMap]) -> Attribute {
    let maps: Vec<Attribute> = maps.iter().map(|map| map_attr(ctx, map.clone())).collect();
    ctx.array_attr(&maps)
}

/// The attribute for iterators.
pub(crate) fn iterators_attr(ctx: &Context, iterators: &[Iteration]) -> Attribute {
    let iterators: Vec<Attribute> = iterators.iter().map(|iterator| iterator.attr(ctx)).collect();
    ctx.array_attr(&iterators)
}

/// Copies a block to a new region of an op that is in place already. Instead of some arguments the copy uses other values.
pub(crate) fn copy_block(rw: &mut Rewriter<'_>, from: BlockId, to: RegionId, instead: &[(usize, ValueId)]) -> BlockId {
    let mut map = Mapping::new();
    let point = rw.point();
    let block = rw.create_block(to, None, &[]);
    let arguments: Vec<ValueId> = rw.body.block_args(from).collect();
    for (index, argument) in arguments.into_iter().enumerate() {
        let value = match instead.iter().find(|&&(number, _)| number == index) {
            Some(&(_, value)) => value,
            None => {
                let (ty, at) = (rw.body.value_type(argument), rw.body.value_location(argument));
                rw.body.add_block_arg(block, ty, at)
            }
        };
        map.map_value(argument, value);
    }
    let ops: Vec<OpId> = rw.body.block_ops(from).collect();
    for op in ops {
        copy_op(rw, op, &mut map);
    }
    rw.set_point(point);
    block
}

/// Copies an op to the cursor.
pub(crate) fn copy_op(rw: &mut Rewriter<'_>, op: OpId, map: &mut Mapping) {
    let copy = rw.body.clone_op(op, map);
    rw.insert_copy(copy);
}

/// The region of an op that writes the elements of its first operand, or a scalar, as they are.
pub(crate) fn yields_first(rw: &mut Rewriter<'_>, at: Location, element: Type) -> RegionId {
    region(rw, &[(element, at), (element, at)], |rw, arguments| {
        rw.insert(YieldOp::build(rw.ctx, at, &arguments[..1], &[]));
    })
}

/// A `linalg.generic` with an empty region, which is given, too.
pub(crate) fn generic(
    rw: &mut Rewriter<'_>,
    at: Location,
    (inputs, inits): (&[ValueId], &[ValueId]),
    maps: &[AffineMap],
    iterators: &[Iteration],
    types: &[Type],
) -> (OperationState, RegionId) {
    let (maps, iterators) = (maps_attr(rw.ctx, maps), iterators_attr(rw.ctx, iterators));
    let mut state = GenericOp::build(rw.ctx, at, inputs, inits, maps, iterators, None, None, types);
    let region = rw.body.create_region();
    state.regions.push(region);
    (state, region)
}
