//! The task graphs of the benchmarks, on Tokio and on Rayon.

use std::pin::Pin;
use std::sync::OnceLock;

fn tokio() -> &'static tokio::runtime::Runtime {
    static TOKIO: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
    TOKIO.get_or_init(|| tokio::runtime::Builder::new_multi_thread().build().expect("threads"))
}

pub fn tokio_spawn_and_wait(tasks: usize) {
    for _ in 0..tasks {
        tokio().block_on(tokio().spawn(async {})).expect("no task fails");
    }
}

pub fn tokio_fan_out(tasks: usize) {
    tokio().block_on(async {
        let handles: Vec<_> = (0..tasks).map(|_| tokio::spawn(async {})).collect();
        for handle in handles {
            handle.await.expect("no task fails");
        }
    });
}

fn grow(depth: u32) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        if depth > 0 {
            let (left, right) = (tokio::spawn(grow(depth - 1)), tokio::spawn(grow(depth - 1)));
            left.await.expect("no task fails");
            right.await.expect("no task fails");
        }
    })
}

pub fn tokio_tree(depth: u32) {
    let root = tokio().spawn(grow(depth));
    tokio().block_on(root).expect("no task fails");
}

pub fn rayon_fan_out(tasks: usize) {
    rayon::scope(|scope| (0..tasks).for_each(|_| scope.spawn(|_| {})));
}

pub fn rayon_tree(depth: u32) {
    if depth > 0 {
        rayon::join(|| rayon_tree(depth - 1), || rayon_tree(depth - 1));
    }
}
