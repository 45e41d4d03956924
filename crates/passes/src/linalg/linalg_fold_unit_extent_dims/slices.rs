//! Parts of tensors lose dimensions of one element.

use asyncir_dialects::index_list;
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::tensor::{ExtractSliceOp, ParallelInsertSliceOp, merged_shape};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, OperationState};

use crate::linalg::reshape::{collapse, expand_to};

/// Groups in which dimensions of one element stand before the next one, the last ones behind the last one.
fn groups_without_units(shape: &[i64]) -> Groups {
    let (mut groups, mut group) = (Groups::new(), Vec::new());
    for (dim, &size) in shape.iter().enumerate() {
        group.push(dim as i64);
        if size != 1 {
            groups.push(std::mem::take(&mut group));
        }
    }
    if let Some(last) = groups.last_mut() {
        last.extend(group);
    }
    groups
}

/// Takes a part without these dimensions, and adds them then.
pub(super) fn reduce_extract(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ExtractSliceOp(rw.body.op_ref(rw.ctx, op));
    let ty = view.0.result_type(0);
    let shape = ty.shape(rw.ctx).unwrap_or_default();
    let groups = groups_without_units(shape);
    let sizes = index_list::ints(rw.ctx, view.static_sizes());
    if groups.len() == shape.len() {
        return false;
    }
    let mut surplus = sizes.len().saturating_sub(groups.len());
    let mut is_kept = |size: &i64| {
        let is_dropped = surplus > 0 && *size == 1;
        surplus -= usize::from(is_dropped);
        !is_dropped
    };
    let kept: Vec<i64> = sizes.into_iter().filter(|size| is_kept(size)).collect();
    let reduced = rw.ctx.tensor_type(&kept, ty.element_or_self(rw.ctx));
    let at = rw.location_of(op);
    rw.set_before(op);
    let operands: Vec<_> = rw.body.operands(op).collect();
    let mut state = OperationState::like(rw.body.op(op))
        .operands(&operands)
        .results(&[reduced]);
    state.attrs = asyncir_ir::Attribute::EMPTY_DICT;
    let part = rw.insert_value(state);
    let Some(expanded) = expand_to(rw, at, ty, part, &groups) else {
        return false;
    };
    rw.replace(op, &[expanded]);
    true
}

/// Writes a part without these dimensions.
pub(super) fn reduce_insert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let ty = rw.body.value_type(source);
    let shape = ty.shape(rw.ctx).unwrap_or_default();
    let groups = groups_without_units(shape);
    if groups.len() == shape.len() {
        return false;
    }
    let at = rw.location_of(op);
    let is_parallel = rw.body.op(op).is(ParallelInsertSliceOp::DEF);
    let before = rw.body.parent_op(op).filter(|_| is_parallel).unwrap_or(op);
    rw.set_before(before);
    let new = rw
        .ctx
        .tensor_type(&merged_shape(shape, &groups), ty.element_or_self(rw.ctx));
    let reduced = collapse(rw, at, new, source, &groups);
    let mut operands: Vec<_> = rw.body.operands(op).collect();
    operands[0] = reduced;
    let types = rw.body.result_types(op);
    let mut state = OperationState::like(rw.body.op(op)).operands(&operands).results(&types);
    state.attrs = asyncir_ir::Attribute::EMPTY_DICT;
    rw.replace_with(op, state);
    true
}
