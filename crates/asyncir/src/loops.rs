//! How parallel loops are run.

use std::str::FromStr;

/// How parallel loops of a program are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParallelLoops {
    /// Who runs which iterations.
    pub schedule: Schedule,
    /// How many iterations a thread takes at a time; zero to follow measured time. Not for all schedules.
    pub grain: u32,
    /// How many threads take part in a loop at most; zero for all workers of the runtime.
    pub workers: u32,
}

/// Who runs which iterations of a parallel loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Iterations are split when a worker has time for some.
    #[default]
    Lazy,
    /// Each worker gets one range of the same length.
    Static,
    /// Blocks of a fixed size become tasks, by MLIR's pass `async-parallel-for`. Loops with reductions stay sequential.
    Tasks,
    /// The thread that starts the loop runs all of it.
    Sequential,
}

impl FromStr for Schedule {
    type Err = String;

    /// Reads `lazy`, `static`, `tasks` or `sequential`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "lazy" => Ok(Self::Lazy),
            "static" => Ok(Self::Static),
            "tasks" => Ok(Self::Tasks),
            "sequential" => Ok(Self::Sequential),
            _ => Err(format!(
                "expected 'lazy', 'static', 'tasks' or 'sequential', found '{text}'"
            )),
        }
    }
}

impl ParallelLoops {
    /// The pass that converts parallel loops, if there is one for this schedule.
    pub(crate) fn pass(self) -> Option<String> {
        let Self { grain, workers, .. } = self;
        let ranges = |how: String| {
            Some(format!(
                "parallel-loops-to-async-runtime{{num-workers={workers} {how}}}"
            ))
        };
        match self.schedule {
            Schedule::Lazy => ranges(format!("grain={grain}")),
            Schedule::Static => ranges("static-schedule=true".to_owned()),
            Schedule::Tasks => {
                let workers = if workers == 0 { -1 } else { i64::from(workers) };
                let size = if grain == 0 { 1000 } else { grain };
                Some(format!(
                    "async-parallel-for{{num-workers={workers} min-task-size={size}}}"
                ))
            }
            Schedule::Sequential => None,
        }
    }
}
