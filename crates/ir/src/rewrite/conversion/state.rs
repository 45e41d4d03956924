//! The state of a conversion of one body: what stands for what, and what is to be done in the end.
//!
//! While patterns run, an op that was replaced stays where it is, with its operands and users; only the mapping knows
//! the values that stand for its results. Values of wrong types are converted by `unrealized_conversion_cast`s put in
//! on demand. When all ops are done, replacements take place in the order in which they were asked for.

use cranelift_entity::EntitySet;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use super::super::rewriter::BoxedEdit;
use super::super::{InputMapping, SignatureConversion, TypeConverter, ValueVec};
use super::mapping::Mapping;
use crate::body::{
    BlockArgument, BlockId, Body, InsertPoint, OpId, OperationState, RegionId, ValueId, WalkOrder, WalkResult,
};
use crate::context::Context;
use crate::diagnostics::Diagnostics;
use crate::dominance::Dominance;
use crate::location::Location;
use crate::types::Type;

/// What is put off to the end.
enum Delayed {
    /// Users of a value are to use what stands for it.
    Value(ValueId, Option<TypeConverter>),
    /// Users of an op are to use what stands for its results, and the op is to go.
    Op(OpId, Option<TypeConverter>),
    /// A block that was taken out is to go.
    Block(BlockId),
}

/// What a cast is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CastKind {
    /// From converted values to one of the original type.
    Source,
    /// From values to such of converted types, for a value that was of the type `original`.
    Target { original: Type },
}

/// A cast that the conversion put in.
pub(super) struct Cast {
    pub(super) kind: CastKind,
    pub(super) converter: Option<TypeConverter>,
    /// Not a replacement for a value that was dropped, but only a change of type.
    pure: bool,
}

/// The state of a conversion of one body.
#[derive(Default)]
pub struct ConversionState {
    pub(super) mapping: Mapping,
    mapped_to: EntitySet<ValueId>,
    delayed: Vec<Delayed>,
    /// Ops that were replaced or erased; they stand where they were until the end.
    replaced: EntitySet<OpId>,
    /// Ops that need not be looked at.
    pub(super) ignored: EntitySet<OpId>,
    pub(super) casts: HashMap<OpId, Cast, FixedState>,
    /// Casts in the order they were put in, with what they were entered under in the mapping.
    pub(super) cast_order: Vec<(OpId, Option<ValueVec>)>,
    converters: HashMap<RegionId, TypeConverter, FixedState>,
    /// The converter of the pattern that runs.
    pub(super) current: Option<TypeConverter>,
    /// What the pattern that runs has done.
    pub(super) progress: Progress,
    /// All ops that were made for the op that is being made legal.
    pub(super) created: Vec<OpId>,
    /// Errors that patterns reported.
    pub(super) diagnostics: Diagnostics,
    /// Changes of the symbol table around the body that patterns asked for.
    pub(in super::super) edits: Vec<BoxedEdit>,
    /// States of the bodies of ops in this body, by op: bodies whose signature is to be converted.
    pub(super) nested: HashMap<OpId, Box<ConversionState>, FixedState>,
    /// How the arguments of the blocks of this body are converted before anything else.
    pub(super) signatures: Vec<BodySignature>,
}

/// How the arguments of the blocks of a body are converted.
pub(super) struct BodySignature {
    pub(super) entry: SignatureConversion,
    pub(super) converter: TypeConverter,
    /// Whether blocks other than the entry are converted, too.
    pub(super) all_blocks: bool,
}

/// What a pattern did.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) inserted: SmallVec<[OpId; 4]>,
    pub(super) modified: SmallVec<[OpId; 4]>,
    pub(super) blocks: SmallVec<[BlockId; 2]>,
}

impl ConversionState {
    pub(in super::super) fn inserted(&mut self, op: OpId) {
        self.progress.inserted.push(op);
        self.created.push(op);
    }

    pub(in super::super) fn modified(&mut self, op: OpId) {
        if !self.progress.modified.contains(&op) {
            self.progress.modified.push(op);
        }
    }

    pub(in super::super) fn block_inserted(&mut self, block: BlockId) {
        self.progress.blocks.push(block);
    }

    /// Whether an op needs no conversion (any more).
    pub(super) fn is_ignored(&self, op: OpId) -> bool {
        self.replaced.contains(op) || self.ignored.contains(op)
    }

    pub(super) fn was_replaced(&self, op: OpId) -> bool {
        self.replaced.contains(op)
    }

    /// Puts off the conversion of the signature of the body of `op` until that body has its turn.
    pub(super) fn convert_signature_of(&mut self, op: OpId, signature: BodySignature) {
        self.nested.entry(op).or_default().signatures.push(signature);
    }

