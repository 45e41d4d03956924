//! Tests of what a worker thread does.

use super::*;

#[test]
fn the_next_loop_is_waited_for_a_while() {
    assert!(!expects_loop(0, AFTER_LOOP / 2), "there was none");
    assert!(expects_loop(1000, 1000));
    assert!(expects_loop(1000, 999 + AFTER_LOOP));
    assert!(!expects_loop(1000, 1000 + AFTER_LOOP));
    assert!(expects_loop(1000, 900), "another processor's clock may be behind");
}
