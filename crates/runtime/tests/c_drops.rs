//! Objects that are dropped in odd ways leave nothing behind.
#![allow(unsafe_code, reason = "the interface under test is C's")]
#![cfg(not(loom))]

use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use asyncir_runtime::c_abi::*;
use asyncir_runtime::live_objects;

mod fewer;
use fewer::fewer;

/// Tests count the live objects of the process.
fn serial() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a value hold an object, as compiled code does.
///
/// # Safety
/// The value holds no object yet, and the caller gives it a reference.
unsafe fn put(value: *mut c_void, object: *mut c_void) {
    // SAFETY: the payload of such a value is a pointer.
    unsafe {
        mlirAsyncRuntimeGetValueStorage(value)
            .cast::<*mut c_void>()
            .write(object)
    };
}

#[test]
fn a_long_chain_of_values_in_values_goes_on_a_small_stack() {
    let _serial = serial();
    let before = live_objects();
    let chain = || {
        let mut inner = mlirAsyncRuntimeCreateToken();
        // SAFETY: complete before it is dropped; each value gets the reference to the one in it.
        unsafe { mlirAsyncRuntimeEmplaceToken(inner) };
        for _ in 0..fewer(200_000) {
            let value = asyncirRuntimeCreateValueOfObject();
            // SAFETY: as above.
            unsafe {
                put(value, inner);
                mlirAsyncRuntimeEmplaceValue(value);
            }
            inner = value;
        }
        // SAFETY: the last reference.
        unsafe { mlirAsyncRuntimeDropRef(inner, 1) };
    };
    let small = thread::Builder::new().stack_size(128 << 10).spawn(chain);
    small.expect("a thread").join().expect("no panic");
    assert_eq!(live_objects(), before);
}

/// Drops a group, and its members, which nobody completes.
fn drop_pending_members() {
    // SAFETY: nobody uses the objects when their references are dropped.
    unsafe {
        let group = mlirAsyncRuntimeCreateGroup(2);
        let (token, value) = (mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateValue(8));
        mlirAsyncRuntimeAddTokenToGroup(token, group);
        asyncirRuntimeAddValueToGroup(value, group);
        mlirAsyncRuntimeDropRef(token, 2);
        mlirAsyncRuntimeDropRef(value, 2);
        mlirAsyncRuntimeDropRef(group, 1);
    }
}

/// Sanitizers and Miri see what is left.
#[test]
fn what_waits_for_an_object_goes_with_it() {
    let _serial = serial();
    let before = live_objects();
    (0..10).for_each(|_| drop_pending_members());
    assert_eq!(live_objects(), before);
}

#[test]
fn a_group_counts_members_that_are_dropped_as_errors() {
    let _serial = serial();
    // SAFETY: the group is the test's.
    unsafe {
        let group = mlirAsyncRuntimeCreateGroup(1);
        let token = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeAddTokenToGroup(token, group);
        mlirAsyncRuntimeDropRef(token, 2);
        mlirAsyncRuntimeAwaitAllInGroup(group);
        assert!(mlirAsyncRuntimeIsGroupError(group));
        mlirAsyncRuntimeDropRef(group, 1);
    }
}
