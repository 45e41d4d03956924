//! Task graphs on this runtime and on others, for `cargo xtask bench-graphs`: `graphs asyncir tree 10` prints nanoseconds
//! a task, a line for each of ten rounds.

use std::pin::Pin;
use std::process::ExitCode;
use std::time::Instant;

use asyncir_runtime::{Group, Runtime};

const TASKS: usize = 100_000;
const DEPTH: u32 = 16;
const TREE: usize = (1 << (DEPTH + 1)) - 1;

/// Runs a graph once, and gives its number of tasks.
type Graph = fn() -> usize;

const GRAPHS: [(&str, &str, Graph); 8] = [
    ("asyncir", "spawn_and_wait", asyncir_spawn_and_wait),
    ("asyncir", "fan_out", asyncir_fan_out),
    ("asyncir", "tree", asyncir_tree),
    ("tokio", "spawn_and_wait", tokio_spawn_and_wait),
    ("tokio", "fan_out", tokio_fan_out),
    ("tokio", "tree", tokio_tree),
    ("rayon", "fan_out", rayon_fan_out),
    ("rayon", "tree", rayon_tree),
];

fn asyncir_spawn_and_wait() -> usize {
    let runtime = Runtime::global();
    for _ in 0..TASKS {
        runtime.execute(|| {}).wait().expect("no task fails");
    }
    TASKS
}

fn asyncir_fan_out() -> usize {
    let runtime = Runtime::global();
    let group = Group::new(TASKS as u32);
    for _ in 0..TASKS {
        group.add(&runtime.execute(|| {})).expect("as many members as tasks");
    }
    group.wait().expect("no task fails");
    TASKS
}

fn grow(depth: u32) {
    if depth > 0 {
        let child = || Runtime::global().execute(move || grow(depth - 1));
        let (left, right) = (child(), child());
        left.wait().expect("no task fails");
        right.wait().expect("no task fails");
    }
}

fn asyncir_tree() -> usize {
    let root = Runtime::global().execute(|| grow(DEPTH));
    root.wait().expect("no task fails");
    TREE
}

fn tokio() -> &'static tokio::runtime::Runtime {
    static TOKIO: std::sync::OnceLock<tokio::runtime::Runtime> = std::sync::OnceLock::new();
    TOKIO.get_or_init(|| tokio::runtime::Builder::new_multi_thread().build().expect("threads"))
}

fn tokio_spawn_and_wait() -> usize {
    let tasks = TASKS / 10;
    for _ in 0..tasks {
        tokio().block_on(tokio().spawn(async {})).expect("no task fails");
    }
    tasks
}

fn tokio_fan_out() -> usize {
    tokio().block_on(async {
        let handles: Vec<_> = (0..TASKS).map(|_| tokio::spawn(async {})).collect();
        for handle in handles {
            handle.await.expect("no task fails");
        }
    });
    TASKS
}

fn grow_tokio(depth: u32) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        if depth > 0 {
            let (left, right) = (tokio::spawn(grow_tokio(depth - 1)), tokio::spawn(grow_tokio(depth - 1)));
            left.await.expect("no task fails");
            right.await.expect("no task fails");
        }
    })
}

fn tokio_tree() -> usize {
    let root = tokio().spawn(grow_tokio(DEPTH));
    tokio().block_on(root).expect("no task fails");
    TREE
}

fn rayon_fan_out() -> usize {
    rayon::scope(|scope| (0..TASKS).for_each(|_| scope.spawn(|_| {})));
    TASKS
}

fn grow_rayon(depth: u32) {
    if depth > 0 {
        rayon::join(|| grow_rayon(depth - 1), || grow_rayon(depth - 1));
    }
}

fn rayon_tree() -> usize {
    grow_rayon(DEPTH);
    TREE
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [peer, name, rounds] = &arguments[..] else {
        eprintln!("expected a runtime, a graph and a number of rounds, such as: asyncir tree 10");
        return ExitCode::FAILURE;
    };
    let graph = GRAPHS.iter().find(|(a, b, _)| a == peer && b == name);
    let (Some((_, _, graph)), Ok(rounds)) = (graph, rounds.parse::<u32>()) else {
        eprintln!("there is no graph '{name}' on '{peer}', or '{rounds}' is no number");
        return ExitCode::FAILURE;
    };
    for _ in 0..rounds {
        let begin = Instant::now();
        let tasks = graph();
        println!("{}", begin.elapsed().as_nanos() as f64 / tasks as f64);
    }
    ExitCode::SUCCESS
}
