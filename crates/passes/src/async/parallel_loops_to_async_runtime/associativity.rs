//! Combiners whose result depends on how values are grouped.
//!
//! Whoever writes an `scf.reduce` promises that its combiner is associative: (a ∘ b) ∘ c = a ∘ (b ∘ c). But a combiner that
//! takes its first argument for what was combined before, and its second one for an element, may well not be: it
//! counts elements, or computes `a * w + b`. Nothing decides this for all combiners; here they are tried on some numbers, by
//! folding. Loops whose combiner fails stay sequential, so that they give what they give in order.
//!
//! Combiners with ops that do not fold are taken to be associative.

use std::collections::HashMap;

use asyncir_dialects::constant_fold::{numbers, splat, uniform};
use asyncir_dialects::scf;
use asyncir_ir::def::{FoldResult, Folded, OpTrait, OpView};
use asyncir_ir::rewrite::fold::{constant_op_value, constant_value, fold_with_constants};
use asyncir_ir::{Attribute, BlockId, Body, Context, Location, Mapping, OpId, Type, TypeKind, ValueId, float};

use crate::arith::associative::is_associative;
use crate::r#async::outline::captures;

/// Numbers that are combined. Those with few bits, so that sums and products of floats are exact.
const INTEGERS: [i64; 3] = [1, 5, 12];
const NEGATIVE: i64 = -4;
const FLOATS: [f64; 3] = [1.5, -2.25, 3.0];

/// What a value from around the loop is taken for: nothing that is neutral.
const FROM_AROUND: (i64, f64) = (3, 0.75);

/// How many of the constants of a combiner are looked at: their neighbours are combined, too.
const MAX_CONSTANTS: usize = 2;

/// By how much floats may differ, relative to the larger one, because they were rounded in another order.
const TOLERANCE: f64 = 0.05;

/// How deep in conditions ops may be.
const MAX_DEPTH: usize = 8;

/// Whether a combiner is known to depend on the grouping of the values.
pub(super) fn depends_on_grouping(ctx: &Context, body: &Body, combiner: BlockId) -> bool {
    let mut ops = body.block_ops(combiner);
    let is_one_op = body.block_ops(combiner).count() == 2;
    if is_one_op
        && ops
            .next()
            .is_some_and(|op| is_associative(body.op(op).name().as_str(ctx)))
    {
        return false;
    }
    let Some(mut trial) = Trial::of(ctx, body, combiner) else {
        return false;
    };
    let samples = trial.samples();
    samples.iter().any(|&a| {
        samples
            .iter()
            .any(|&b| samples.iter().any(|&c| trial.differs(a, b, c) == Some(true)))
    })
}

/// A copy of a combiner, whose ops are folded.
struct Trial<'a> {
    ctx: &'a Context,
    body: Body,
    block: BlockId,
    /// What is known of values from around the combiner.
    around: HashMap<ValueId, Attribute>,
    ty: Type,
    /// What the combiner gave before.
    combined: HashMap<[Attribute; 2], Option<Attribute>>,
}

impl<'a> Trial<'a> {
    /// `None` if nothing is known of the types.
    fn of(ctx: &'a Context, source: &Body, combiner: BlockId) -> Option<Self> {
        let region = source.block(combiner).region()?;
        let ty = source.value_type(source.block_args(combiner).next()?);
        let mut body = Body::new();
        let outside = body.add_root_region();
        let outside = body.append_block(outside);
        let (mut map, mut around) = (Mapping::new(), HashMap::new());
        for value in captures(source, region) {
            let argument = body.add_block_arg(outside, source.value_type(value), Location::UNKNOWN);
            map.map_value(value, argument);
            let known = constant_value(ctx, source, value);
            around.insert(
                argument,
                known.or_else(|| number(ctx, source.value_type(value), FROM_AROUND))?,
            );
        }
        let copy = body.add_root_region();
        body.clone_region_from(source, region, copy, &mut map);
        let block = body.region(copy).first()?;
        Some(Self {
            ctx,
            body,
            block,
            around,
            ty,
            combined: HashMap::new(),
        })
    }

    /// The values that are combined.
    fn samples(&self) -> Vec<Attribute> {
        let is_remainder = |op: OpId| self.body.op(op).name().as_str(self.ctx).starts_with("arith.rem");
        let mut integers = INTEGERS.to_vec();
        // What is left of a division is associative for positive numbers alone.
        if !self.body.block_ops(self.block).any(is_remainder) {
            integers.push(NEGATIVE);
        }
        let pairs = integers.iter().zip(FLOATS.iter().cycle());
        let mut samples: Vec<Attribute> = pairs
            .filter_map(|(&integer, &float)| number(self.ctx, self.ty, (integer, float)))
            .collect();
        for constant in self.constants() {
            let near = [-1, 1].map(|offset| (constant.0.saturating_add(offset), constant.1 + offset as f64));
            samples.extend(near.into_iter().filter_map(|near| number(self.ctx, self.ty, near)));
        }
        let mut distinct = Vec::new();
        for sample in samples {
            if !distinct.contains(&sample) {
                distinct.push(sample);
            }
        }
        distinct
    }