    pub(super) fn region_converter(&self, region: RegionId) -> Option<TypeConverter> {
        self.converters.get(&region).cloned()
    }

    pub(super) fn set_region_converter(&mut self, region: RegionId, converter: &TypeConverter) {
        self.converters.insert(region, converter.clone());
    }

    fn map(&mut self, from: ValueVec, to: ValueVec) {
        self.mapped_to.extend(to.iter().copied());
        self.mapping.insert(from, to);
    }

    pub(in super::super) fn replace_value(&mut self, from: ValueId, to: &[ValueId]) {
        let converter = self.current.clone();
        self.replace_value_with(from, to, converter);
    }

    fn replace_value_with(&mut self, from: ValueId, to: &[ValueId], converter: Option<TypeConverter>) {
        self.delayed.push(Delayed::Value(from, converter));
        self.map(ValueVec::from_slice(&[from]), SmallVec::from_slice(to));
    }

    /// Lets values stand for the results of an op; a result without any gets a cast from nothing.
    pub(super) fn replace_op(&mut self, ctx: &Context, body: &mut Body, op: OpId, with: &[ValueVec]) {
        for (result, values) in body.results(op).zip(with) {
            let key = ValueVec::from_slice(&[result]);
            if values.is_empty() || self.mapping.stands_for(values, result) {
                let point = insert_point(body, &[result]);
                let ty = body.value_type(result);
                let converter = self.current.clone();
                let place = Place {
                    point,
                    location: body.value_location(result),
                };
                self.cast(
                    ctx,
                    body,
                    place,
                    CastKind::Source,
                    (Some(key), &[], &[ty]),
                    converter,
                    false,
                );
            } else {
                self.map(key, values.clone());
            }
        }
        self.delayed.push(Delayed::Op(op, self.current.clone()));
        self.mark_replaced(body, op);
    }

    /// Notes that an op and all in it are gone, as far as patterns are concerned.
    fn mark_replaced(&mut self, body: &Body, op: OpId) {
        body.visit_op(op, WalkOrder::Pre, &mut |inner| {
            self.replaced.insert(inner);
            WalkResult::Advance
        });
    }

    pub(in super::super) fn erase_block(&mut self, body: &mut Body, block: BlockId) {
        self.delayed.push(Delayed::Block(block));
        let ops: Vec<OpId> = body.block_ops(block).collect();
        body.unlink_block(block);
        for op in ops {
            self.mark_replaced(body, op);
        }
    }

    /// The deepest values of the given types that stand for a value; without types, simply the deepest, casts that
    /// only change types left out if asked for.
    fn lookup(&self, body: &Body, from: ValueId, types: Option<&[Type]>, skip_pure: bool) -> ValueVec {
        if self.mapping.get(&[from]).is_none() {
            let fits = types.is_none_or(|types| have_types(body, &[from], types));
            return if fits {
                ValueVec::from_slice(&[from])
            } else {
                ValueVec::new()
            };
        }
        let start = [from];
        let (mut current, mut last, mut desired) = (&start[..], &start[..], &[][..]);
        while let [_] = current {
            if !(skip_pure && self.is_pure_cast(body, current)) {
                last = current;
                if types.is_some_and(|types| have_types(body, current, types)) {
                    desired = current;
                }
            }
            match self.mapping.get(current) {
                Some(next) => current = next,
                None => return ValueVec::from_slice(if types.is_some() { desired } else { last }),
            }
        }
        let (current, last, desired) = (current.into(), last.into(), desired.into());
        self.lookup_several(body, (current, last, desired), types, skip_pure)
    }

    /// Goes on with a look-up from several values at once; gets the values that it has come to, and the last and the
    /// desired ones on the way.
    fn lookup_several(
        &self,
        body: &Body,
        (mut current, mut last, mut desired): (ValueVec, ValueVec, ValueVec),
        types: Option<&[Type]>,
        skip_pure: bool,
    ) -> ValueVec {
        loop {
            let pure = skip_pure && self.is_pure_cast(body, &current);
            if !pure {
                last.clone_from(&current);
                if types.is_some_and(|types| have_types(body, &current, types)) {
                    desired.clone_from(&current);
                }
            }
            match self.mapping.next(&current) {
                Some(next) => current = next,
                None => break,
            }
        }
        match types {
            Some(_) => desired,
            None => last,
        }
    }

    fn is_pure_cast(&self, body: &Body, values: &[ValueId]) -> bool {
        let mut ops = values.iter().map(|&value| body.defining_op(value));
        match ops.next().flatten() {
            Some(first) => self.casts.get(&first).is_some_and(|cast| cast.pure) && ops.all(|op| op == Some(first)),
            None => false,
        }
    }

