//! Binding workers to processors.

/// Binds the calling thread to one of the processors that the process may use: the `index`th of them,
/// counted round. Leaves the thread as it is where the system refuses.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn bind_current_thread(index: usize) {
    let Some(allowed) = allowed_processors() else { return };
    let Some(&processor) = allowed.get(index % allowed.len().max(1)) else {
        return;
    };
    // SAFETY: the set is plain data; zero is the empty set, and the processor is below its capacity.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(processor, &mut set);
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

#[cfg(all(test, target_os = "linux", not(any(loom, miri))))]
mod tests {
    use super::*;

    #[test]
    fn binds_a_thread_to_one_processor() {
        std::thread::spawn(|| {
            bind_current_thread(1000);
            // SAFETY: as above.
            let bound = unsafe {
                let mut set: libc::cpu_set_t = std::mem::zeroed();
                assert_eq!(libc::sched_getaffinity(0, size_of_val(&set), &mut set), 0);
                libc::CPU_COUNT(&set)
            };
            assert_eq!(bound, 1);
        })
        .join()
        .expect("no panic");
    }
}
