//! Room for deep recursion.

/// After so many levels a recursion goes on on another stack.
const LEVELS_PER_STACK: u32 = 48;

/// Bytes of a stack for the next stretch of nesting.
const STACK_SIZE: usize = 4 << 20;

/// Runs what stands at a depth of a recursion: on this stack, or, each so many levels, on a fresh one.
#[inline]
pub fn at_depth<T: Send>(depth: u32, f: impl FnOnce() -> T + Send) -> T {
    if depth.is_multiple_of(LEVELS_PER_STACK) {
        on_new_stack(f)
    } else {
        f()
    }
}

/// Runs `f` on a fresh stack and waits for it. If no thread can be started, it runs on the current stack.
fn on_new_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(f);
    let mut result = None;
    let (work_slot, result_slot) = (&mut work, &mut result);
    let finished = std::thread::scope(|scope| {
        let run = move || *result_slot = work_slot.take().map(|f| f());
        match std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, run)
        {
            Ok(handle) => handle.join(),
            Err(_) => Ok(()),
        }
    });
    if let Err(panic) = finished {
        std::panic::resume_unwind(panic);
    }
    match (result, work) {
        (Some(result), _) => result,
        (None, Some(f)) => f(),
        (None, None) => unreachable!("the work was either done or is still there"),
    }
}
