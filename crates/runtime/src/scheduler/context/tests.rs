//! Tests of contexts.

use std::panic::{self, AssertUnwindSafe};

use super::*;
use crate::scheduler::Config;

#[test]
fn contexts_are_taken_out_when_the_stack_unwinds() {
    let config = Config::new(1, None).expect("a configuration");
    let context = ThreadContext::visiting(Scheduler::new(config), 0);
    let is_current = |expected: &ThreadContext| with_current(|current| current.is_some_and(|it| ptr::eq(it, expected)));
    let outer = Installed::new(&context);
    let unwound = panic::catch_unwind(AssertUnwindSafe(|| {
        let inner = ThreadContext::visiting(context.scheduler.clone(), 0);
        let _installed = Installed::new(&inner);
        assert!(is_current(&inner));
        panic::resume_unwind(Box::new(()));
    }));
    assert!(unwound.is_err() && is_current(&context));
    drop(outer);
    assert!(with_current(|current| current.is_none()));
}
