//! Following definitions where they may lead in a circle.

/// Notices, on a way from one op or block to the next, that the way has become a circle: ops of unreachable blocks and of
/// graph regions may use each other, and branches may lead back.
///
/// It keeps one of the places met and compares the others with it (Brent's algorithm). The place is chosen anew after
/// twice as many steps each time, so that it lies on the circle at last.
#[derive(Clone, Debug)]
pub struct CycleGuard<T> {
    met: Option<T>,
    steps: usize,
    renewal: usize,
}

impl<T: Copy + PartialEq> CycleGuard<T> {
    /// A guard for a way that has not begun.
    pub fn new() -> Self {
        Self {
            met: None,
            steps: 0,
            renewal: 1,
        }
    }

    /// Goes on to a place; says whether this may still lead to new ones. On a circle, the answer is no after some rounds.
    pub fn advance(&mut self, place: T) -> bool {
        if self.met == Some(place) {
            return false;
        }
        self.steps += 1;
        if self.steps == self.renewal {
            (self.met, self.renewal) = (Some(place), 2 * self.renewal);
        }
        true
    }
}

impl<T: Copy + PartialEq> Default for CycleGuard<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::CycleGuard;

    fn steps(next: impl Fn(usize) -> Option<usize>) -> usize {
        let (mut guard, mut steps, mut current) = (CycleGuard::new(), 0, Some(0));
        while let Some(place) = current.filter(|&place| guard.advance(place)) {
            steps += 1;
            current = next(place);
        }
        steps
    }

    #[test]
    fn ways_that_end_are_gone_to_the_end() {
        assert_eq!(steps(|place| (place < 999).then_some(place + 1)), 1000);
    }

    #[test]
    fn circles_are_left_after_some_rounds() {
        assert!(steps(Some) <= 2);
        for (lead, size) in [(0, 1), (0, 7), (5, 3), (100, 1), (1, 1000)] {
            let rounds = steps(|place| Some(if place + 1 < lead + size { place + 1 } else { lead }));
            assert!(
                (lead + size..=4 * (lead + size)).contains(&rounds),
                "{lead} {size}: {rounds}"
            );
        }
    }
}
