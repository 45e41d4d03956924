//! Measurements of the runtime through its Rust interface: the same task graphs on it, on oneTBB, on Tokio and on rayon,
//! in turns.

use std::fs;
use std::process::Command;

use crate::bench::median;
use crate::process::{Outcome, cargo, run};

const FOLDER: &str = "target/bench";
const ONETBB: &str = "target/bench/onetbb";
const OURS: &str = "target/release/examples/graphs";
const SERIES: usize = 5;
/// The first round of a process warms up.
const ROUNDS: usize = 6;

/// Graphs, what they are, and the peers that have them.
const GRAPHS: [(&str, &str, [bool; PEERS.len()]); 4] = [
    ("spawn_and_wait", "spawn and wait, one at a time", [true, true, false]),
    ("fan_out", "fan-out of 100,000", [true; PEERS.len()]),
    (
        "tree",
        "tree of 131,071, each waits for its children",
        [true, true, false],
    ),
    ("joins", "the same tree of joins", [true, false, true]),
];
const PEERS: [&str; 3] = ["onetbb", "tokio", "rayon"];

const WAKE_UP: &str = "target/release/examples/wake_up";
const WAITS: usize = 1000;
const WAITED_WITH: [(&str, &str); 4] = [
    ("asyncir", "a token"),
    ("tokio", "Tokio's `oneshot`"),
    ("condvar", "a condition variable"),
    ("park", "`std::thread::park`"),
];

/// Measures all graphs and the waking of threads, and prints tables in Markdown.
///
/// # Errors
/// If something cannot be built or fails.
pub fn bench() -> Outcome {
    crate::install::onetbb()?;
    cargo(&["build", "--release", "-p", "asyncir-runtime", "--examples"])?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let source = "crates/runtime/benches/onetbb.cpp";
    run("g++", &["-O3", "-std=c++17", source, "-o", ONETBB, "-ltbb"])?;
    println!("\nNanoseconds a task, medians; behind them how many times faster asyncir is.\n");
    println!("| graph | asyncir | oneTBB | | Tokio | | rayon | |");
    println!("|---|---|---|---|---|---|---|---|");
    for (graph, about, known) in GRAPHS {
        let (mut ours, mut others) = (Vec::new(), [const { Vec::new() }; PEERS.len()]);
        for _ in 0..SERIES {
            ours.extend(measure("asyncir", graph)?);
            for ((peer, times), known) in PEERS.iter().zip(&mut others).zip(known) {
                if known {
                    times.extend(measure(peer, graph)?);
                }
            }
        }
        let ours = median(ours);
        print!("| {about} | {ours:.0} |");
        for times in others {
            if times.is_empty() {
                print!(" | |");
            } else {
                let theirs = median(times);
                print!(" {theirs:.0} | {:.2} |", theirs / ours);
            }
        }
        println!();
    }
    wake_ups()
}

/// How long parked threads take to go on.
fn wake_ups() -> Outcome {
    println!("\nMicroseconds from right before a completion to right after the wait of a parked thread.\n");
    println!("| waits for | median | nine of ten below |");
    println!("|---|---|---|");
    let mut times = [const { Vec::new() }; WAITED_WITH.len()];
    for _ in 0..SERIES {
        for ((peer, _), times) in WAITED_WITH.iter().zip(&mut times) {
            times.extend(numbers(Command::new(WAKE_UP).args([peer, &*WAITS.to_string()]))?);
        }
    }
    for ((_, about), mut times) in WAITED_WITH.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        let at = |tenths: usize| times[times.len() * tenths / 10] / 1e3;
        println!("| {about} | {:.1} | {:.1} |", at(5), at(9));
    }
    Ok(())
}

/// Nanoseconds a task, of each round but the first.
fn measure(peer: &str, graph: &str) -> Result<Vec<f64>, String> {
    let mut command = match peer {
        "onetbb" => Command::new(ONETBB),
        peer => {
            let mut command = Command::new(OURS);
            command.arg(peer);
            command
        }
    };
    let times = numbers(command.arg(graph).arg(ROUNDS.to_string()))?;
    Ok(times.into_iter().skip(1).collect())
}

/// The numbers that a program prints, one a line.
fn numbers(command: &mut Command) -> Result<Vec<f64>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
}
