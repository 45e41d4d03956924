//! Which functions lead to which: properties that calls hand on from a function to its callers.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The edges of a call graph, from functions to those that call them.
#[derive(Debug)]
pub struct Callers<F> {
    by_callee: HashMap<F, Vec<F>>,
}

impl<F: Copy + Eq + Hash> Callers<F> {
    /// The graph of these calls: pairs of a caller and what it calls.
    pub fn of(calls: impl IntoIterator<Item = (F, F)>) -> Self {
        let mut by_callee: HashMap<F, Vec<F>> = HashMap::new();
        for (caller, callee) in calls {
            by_callee.entry(callee).or_default().push(caller);
        }
        Self { by_callee }
    }

    /// These functions, and all from which calls lead to one of them.
    pub fn leading_to(&self, functions: impl IntoIterator<Item = F>) -> HashSet<F> {
        self.leading_to_within(functions, |_| true)
    }

    /// These functions, and all from which calls lead to one of them, by functions that are `allowed` alone.
    pub fn leading_to_within(&self, functions: impl IntoIterator<Item = F>, allowed: impl Fn(F) -> bool) -> HashSet<F> {
        let mut found = HashSet::new();
        let mut pending: Vec<F> = functions.into_iter().collect();
        while let Some(function) = pending.pop() {
            if allowed(function) && found.insert(function) {
                pending.extend(self.by_callee.get(&function).into_iter().flatten());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_are_found_through_others_and_in_cycles() {
        let callers = Callers::of([(1, 2), (2, 3), (3, 2), (4, 5), (6, 1)]);
        assert_eq!(callers.leading_to([3]), HashSet::from([1, 2, 3, 6]));
        assert_eq!(
            callers.leading_to_within([3], |function| function != 1),
            HashSet::from([2, 3])
        );
        assert_eq!(callers.leading_to([7]), HashSet::from([7]));
    }
}
