//! The C interface, called as compiled code calls it.
#![allow(unsafe_code, reason = "the interface under test is C's")]
#![cfg(not(loom))]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use asyncir_runtime::c_abi::*;
use asyncir_runtime::{Runtime, Token, catch_failure, live_objects};

mod fewer;
use fewer::fewer;

/// Tests that count live objects or use the global runtime's state must not overlap.
fn serial() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a test body and checks that it leaves no object behind.
fn without_leaks(body: impl FnOnce()) {
    let _serial = serial();
    let before = live_objects();
    body();
    Runtime::global().quiesce().expect("not inside a task");
    assert_eq!(live_objects(), before, "objects leaked");
}

unsafe extern "C" fn count(counter: *mut c_void) {
    // SAFETY: every test passes a counter that outlives the wait for it.
    unsafe { &*counter.cast::<AtomicUsize>() }.fetch_add(1, Ordering::SeqCst);
}

fn counter_handle(counter: &AtomicUsize) -> *mut c_void {
    ptr::from_ref(counter).cast_mut().cast()
}

unsafe extern "C" fn emplace_token(token: *mut c_void) {
    // SAFETY: the test passes a pending token.
    unsafe { mlirAsyncRuntimeEmplaceToken(token) }
}

unsafe extern "C" fn fail_token(token: *mut c_void) {
    // SAFETY: the test passes a pending token.
    unsafe { mlirAsyncRuntimeSetTokenError(token) }
}

#[test]
fn a_task_completes_a_token() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let token = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(token, Some(emplace_token));
        mlirAsyncRuntimeAwaitToken(token);
        assert!(!mlirAsyncRuntimeIsTokenError(token));
        mlirAsyncRuntimeDropRef(token, 1);
    });
}

/// Bytes from a frame to the token in front of it.
const TOKEN: usize = 64;

unsafe extern "C" fn complete_then_use_frame(frame: *mut c_void) {
    let frame = frame.cast::<u8>();
    // SAFETY: the test passes a frame of 100 bytes behind a pending token, and this task alone frees it.
    unsafe {
        frame.add(8).write_bytes(1, 92);
        mlirAsyncRuntimeEmplaceToken(frame.sub(TOKEN).cast());
        // Whoever waited may have dropped all other references by now.
        std::thread::yield_now();
        frame.write_bytes(2, 100);
        asyncirRuntimeFreeTask(frame.cast());
    }
}

#[test]
fn a_frame_behind_a_token_lives_until_it_is_freed() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for round in 0..fewer(1000) {
            let frame = asyncirRuntimeCreateTask(100, 64);
            assert_eq!(frame.addr() % 64, 0);
            let token = frame.cast::<u8>().sub(TOKEN).cast();
            mlirAsyncRuntimeExecute(frame, Some(complete_then_use_frame));
            if round % 2 == 0 {
                mlirAsyncRuntimeAwaitToken(token);
                assert!(!mlirAsyncRuntimeIsTokenError(token));
            }
            mlirAsyncRuntimeDropRef(token, 1);
        }
        // A task that is freed without having completed its token leaves it pending.
        let frame = asyncirRuntimeCreateTask(0, 1);
        let token = frame.cast::<u8>().sub(TOKEN).cast();
        asyncirRuntimeFreeTask(frame);
        assert!(!asyncirRuntimeIsReady(token));
        mlirAsyncRuntimeDropRef(token, 1);
        asyncirRuntimeFreeTask(ptr::null_mut());
    });
}

/// Bytes of a task with a frame of 40 bytes and two values, and where those stand behind the frame.
const WITH_VALUES: (i64, [i64; 2]) = (192, [48, 112]);

unsafe extern "C" fn complete_values(frame: *mut c_void) {
    let frame = frame.cast::<u8>();
    // SAFETY: the test passes a frame with two values of eight and 16 bytes, and this task alone frees it.
    unsafe {
        let [number, pair] = WITH_VALUES.1.map(|offset| frame.offset(offset as isize).cast());
        mlirAsyncRuntimeGetValueStorage(number).cast::<u64>().write(7);
        mlirAsyncRuntimeEmplaceValue(number);
        mlirAsyncRuntimeGetValueStorage(pair).cast::<[u64; 2]>().write([8, 9]);
        mlirAsyncRuntimeEmplaceValue(pair);
        std::thread::yield_now();
        frame.write_bytes(3, 40);
        mlirAsyncRuntimeEmplaceToken(frame.sub(TOKEN).cast());
        asyncirRuntimeFreeTask(frame.cast());
    }
}

