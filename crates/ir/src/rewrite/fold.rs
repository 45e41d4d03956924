//! Folding: an op becomes a constant, an existing value, or a simpler form of itself.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use super::Rewriter;
use crate::attributes::Attribute;
use crate::body::{Body, OpId, OperationState, RegionId, ValueId};
use crate::context::{Context, OpName};
use crate::def::{Dialect, FoldResult, Folded, OpDef, OpTrait, TraitSet};
use crate::location::Location;
use crate::types::Type;

/// The value of a constant op.
pub fn constant_op_value(ctx: &Context, body: &Body, op: OpId) -> Option<Attribute> {
    let data = body.op(op);
    if !data.has_trait(OpTrait::ConstantLike) {
        return None;
    }
    if let Some(value) = data.property(ctx, "value") {
        return Some(value);
    }
    // Constants without such an attribute (`llvm.mlir.zero`) say their value by folding, and fold without a change.
    let fold = data.def()?.hooks.fold?;
    let mut copy = Body::new();
    let state = OperationState {
        results: body.result_types(op),
        properties: data.properties(),
        ..OperationState::new(data.name(), data.location())
    };
    let constant = copy.create_op(state);
    match fold(ctx, &mut copy, constant, &[]) {
        Folded::Results(results) => match results.first() {
            Some(&FoldResult::Attr(attr)) => Some(attr),
            _ => None,
        },
        _ => None,
    }
}

/// The constant that a value is equal to, if a constant op defines it.
pub fn constant_value(ctx: &Context, body: &Body, value: ValueId) -> Option<Attribute> {
    constant_op_value(ctx, body, body.defining_op(value)?)
}

/// An op that is folded in place more often than this uses a cycle of definitions, which only unreachable blocks and
/// graph regions have. Folding would follow it for ever.
const MAX_IN_PLACE: usize = 1 << 10;

/// Folds an op. If this changes the op in place, it is folded again, until nothing is left to fold.
pub fn fold_fully(ctx: &Context, body: &mut Body, op: OpId) -> Folded {
    let mut so_far = Folded::No;
    for _ in 0..MAX_IN_PLACE {
        match fold_op(ctx, body, op) {
            Folded::InPlace => so_far = Folded::InPlace,
            Folded::No => return so_far,
            results => return results,
        }
    }
    Folded::No
}

/// Whether there is anything that ops of a kind are folded by.
pub(super) fn may_fold(def: &OpDef) -> bool {
    const FOLDING: TraitSet = TraitSet::of(&[OpTrait::Commutative, OpTrait::Idempotent, OpTrait::Involution]);
    def.hooks.fold.is_some() || def.traits.intersects(FOLDING)
}

/// Folds an op: first by its own hook, then by its traits. An op that uses its own result, as unreachable blocks and
/// graph regions may have, is not folded: what it is equal to is not defined.
pub fn fold_op(ctx: &Context, body: &mut Body, op: OpId) -> Folded {
    if !body.op(op).def().is_some_and(may_fold) || uses_itself(body, op) {
        return Folded::No;
    }
    let constants: SmallVec<[Option<Attribute>; 4]> = body
        .operands(op)
        .map(|value| constant_value(ctx, body, value))
        .collect();
    fold_with_constants(ctx, body, op, &constants)
}

fn uses_itself(body: &Body, op: OpId) -> bool {
    body.operands(op).any(|operand| body.defining_op(operand) == Some(op))
}

/// Folds an op as if the given constants were its operands: as many as it has operands, `None` for those not known.
pub fn fold_with_constants(ctx: &Context, body: &mut Body, op: OpId, constants: &[Option<Attribute>]) -> Folded {
    let own = match body.op(op).def().and_then(|def| def.hooks.fold) {
        Some(fold) => {
            let folded = fold(ctx, body, op, constants);
            normalize(body, op, folded)
        }
        None => Folded::No,
    };
    if matches!(own, Folded::Results(_)) {
        return own;
    }
    match fold_traits(body, op, constants) {
        Folded::No => own,
        // An inverse of its own inverse, in a cycle.
        Folded::Results(results) if is_own_result(body, op, &results) => own,
        folded => folded,
    }
}

/// An op that folds to its own result was changed where it stands.
fn normalize(body: &Body, op: OpId, folded: Folded) -> Folded {
    match &folded {
        Folded::Results(results) if results.is_empty() => Folded::InPlace,
        Folded::Results(results) if is_own_result(body, op, results) => Folded::InPlace,
        _ => folded,
    }
}

fn is_own_result(body: &Body, op: OpId, results: &[FoldResult]) -> bool {
    matches!(*results, [FoldResult::Value(value)] if body.defining_op(value) == Some(op))
}

fn fold_traits(body: &mut Body, op: OpId, constants: &[Option<Attribute>]) -> Folded {
    let data = body.op(op);
    if data.has_trait(OpTrait::Commutative) && sort_constants(body, op, constants) {
        return Folded::InPlace;
    }
    let data = body.op(op);
    let inner = |body: &Body| {
        let inner = body.defining_op(body.operand(op, 0))?;
        (body.op(inner).name() == data.name()).then_some(inner)
    };
    if data.has_trait(OpTrait::Involution)
        && let Some(inner) = inner(body)
    {
        return Folded::value(body.operand(inner, 0));
    }
    if data.has_trait(OpTrait::Idempotent) {
        let first = body.operand(op, 0);
        let same = match data.num_operands() {
            1 => inner(body).is_some(),
            _ => first == body.operand(op, 1),
        };
        if same {
            return Folded::value(first);
        }
    }
    Folded::No
}

