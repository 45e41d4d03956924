//! Frames that are checked: what breaks their rules ends the process with a message that says what and where.
#![allow(unsafe_code, reason = "the interface under test is C's")]
#![cfg(not(any(loom, miri)))]

mod dies;

use std::ffi::c_void;

use asyncir_runtime::Runtime;
use asyncir_runtime::c_abi::*;
use dies::dies;

/// 64 bytes: two addresses and a number of a suspension point, something from 24 to 31, from 32 to 47 what lives across
/// the first point only, guards in between.
const TABLE: [i64; 14] = [64, 16, 2, 17, 7, 48, 16, 2, 0, 1, 32, 16, 0, 0];

fn frame() -> *mut u8 {
    let name = "late";
    // SAFETY: the name and the table are what the header says.
    unsafe { asyncirRuntimeAllocateCheckedFrame(name.as_ptr().cast(), name.len() as i64, TABLE.as_ptr()).cast() }
}

fn suspend(frame: *mut u8, point: i64) {
    // SAFETY: a frame from `frame`, or what the check is there for.
    unsafe { asyncirRuntimeSuspendCheckedFrame(frame.cast(), point) }
}

fn resume(frame: *mut u8) {
    // SAFETY: a frame from `frame`, or what the check is there for.
    unsafe { asyncirRuntimeResumeCheckedFrame(frame.cast()) }
}

fn free(frame: *mut u8) {
    // SAFETY: a frame from `frame`, or what the check is there for.
    unsafe { asyncirRuntimeFreeCheckedFrame(frame.cast()) }
}

#[test]
fn what_is_right_is_let_be() {
    for _ in 0..40_000 {
        let frame = frame();
        assert!(frame.addr().is_multiple_of(16));
        // SAFETY: what is read and written is within the frame, in places that are in use or that hold patterns.
        unsafe {
            assert_eq!(frame.add(24).read(), 0xbe, "what was never stored is no likely value");
            frame.write_bytes(1, 17);
            frame.add(24).write_bytes(2, 8 + 16);
            suspend(frame, 0);
            assert_eq!(frame.add(40).read(), 2);
            resume(frame);
            suspend(frame, 1);
            assert_eq!(
                (frame.add(24).read(), frame.add(40).read()),
                (2, 0xbe),
                "what is dead is gone"
            );
            resume(frame);
        }
        free(frame);
    }
    free(std::ptr::null_mut());
    assert!(asyncirRuntimeQuiesce());
}

#[test]
fn a_byte_behind_the_frame() {
    dies(
        "a_byte_behind_the_frame",
        "byte 64 of the frame of coroutine 'late' (64 bytes) was overwritten, which belongs to nothing: seen as it is \
         suspended",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            frame.add(64).write(0);
            suspend(frame, 0);
        },
    );
}

#[test]
fn a_byte_before_the_frame() {
    dies(
        "a_byte_before_the_frame",
        "byte -1 of the frame of coroutine 'late' (64 bytes) was overwritten, which belongs to nothing: seen as it is \
         resumed or destroyed",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            suspend(frame, 0);
            frame.sub(1).write(0);
            resume(frame);
        },
    );
}

#[test]
fn a_byte_between_two_places() {
    dies(
        "a_byte_between_two_places",
        "byte 23 of the frame of coroutine 'late' (64 bytes) was overwritten, which belongs to nothing: seen as it is \
         freed",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            frame.add(23).write(1);
            free(frame);
        },
    );
}

#[test]
fn a_byte_of_something_dead() {
    dies(
        "a_byte_of_something_dead",
        "byte 33 of the frame of coroutine 'late' (64 bytes) was written to while the coroutine was suspended and did \
         not use it",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            suspend(frame, 1);
            frame.add(33).write(0);
            resume(frame);
        },
    );
}

#[test]
fn resumed_while_it_runs() {
    dies(
        "resumed_while_it_runs",
        "the frame of coroutine 'late' (64 bytes) is resumed or destroyed while the coroutine runs",
        || {
            let frame = frame();
            suspend(frame, 0);
            resume(frame);
            resume(frame);
        },
    );
}

#[test]
fn suspended_twice() {
    dies(
        "suspended_twice",
        "the frame of coroutine 'late' (64 bytes) is suspended while the coroutine is suspended",
        || {
            let frame = frame();
            suspend(frame, 0);
            suspend(frame, 1);
        },
    );
}

#[test]
fn freed_twice() {
    dies(
        "freed_twice",
        "the frame of coroutine 'late' (64 bytes) is freed a second time",
        || {
            let frame = frame();
            free(frame);
            free(frame);
        },
    );
}

#[test]
fn resumed_after_it_was_freed() {
    dies(
        "resumed_after_it_was_freed",
        "the frame of coroutine 'late' (64 bytes) is resumed or destroyed after it was freed",
        || {
            let frame = frame();
            free(frame);
            resume(frame);
        },
    );
}

/// As C++ code does, or a function that does not know the coroutine.
#[test]
fn destroyed_by_its_function_after_it_was_freed() {
    dies(
        "destroyed_by_its_function_after_it_was_freed",
        "the frame of coroutine 'late' (64 bytes) is resumed or destroyed after it was freed",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            free(frame);
            let destroy = frame.cast::<unsafe extern "C" fn(*mut c_void)>().add(1).read();
            destroy(frame.cast());
        },
    );
}

#[test]
fn a_byte_of_a_freed_frame() {
    dies(
        "a_byte_of_a_freed_frame",
        "byte 24 of the frame of coroutine 'late' (64 bytes) was written to after it was freed",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            free(frame);
            frame.add(24).write(0);
            asyncirRuntimeQuiesce();
        },
    );
}

#[test]
fn a_byte_of_a_frame_that_leaves_the_list_of_freed_ones() {
    dies(
        "a_byte_of_a_frame_that_leaves_the_list_of_freed_ones",
        "byte 8 of the frame of coroutine 'late' (64 bytes) was written to after it was freed",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let first = frame();
            free(first);
            // An address stands there, of which any byte may be zero.
            first.add(8).write(!first.add(8).read());
            for _ in 0..100_000 {
                free(frame());
            }
        },
    );
}

#[test]
fn what_is_no_frame() {
    dies(
        "what_is_no_frame",
        "expected the frame of a coroutine, found something else",
        || {
            let mut memory = [0u64; 200];
            resume(memory[190..].as_mut_ptr().cast());
        },
    );
}

#[test]
fn a_table_that_says_nothing_sensible() {
    dies(
        "a_table_that_says_nothing_sensible",
        "the frame of coroutine '' is described wrongly",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            asyncirRuntimeAllocateCheckedFrame(std::ptr::null(), 0, [16i64, 16, 1, 8, 9, 0].as_ptr());
        },
    );
}

/// The host's way to wait for everything looks at freed frames, too.
#[test]
fn the_rust_interface_looks_at_freed_frames() {
    dies(
        "the_rust_interface_looks_at_freed_frames",
        "byte 63 of the frame of coroutine 'late' (64 bytes) was written to after it was freed",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = frame();
            free(frame);
            frame.add(63).write(0);
            let _ = Runtime::global().quiesce();
        },
    );
}
