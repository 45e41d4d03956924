//! What verifiers have learnt, so that ops that are alike in all that matters are checked once.

use std::cell::Cell;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use smallvec::SmallVec;
use thread_local::ThreadLocal;

use crate::attributes::Attribute;
use crate::body::OpRef;
use crate::def::{OpDef, OpTrait};
use crate::types::Type;

/// With more entries than that, it starts anew.
const MANY: usize = 1 << 13;
/// Combinations of types that are remembered for each entry.
const COMBINATIONS: usize = 8;

/// The types of the operands and results of an op.
pub(super) type Types = SmallVec<[Type; 6]>;

/// The number of a definition with the properties, and how many operands and results there are, packed: what counts and
/// attributes are checked by.
type Key = (u64, u64);

/// Types of operands and results that were found sound.
struct Combination {
    types: Types,
    /// The number of the check that met them last.
    met: u32,
}

/// What is known of all ops of one key, which have been found sound as far as it goes.
pub(super) struct Sound {
    combinations: SmallVec<[Combination; 1]>,
    /// Whether such ops have neither regions nor successors, and may stand anywhere.
    plain: bool,
}

/// The types of the operands, then of the results.
pub(super) fn types_of(op: OpRef<'_>) -> impl Iterator<Item = Type> {
    let values = op.body.operands(op.op).chain(op.body.results(op.op));
    values.map(move |value| op.body.value_type(value))
}

impl Sound {
    pub(super) fn of(def: &OpDef) -> Self {
        Self {
            combinations: SmallVec::new(),
            plain: def.regions.is_empty() && def.successors.is_empty() && def.parents.is_empty(),
        }
    }

    /// Whether operands and results of the types that those of `op` have are known to be as they should.
    pub(super) fn knows(&self, op: OpRef<'_>) -> bool {
        self.combinations
            .iter()
            .any(|known| op.body.has_types(op.op, &known.types))
    }

    /// Whether an op is sound, but for what its own verifier says: one as others that were, with nothing in it. Says then
    /// whether the check with this number meets the first such op.
    pub(super) fn covers(&mut self, op: OpRef<'_>, def: &OpDef, check: u32) -> Option<First> {
        let data = op.data();
        let like_others = self.plain
            && data.is_plain()
            && data.attrs() == Attribute::EMPTY_DICT
            && !(def.has(OpTrait::Terminator) && op.body.next_op(op.op).is_some());
        if !like_others {
            return None;
        }
        let mut combinations = self.combinations.iter_mut();
        let known = combinations.find(|known| op.body.has_types(op.op, &known.types))?;
        Some(First(std::mem::replace(&mut known.met, check) != check))
    }

    pub(super) fn remember(&mut self, types: Types) {
        if self.combinations.len() < COMBINATIONS {
            self.combinations.push(Combination { types, met: 0 });
        }
    }
}

/// Whether an op is the first one of its kind that a check meets.
pub(super) struct First(pub(super) bool);

/// What a verifier has learnt. It holds in all of its context.
#[derive(Default)]
pub(crate) struct KnownSound {
    sound: HashMap<Key, Sound, FixedState>,
    /// The number of the last check of a body for itself, from 1.
    checks: u32,
}

impl KnownSound {
    /// The number of a new check.
    pub(super) fn next_check(&mut self) -> u32 {
        self.checks = self.checks.checked_add(1).unwrap_or_else(|| {
            // Numbers of old checks must not be taken for those of new ones.
            self.sound.clear();
            1
        });
        self.checks
    }

    pub(super) fn entry(&mut self, op: OpRef<'_>, def: &OpDef) -> Entry<'_, Key, Sound, FixedState> {
        if self.sound.len() >= MANY {
            self.sound.clear();
        }
        let data = op.data();
        let pack = |low: usize, high: u32| low as u64 | u64::from(high) << 32;
        let key = (
            pack(def.number.get(), data.properties().as_u32()),
            pack(data.num_operands(), data.num_results),
        );
        self.sound.entry(key)
    }
}

/// What the verifiers of a context have learnt, kept by each thread for itself.
#[derive(Default)]
pub(crate) struct Memory(ThreadLocal<Cell<KnownSound>>);

impl Memory {
    /// What the thread has learnt, to be given back with more. If it is in use already, the thread starts anew.
    pub(super) fn lend(&self) -> Lent<'_> {
        let cell = self.0.get_or_default();
        Lent {
            known: cell.take(),
            cell,
        }
    }
}

/// What a thread has learnt while one of its verifiers works with it.
pub(super) struct Lent<'m> {
    pub(super) known: KnownSound,
    cell: &'m Cell<KnownSound>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.cell.set(std::mem::take(&mut self.known));
    }
}
