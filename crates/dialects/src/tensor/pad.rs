//! Tensors with more elements around them.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, Fallible, OpId, OpRef, Type, ValueId};

use super::slice::with_shape;
use super::{YieldOp, canonicalize_pad};
use crate::constraints::{ANY_RANKED_TENSOR, DENSE_I64_ARRAY_ATTR, INDEX, UNIT_ATTR};
use crate::index_list::{self, Entry, index_list_directive};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A tensor with `low` elements in front of each dimension and `high` ones behind it. The region computes the new
    /// elements from their indices in the result. With `nofold`, the op stays even if it adds nothing.
    ///
    /// ```mlir
    /// %u = tensor.pad %t low[1, %n] high[0, 2] {
    /// ^bb0(%i: index, %j: index):
    ///   tensor.yield %zero : f32
    /// } : tensor<4x?xf32> to tensor<5x?xf32>
    /// ```
    op PadOp "tensor.pad" {
        summary "tensor pad operation";
        operands { source: one ANY_RANKED_TENSOR, low: variadic INDEX, high: variadic INDEX }
        results { result: one ANY_RANKED_TENSOR }
        attributes {
            static_low: required DENSE_I64_ARRAY_ATTR,
            static_high: required DENSE_I64_ARRAY_ATTR,
            nofold: optional UNIT_ATTR,
        }
        regions { region: Sized(1) }
        traits [AttrSizedOperandSegments, Pure, SingleBlock]
        terminator "tensor.yield";
        format "$source (`nofold` $nofold^)? `low` `` custom<Low>($low, $static_low) `high` `` \
                custom<High>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)";
        directives [
            "Low" => parse_low, print_low;
            "High" => parse_high, print_high;
        ]
        hooks {
            verify: verify,
            verify_regions: verify_body,
            fold: fold,
            canonicalize: canonicalize_pad::PAD,
            result_names: |op, name| name(op.result(0), "padded"),
        }
    }
}

index_list_directive! {
    parse_low, print_low: PadOp, low, static_low;
    parse_high, print_high: PadOp, high, static_high;
}

/// How many elements are added in front of and behind each dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Padding {
    /// In front of it.
    pub low: Vec<Entry>,
    /// Behind it.
    pub high: Vec<Entry>,
}

impl PadOp<'_> {
    /// How many elements are added.
    pub fn padding(self) -> Padding {
        let join = |statics, values: &[ValueId]| index_list::join(&index_list::ints(self.0.ctx, statics), values);
        Padding {
            low: join(self.static_low(), &self.low()),
            high: join(self.static_high(), &self.high()),
        }
    }

    /// As [`padding`](Self::padding), with numbers in the place of values that are constants.
    pub fn known_padding(self) -> Padding {
        let Padding { low, high } = self.padding();
        let known = |entry: Entry| entry.known(self.0.ctx, self.0.body).map_or(entry, Entry::Static);
        let [low, high] = [low, high].map(|list| list.into_iter().map(known).collect());
        Padding { low, high }
    }

    /// The value that the new elements have, if it is the same for all: it is a constant, or stands outside of the op.
    pub fn value(self) -> Option<ValueId> {
        let body = self.0.body;
        let block = body.region(*body.op_regions(self.0.op).first()?).first()?;
        let value = body.operands(body.terminator(block)?).next()?;
        let is_constant = asyncir_ir::rewrite::fold::constant_value(self.0.ctx, body, value).is_some();
        (is_constant || body.value_block(value) != Some(block)).then_some(value)
    }
}

impl Padding {
    /// The integers of each list; [`DYNAMIC`] stands for values.
    pub(super) fn statics(&self) -> [Vec<i64>; 2] {
        [&self.low, &self.high].map(|list| index_list::split(list).0)
    }

    /// Whether an element may be added to a dimension.
    pub(super) fn pads(&self, ctx: &Context, body: &Body, dim: usize) -> bool {
        let is_zero = |list: &[Entry]| list.get(dim).and_then(|entry| entry.known(ctx, body)) == Some(0);
        !is_zero(&self.low) || !is_zero(&self.high)
    }
}

/// The shape of a padded tensor. `None` if there are not as many integers as dimensions.
pub(super) fn padded_shape(shape: &[i64], low: &[i64], high: &[i64]) -> Option<Vec<i64>> {
    if low.len() != shape.len() || high.len() != shape.len() {
        return None;
    }
    let size = |((&size, &low), &high): ((&i64, &i64), &i64)| {
        let is_known = ![size, low, high].contains(&DYNAMIC);
        if is_known {
            size.wrapping_add(low).wrapping_add(high)
        } else {
            DYNAMIC
        }
    };
    Some(shape.iter().zip(low).zip(high).map(size).collect())
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (ctx, view) = (op.ctx, PadOp(op));
    let [low, high] = [view.static_low(), view.static_high()].map(|attr| index_list::ints(ctx, attr));
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let shape = source.shape(ctx).unwrap_or_default();
    let Some(inferred) = padded_shape(shape, &low, &high) else {
        let (source, result) = (ctx.show_type(source), ctx.show_type(result));
        return Err(op.bare_error(format!(
            "failed to infer expectedType from sourceType '{source}', specified resultType is '{result}'"
        )));
    };
    let given = result.shape(ctx).unwrap_or_default();
    let fits = |(&inferred, &given): (&i64, &i64)| inferred == given || inferred == DYNAMIC;
    if inferred.len() != given.len() || !inferred.iter().zip(given).all(fits) {
        let (result, inferred) = (ctx.show_type(result), ctx.show_type(with_shape(ctx, source, &inferred)));
        return Err(op.bare_error(format!(
            "specified type '{result}' does not match the inferred type '{inferred}'"
        )));
    }
    // More values than the integers leave open mean nothing.
    for (name, values, statics) in [("low", view.low(), &low), ("high", view.high(), &high)] {
        let open = statics.iter().filter(|&&size| size == DYNAMIC).count();
        if values.len() < open {
            return index_list::verify_counts(op, name, values.len(), &format!("static_{name}"), statics);
        }
    }
    Ok(())
}

fn verify_body(op: OpRef<'_>) -> Fallible {
    let regions = op.body.op_regions(op.op);
    let Some(block) = regions.first().and_then(|&region| op.body.region(region).first()) else {
        return Ok(());
    };
    let rank = op.result_type(0).shape(op.ctx).map_or(0, <[i64]>::len);
    let arguments: Vec<Type> = op.body.block_args(block).map(|arg| op.body.value_type(arg)).collect();
    if arguments.len() != rank {
        return Err(op.bare_error(format!("expected the block to have {rank} arguments")));
    }
    if let Some(index) = arguments.iter().position(|ty| !ty.is_index()) {
        return Err(op.error(format_args!("expected block argument {} to be an index", index + 1)));
    }
    let end = op
        .body
        .terminator(block)
        .filter(|&end| op.body.op(end).is(YieldOp::DEF));
    let value = end.and_then(|end| op.body.operands(end).next());
    let element = op.result_type(0).element_or_self(op.ctx);
    if value.is_none_or(|value| op.body.value_type(value) != element) {
        return Err(op.error("expected yield type to match shape element type"));
    }
    Ok(())
}

/// With the same sizes as before, nothing is added.
fn fold(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = PadOp(body.op_ref(ctx, op));
    let (source, ty) = (view.source(), view.0.result_type(0));
    let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
    if is_known && ty == body.value_type(source) && view.nofold().is_none() {
        Folded::value(source)
    } else {
        Folded::No
    }
}