/// A task with two values.
unsafe fn task_with_values() -> (*mut c_void, [*mut c_void; 2]) {
    let frame = asyncirRuntimeCreateTask(WITH_VALUES.0, 8);
    let sizes = [8, 16];
    let value = |i: usize| {
        // SAFETY: the task was just created, with room for the values.
        let value = unsafe { asyncirRuntimeAddTaskValue(frame, WITH_VALUES.1[i], sizes[i]) };
        assert_eq!(value.addr() - frame.addr(), WITH_VALUES.1[i] as usize);
        value
    };
    (frame, [value(0), value(1)])
}

#[test]
fn a_tasks_values_live_as_long_as_somebody_has_one() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for round in 0..fewer(1000) {
            let (frame, [number, pair]) = task_with_values();
            let token = frame.cast::<u8>().sub(TOKEN).cast();
            mlirAsyncRuntimeExecute(frame, Some(complete_values));
            if round % 3 == 0 {
                mlirAsyncRuntimeDropRef(token, 1);
            }
            mlirAsyncRuntimeAddRef(pair, 1);
            mlirAsyncRuntimeAwaitValue(number);
            assert_eq!(mlirAsyncRuntimeGetValueStorage(number).cast::<u64>().read(), 7);
            mlirAsyncRuntimeDropRef(number, 1);
            if round % 2 == 0 {
                mlirAsyncRuntimeAwaitValue(pair);
                let storage = mlirAsyncRuntimeGetValueStorage(pair);
                assert_eq!(storage.addr() % 16, 0);
                assert_eq!(storage.cast::<[u64; 2]>().read(), [8, 9]);
            }
            mlirAsyncRuntimeDropRef(pair, 2);
            if round % 3 != 0 {
                mlirAsyncRuntimeDropRef(token, 1);
            }
        }
    });
}

#[test]
fn what_failed_in_a_task_is_known_of_each_of_its_values() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let (frame, [number, pair]) = task_with_values();
        let token = frame.cast::<u8>().sub(TOKEN).cast();
        let message = c"by zero";
        asyncirRuntimeSetValueErrorMessage(number, message.as_ptr(), 7);
        mlirAsyncRuntimeSetValueError(pair);
        asyncirRuntimeSetTokenErrorMessage(token, c"other".as_ptr(), 5);
        asyncirRuntimeFreeTask(frame);
        assert!(mlirAsyncRuntimeIsValueError(number) && mlirAsyncRuntimeIsValueError(pair));
        let mut length = 0;
        let text = asyncirRuntimeErrorMessage(number, &mut length).cast::<u8>();
        assert_eq!(std::slice::from_raw_parts(text, length as usize), b"by zero");
        assert!(asyncirRuntimeErrorMessage(pair, &mut length).is_null());
        for object in [token, number, pair] {
            mlirAsyncRuntimeDropRef(object, 1);
        }
    });
}

#[test]
fn what_is_complete_is_ready_but_others_get_a_turn() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let token = mlirAsyncRuntimeCreateToken();
        assert!(!asyncirRuntimeIsReady(token), "it is pending");
        mlirAsyncRuntimeEmplaceToken(token);
        let rounds = 3 << 12;
        let ready = (0..rounds).filter(|_| asyncirRuntimeIsReady(token)).count();
        assert_eq!(ready, rounds - 3, "a coroutine is suspended now and then");
        mlirAsyncRuntimeDropRef(token, 1);
        let group = mlirAsyncRuntimeCreateGroup(0);
        assert!(asyncirRuntimeIsReady(group), "it waits for nothing");
        mlirAsyncRuntimeDropRef(group, 1);
    });
}

