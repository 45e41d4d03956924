//! Which values stand for which while a body is converted.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::super::ValueVec;
use crate::body::ValueId;

/// Values that stand for others. Most often, it is about one value.
#[derive(Default)]
pub(super) struct Mapping {
    one: HashMap<ValueId, ValueVec, FixedState>,
    several: HashMap<ValueVec, ValueVec, FixedState>,
}

impl Mapping {
    pub(super) fn get(&self, from: &[ValueId]) -> Option<&ValueVec> {
        match from {
            [from] => self.one.get(from),
            _ => self.several.get(from),
        }
    }

    pub(super) fn insert(&mut self, from: ValueVec, to: ValueVec) {
        match from[..] {
            [from] => self.one.insert(from, to),
            _ => self.several.insert(from, to),
        };
    }

    pub(super) fn remove(&mut self, from: &[ValueId]) {
        match from {
            [from] => self.one.remove(from),
            _ => self.several.remove(from),
        };
    }

    /// What stands for values at once.
    pub(super) fn next(&self, values: &ValueVec) -> Option<ValueVec> {
        if values.len() == 1 {
            return self.get(values).cloned();
        }
        let mut next = ValueVec::new();
        for &value in values {
            match self.get(&[value][..]) {
                Some(mapped) => next.extend_from_slice(mapped),
                None => next.push(value),
            }
        }
        if next != *values {
            Some(next)
        } else {
            self.get(values).cloned()
        }
    }

    /// Whether `original` stands, by way of others, for the only one of `values`: the case for ops that use each other,
    /// as those of graph regions may.
    pub(super) fn stands_for(&self, values: &[ValueId], original: ValueId) -> bool {
        let mut current = values;
        while let [value] = *current {
            if value == original {
                return true;
            }
            match self.get(current) {
                Some(next) => current = next,
                None => return false,
            }
        }
        false
    }
}
