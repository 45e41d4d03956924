//! Freed frames, which are kept for a while so that their use is noticed.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Frame;

/// What freed frames may take, with their guards. The oldest go first.
const KEPT_BYTES: usize = 4 << 20;

#[derive(Default)]
struct Kept {
    frames: VecDeque<Frame>,
    bytes: usize,
}

fn kept() -> MutexGuard<'static, Kept> {
    static KEPT: Mutex<Kept> = Mutex::new(Kept {
        frames: VecDeque::new(),
        bytes: 0,
    });
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bytes(frame: Frame) -> usize {
    // SAFETY: frames in the list are there.
    super::layout(unsafe { &frame.known().description }).0.size()
}

/// Keeps a frame that was freed just now.
pub(super) fn keep(frame: Frame) {
    let mut kept = kept();
    kept.bytes += bytes(frame);
    kept.frames.push_back(frame);
    while kept.bytes > KEPT_BYTES {
        let Some(oldest) = kept.frames.pop_front() else { break };
        kept.bytes -= bytes(oldest);
        // SAFETY: it was freed, and is in the list no more.
        unsafe {
            oldest.check_freed();
            oldest.give_back();
        }
    }
}

/// Ends the process if one of the freed frames that are kept was written to.
pub(crate) fn check_freed() {
    for frame in &kept().frames {
        // SAFETY: frames in the list were freed and are there.
        unsafe { frame.check_freed() };
    }
}