#[test]
fn a_value_carries_its_payload() {
    unsafe extern "C" fn produce(value: *mut c_void) {
        // SAFETY: the test passes a pending value of 64 bytes.
        unsafe {
            mlirAsyncRuntimeGetValueStorage(value)
                .cast::<[f64; 8]>()
                .write([1.5; 8]);
            mlirAsyncRuntimeEmplaceValue(value);
        }
    }
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let value = mlirAsyncRuntimeCreateValue(64);
        mlirAsyncRuntimeExecute(value, Some(produce));
        mlirAsyncRuntimeAwaitValue(value);
        let storage = mlirAsyncRuntimeGetValueStorage(value);
        assert_eq!(storage.addr() % 64, 0);
        assert_eq!(storage.cast::<[f64; 8]>().read(), [1.5; 8]);
        mlirAsyncRuntimeDropRef(value, 1);

        let wide = asyncirRuntimeCreateValue(8, 256);
        assert_eq!(mlirAsyncRuntimeGetValueStorage(wide).addr() % 256, 0);
        mlirAsyncRuntimeDropRef(wide, 2);
    });
}

#[test]
fn values_of_objects_drop_what_they_hold() {
    // SAFETY: as above; the values are completed here.
    without_leaks(|| unsafe {
        let holding = |object: *mut c_void| {
            let value = asyncirRuntimeCreateValueOfObject();
            let storage = mlirAsyncRuntimeGetValueStorage(value);
            storage.cast::<*mut c_void>().write(object);
            mlirAsyncRuntimeEmplaceValue(value);
            value
        };
        let token = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeEmplaceToken(token);
        mlirAsyncRuntimeDropRef(holding(holding(token)), 1);
        let failed = asyncirRuntimeCreateValueOfObject();
        mlirAsyncRuntimeSetValueError(failed);
        mlirAsyncRuntimeDropRef(failed, 1);
    });
}

#[test]
fn references_are_counted() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let token = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeAddRef(token, 3);
        mlirAsyncRuntimeEmplaceToken(token);
        mlirAsyncRuntimeDropRef(token, 3);
        assert!(!mlirAsyncRuntimeIsTokenError(token), "one reference keeps it alive");
        mlirAsyncRuntimeDropRef(token, 1);
    });
}

#[test]
fn a_group_waits_for_all_its_members() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let group = mlirAsyncRuntimeCreateGroup(3);
        let token = mlirAsyncRuntimeCreateToken();
        let value = mlirAsyncRuntimeCreateValue(4);
        let complete = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeEmplaceToken(complete);
        assert_eq!(mlirAsyncRuntimeAddTokenToGroup(token, group), 0);
        assert_eq!(asyncirRuntimeAddValueToGroup(value, group), 1);
        let resumed = AtomicUsize::new(0);
        mlirAsyncRuntimeAwaitAllInGroupAndExecute(group, counter_handle(&resumed), Some(count));
        mlirAsyncRuntimeExecute(token, Some(emplace_token));
        mlirAsyncRuntimeSetValueError(value);
        assert!(mlirAsyncRuntimeIsGroupError(group));
        // Two of three are complete or about to be; the group waits for the third to be added.
        Runtime::global().quiesce().expect("not inside a task");
        assert_eq!(resumed.load(Ordering::SeqCst), 0);
        assert_eq!(mlirAsyncRuntimeAddTokenToGroup(complete, group), 2);
        mlirAsyncRuntimeAwaitAllInGroup(group);
        Runtime::global().quiesce().expect("not inside a task");
        assert_eq!(resumed.load(Ordering::SeqCst), 1);
        for object in [group, token, value, complete] {
            mlirAsyncRuntimeDropRef(object, 1);
        }
    });
}

#[test]
fn an_empty_group_is_complete() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let group = mlirAsyncRuntimeCreateGroup(0);
        mlirAsyncRuntimeAwaitAllInGroup(group);
        let resumed = AtomicUsize::new(0);
        mlirAsyncRuntimeAwaitAllInGroupAndExecute(group, counter_handle(&resumed), Some(count));
        assert_eq!(resumed.load(Ordering::SeqCst), 1, "resumed by the caller at once");
        assert!(!mlirAsyncRuntimeIsGroupError(group));
        mlirAsyncRuntimeDropRef(group, 1);
    });
}