    /// What stands for a value where the pattern that runs looks at it; casts are put in if types do not fit.
    pub(super) fn remap(
        &mut self,
        ctx: &Context,
        body: &mut Body,
        value: ValueId,
        location: Location,
    ) -> Option<ValueVec> {
        let Some(converter) = self.current.clone() else {
            return Some(self.lookup(body, value, None, true));
        };
        let types = converter.convert_type_n(ctx, body.value_type(value))?;
        if types.is_empty() {
            return Some(ValueVec::new());
        }
        let found = self.lookup(body, value, Some(&types), false);
        if !found.is_empty() {
            return Some(found);
        }
        let inputs = self.lookup(body, value, None, true);
        let place = Place {
            point: insert_point(body, &inputs),
            location,
        };
        let cast = (Some(inputs.clone()), &inputs[..], &types[..]);
        let kind = CastKind::Target {
            original: body.value_type(value),
        };
        Some(self.cast(ctx, body, place, kind, cast, Some(converter), true))
    }

    /// Puts in a cast of `inputs` to `types`; enters its results in the mapping under `key`.
    #[expect(clippy::too_many_arguments)]
    fn cast(
        &mut self,
        ctx: &Context,
        body: &mut Body,
        place: Place,
        kind: CastKind,
        (key, inputs, types): (Option<ValueVec>, &[ValueId], &[Type]),
        converter: Option<TypeConverter>,
        pure: bool,
    ) -> ValueVec {
        let name = ctx.op_name("builtin.unrealized_conversion_cast");
        let state = OperationState::new(name, place.location)
            .operands(inputs)
            .results(types);
        let op = body.create_op(state);
        body.insert_op(op, place.point);
        let results: ValueVec = body.results(op).collect();
        if let Some(key) = &key {
            self.map(key.clone(), results.clone());
        }
        self.casts.insert(op, Cast { kind, converter, pure });
        self.cast_order.push((op, key));
        results
    }

    /// Takes back the casts put in since there were `count` of them.
    pub(super) fn undo_casts(&mut self, body: &mut Body, count: usize) {
        for (op, key) in self.cast_order.drain(count..).rev() {
            if let Some(key) = key {
                self.mapping.remove(&key);
            }
            self.casts.remove(&op);
            body.unlink_op(op);
            body.drop_op(op);
        }
    }

    /// Gives a block a new signature: a new block takes its ops and its place.
    pub(super) fn convert_block(
        &mut self,
        ctx: &Context,
        body: &mut Body,
        block: BlockId,
        signature: &SignatureConversion,
        converter: Option<&TypeConverter>,
    ) -> BlockId {
        let old: Vec<_> = body.block(block).args().to_vec();
        if old
            .iter()
            .map(|arg| body.value_type(arg.value))
            .eq(signature.types().iter().copied())
        {
            return block;
        }
        let Some(region) = body.block(block).region() else {
            return block;
        };
        let new = create_block_of(body, signature, &old);
        let behind = body.block(block).next();
        body.insert_block(new, region, behind);
        self.block_inserted(new);
        if let Some(first) = body.block(block).first_op() {
            body.move_ops_from(first, InsertPoint::End(new));
        }
        body.replace_all_block_uses(block, new);
        for (index, arg) in old.iter().enumerate() {
            let values = match signature.input(index) {
                Some(InputMapping::Values(values)) => values.clone(),
                Some(&InputMapping::Arguments { first, count }) => {
                    body.block_args(new).skip(first).take(count).collect()
                }
                None => {
                    let place = Place {
                        point: body.start_of(new),
                        location: arg.location,
                    };
                    let ty = body.value_type(arg.value);
                    self.cast(
                        ctx,
                        body,
                        place,
                        CastKind::Source,
                        (None, &[], &[ty]),
                        converter.cloned(),
                        false,
                    )
                }
            };
            self.replace_value_with(arg.value, &values, converter.cloned());
        }
        self.erase_block(body, block);
        new
    }

    /// Does what was put off, in order; then frees what was replaced.
    pub(super) fn commit(&mut self, ctx: &Context, body: &mut Body) {
        let delayed = std::mem::take(&mut self.delayed);
        for action in &delayed {
            match action {
                Delayed::Value(value, converter) => self.commit_value(ctx, body, *value, converter.as_ref()),
                Delayed::Op(op, converter) => self.commit_op(ctx, body, *op, converter.as_ref()),
                Delayed::Block(_) => {}
            }
        }
        let mut freed: EntitySet<OpId> = EntitySet::new();
        for action in delayed {
            match action {
                Delayed::Value(..) => {}
                Delayed::Op(op, _) => self.free(body, op, &mut freed),
                Delayed::Block(block) => {
                    while let Some(op) = body.block(block).last_op() {
                        body.unlink_op(op);
                        self.free(body, op, &mut freed);
                    }
                }
            }
        }
    }

