//! Where the block of the current thread is.
//!
//! A shared library may be loaded after threads have begun, so compilers let its code ask the loader for thread-locals, by
//! a call of `__tls_get_addr`. This costs two nanoseconds, some five times a task. There is a faster way: thread-locals of
//! the *initial-exec* model are at a fixed distance from the thread's control block, in room that the C library
//! keeps free for libraries that are loaded later. With glibc, this is about 1,500 bytes for all libraries of a process.
//!
//! So the library that takes the place of MLIR's runtime (`crates/runtime-shared`) keeps its block there, and is built with
//! `asyncir_static_tls` for that. A library with more in it must not do so, since all its thread-locals go to the same
//! place; and executables have no need, because linkers turn both ways into the same instructions.
//!
//! Stable Rust has no word for the model of a thread-local: hence the assembly.

use super::Local;

#[cfg(not(asyncir_static_tls))]
thread_local! {
    static LOCAL: Local = const { Local::new() };
}

/// The address of the block of the current thread.
#[cfg(not(asyncir_static_tls))]
#[inline(always)]
pub(super) fn of_this_thread() -> *const Local {
    // What callers do with the block is not passed on: it would go through memory where `LocalKey::with` is not inlined.
    LOCAL.with(std::ptr::from_ref)
}

/// The address of the block of the current thread.
#[cfg(asyncir_static_tls)]
#[inline(always)]
pub(super) fn of_this_thread() -> *const Local {
    let block: *const Local;
    // SAFETY: computes the address of the thread-local below, by the psABI of x86-64 ("ELF Handling For Thread-Local
    // Storage", initial exec). It is the same as long as a function runs, which does so on one thread.
    unsafe {
        std::arch::asm!(
            "mov {block}, qword ptr fs:[0]",
            "add {block}, qword ptr [rip + asyncir_runtime_local@GOTTPOFF]",
            block = out(reg) block,
            options(pure, nomem, nostack),
        );
    }
    block
}

/// There are 1,500 bytes for all libraries of a process.
#[cfg(asyncir_static_tls)]
const _: () = assert!(size_of::<Local>() < 800, "static thread-local storage is scarce");

// Zero in each thread, as `Local::new` makes it.
#[cfg(asyncir_static_tls)]
std::arch::global_asm!(
    ".pushsection .tbss.asyncir_runtime_local, \"awT\", @nobits",
    ".globl asyncir_runtime_local",
    ".hidden asyncir_runtime_local",
    ".type asyncir_runtime_local, @object",
    ".size asyncir_runtime_local, {size}",
    ".balign {alignment}",
    "asyncir_runtime_local:",
    ".zero {size}",
    ".popsection",
    size = const size_of::<Local>(),
    alignment = const align_of::<Local>(),
);

#[cfg(all(test, not(any(loom, asyncir_static_tls))))]
mod tests {
    use std::mem::MaybeUninit;

    use super::*;
    use crate::parallel_for::Position;
    use crate::program_failure::Catcher;
    use crate::scheduler::StackLimits;

    /// The assembly does not run initialisers.
    #[test]
    fn a_new_block_is_all_zeros() {
        // SAFETY: numbers, pointers, and functions that may be null.
        for block in [Local::new(), unsafe { MaybeUninit::zeroed().assume_init() }] {
            let Local {
                context,
                resuming,
                again,
                chain,
                depth,
                catcher,
                went_on,
                queued,
                queued_before,
                queued_without_workers,
                recent,
                next_key,
                last_key,
                queues_ready,
                drives,
                unshared,
                looped,
                position,
                experience,
                made_by,
                stack,
                memory,
                live,
                armed,
                closed,
            } = block;
            assert!(context.get().is_null() && resuming.get().is_null());
            assert!(experience.get().is_null() && made_by.get().is_null() && live.get().is_null());
            assert!(again.is_empty() && chain.is_empty() && memory.is_empty());
            assert!(catcher.get() == Catcher::NOBODY && position.get() == Position::NOWHERE);
            assert_eq!([depth.get(), went_on.get()], [0; 2]);
            assert_eq!(
                [queued.get(), queued_before.get(), queued_without_workers.get()],
                [0; 3]
            );
            assert_eq!([unshared.get(), looped.get()], [0; 2]);
            assert_eq!([recent.get(), next_key.get(), last_key.get()], [0; 3]);
            assert_eq!(stack.get(), StackLimits::UNKNOWN);
            assert_eq!(
                [queues_ready.get(), drives.get(), armed.get(), closed.get()],
                [false; 4]
            );
        }
    }
}
