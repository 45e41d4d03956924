//! How parallel loops are run.

use std::str::FromStr;

use asyncir_codegen::UnknownWord;

/// How the parallel loops of a program are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParallelLoops {
    /// How iterations are distributed to threads.
    pub schedule: Schedule,
    /// The number of iterations that a thread takes at a time. If it is zero, [`Schedule::Lazy`] derives it from the
    /// measured time of iterations, and [`Schedule::Tasks`] uses 1000. The other schedules ignore it.
    pub grain: u32,
    /// The maximum number of threads that run a loop. If it is zero, all worker threads of the runtime can take part.
    pub workers: u32,
}

/// How the iterations of a parallel loop are distributed to threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schedule {
    /// A range of iterations is split whenever a worker thread is idle.
    #[default]
    Lazy,
    /// Each worker thread gets one range of the same length.
    Static,
    /// MLIR's pass `async-parallel-for` makes a task of each block of iterations; all blocks have the same size. Loops with
    /// reductions stay sequential.
    Tasks,
    /// The thread that starts the loop runs all iterations in order.
    Sequential,
}

impl FromStr for Schedule {
    type Err = UnknownWord;

    /// Parses `lazy`, `static`, `tasks` or `sequential`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "lazy" => Ok(Self::Lazy),
            "static" => Ok(Self::Static),
            "tasks" => Ok(Self::Tasks),
            "sequential" => Ok(Self::Sequential),
            _ => Err(UnknownWord::new("'lazy', 'static', 'tasks' or 'sequential'", text)),
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
                // The option of MLIR's pass has 32 bits, and a sign.
                let size = if grain == 0 { 1000 } else { grain.min(i32::MAX as u32) };
                Some(format!(
                    "async-parallel-for{{num-workers={workers} min-task-size={size}}}"
                ))
            }
            Schedule::Sequential => None,
        }
    }
}