#[test]
fn a_pending_member_keeps_its_group_alive() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let group = mlirAsyncRuntimeCreateGroup(1);
        let token = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeAddTokenToGroup(token, group);
        mlirAsyncRuntimeDropRef(group, 1);
        mlirAsyncRuntimeEmplaceToken(token);
        mlirAsyncRuntimeDropRef(token, 1);
    });
}

#[test]
fn error_messages_reach_whoever_asks() {
    unsafe fn message_of(object: *mut c_void) -> Option<String> {
        let mut length = -1;
        // SAFETY: the object is live; the message lives as long.
        unsafe {
            let text = asyncirRuntimeErrorMessage(object, &mut length);
            let bytes = (!text.is_null()).then(|| std::slice::from_raw_parts(text.cast(), length as usize));
            bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        }
    }
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let group = mlirAsyncRuntimeCreateGroup(3);
        let (silent, token, value) = (
            mlirAsyncRuntimeCreateToken(),
            mlirAsyncRuntimeCreateToken(),
            mlirAsyncRuntimeCreateValue(1),
        );
        mlirAsyncRuntimeAddTokenToGroup(silent, group);
        mlirAsyncRuntimeAddTokenToGroup(token, group);
        asyncirRuntimeAddValueToGroup(value, group);
        asyncirRuntimeSetValueErrorMessage(value, c"late".as_ptr(), 4);
        assert_eq!(message_of(group), None, "not complete yet");
        asyncirRuntimeSetTokenErrorMessage(token, c"first".as_ptr(), 5);
        mlirAsyncRuntimeSetTokenError(silent);
        assert_eq!(message_of(value).as_deref(), Some("late"));
        assert_eq!(message_of(token).as_deref(), Some("first"));
        assert_eq!(message_of(silent), None);
        assert_eq!(
            message_of(group).as_deref(),
            Some("first"),
            "the lowest rank with a message"
        );
        for object in [group, silent, token, value] {
            mlirAsyncRuntimeDropRef(object, 1);
        }
    });
}

#[test]
fn errors_are_forwarded_and_given_up_on() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let group = mlirAsyncRuntimeCreateGroup(1);
        let (token, value, silent) = (
            mlirAsyncRuntimeCreateToken(),
            mlirAsyncRuntimeCreateValue(1),
            mlirAsyncRuntimeCreateToken(),
        );
        mlirAsyncRuntimeAddTokenToGroup(token, group);
        let (message, place) = (c"boom", c"a.mlir:1:2");
        asyncirRuntimeSetTokenErrorAt(token, message.as_ptr(), 4, place.as_ptr(), 10);
        asyncirRuntimeForwardError(group, value);
        mlirAsyncRuntimeSetTokenError(silent);
        for object in [token, value, group] {
            let failure = catch_failure(|| asyncirRuntimeCheck(object, c"unknown".as_ptr(), 7)).unwrap_err();
            assert_eq!(failure.to_string(), "a.mlir:1:2: boom");
            assert_eq!(failure.location(), Some("a.mlir:1:2"));
        }
        let failure = catch_failure(|| asyncirRuntimeCheck(silent, c"unknown".as_ptr(), 7)).unwrap_err();
        assert_eq!(failure.message(), Some("unknown"));
        let inner =
            catch_failure(|| catch_failure(|| asyncirRuntimeFail(c"own".as_ptr(), 3)).map_err(|e| e.to_string()));
        assert_eq!(inner, Ok(Err("own".to_owned())));
        let fine = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeEmplaceToken(fine);
        assert_eq!(catch_failure(|| asyncirRuntimeCheck(fine, c"".as_ptr(), 0)), Ok(()));
        for object in [group, token, value, silent, fine] {
            mlirAsyncRuntimeDropRef(object, 1);
        }
    });
}

#[test]
fn other_panics_pass_through() {
    let panic = std::panic::catch_unwind(|| catch_failure(|| std::panic::resume_unwind(Box::new("other"))));
    assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"other"));
}

