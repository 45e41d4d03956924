//! Waits for tasks, but not longer than some time, with a timer of the crate `futures-timer`.

use std::time::Duration;

use asyncir_runtime::{Runtime, Token, block_on};
use futures_lite::future;
use futures_timer::Delay;

/// What a future gives, unless that takes longer.
fn within<F: Future>(longest: Duration, future: F) -> Option<F::Output> {
    let in_time = async { Some(future.await) };
    let too_late = async {
        Delay::new(longest).await;
        None
    };
    block_on(future::or(in_time, too_late))
}

/// The example.
pub fn main() {
    let runtime = Runtime::builder().num_workers(1).build().expect("one worker");
    let quick = runtime.spawn(|| 6 * 7);
    assert_eq!(within(Duration::from_secs(60), quick), Some(Ok(42)));

    let (completer, token) = Token::pending();
    let mut slow = runtime.spawn(move || token.wait().map(|()| 43));
    assert_eq!(within(Duration::from_millis(20), &mut slow), None);
    println!("the slow task needs longer");
    completer.complete();
    assert_eq!(within(Duration::from_secs(60), slow), Some(Ok(Ok(43))));
}
