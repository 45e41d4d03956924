//! A simulation of how parallel loops are split, on more workers than this machine has: the runtime's own sizes of chunks,
//! with guesses of what stealing and joining cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use asyncir_runtime::parallel_for::pace::Pace;
use plotters::prelude::*;

use crate::plot::{self, Axis};
use crate::process::Outcome;

const PLOT: &str = "docs/parallel-loops.svg";
const WORKERS: [usize; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
const ITERATIONS: usize = 1_000_000;

/// Nanoseconds: a chunk's own cost, taking a range from another participant, coming when invited.
const CHUNK: f64 = 40.0;
const STEAL: f64 = 300.0;
const JOIN: f64 = 1000.0;
/// Ticks of the runtime's clock in a nanosecond.
const TICKS: f64 = 3.0;

/// A kind of loop.
type Shape = (&'static str, u64, fn(usize) -> f64);

/// The name, how many iterations are not worth splitting as far as the compiler can tell, and the work in an iteration, in
/// nanoseconds, 100 on average.
const SHAPES: [Shape; 4] = [
    ("regular", 64, |_| 100.0),
    ("iteration i costs i", 0, |i| 200.0 * i as f64 / ITERATIONS as f64),
    ("iteration i costs n/i", 0, |i| {
        100.0 / 14.4 * (ITERATIONS as f64 / (i + 1) as f64)
    }),
    ("one in a thousand is long", 64, |i| {
        if i % 1000 == 0 { 50_050.0 } else { 50.0 }
    }),
];

#[derive(Default)]
struct Outcomes {
    nanoseconds: f64,
    splits: usize,
    chunks: usize,
    /// The longest work of a participant over the average.
    imbalance: f64,
}

struct Participant {
    range: (usize, usize),
    pace: Pace,
    work: f64,
}

enum Event {
    Join,
    Ready(usize),
    /// A participant has a stolen range, from now on in sight of others.
    Stolen(usize, (usize, usize)),
}

/// Runs a loop. `sums[i]` is the work in the first `i` iterations.
fn simulate(workers: usize, first: u64, sums: &[f64]) -> Outcomes {
    let mut outcomes = Outcomes::default();
    let mut events: BinaryHeap<(Reverse<u64>, Reverse<usize>)> = BinaryHeap::new();
    let mut kinds = Vec::new();
    let schedule = |events: &mut BinaryHeap<_>, kinds: &mut Vec<Event>, time: f64, event| {
        events.push((Reverse((time * 16.0) as u64), Reverse(kinds.len())));
        kinds.push(event);
    };
    let pace = Pace::new(first);
    let whole = (0, sums.len() - 1);
    let mut team = vec![Participant {
        range: whole,
        pace,
        work: 0.0,
    }];
    let mut invited = false;
    schedule(&mut events, &mut kinds, 0.0, Event::Ready(0));
    while let Some((Reverse(time), Reverse(event))) = events.pop() {
        let time = time as f64 / 16.0;
        outcomes.nanoseconds = outcomes.nanoseconds.max(time);
        let me = match kinds[event] {
            Event::Ready(me) => me,
            Event::Stolen(me, range) => {
                team[me].range = range;
                me
            }
            Event::Join => {
                invited = false;
                team.push(Participant {
                    range: (0, 0),
                    pace,
                    work: 0.0,
                });
                team.len() - 1
            }
        };
        if team[me].range.0 == team[me].range.1 {
            if let Some(range) = steal(&mut team, me) {
                outcomes.splits += 1;
                schedule(&mut events, &mut kinds, time + STEAL, Event::Stolen(me, range));
            }
            continue;
        }
        let (begin, end) = team[me].range;
        let chunk = team[me].pace.next((end - begin) as u64) as usize;
        team[me].range.0 = begin + chunk;
        let is_left = team.iter().any(|one| one.range.0 < one.range.1);
        if !invited && team.len() < workers && is_left {
            invited = true;
            schedule(&mut events, &mut kinds, time + JOIN, Event::Join);
        }
        let work = sums[begin + chunk] - sums[begin];
        team[me].pace.ran(chunk as u64, (work * TICKS) as u64);
        team[me].work += work;
        outcomes.chunks += 1;
        schedule(&mut events, &mut kinds, time + work + CHUNK, Event::Ready(me));
    }
    let longest = team.iter().map(|one| one.work).fold(0.0, f64::max);
    outcomes.imbalance = longest / (sums[sums.len() - 1] / workers as f64);
    outcomes
}

/// Half of what the richest participant has left.
fn steal(team: &mut [Participant], me: usize) -> Option<(usize, usize)> {
    let richest = (0..team.len()).max_by_key(|&one| team[one].range.1 - team[one].range.0)?;
    let (begin, end) = team[richest].range;
    let half = (end - begin) / 2;
    let least = team[me].pace.least() as usize;
    let middle = if half < least { begin } else { end - half };
    team[richest].range.1 = middle;
    (middle < end).then_some((middle, end))
}

/// Prints a table in Markdown and draws the plot of `docs/parallel-loops.md`.
///
/// # Errors
/// If the plot cannot be written.
pub fn simulate_loops() -> Outcome {
    println!("| loop | workers | speed-up | of ideal | splits | chunks | imbalance |");
    println!("|---|---|---|---|---|---|---|");
    let mut curves = Vec::new();
    for (name, first, cost) in SHAPES {
        let mut sums = vec![0.0];
        for i in 0..ITERATIONS {
            sums.push(sums[i] + cost(i));
        }
        let mut curve = Vec::new();
        for workers in WORKERS {
            let outcomes = simulate(workers, first, &sums);
            let speed_up = sums[ITERATIONS] / outcomes.nanoseconds;
            println!(
                "| {name} | {workers} | {speed_up:.1} | {:.2} | {} | {} | {:.2} |",
                speed_up / workers as f64,
                outcomes.splits,
                outcomes.chunks,
                outcomes.imbalance
            );
            curve.push((workers as f64, speed_up));
        }
        curves.push((name, curve));
    }
    draw(&curves)
}

type Curve = (&'static str, Vec<(f64, f64)>);

fn draw(curves: &[Curve]) -> Outcome {
    let axis = |name| Axis {
        name,
        range: 1.0..128.0,
    };
    let axes = [axis("workers"), axis("speed-up")];
    plot::write(PLOT, axes, SeriesLabelPosition::UpperLeft, |chart| {
        let ideal: Vec<(f64, f64)> = WORKERS
            .iter()
            .map(|&workers| (workers as f64, workers as f64))
            .collect();
        chart
            .draw_series(LineSeries::new(ideal, BLACK.mix(0.4)))?
            .label("ideal")
            .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK.mix(0.4)));
        for (index, (name, curve)) in curves.iter().enumerate() {
            let color = Palette99::pick(index).to_rgba();
            chart
                .draw_series(LineSeries::new(curve.clone(), color.stroke_width(2)))?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
        }
        Ok(())
    })
}