#[test]
fn errors_race_with_awaits() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for round in 0..fewer(2_000) {
            let token = mlirAsyncRuntimeCreateToken();
            let group = mlirAsyncRuntimeCreateGroup(1);
            let fails = round % 2 == 0;
            mlirAsyncRuntimeExecute(token, Some(if fails { fail_token } else { emplace_token }));
            mlirAsyncRuntimeAddTokenToGroup(token, group);
            if round % 3 == 0 {
                mlirAsyncRuntimeAwaitToken(token);
                assert_eq!(mlirAsyncRuntimeIsTokenError(token), fails);
            }
            mlirAsyncRuntimeAwaitAllInGroup(group);
            assert_eq!(mlirAsyncRuntimeIsGroupError(group), fails);
            mlirAsyncRuntimeDropRef(token, 1);
            mlirAsyncRuntimeDropRef(group, 1);
        }
    });
}

/// A coroutine that awaits the same complete token again and again.
struct Looping {
    token: *mut c_void,
    done: *mut c_void,
    left: usize,
    lowest: usize,
    highest: usize,
}

unsafe extern "C" fn await_again(handle: *mut c_void) {
    let here = 0u8;
    let address = ptr::from_ref(&here).addr();
    // SAFETY: the test keeps the state alive until the last resume.
    unsafe {
        let state = &mut *handle.cast::<Looping>();
        state.lowest = state.lowest.min(address);
        state.highest = state.highest.max(address);
        if state.left == 0 {
            return mlirAsyncRuntimeEmplaceToken(state.done);
        }
        state.left -= 1;
        mlirAsyncRuntimeAwaitTokenAndExecute(state.token, handle, Some(await_again));
    }
}

#[test]
fn ten_million_ready_resumes_need_no_stack() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let token = mlirAsyncRuntimeCreateToken();
        let done = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeEmplaceToken(token);
        let mut state = Looping {
            token,
            done,
            left: fewer(10_000_000),
            lowest: usize::MAX,
            highest: 0,
        };
        mlirAsyncRuntimeExecute(ptr::from_mut(&mut state).cast(), Some(await_again));
        mlirAsyncRuntimeAwaitToken(done);
        assert_eq!(state.left, 0);
        mlirAsyncRuntimeDropRef(token, 1);
        mlirAsyncRuntimeDropRef(done, 1);

        let (token, done) = (mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken());
        mlirAsyncRuntimeEmplaceToken(token);
        let mut state = Looping {
            token,
            done,
            left: fewer(100_000),
            lowest: usize::MAX,
            highest: 0,
        };
        // Begun outside a worker: the first resume is inline.
        await_again(ptr::from_mut(&mut state).cast());
        mlirAsyncRuntimeAwaitToken(done);
        mlirAsyncRuntimeDropRef(token, 1);
        mlirAsyncRuntimeDropRef(done, 1);
    });
}

/// A coroutine that waits for one token and then completes the next.
struct Link {
    next: *mut c_void,
}

unsafe extern "C" fn follow(handle: *mut c_void) {
    // SAFETY: each link is a leaked box, resumed once.
    let link = unsafe { Box::from_raw(handle.cast::<Link>()) };
    // SAFETY: the next token is pending.
    unsafe { mlirAsyncRuntimeEmplaceToken(link.next) }
}

#[test]
fn a_million_dependent_tasks_need_no_stack() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let first = mlirAsyncRuntimeCreateToken();
        let mut last = first;
        for _ in 0..fewer(1_000_000) {
            let next = mlirAsyncRuntimeCreateToken();
            let link = Box::into_raw(Box::new(Link { next }));
            mlirAsyncRuntimeAwaitTokenAndExecute(last, link.cast(), Some(follow));
            mlirAsyncRuntimeDropRef(last, 1);
            last = next;
        }
        mlirAsyncRuntimeEmplaceToken(first);
        mlirAsyncRuntimeAwaitToken(last);
        mlirAsyncRuntimeDropRef(last, 1);
    });
}