    /// Some of the numbers that the combiner compares or computes with.
    fn constants(&self) -> Vec<(i64, f64)> {
        let own = self.body.block_ops(self.block);
        let own = own.filter_map(|op| constant_op_value(self.ctx, &self.body, op));
        let all = own.chain(self.around.values().copied());
        let mut numbers: Vec<(i64, f64)> = all.filter_map(|attr| as_number(self.ctx, attr)).collect();
        numbers.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        numbers.dedup();
        numbers.truncate(MAX_CONSTANTS);
        numbers
    }

    /// Whether the two groupings of three values give something else.
    fn differs(&mut self, a: Attribute, b: Attribute, c: Attribute) -> Option<bool> {
        let (first, last) = (self.combine(a, b)?, self.combine(b, c)?);
        let (lhs, rhs) = (self.combine(first, c)?, self.combine(a, last)?);
        if lhs == rhs {
            return Some(false);
        }
        let (Some(x), Some(y)) = (as_float(self.ctx, lhs), as_float(self.ctx, rhs)) else {
            return Some(true);
        };
        // Both may be no number.
        Some((x - y).abs() > TOLERANCE * x.abs().max(y.abs()))
    }

    /// What the combiner gives; `None` if that is not found out.
    fn combine(&mut self, lhs: Attribute, rhs: Attribute) -> Option<Attribute> {
        if let Some(&known) = self.combined.get(&[lhs, rhs]) {
            return known;
        }
        let mut known = self.around.clone();
        known.extend(self.body.block_args(self.block).zip([lhs, rhs]));
        let results = self.run(self.block, &mut known, MAX_DEPTH);
        let result = results.and_then(|results| results.first().copied());
        self.combined.insert([lhs, rhs], result);
        result
    }

    /// Folds the ops of a block; gives what its terminator passes on.
    fn run(&mut self, block: BlockId, known: &mut HashMap<ValueId, Attribute>, depth: usize) -> Option<Vec<Attribute>> {
        let ops: Vec<OpId> = self.body.block_ops(block).collect();
        for op in ops {
            let operands: Option<Vec<Attribute>> =
                self.body.operands(op).map(|value| known.get(&value).copied()).collect();
            let operands = operands?;
            if self.body.op(op).has_trait(OpTrait::Terminator) {
                return Some(operands);
            }
            let results = match constant_op_value(self.ctx, &self.body, op) {
                Some(value) => vec![value],
                None if self.body.op(op).is(scf::IfOp::DEF) => self.branch(op, *operands.first()?, known, depth)?,
                None => self.fold(op, &operands, known)?,
            };
            known.extend(self.body.results(op).zip(results));
        }
        None
    }

    fn branch(
        &mut self,
        op: OpId,
        condition: Attribute,
        known: &mut HashMap<ValueId, Attribute>,
        depth: usize,
    ) -> Option<Vec<Attribute>> {
        let taken = usize::from(condition.as_i64(self.ctx)? == 0);
        let block = self.body.region(*self.body.op_regions(op).get(taken)?).first()?;
        self.run(block, known, depth.checked_sub(1)?)
    }

    fn fold(
        &mut self,
        op: OpId,
        operands: &[Attribute],
        known: &HashMap<ValueId, Attribute>,
    ) -> Option<Vec<Attribute>> {
        let operands: Vec<Option<Attribute>> = operands.iter().copied().map(Some).collect();
        let Folded::Results(results) = fold_with_constants(self.ctx, &mut self.body, op, &operands) else {
            return None;
        };
        let value = |result: &FoldResult| match result {
            FoldResult::Attr(attr) => Some(*attr),
            FoldResult::Value(value) => known.get(value).copied(),
        };
        results.iter().map(value).collect()
    }
}

/// A number of a type, or a vector of it.
fn number(ctx: &Context, ty: Type, (integer, float): (i64, f64)) -> Option<Attribute> {
    match ty.kind(ctx) {
        TypeKind::Integer { width: 1, .. } => Some(ctx.int_attr(ty, (integer & 1).into())),
        TypeKind::Integer { .. } | TypeKind::Index => Some(ctx.int_attr(ty, integer.into())),
        TypeKind::Float(semantics) => Some(ctx.float_bits_attr(ty, float::from_f64(*semantics, float))),
        TypeKind::Vector { .. } => {
            let element = number(ctx, ty.element_or_self(ctx), (integer, float))?;
            splat(ctx, ty, &uniform(ctx, Some(element))?)
        }
        _ => None,
    }
}

/// A number, as both.
fn as_number(ctx: &Context, attr: Attribute) -> Option<(i64, f64)> {
    if let Some(float) = as_float(ctx, attr) {
        return Some((float as i64, float));
    }
    let integer = attr.as_i64(ctx)?;
    Some((integer, integer as f64))
}

/// A float, or that of all elements of a vector.
fn as_float(ctx: &Context, attr: Attribute) -> Option<f64> {
    let semantics = attr.ty(ctx).element_or_self(ctx).float(ctx)?;
    let bits = numbers(ctx, attr)?.values.first()?.to_u128()?;
    Some(float::to_f64(semantics, bits))
}
