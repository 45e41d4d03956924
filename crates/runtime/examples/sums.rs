//! Sums of numbers on all processors, against the sequential sum and rayon's:
//! `cargo run --release -p asyncir-runtime --example sums`.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use asyncir_runtime::Runtime;
use rayon::prelude::*;

/// How often each sum is measured; the shortest time counts.
const ROUNDS: usize = 7;

/// How many numbers are added in a round, about.
const NUMBERS: usize = 20_000_000;

/// The time of a call in microseconds.
fn microseconds(calls: usize, sum: impl Fn() -> f64) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(sum());
        }
        start.elapsed().as_secs_f64() * 1e6 / calls as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn summand(x: &f64) -> f64 {
    x * x + 1.0 / (x + 1.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::builder().build()?;
    println!("| numbers | sequential (µs) | `parallel_reduce` | rayon's `par_iter` |");
    println!("|---|---|---|---|");
    for length in [100, 10_000, 1_000_000, 10_000_000] {
        let numbers: Vec<f64> = (0..length).map(|i| (i % 977) as f64 * 0.37).collect();
        let calls = (NUMBERS / length).clamp(3, 20_000);
        let part = |range: std::ops::Range<usize>| numbers[range].iter().map(summand).sum::<f64>();
        let sequential = microseconds(calls, || part(0..length));
        let ours = microseconds(calls, || runtime.parallel_reduce(0..length, part, |a, b| a + b));
        let rayon = microseconds(calls, || numbers.par_iter().map(summand).sum());
        println!("| {length} | {sequential:.2} | {ours:.2} | {rayon:.2} |");
    }
    Ok(())
}
