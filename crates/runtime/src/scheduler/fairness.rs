//! When a thread that never runs out of tasks takes one that is not the newest of its own.

use crate::clock::TICKS_PER_MICROSECOND;

/// After how many tasks a thread looks at the shared queue. Prime, so that it does not fall in step with a program's own
/// period.
const INTERVAL: u8 = 61;

/// The same for tasks that take long: most tasks are the newest ones all the same.
const SHORTEST_INTERVAL: u8 = 7;

/// After how long the oldest task of some queue is in turn, in ticks of the clock.
const TURN: u64 = 1000 * TICKS_PER_MICROSECOND;

/// The queues of which a thread takes the oldest task, by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Shared,
    Own,
    Others,
}

impl Turn {
    /// How many there are.
    pub(super) const COUNT: usize = 3;

    fn next(self) -> Self {
        match self {
            Self::Shared => Self::Own,
            Self::Own => Self::Others,
            Self::Others => Self::Shared,
        }
    }
}

/// Counts the tasks that a thread takes.
#[derive(Debug)]
pub(super) struct Fairness {
    last_look: u64,
    last_turn: u64,
    /// How many tasks are taken before the thread looks again, and how many that were the last time.
    left: u8,
    interval: u8,
    turn: Turn,
}

impl Fairness {
    pub(super) fn new() -> Self {
        Self {
            last_look: 0,
            last_turn: 0,
            left: INTERVAL,
            interval: INTERVAL,
            turn: Turn::Shared,
        }
    }

    /// To be called before each task. Says whether the thread has to look, and then asks
    /// [`is_time_for_a_turn`](Self::is_time_for_a_turn).
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }

    /// Whether the oldest task of some queue is in turn; else that is the shared queue alone.
    pub(super) fn is_time_for_a_turn(&mut self, now: u64) -> bool {
        self.interval = next_interval(self.interval, now.saturating_sub(self.last_look));
        (self.left, self.last_look) = (self.interval, now);
        let is_time = now.saturating_sub(self.last_turn) >= TURN;
        if is_time {
            self.last_turn = now;
        }
        is_time
    }

    /// The queue that is in turn.
    pub(super) fn next_turn(&mut self) -> Turn {
        let turn = self.turn;
        self.turn = turn.next();
        turn
    }
}

/// After how many tasks a thread looks again, if the last `interval` of them took so many ticks: as many as it runs in a
/// [`TURN`].
fn next_interval(interval: u8, ticks: u64) -> u8 {
    let in_a_turn = u64::from(interval) * TURN / ticks.max(1);
    in_a_turn.clamp(SHORTEST_INTERVAL.into(), INTERVAL.into()) as u8
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// After how many tasks, each of which takes so many ticks, it was time for turns.
    fn turns(ticks: u64, tasks: u64) -> Vec<u64> {
        let mut fairness = Fairness::new();
        let begin = 1_000_000 * TURN;
        (0..tasks)
            .filter(|task| fairness.is_due() && fairness.is_time_for_a_turn(begin + task * ticks))
            .collect()
    }

    #[test]
    fn turns_come_once_in_a_while() {
        assert_eq!(turns(TURN / 1000, 10_000).len(), 10);
        let of_slow_tasks = turns(2 * TURN, 1000);
        assert!(
            of_slow_tasks
                .windows(2)
                .all(|pair| pair[1] - pair[0] == SHORTEST_INTERVAL.into())
        );
        assert!(turns(TURN / 20, 1000).windows(2).all(|pair| pair[1] - pair[0] <= 40));
    }

    #[test]
    fn all_queues_have_their_turn() {
        let mut fairness = Fairness::new();
        let turns: Vec<Turn> = (0..Turn::COUNT).map(|_| fairness.next_turn()).collect();
        assert_eq!(turns, [Turn::Shared, Turn::Own, Turn::Others]);
        assert_eq!(fairness.next_turn(), Turn::Shared);
    }
}
