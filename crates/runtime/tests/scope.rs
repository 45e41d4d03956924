//! Tasks and loops that borrow from the code that starts them.
#![cfg(not(loom))]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use asyncir_runtime::{Runtime, Scope};

mod fewer;
use fewer::fewer;

fn runtimes() -> Vec<Runtime> {
    let build = |builder: asyncir_runtime::RuntimeBuilder| builder.build().expect("a runtime");
    vec![
        build(Runtime::builder().num_workers(1)),
        build(Runtime::builder().num_workers(3)),
        build(Runtime::builder().inline()),
        build(Runtime::builder().deterministic(11)),
    ]
}

#[test]
fn tasks_write_to_what_they_borrow() {
    for runtime in runtimes() {
        let mut numbers = vec![0usize; fewer(1000)];
        let count = runtime.scope(|scope| {
            for (index, number) in numbers.iter_mut().enumerate() {
                scope.spawn(move || *number = index + 1);
            }
            "started"
        });
        assert_eq!(count, "started");
        assert!(numbers.iter().enumerate().all(|(index, &number)| number == index + 1));
    }
}

/// Counts the nodes of a tree whose children are started by their parents.
fn grow<'scope>(scope: &'scope Scope<'scope, '_>, depth: usize, nodes: &'scope AtomicUsize) {
    nodes.fetch_add(1, Ordering::Relaxed);
    if depth > 0 {
        scope.spawn(move || grow(scope, depth - 1, nodes));
        scope.spawn(move || grow(scope, depth - 1, nodes));
    }
}

#[test]
fn tasks_start_others() {
    for runtime in runtimes() {
        let nodes = AtomicUsize::new(0);
        runtime.scope(|scope| grow(scope, 7, &nodes));
        assert_eq!(nodes.into_inner(), 255);
    }
}

#[test]
fn scopes_nest_in_tasks() {
    let runtime = &Runtime::builder().num_workers(2).build().expect("a runtime");
    let sum = &AtomicUsize::new(0);
    runtime.scope(|outer| {
        for _ in 0..fewer(20) {
            outer.spawn(move || {
                let mut parts = [0usize; 10];
                runtime.scope(|inner| {
                    for part in &mut parts {
                        inner.spawn(move || *part = 1);
                    }
                });
                sum.fetch_add(parts.iter().sum(), Ordering::Relaxed);
            });
        }
    });
    assert_eq!(sum.load(Ordering::Relaxed), 10 * fewer(20));
}

#[test]
fn panics_come_out_when_all_have_ended() {
    for runtime in runtimes() {
        let ended = AtomicUsize::new(0);
        let caught = catch_unwind(AssertUnwindSafe(|| {
            runtime.scope(|scope| {
                for number in 0..10 {
                    let ended = &ended;
                    scope.spawn(move || {
                        if number == 5 {
                            panic!("the fifth");
                        }
                        std::thread::yield_now();
                        ended.fetch_add(1, Ordering::Relaxed);
                    });
                }
            });
        }));
        let payload = caught.expect_err("a task panics");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"the fifth"));
        assert_eq!(ended.into_inner(), 9);
        let of_the_function = catch_unwind(AssertUnwindSafe(|| {
            runtime.scope(|scope| {
                scope.spawn(|| panic!("a task"));
                panic!("the function")
            })
        }));
        let payload: Box<dyn std::any::Any + Send> = match of_the_function {
            Err(payload) => payload,
            Ok(never) => never,
        };
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"the function"));
    }
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn the_panic_of_the_function_comes_out_whatever_tasks_panic_with() {
    for runtime in runtimes() {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            runtime.scope(|scope| {
                scope.spawn(|| std::panic::panic_any(Bomb));
                panics();
            })
        }));
        let payload = caught.expect_err("it panics");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"the function"));
        // What the function gives must not go while another panic passes by.
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let bomb = runtime.scope(|scope| {
                scope.spawn(|| panic!("a task"));
                Bomb
            });
            std::mem::forget(bomb);
        }));
        let payload = caught.expect_err("it panics");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"a task"));
    }
}

fn panics() {
    panic!("the function");
}

#[test]
fn loops_write_to_slices() {
    for runtime in runtimes() {
        for len in [0, 1, 7, fewer(10_000)] {
            let mut texts = vec![String::new(); len];
            runtime.parallel_for_mut(&mut texts, |first, part| {
                for (index, text) in (first..).zip(part) {
                    *text = index.to_string();
                }
            });
            assert!(texts.iter().enumerate().all(|(index, text)| *text == index.to_string()));
        }
    }
}
