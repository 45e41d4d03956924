//! Binding workers to processors.

#[cfg(all(target_os = "linux", not(miri)))]
use std::cell::Cell;

#[cfg(all(target_os = "linux", not(miri)))]
thread_local! {
    /// The processor that this thread was bound to.
    static BOUND: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Binds the calling thread to one of the processors that the process may use: the `index`th of them,
/// counted round. Leaves the thread as it is where the system refuses.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn bind_current_thread(index: usize) {
    let Some(allowed) = allowed_processors() else { return };
    let Some(&processor) = allowed.get(index % allowed.len().max(1)) else {
        return;
    };
    allow(&[processor]);
    BOUND.set(Some(processor));
}

/// Calls a function while a thread that was bound may use all processors of the process: threads that it starts are not bound
/// then, and it sees how many processors there are.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn while_unbound<R>(function: impl FnOnce() -> R) -> R {
    let Some(processor) = BOUND.get() else {
        return function();
    };
    if let Some(allowed) = allowed_processors() {
        allow(&allowed);
    }
    let result = function();
    allow(&[processor]);
    result
}

/// Has the calling thread use these processors alone, if the system agrees.
#[cfg(all(target_os = "linux", not(miri)))]
fn allow(processors: &[usize]) {
    // SAFETY: the set is plain data; zero is the empty set, and the processors are below its capacity.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        for &processor in processors {
            libc::CPU_SET(processor, &mut set);
        }
        libc::sched_setaffinity(0, size_of_val(&set), &set);
    }
}

/// The processors that the process may use, as its first thread sees it: workers that are bound
/// already would see only their own.
#[cfg(all(target_os = "linux", not(miri)))]
fn allowed_processors() -> Option<Vec<usize>> {
    // The id of a process is that of its first thread.
    let process = libc::pid_t::try_from(std::process::id()).ok()?;
    // SAFETY: the set is plain data, and as large as the call is told.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(process, size_of_val(&set), &mut set) != 0 {
            return None;
        }
        let capacity = 8 * size_of_val(&set);
        Some(
            (0..capacity)
                .filter(|&processor| libc::CPU_ISSET(processor, &set))
                .collect(),
        )
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn bind_current_thread(_index: usize) {}

#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn while_unbound<R>(function: impl FnOnce() -> R) -> R {
    function()
}

#[cfg(all(test, target_os = "linux", not(any(loom, miri))))]
mod tests {
    use super::*;

    fn processors_of_this_thread() -> usize {
        // SAFETY: as above.
        unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            assert_eq!(libc::sched_getaffinity(0, size_of_val(&set), &mut set), 0);
            usize::try_from(libc::CPU_COUNT(&set)).expect("no negative count")
        }
    }

    #[test]
    fn binds_a_thread_to_one_processor() {
        let bound = std::thread::spawn(|| {
            bind_current_thread(1000);
            processors_of_this_thread()
        });
        assert_eq!(bound.join().expect("no panic"), 1);
    }

    #[test]
    fn threads_of_others_are_not_bound() {
        let all = processors_of_this_thread();
        let counts = std::thread::spawn(|| {
            bind_current_thread(0);
            let started = while_unbound(|| std::thread::spawn(processors_of_this_thread));
            let started = started.join().expect("no panic");
            (
                started,
                super::super::config::available_workers(),
                processors_of_this_thread(),
            )
        });
        let (started, workers, own) = counts.join().expect("no panic");
        assert_eq!((started, own), (all, 1));
        assert_eq!(workers, super::super::config::available_workers());
    }
}
