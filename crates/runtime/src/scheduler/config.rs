//! Sizes and policy of a scheduler, and where their defaults come from.

use std::thread;
use std::time::Duration;

use crate::error::BuildError;
use crate::report::report;

use super::affinity;

/// The largest number of workers of one runtime.
pub const MAX_WORKERS: usize = 1024;

/// The environment variable that sets the number of workers of the global runtime.
pub const NUM_WORKERS_VARIABLE: &str = "ASYNCIR_NUM_WORKERS";

/// From how many threads on one more is started only after a while, unless a maximum is set.
const MANY_THREADS: usize = 512;

#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) workers: usize,
    /// How many threads may live at once, workers and spares together; or how many are many, if there is no maximum.
    pub(crate) max_threads: usize,
    /// Whether there is a maximum.
    pub(crate) is_capped: bool,
    /// How long a blocked worker keeps its place before a spare thread takes over.
    pub(crate) hand_over_delay: Duration,
    pub(crate) stack_size: usize,
    /// About how long a worker that finds no task looks for one before it parks.
    pub(crate) spin: Duration,
    /// Whether each worker is bound to a processor.
    pub(crate) pin: bool,
    /// How long a spare thread without a place stays around.
    pub(crate) spare_lifetime: Duration,
    /// How often a thread that waits until there is no more work looks by itself.
    pub(crate) quiet_interval: Duration,
}

impl Config {
    pub(crate) fn new(workers: usize, max_threads: Option<usize>) -> Result<Self, BuildError> {
        if !(1..=MAX_WORKERS).contains(&workers) {
            return Err(BuildError::WorkerCount(workers));
        }
        let is_capped = max_threads.is_some();
        let max_threads = max_threads.unwrap_or(MANY_THREADS.max(2 * workers));
        if max_threads < workers {
            return Err(BuildError::ThreadCap { max_threads, workers });
        }
        Ok(Self {
            workers,
            max_threads,
            is_capped,
            hand_over_delay: Duration::from_micros(200),
            // As large as a main thread's usual stack; the system reserves addresses only.
            stack_size: 8 << 20,
            spin: Duration::from_micros(20),
            pin: false,
            spare_lifetime: Duration::from_secs(10),
            quiet_interval: Duration::from_millis(1),
        })
    }
}

/// One worker per processor that the process may use.
pub(crate) fn available_workers() -> usize {
    let available = affinity::while_unbound(thread::available_parallelism);
    available.map_or(1, |count| count.get().min(MAX_WORKERS))
}

/// The number of workers that the environment asks for, or the default with a word on standard
/// error if it asks for nonsense.
pub(crate) fn workers_from_environment() -> usize {
    let default = available_workers();
    let Some(setting) = std::env::var_os(NUM_WORKERS_VARIABLE).filter(|setting| !setting.is_empty()) else {
        return default;
    };
    parse_workers(&setting.to_string_lossy()).unwrap_or_else(|| {
        report(format_args!(
            "{NUM_WORKERS_VARIABLE}={} is not a number from 1 to {MAX_WORKERS}; using {default}",
            setting.to_string_lossy()
        ));
        default
    })
}

fn parse_workers(setting: &str) -> Option<usize> {
    let count = setting.trim().parse().ok()?;
    (1..=MAX_WORKERS).contains(&count).then_some(count)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn reads_worker_counts() {
        assert_eq!(parse_workers("1"), Some(1));
        assert_eq!(parse_workers(" 1024 "), Some(1024));
        for bad in ["", "0", "1025", "-1", "four", "2.5", "99999999999999999999"] {
            assert_eq!(parse_workers(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn checks_the_configuration() {
        assert_eq!(Config::new(0, None).unwrap_err(), BuildError::WorkerCount(0));
        assert_eq!(Config::new(1025, None).unwrap_err(), BuildError::WorkerCount(1025));
        let cap = BuildError::ThreadCap {
            max_threads: 3,
            workers: 4,
        };
        assert_eq!(Config::new(4, Some(3)).unwrap_err(), cap);
        assert!(Config::new(1024, None).is_ok_and(|config| config.max_threads >= 2048));
    }
}
