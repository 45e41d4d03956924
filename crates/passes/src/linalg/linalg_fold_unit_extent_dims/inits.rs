//! What an elementwise op reads of the tensors that it writes becomes an input.

use asyncir_dialects::index_list;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::tensor::EmptyOp;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, Mapping, OpId, ValueId};

use crate::linalg::nest::{Nest, copy_op, folded_sizes, generic};

/// Gives an op the tensors that it reads as inputs, and new ones to write.
pub(super) fn move_inits(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Nest::of_generic(rw, op).filter(|nest| nest.is_on_tensors) else {
        return false;
    };
    let read: Vec<usize> = (nest.num_inputs..nest.operands.len())
        .filter(|&operand| nest.reads(rw.body, operand))
        .collect();
    if read.is_empty() || nest.iterators.contains(&Iteration::Reduction) {
        return false;
    }
    let at = rw.location_of(op);
    let (mut inputs, mut inits) = (nest.inputs().to_vec(), nest.inits().to_vec());
    let mut maps: Vec<AffineMap> = nest.maps[..nest.num_inputs].to_vec();
    for &operand in &read {
        inputs.push(nest.operands[operand]);
        maps.push(nest.maps[operand].clone());
        inits[operand - nest.num_inputs] = empty_like(rw, at, nest.operands[operand]);
    }
    maps.extend_from_slice(&nest.maps[nest.num_inputs..]);
    rw.set_before(op);
    let types = rw.body.result_types(op);
    let (mut state, region) = generic(rw, at, (&inputs, &inits), &maps, &nest.iterators, &types);
    state.attrs = rw.body.op(op).attrs();
    let new = rw.insert(state);
    let block = rw.create_block(region, None, &[]);
    let mut map = Mapping::new();
    let mut add = |rw: &mut Rewriter<'_>, operand: usize, stands_for: bool| {
        let old = rw.body.block_arg(nest.block, operand);
        let ty = rw.body.value_type(old);
        let new = rw.body.add_block_arg(block, ty, at);
        if stands_for {
            map.map_value(old, new);
        }
    };
    (0..nest.num_inputs).for_each(|operand| add(rw, operand, true));
    read.iter().for_each(|&operand| add(rw, operand, true));
    (nest.num_inputs..nest.operands.len()).for_each(|operand| add(rw, operand, !read.contains(&operand)));
    let ops: Vec<OpId> = rw.body.block_ops(nest.block).collect();
    for op in ops {
        copy_op(rw, op, &mut map);
    }
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
    true
}

/// A new tensor of the size of another one, right behind it.
fn empty_like(rw: &mut Rewriter<'_>, at: Location, value: ValueId) -> ValueId {
    rw.set_point(rw.body.after_value(value));
    let (shape, sizes) = index_list::split(&folded_sizes(rw, at, value));
    let element = rw.body.value_type(value).element_or_self(rw.ctx);
    let ty = rw.ctx.tensor_type(&shape, element);
    rw.insert_value(EmptyOp::build(rw.ctx, at, &sizes, &[ty]))
}
