//! How far tasks may fill the stacks of threads that are not the scheduler's own.

use std::ptr;

use crate::local;

/// What is left for a task that a guest runs while it awaits it. Workers, on whose larger stacks the task runs otherwise, leave
/// half of these.
const ROOM: usize = 1 << 20;

/// The size of a stack of which nothing is known, from here on.
const ASSUMED_STACK: usize = 1 << 20;

/// Addresses down to which a stack may be used before another task is put on top; zero before they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// Half of the stack is left.
    pub(crate) half: usize,
    /// Half of the stack is left, and [`ROOM`].
    pub(crate) room: usize,
}

impl Limits {
    pub(crate) const UNKNOWN: Self = Self { half: 0, room: 0 };
}

/// The limits of the calling thread's stack.
pub(crate) fn of_this_thread() -> Limits {
    local::with(|local| {
        if local.stack.get() == Limits::UNKNOWN {
            local.stack.set(find());
        }
        local.stack.get()
    })
}

fn find() -> Limits {
    let here = 0u8;
    let address = ptr::from_ref(&here).addr();
    match stack_of_this_thread() {
        Some((lowest, size)) if (lowest..lowest + size).contains(&address) => Limits {
            half: lowest + size / 2,
            room: lowest + ROOM.max(size / 2),
        },
        _ => {
            let half = address.saturating_sub(ASSUMED_STACK / 2);
            Limits { half, room: half }
        }
    }
}

/// Lowest address and size.
#[cfg(all(target_os = "linux", not(miri)))]
fn stack_of_this_thread() -> Option<(usize, usize)> {
    use std::mem::MaybeUninit;
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut lowest, mut size) = (ptr::null_mut(), 0);
    // SAFETY: the attributes are initialised by the first call and destroyed by the last.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let found = libc::pthread_attr_getstack(attributes.as_ptr(), &mut lowest, &mut size) == 0;
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        found.then_some((lowest.addr(), size))
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn stack_of_this_thread() -> Option<(usize, usize)> {
    None
}
