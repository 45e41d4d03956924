//! Wrong use of the C interface ends a debug build with a message that says what is wrong; failures end a process where they must.
#![allow(unsafe_code, reason = "the interface under test is C's")]
#![cfg(all(debug_assertions, not(any(loom, miri))))]

mod dies;

use std::ptr;

use asyncir_runtime::c_abi::*;
use asyncir_runtime::{catch_failure, exit_on_failure};
use dies::{dies, dies_with};

#[test]
fn a_null_token() {
    dies(
        "a_null_token",
        "expected a token, value or group, found a null pointer",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe { mlirAsyncRuntimeEmplaceToken(ptr::null_mut()) },
    );
}

#[test]
fn a_null_function() {
    dies(
        "a_null_function",
        "expected a function, found a null pointer",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe { mlirAsyncRuntimeExecute(ptr::null_mut(), None) },
    );
}

#[test]
fn a_loop_without_a_body() {
    dies(
        "a_loop_without_a_body",
        "expected a function, found a null pointer",
        || {
            // SAFETY: broken on purpose, in a process of its own, which the check ends.
            unsafe { asyncirRuntimeParallelFor(None, ptr::null_mut(), 10, 0, 0, 0) };
        },
    );
}

#[test]
fn a_null_function_that_blocks() {
    dies(
        "a_null_function_that_blocks",
        "expected a function, found a null pointer",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe { asyncirRuntimeBlockInPlace(None, ptr::null_mut()) },
    );
}

#[test]
fn completing_twice() {
    dies(
        "completing_twice",
        "a token was completed a second time; it was available",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let token = mlirAsyncRuntimeCreateToken();
            mlirAsyncRuntimeEmplaceToken(token);
            mlirAsyncRuntimeSetTokenError(token);
        },
    );
}

#[test]
fn dropping_more_references_than_there_are() {
    dies(
        "dropping_more_references_than_there_are",
        "3 references dropped from a value that has 2",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe { mlirAsyncRuntimeDropRef(mlirAsyncRuntimeCreateValue(4), 3) },
    );
}

#[test]
fn a_value_in_place_of_a_token() {
    dies(
        "a_value_in_place_of_a_token",
        "expected a token, found a value",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe { mlirAsyncRuntimeAwaitToken(mlirAsyncRuntimeCreateValue(4)) },
    );
}

#[test]
fn a_task_of_impossible_size() {
    dies(
        "a_task_of_impossible_size",
        "cannot allocate a value of 64 bytes aligned to 128",
        || _ = asyncirRuntimeCreateTask(64, 128),
    );
}

#[test]
fn a_value_that_ends_behind_its_task() {
    dies(
        "a_value_that_ends_behind_its_task",
        "a value of 32 bytes has no place 64 bytes behind the frame of its task",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || _ = unsafe { asyncirRuntimeAddTaskValue(asyncirRuntimeCreateTask(128, 8), 64, 32) },
    );
}

#[test]
fn a_value_between_the_steps_of_its_task() {
    dies(
        "a_value_between_the_steps_of_its_task",
        "a value of 8 bytes has no place 20 bytes behind the frame of its task",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || _ = unsafe { asyncirRuntimeAddTaskValue(asyncirRuntimeCreateTask(128, 8), 20, 8) },
    );
}

#[test]
fn a_value_in_front_of_another_one_of_its_task() {
    dies(
        "a_value_in_front_of_another_one_of_its_task",
        "a value of 8 bytes has no place 16 bytes behind the frame of its task",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let frame = asyncirRuntimeCreateTask(256, 8);
            asyncirRuntimeAddTaskValue(frame, 80, 8);
            asyncirRuntimeAddTaskValue(frame, 16, 8);
        },
    );
}

#[test]
fn a_value_of_a_negative_size_in_a_task() {
    dies(
        "a_value_of_a_negative_size_in_a_task",
        "a value of -8 bytes has no place 16 bytes behind the frame of its task",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || _ = unsafe { asyncirRuntimeAddTaskValue(asyncirRuntimeCreateTask(128, 8), 16, -8) },
    );
}

#[test]
fn a_frame_that_stands_behind_no_token() {
    dies(
        "a_frame_that_stands_behind_no_token",
        "expected the frame of a task, found one that does not stand behind its token",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe { asyncirRuntimeFreeTask(mlirAsyncRuntimeCreateToken().cast::<u8>().add(64).cast()) },
    );
}

#[test]
fn more_members_than_a_group_has() {
    dies(
        "more_members_than_a_group_has",
        "more members were added to a group than its size 1",
        // SAFETY: broken on purpose, in a process of its own, which the check ends.
        || unsafe {
            let (token, group) = (mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateGroup(1));
            mlirAsyncRuntimeAddTokenToGroup(token, group);
            mlirAsyncRuntimeAddTokenToGroup(token, group);
        },
    );
}

#[test]
fn impossible_sizes() {
    dies("impossible_sizes", "a group cannot have -1 members", || {
        mlirAsyncRuntimeCreateGroup(-1);
    });
}

#[test]
fn a_failure_that_is_to_end_the_process_does_so_within_one_that_is_caught() {
    dies_with(
        "a_failure_that_is_to_end_the_process_does_so_within_one_that_is_caught",
        "error: boom",
        || {
            let caught = catch_failure(|| {
                // SAFETY: the text is there.
                exit_on_failure(|| unsafe { asyncirRuntimeFail(c"boom".as_ptr(), 4) });
            });
            unreachable!("{caught:?}");
        },
    );
}
