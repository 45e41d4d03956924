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

const GRAPHS: [(&str, &str); 3] = [
    ("spawn_and_wait", "spawn and wait, one at a time"),
    ("fan_out", "fan-out of 100,000"),
    ("tree", "tree of 131,071, each waits for its children"),
];
const PEERS: [&str; 3] = ["onetbb", "tokio", "rayon"];

/// Measures all graphs and prints a table in Markdown.
///
/// # Errors
/// If something cannot be built or fails.
pub fn bench() -> Outcome {
    crate::install::onetbb()?;
    cargo(&["build", "--release", "-p", "asyncir-runtime", "--example", "graphs"])?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let source = "crates/runtime/benches/onetbb.cpp";
    run("g++", &["-O3", "-std=c++17", source, "-o", ONETBB, "-ltbb"])?;
    println!("\nNanoseconds a task, medians; behind them how many times faster asyncir is.\n");
    println!("| graph | asyncir | oneTBB | | Tokio | | rayon | |");
    println!("|---|---|---|---|---|---|---|---|");
    for (graph, about) in GRAPHS {
        let (mut ours, mut others) = (Vec::new(), [const { Vec::new() }; PEERS.len()]);
        for _ in 0..SERIES {
            ours.extend(measure("asyncir", graph)?);
            for (peer, times) in PEERS.iter().zip(&mut others) {
                // Rayon has no handle of a task that a thread outside could wait for.
                if (*peer, graph) != ("rayon", "spawn_and_wait") {
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
    let output = command.arg(graph).arg(ROUNDS.to_string()).output();
    let output = output.map_err(|error| format!("{peer}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{graph} on {peer}: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().skip(1).filter_map(|line| line.parse().ok()).collect())
}