/// Moves constant operands behind the others; says whether any moved.
fn sort_constants(body: &mut Body, op: OpId, constants: &[Option<Attribute>]) -> bool {
    if constants.len() < 2 || constants.is_sorted_by_key(Option::is_some) {
        return false;
    }
    let operands: SmallVec<[ValueId; 4]> = body.operands(op).collect();
    let pairs = || operands.iter().zip(constants);
    let others = pairs().filter(|(_, constant)| constant.is_none());
    let sorted: SmallVec<[ValueId; 4]> = others
        .chain(pairs().filter(|(_, constant)| constant.is_some()))
        .map(|(&value, _)| value)
        .collect();
    for (index, &value) in sorted.iter().enumerate() {
        if operands[index] != value {
            body.set_operand(op, index, value);
        }
    }
    true
}

/// The dialect of an op, if it is registered.
pub fn dialect_of(ctx: &Context, name: OpName) -> Option<&'static Dialect> {
    ctx.dialect(name.dialect_namespace(ctx))
}

/// The op that holds a constant which an op of `dialect` folded to.
pub fn constant_state(
    ctx: &Context,
    dialect: Option<&'static Dialect>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<OperationState> {
    let mut state = (dialect?.materialize_constant?)(ctx, value, ty, location)?;
    if state.results.is_empty() {
        state.results.push(ty);
    }
    Some(state)
}

/// A constant is known by the dialect that asked for it, its value and its type.
type ConstantKey = (&'static str, Attribute, Type);

/// Keeps one op for each constant at the start of the region that it is used in.
#[derive(Debug, Default)]
pub struct OperationFolder {
    scopes: HashMap<RegionId, HashMap<ConstantKey, OpId, FixedState>, FixedState>,
    owned: HashMap<OpId, ConstantKey, FixedState>,
}

impl OperationFolder {
    /// A folder that knows no constants.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a constant op of the body. It is moved to the start of its region, unless it already follows other known
    /// constants there. If an equal constant is known, the op is replaced by it, and the result is false.
    pub fn insert_known_constant(&mut self, rw: &mut Rewriter<'_>, op: OpId, value: Attribute) -> bool {
        let Some(block) = rw.body.parent_block(op) else {
            return true;
        };
        if self.owned.contains_key(&op) {
            if !self.is_in_place(rw.body, op) {
                let start = rw.body.start_of(block);
                rw.body.move_op(op, start);
            }
            return true;
        }
        let Some(region) = insertion_region(rw.body, op) else {
            return true;
        };
        let dialect = rw
            .body
            .op(op)
            .name()
            .as_str(rw.ctx)
            .split('.')
            .next()
            .unwrap_or_default();
        let dialect = rw.ctx.dialect(dialect).map_or("", |dialect| dialect.name);
        let key = (dialect, value, rw.body.value_type(rw.body.result(op, 0)));
        let scope = self.scopes.entry(region).or_default();
        if let Some(&known) = scope.get(&key) {
            rw.body.op_mut(known).set_location(Location::UNKNOWN);
            let result = rw.body.result(known, 0);
            rw.replace(op, &[result]);
            return false;
        }
        let Some(entry) = rw.body.region(region).first() else {
            return true;
        };
        if block != entry || !self.is_in_place(rw.body, op) {
            let start = rw.body.start_of(entry);
            rw.body.move_op(op, start);
        }
        // Within its block, an op is still where it was written.
        if block != entry {
            rw.body.op_mut(op).set_location(Location::UNKNOWN);
        }
        self.scopes.entry(region).or_default().insert(key, op);
        self.owned.insert(op, key);
        true
    }

    /// Whether only known constants stand before `op` in its block, as far as its neighbour tells.
    fn is_in_place(&self, body: &Body, op: OpId) -> bool {
        body.prev_op(op).is_none_or(|prev| self.owned.contains_key(&prev))
    }

    /// Forgets an op that is about to be erased.
    pub fn removed(&mut self, body: &Body, op: OpId) {
        if let Some(key) = self.owned.remove(&op)
            && let Some(scope) = insertion_region(body, op).and_then(|region| self.scopes.get_mut(&region))
        {
            scope.remove(&key);
        }
    }
}

/// The region at whose start constants used by `op` stand.
fn insertion_region(body: &Body, op: OpId) -> Option<RegionId> {
    constant_region(body, body.parent_region(op)?)
}

/// The region at whose start constants used in `region` stand: that of the next op around that is isolated, or unknown.
pub fn constant_region(body: &Body, mut region: RegionId) -> Option<RegionId> {
    while let Some(parent) = body.region(region).parent() {
        if body
            .op(parent)
            .def()
            .is_none_or(|def| def.has(OpTrait::IsolatedFromAbove))
        {
            return Some(region);
        }
        region = body.parent_region(parent)?;
    }
    Some(region)
}