    fn free(&mut self, body: &mut Body, op: OpId, freed: &mut EntitySet<OpId>) {
        if freed.contains(op) {
            return;
        }
        body.visit_op(op, WalkOrder::Pre, &mut |inner| {
            freed.insert(inner);
            self.casts.remove(&inner);
            WalkResult::Advance
        });
        body.drop_op(op);
    }

    fn commit_value(&mut self, ctx: &Context, body: &mut Body, value: ValueId, converter: Option<&TypeConverter>) {
        let Some(replacement) = self.replacement(ctx, body, value, converter) else {
            return;
        };
        let Some(definition) = body.defining_op(replacement) else {
            return body.replace_all_uses(value, replacement);
        };
        // The op that makes the replacement may itself use the value.
        let block = body.parent_block(definition);
        body.replace_uses_if(value, replacement, |body, slot| {
            let user = body.use_owner(slot);
            body.parent_block(user) != block || body.is_before_in_block(definition, user)
        });
    }

    fn commit_op(&mut self, ctx: &Context, body: &mut Body, op: OpId, converter: Option<&TypeConverter>) {
        let replacements: Vec<_> = body
            .results(op)
            .map(|result| (result, self.replacement(ctx, body, result, converter)))
            .collect();
        for (result, replacement) in replacements {
            if let Some(replacement) = replacement {
                body.replace_all_uses(result, replacement);
            }
        }
        body.unlink_op(op);
    }

    /// The value of the same type that users of `value` are to use; `None` if there are no users left.
    fn replacement(
        &mut self,
        ctx: &Context,
        body: &mut Body,
        value: ValueId,
        converter: Option<&TypeConverter>,
    ) -> Option<ValueId> {
        let ty = body.value_type(value);
        match self.lookup(body, value, Some(&[ty]), false)[..] {
            [found] if found != value => return Some(found),
            _ => {}
        }
        let is_dead = body.users(value).all(|user| self.replaced.contains(user));
        if is_dead && !self.mapped_to.contains(value) {
            return None;
        }
        let inputs = self.lookup(body, value, None, false);
        if inputs[..] == [value] || inputs.is_empty() {
            return None;
        }
        let place = Place {
            point: insert_point(body, &inputs),
            location: body.value_location(value),
        };
        let cast = (Some(inputs.clone()), &inputs[..], &[ty][..]);
        self.cast(ctx, body, place, CastKind::Source, cast, converter.cloned(), true)
            .first()
            .copied()
    }
}

/// Where a cast goes and what it says about where it comes from.
struct Place {
    point: InsertPoint,
    location: Location,
}

/// A block with the arguments that a signature says, which come from where those of the old block do.
fn create_block_of(body: &mut Body, signature: &SignatureConversion, old: &[BlockArgument]) -> BlockId {
    let mut locations = vec![Location::UNKNOWN; signature.types().len()];
    for (index, arg) in old.iter().enumerate() {
        if let Some(&InputMapping::Arguments { first, count }) = signature.input(index) {
            locations[first..first + count].fill(arg.location);
        }
    }
    let new = body.create_block();
    for (&ty, &location) in signature.types().iter().zip(&locations) {
        body.add_block_arg(new, ty, location);
    }
    new
}

fn have_types(body: &Body, values: &[ValueId], types: &[Type]) -> bool {
    values.len() == types.len()
        && values
            .iter()
            .zip(types)
            .all(|(&value, &ty)| body.value_type(value) == ty)
}

/// The first place at which all of `values` are there: behind the last of their definitions.
fn insert_point(body: &Body, values: &[ValueId]) -> InsertPoint {
    let mut dominance = None;
    let mut point = body.after_value(values[0]);
    for &value in &values[1..] {
        let next = body.after_value(value);
        let (block, next_block) = (body.block_of(point), body.block_of(next));
        let is_later = if block == next_block {
            match (point, next) {
                (InsertPoint::Before(a), InsertPoint::Before(b)) => a == b || body.is_before_in_block(a, b),
                (InsertPoint::Before(_), InsertPoint::End(_)) => true,
                (InsertPoint::End(_), _) => next == point,
            }
        } else {
            let dominance = dominance.get_or_insert_with(|| Dominance::new(body));
            is_around(body, dominance, block, next_block)
        };
        if is_later {
            point = next;
        }
    }
    point
}

/// Whether `block` is always reached before `inner`, a block of the same region or of one inside.
fn is_around(body: &Body, dominance: &Dominance, block: BlockId, inner: BlockId) -> bool {
    let Some(region) = body.block(block).region() else {
        return false;
    };
    let mut current = inner;
    while body.block(current).region() != Some(region) {
        let Some(parent) = body.block_parent_op(current).and_then(|op| body.parent_block(op)) else {
            return false;
        };
        current = parent;
    }
    dominance.block_dominates(block, current)
}
