//! Splits and merges of dimensions move through ops that add elements to other dimensions.

use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::tensor::{CollapseShapeOp, ExpandShapeOp, PadOp, Padding, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Dominance, InsertPoint, Location, OpId, Type, ValueId};

use crate::linalg::nest::{folded_sizes, has_one_use};
use crate::linalg::reshape::{collapse_state, expand};
use crate::scf::build::region;

/// What is added to a tensor with split dimensions.
struct Split {
    shape: Vec<i64>,
    padding: Padding,
    value: ValueId,
    nofold: Option<Attribute>,
    at: Location,
}

impl Split {
    /// `None` if elements are added to a dimension that is split, or the elements depend on their places.
    fn of(rw: &Rewriter<'_>, pad: OpId, expanded: &[i64], groups: &Groups) -> Option<Self> {
        let view = PadOp(rw.body.op_ref(rw.ctx, pad));
        let (value, padding) = (view.value()?, view.padding());
        let padded = view.0.result_type(0).shape(rw.ctx)?;
        let none = Entry::Static(0);
        let mut split = Padding {
            low: vec![none; expanded.len()],
            high: vec![none; expanded.len()],
        };
        let mut shape = expanded.to_vec();
        for (dim, group) in groups.iter().enumerate() {
            match group[..] {
                [only] => {
                    let only = usize::try_from(only).ok()?;
                    *shape.get_mut(only)? = *padded.get(dim)?;
                    split.low[only] = *padding.low.get(dim)?;
                    split.high[only] = *padding.high.get(dim)?;
                }
                _ if padding.low.get(dim) != Some(&none) || padding.high.get(dim) != Some(&none) => return None,
                _ => {}
            }
        }
        Some(Self {
            shape,
            padding: split,
            value,
            nofold: view.nofold(),
            at: view.0.location(),
        })
    }

    /// Adds the elements at the cursor.
    fn pad(&self, rw: &mut Rewriter<'_>, at: Location, source: ValueId) -> ValueId {
        let ctx = rw.ctx;
        let element = rw.body.value_type(source).element_or_self(ctx);
        let ty = ctx.tensor_type(&self.shape, element);
        let arguments = vec![(Type::INDEX, at); self.shape.len()];
        let value = self.value;
        let body = region(rw, &arguments, |rw, _| {
            rw.insert(YieldOp::build(ctx, at, value, &[]));
        });
        let [(low, lows), (high, highs)] = [&self.padding.low, &self.padding.high].map(|list| index_list::split(list));
        let (low, high) = (ctx.dense_i64_array(&low), ctx.dense_i64_array(&high));
        let mut state = PadOp::build(ctx, at, source, &lows, &highs, low, high, self.nofold, &[ty]);
        state.regions.push(body);
        rw.insert_value(state)
    }
}

/// Elements are added before dimensions are merged.
pub(super) fn pad_of_collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let merge = rw
        .body
        .defining_op(source)
        .and_then(|merge| CollapseShapeOp::cast(rw.body.op_ref(rw.ctx, merge)));
    let Some(merge) = merge.filter(|merge| has_one_use(rw.body, merge.0.op)) else {
        return false;
    };
    let (source, groups) = (merge.src(), merge.groups());
    let shape = rw.body.value_type(source).shape(rw.ctx).unwrap_or_default();
    let Some(split) = Split::of(rw, op, shape, &groups) else {
        return false;
    };
    rw.set_before(op);
    let padded = split.pad(rw, split.at, source);
    let state = collapse_state(rw, split.at, rw.body.value_type(rw.body.result(op, 0)), padded, &groups);
    rw.replace_with(op, state);
    true
}

/// Dimensions are split before elements are added.
pub(super) fn expand_of_pad(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    split_before_pad(rw, op).is_some()
}

fn split_before_pad(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = ExpandShapeOp(rw.body.op_ref(rw.ctx, op));
    let (ty, groups, mut sizes, at) = (view.0.result_type(0), view.groups(), view.sizes(), view.0.location());
    let pad = rw
        .body
        .defining_op(view.src())
        .filter(|&pad| rw.body.op(pad).is(PadOp::DEF))?;
    if !has_one_use(rw.body, pad) {
        return None;
    }
    let split = Split::of(rw, pad, ty.shape(rw.ctx)?, &groups)?;
    let source = rw.body.operand(pad, 0);
    let place = rw.body.after_value(source);
    // MLIR does not look whether the sizes that stay are known there.
    if let InsertPoint::Before(next) = place {
        let dims = groups.iter().filter(|group| group.len() > 1).flatten();
        let needed = dims.filter_map(|&dim| match sizes.get(usize::try_from(dim).ok()?) {
            Some(Entry::Dynamic(value)) => Some(*value),
            _ => None,
        });
        let needed: Vec<ValueId> = needed.collect();
        let dominance = (!needed.is_empty()).then(|| Dominance::new(rw.body));
        let is_known = |&value: &ValueId| {
            let dominance = dominance.as_ref();
            dominance.is_none_or(|dominance| dominance.value_dominates(rw.body, value, next))
        };
        if !needed.iter().all(is_known) {
            return None;
        }
    }
    rw.set_point(place);
    let given = folded_sizes(rw, at, source);
    for (dim, group) in groups.iter().enumerate() {
        if let [only] = group[..] {
            *sizes.get_mut(usize::try_from(only).ok()?)? = given[dim];
        }
    }
    let new = rw
        .ctx
        .tensor_type(&index_list::split(&sizes).0, ty.element_or_self(rw.ctx));
    let expanded = expand(rw, at, new, source, &groups, &sizes);
    rw.set_before(op);
    let padded = split.pad(rw, at, expanded);
    rw.replace(op, &[padded]);
    Some(())
}