#[test]
fn waiters_run_in_the_order_of_their_registration_with_one_worker() {
    struct Numbered<'a> {
        number: usize,
        order: &'a Mutex<Vec<usize>>,
    }
    unsafe extern "C" fn note(handle: *mut c_void) {
        // SAFETY: the test keeps the state alive until quiescence.
        let numbered = unsafe { &*handle.cast::<Numbered<'_>>() };
        numbered
            .order
            .lock()
            .expect("no panic under the lock")
            .push(numbered.number);
    }
    let _serial = serial();
    let order = Mutex::new(Vec::new());
    let runtime = Runtime::builder().num_workers(1).build().expect("one worker");
    // SAFETY: plain calls on a live token.
    let token = mlirAsyncRuntimeCreateToken();
    let waiters: Vec<_> = (0..5).map(|number| Numbered { number, order: &order }).collect();
    for waiter in &waiters {
        let handle = ptr::from_ref(waiter).cast_mut().cast();
        // SAFETY: the waiter lives until its runtime is dropped.
        unsafe { mlirAsyncRuntimeAwaitTokenAndExecute(token, handle, Some(note)) };
    }
    let address = token.expose_provenance();
    runtime.execute(move || {
        // SAFETY: the token is pending and live.
        unsafe { mlirAsyncRuntimeEmplaceToken(ptr::with_exposed_provenance_mut(address)) }
    });
    drop(runtime);
    assert_eq!(*order.lock().expect("no panic under the lock"), [0, 1, 2, 3, 4]);
    // SAFETY: the creator's reference.
    unsafe { mlirAsyncRuntimeDropRef(token, 1) };
}

/// A thread that queued tasks with some runtime once does not give the program's tasks to it.
#[test]
fn the_global_runtime_gets_what_no_task_queues() {
    let _serial = serial();
    let runtime = Runtime::builder().num_workers(40).build().expect("a runtime");
    let (completer, may_end) = Token::pending();
    let busy = runtime.execute(move || may_end.wait().expect("completed below"));
    assert_ne!(mlirAsyncRuntimGetNumWorkerThreads(), 40);
    let counter = AtomicUsize::new(0);
    let handle = counter_handle(&counter);
    for hint in [ASYNCIR_HINT_ANYWHERE, ASYNCIR_HINT_NEXT, ASYNCIR_HINT_LAST] {
        let queued = runtime.stats().tasks_queued;
        runtime.execute(|| {}).wait().expect("no task fails");
        // SAFETY: the counter outlives the wait.
        unsafe { asyncirRuntimeExecuteWithHint(handle, Some(count), hint) };
        assert_eq!(runtime.stats().tasks_queued, queued + 1);
    }
    assert!(asyncirRuntimeQuiesce());
    assert_eq!(counter.load(Ordering::SeqCst), 3);
    completer.complete();
    busy.wait().expect("no task fails");
}

#[test]
fn the_table_names_every_function() {
    let table = asyncir_runtime::symbols();
    let mut names: Vec<_> = table.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.iter().filter(|name| name.starts_with("mlirAsync")).count(), 23);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), table.len());
    assert!(table.iter().all(|(_, address)| address.address() != 0));
}

#[test]
fn shutdown_joins_and_the_next_task_restarts() {
    let _serial = serial();
    for _ in 0..3 {
        let token = mlirAsyncRuntimeCreateToken();
        // SAFETY: plain calls on a live token.
        unsafe {
            mlirAsyncRuntimeExecute(token, Some(emplace_token));
            mlirAsyncRuntimeAwaitToken(token);
            mlirAsyncRuntimeDropRef(token, 1);
        }
        assert!(asyncirRuntimeShutdown());
        assert_eq!(Runtime::global().live_threads(), 0);
    }
    assert_eq!(
        mlirAsyncRuntimGetNumWorkerThreads(),
        Runtime::global().num_workers() as i64
    );
}

/// Marks iterations; those whose number is in `fails` fail, and say their number.
struct Marks {
    marks: Vec<AtomicUsize>,
    fails: std::ops::Range<i64>,
}

unsafe extern "C" fn mark(context: *mut c_void, begin: i64, end: i64) -> i64 {
    // SAFETY: every test passes marks that outlive the loop.
    let marks = unsafe { &*context.cast_const().cast::<Marks>() };
    for i in begin..end {
        marks.marks[i as usize].fetch_add(1, Ordering::SeqCst);
        for _ in 0..fewer(200) {
            std::hint::spin_loop();
        }
        if marks.fails.contains(&i) {
            let text = i.to_string();
            // SAFETY: the text is copied.
            return unsafe { asyncirRuntimeMakeFailure(text.as_ptr().cast(), text.len() as i64) };
        }
    }
    0
}

