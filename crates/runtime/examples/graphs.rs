//! Task graphs on this runtime and on others, for `cargo xtask bench-graphs`: `graphs asyncir tree 10` prints nanoseconds
//! a task, a line for each of ten rounds.

use std::process::ExitCode;
use std::time::Instant;

use asyncir_runtime::{Group, Runtime};

#[path = "../benches/peers/mod.rs"]
mod peers;

const TASKS: usize = 100_000;
const DEPTH: u32 = 16;
const TREE: usize = (1 << (DEPTH + 1)) - 1;

/// Runs a graph once, and gives its number of tasks.
type Graph = fn() -> usize;

const GRAPHS: [(&str, &str, Graph); 9] = [
    ("asyncir", "spawn_and_wait", asyncir_spawn_and_wait),
    ("asyncir", "fan_out", asyncir_fan_out),
    ("asyncir", "tree", asyncir_tree),
    ("asyncir", "joins", asyncir_joins),
    ("tokio", "spawn_and_wait", tokio_spawn_and_wait),
    ("tokio", "fan_out", tokio_fan_out),
    ("tokio", "tree", tokio_tree),
    ("rayon", "fan_out", rayon_fan_out),
    ("rayon", "joins", rayon_joins),
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
        runtime.execute_in(&group, || {}).expect("as many members as tasks");
    }
    group.wait().expect("no task fails");
    TASKS
}

fn grow(depth: u32) {
    if depth > 0 {
        let child = || Runtime::global().execute(move || grow(depth - 1));
        let (left, right) = (child(), child());
        // What was queued last is at hand first.
        right.wait().expect("no task fails");
        left.wait().expect("no task fails");
    }
}

fn asyncir_tree() -> usize {
    let root = Runtime::global().execute(|| grow(DEPTH));
    root.wait().expect("no task fails");
    TREE
}

fn grow_by_joins(runtime: &Runtime, depth: u32) {
    if depth > 0 {
        let child = || grow_by_joins(runtime, depth - 1);
        runtime.join(child, child);
    }
}

fn asyncir_joins() -> usize {
    grow_by_joins(Runtime::global(), DEPTH);
    TREE
}

fn tokio_spawn_and_wait() -> usize {
    peers::tokio_spawn_and_wait(TASKS / 10);
    TASKS / 10
}

fn tokio_fan_out() -> usize {
    peers::tokio_fan_out(TASKS);
    TASKS
}

fn tokio_tree() -> usize {
    peers::tokio_tree(DEPTH);
    TREE
}

fn rayon_fan_out() -> usize {
    peers::rayon_fan_out(TASKS);
    TASKS
}

fn rayon_joins() -> usize {
    peers::rayon_tree(DEPTH);
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
