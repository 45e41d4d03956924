//! Measuring passes: reports in the form of MLIR's `-mlir-timing`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::manager::{Node, OpPassManager, PassManager};

/// How times are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimingDisplay {
    /// In the order in which things happened, nested.
    Tree,
    /// Summed up by name, longest first.
    List,
}

/// In which form times are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimingFormat {
    /// A table for people.
    Text,
    /// For programs.
    Json,
}

/// Times of phases and passes.
pub struct Timing {
    start: Instant,
    state: Mutex<State>,
    /// Nanoseconds by node of the pipeline.
    counters: Mutex<std::sync::Arc<[AtomicU64]>>,
}

#[derive(Default)]
struct State {
    before: Vec<(String, Duration)>,
    after: Vec<(String, Duration)>,
    layout: Vec<Line>,
}

/// A line of the tree.
#[derive(Clone)]
struct Line {
    depth: usize,
    name: String,
    id: usize,
}

impl Default for Timing {
    fn default() -> Self {
        Self::new()
    }
}

impl Timing {
    /// Starts measuring.
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            state: Mutex::default(),
            counters: Mutex::new(std::sync::Arc::new([])),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn counters(&self) -> std::sync::Arc<[AtomicU64]> {
        self.counters
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }

    /// Measures a phase outside of the pipeline, such as `Parser` or `Output`.
    pub fn phase<R>(&self, name: &str, run: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = run();
        let mut state = self.state();
        let entry = (name.to_owned(), start.elapsed());
        let passes_ran = !state.layout.is_empty();
        if passes_ran {
            state.after.push(entry)
        } else {
            state.before.push(entry)
        }
        result
    }

    pub(crate) fn prepare(&self, manager: &PassManager) {
        let counters = (0..manager.num_ids()).map(|_| AtomicU64::new(0)).collect();
        *self.counters.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = counters;
        let mut layout = Vec::new();
        push_lines(&manager.root, 0, &mut layout);
        self.state().layout = layout;
    }

    pub(crate) fn measure<R>(&self, id: usize, run: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = run();
        if let Some(counter) = self.counters().get(id) {
            counter.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
        result
    }

    /// The report.
    pub fn report(&self, display: TimingDisplay, format: TimingFormat) -> String {
        let total = self.start.elapsed();
        let state = self.state();
        let counters = self.counters();
        let seconds = |id: usize| {
            counters
                .get(id)
                .map_or(Duration::ZERO, |c| Duration::from_nanos(c.load(Ordering::Relaxed)))
        };
        let phase = |(name, time): &(String, Duration)| (0, name.clone(), *time);
        let mut lines: Vec<ReportLine> = state.before.iter().map(phase).collect();
        lines.extend(
            state
                .layout
                .iter()
                .map(|line| (line.depth, line.name.clone(), seconds(line.id))),
        );
        lines.extend(state.after.iter().map(phase));
        let known: Duration = lines
            .iter()
            .filter(|(depth, ..)| *depth == 0)
            .map(|(.., time)| *time)
            .sum();
        if display == TimingDisplay::List {
            lines = sum_by_name(lines);
            lines.insert(0, (0, "root".to_owned(), total));
        }
        lines.push((0, "Rest".to_owned(), total.saturating_sub(known)));
        lines.push((0, "Total".to_owned(), total));
        match format {
            TimingFormat::Text => as_text(&lines, total),
            TimingFormat::Json => as_json(&lines, total, display),
        }
    }
}

type ReportLine = (usize, String, Duration);

fn percentage(time: Duration, total: Duration) -> f64 {
    100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE)
}

fn as_text(lines: &[ReportLine], total: Duration) -> String {
    let mut out = header(total);
    for (depth, name, time) in lines {
        out.push_str(&format!(
            "  {:8.4} ({:5.1}%)  {:indent$}{name}\n",
            time.as_secs_f64(),
            percentage(*time, total),
            "",
            indent = 2 * depth
        ));
    }
    out
}

/// An array of times; in a tree, what happened within them is in them.
fn as_json(lines: &[ReportLine], total: Duration, display: TimingDisplay) -> String {
    let mut out = "[\n".to_owned();
    let mut open = 0;
    for (index, (depth, name, time)) in lines.iter().enumerate() {
        close_to(*depth, &mut open, &mut out);
        let (seconds, share) = (time.as_secs_f64(), percentage(*time, total));
        out.push_str(&format!(
            "{:indent$}{{\"wall\": {{\"duration\": {seconds:8.4}, \"percentage\": {share:5.1}}}, \"name\": \"{name}\"",
            "",
            indent = 2 * depth
        ));
        // The last two are what is left and the sum.
        match lines.len() - index {
            1 => out.push_str("}\n"),
            2 => out.push_str("},\n"),
            _ if display == TimingDisplay::List => out.push_str("},\n"),
            _ => {
                out.push_str(", \"passes\": [\n");
                open += 1;
            }
        }
    }
    out.push_str("]\n");
    out
}

fn close_to(depth: usize, open: &mut usize, out: &mut String) {
    while *open > depth {
        *open -= 1;
        out.push_str(&format!("{:indent$}{{}}]}},\n", "", indent = 2 * *open));
    }
}

fn header(total: Duration) -> String {
    let rule = format!("==={}===\n", "-".repeat(73));
    let title = "... Execution time report ...";
    format!(
        "{rule}{:pad$}{title}\n{rule}  Total Execution Time: {:.4} seconds\n\n  ----Wall Time----  ----Name----\n",
        "",
        total.as_secs_f64(),
        pad = (80 - title.len()) / 2
    )
}

fn push_lines(manager: &OpPassManager, depth: usize, lines: &mut Vec<Line>) {
    for node in &manager.nodes {
        match node {
            Node::Pass(step) => lines.push(Line {
                depth,
                name: step.info().class.to_owned(),
                id: step.id,
            }),
            Node::Nested(managers, id) => {
                let names: Vec<String> = managers.iter().map(|manager| format!("'{}'", manager.name())).collect();
                let name = match &names[..] {
                    [single] => format!("{single} Pipeline"),
                    _ => format!("Pipeline Collection : [{}]", names.join(", ")),
                };
                lines.push(Line { depth, name, id: *id });
                managers
                    .iter()
                    .for_each(|manager| push_lines(manager, depth + 1, lines));
            }
        }
    }
}

fn sum_by_name(lines: Vec<ReportLine>) -> Vec<ReportLine> {
    let mut sums: Vec<ReportLine> = Vec::new();
    for (_, name, time) in lines {
        match sums.iter_mut().find(|(_, known, _)| *known == name) {
            Some((.., sum)) => *sum += time,
            None => sums.push((0, name, time)),
        }
    }
    sums.sort_by_key(|&(.., time)| std::cmp::Reverse(time));
    sums
}