impl Marks {
    fn new(trip: usize, fails: std::ops::Range<i64>) -> Self {
        let marks = (0..trip).map(|_| AtomicUsize::new(0)).collect();
        Self { marks, fails }
    }

    fn context(&self) -> *mut c_void {
        ptr::from_ref(self).cast_mut().cast()
    }

    fn are_all_one(&self) -> bool {
        self.marks.iter().all(|mark| mark.load(Ordering::SeqCst) == 1)
    }
}

/// The iterations of a loop, and those at its end that fail.
const TRIP: usize = if cfg!(miri) { 100 } else { 3000 };
const LAST: std::ops::Range<i64> = TRIP as i64 - 10..TRIP as i64;

#[test]
fn a_loop_blocks_or_gives_a_token() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for grain in [0, 7, ASYNCIR_GRAIN_STATIC] {
            let marks = Marks::new(TRIP, 0..0);
            assert_eq!(
                asyncirRuntimeParallelFor(Some(mark), marks.context(), TRIP as i64, 0, grain, 0),
                0
            );
            assert!(marks.are_all_one());
            let marks = Marks::new(TRIP, 0..0);
            let token = asyncirRuntimeParallelForToken(Some(mark), marks.context(), TRIP as i64, 0, grain, 0);
            mlirAsyncRuntimeAwaitToken(token);
            assert!(marks.are_all_one());
            mlirAsyncRuntimeDropRef(token, 1);
            let marks = Marks::new(TRIP, LAST);
            let token = asyncirRuntimeParallelForToken(Some(mark), marks.context(), TRIP as i64, 0, grain, 0);
            mlirAsyncRuntimeAwaitToken(token);
            assert!(mlirAsyncRuntimeIsTokenError(token));
            let mut length = 0;
            let said = asyncirRuntimeErrorMessage(token, &raw mut length);
            let said = std::slice::from_raw_parts(said.cast::<u8>(), length as usize);
            let number: i64 = std::str::from_utf8(said).unwrap().parse().unwrap();
            assert!(LAST.contains(&number), "{number}");
            mlirAsyncRuntimeDropRef(token, 1);
        }
    });
}

#[test]
fn a_loop_without_iterations_calls_nothing() {
    unsafe extern "C" fn never(_: *mut c_void, _: i64, _: i64) -> i64 {
        panic!("there is no iteration")
    }
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for trip in [0, -1, i64::MIN] {
            assert_eq!(
                asyncirRuntimeParallelFor(Some(never), ptr::null_mut(), trip, -5, -7, -9),
                0
            );
            let token = asyncirRuntimeParallelForToken(Some(never), ptr::null_mut(), trip, 0, 0, 0);
            mlirAsyncRuntimeAwaitToken(token);
            mlirAsyncRuntimeDropRef(token, 1);
        }
    });
}

#[test]
fn a_failure_ends_the_loop() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for _ in 0..fewer(50) {
            let marks = Marks::new(2000, 5..2000);
            let failure = asyncirRuntimeParallelFor(Some(mark), marks.context(), 2000, 0, 0, 0);
            let failure = catch_failure(|| asyncirRuntimeRaise(failure)).unwrap_err();
            let number: usize = failure.to_string().parse().unwrap();
            assert!(
                number >= 5 && marks.marks[number].load(Ordering::SeqCst) == 1,
                "{number}"
            );
            let ran = marks
                .marks
                .iter()
                .filter(|mark| mark.load(Ordering::SeqCst) > 0)
                .count();
            assert!(ran < 100, "the rest is given up, but {ran} iterations ran");
        }
    });
}

#[test]
fn a_failure_goes_from_object_to_object() {
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        let (token, silent, value) = (
            mlirAsyncRuntimeCreateToken(),
            mlirAsyncRuntimeCreateToken(),
            mlirAsyncRuntimeCreateValue(8),
        );
        let failure = asyncirRuntimeMakeFailure(c"first".as_ptr(), 5);
        asyncirRuntimeSetErrorOf(token, failure);
        asyncirRuntimeDropFailure(failure);
        mlirAsyncRuntimeSetTokenError(silent);
        let failure = asyncirRuntimeFailureOf(token, c"unknown".as_ptr(), 7);
        asyncirRuntimeSetErrorOf(value, failure);
        asyncirRuntimeDropFailure(failure);
        for (object, message) in [(token, "first"), (value, "first"), (silent, "unknown")] {
            let failure = asyncirRuntimeFailureOf(object, c"unknown".as_ptr(), 7);
            let failure = catch_failure(|| asyncirRuntimeRaise(failure)).unwrap_err();
            assert_eq!(failure.message(), Some(message));
            mlirAsyncRuntimeDropRef(object, 1);
        }
        asyncirRuntimeRaise(0);
    });
}

#[test]
fn a_huge_trip_count_is_cut_without_overflow() {
    unsafe extern "C" fn sum(total: *mut c_void, begin: i64, end: i64) -> i64 {
        // SAFETY: the test passes a counter.
        unsafe { &*total.cast::<AtomicUsize>() }.fetch_add((end - begin) as usize, Ordering::SeqCst);
        0
    }
    // SAFETY: plain calls on objects that the test owns, with the counts of references that it has.
    without_leaks(|| unsafe {
        for trip in [i64::MAX, 1 << 33, (1 << 32) + 1] {
            for grain in [0, 1 << 40, ASYNCIR_GRAIN_STATIC] {
                let total = AtomicUsize::new(0);
                asyncirRuntimeParallelFor(Some(sum), counter_handle(&total), trip, 0, grain, 0);
                assert_eq!(total.into_inner(), trip as usize);
            }
        }
    });
}

/// What tasks of a frame that awaits a token share with it.
struct Awaiting {
    token: AtomicPtr<c_void>,
    has_gone_on: AtomicBool,
    other_came_after: AtomicBool,
}

unsafe extern "C" fn emplace_awaited(awaiting: *mut c_void) {
    // SAFETY: the test passes one that outlives the task, with a pending token.
    unsafe { mlirAsyncRuntimeEmplaceToken((*awaiting.cast::<Awaiting>()).token.load(Ordering::SeqCst)) };
}

unsafe extern "C" fn note_whether_it_has_gone_on(awaiting: *mut c_void) {
    // SAFETY: the test passes one that outlives the task.
    let awaiting = unsafe { &*awaiting.cast::<Awaiting>() };
    let has_gone_on = awaiting.has_gone_on.load(Ordering::SeqCst);
    awaiting.other_came_after.store(has_gone_on, Ordering::SeqCst);
}

/// If it ran on top of the frame that awaits the token, it must not wait for what this frame does later.
#[test]
fn a_coroutine_that_runs_last_is_not_taken_for_the_task_of_a_token() {
    static AWAITING: Awaiting = Awaiting {
        token: AtomicPtr::new(ptr::null_mut()),
        has_gone_on: AtomicBool::new(false),
        other_came_after: AtomicBool::new(false),
    };
    let _serial = serial();
    // Runs what an await asks for first, and else what was queued first.
    let runtime = Runtime::builder().inline().build().expect("a runtime");
    let task = runtime.execute(|| {
        let handle = ptr::from_ref(&AWAITING).cast_mut().cast();
        // SAFETY: plain calls on a live token, with the counts of references that it has.
        unsafe {
            mlirAsyncRuntimeExecute(handle, Some(emplace_awaited));
            let token = mlirAsyncRuntimeCreateToken();
            AWAITING.token.store(token, Ordering::SeqCst);
            asyncirRuntimeExecuteWithHint(handle, Some(note_whether_it_has_gone_on), ASYNCIR_HINT_LAST);
            mlirAsyncRuntimeAwaitToken(token);
            mlirAsyncRuntimeDropRef(token, 1);
        }
        AWAITING.has_gone_on.store(true, Ordering::SeqCst);
    });
    task.wait().expect("no task fails");
    runtime.quiesce().expect("not inside a task");
    assert!(AWAITING.other_came_after.load(Ordering::SeqCst));
}
