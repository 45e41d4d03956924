//! What passes count: how many ops they erased, and the like.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::manager::{Node, OpPassManager, PassManager, Step};

/// Something that a pass counts.
#[derive(Clone, Copy, Debug)]
pub struct StatisticInfo {
    /// Name.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// Whether the largest number counts, not the sum of all.
    pub is_maximum: bool,
}

impl StatisticInfo {
    fn combine(&self, one: u64, other: u64) -> u64 {
        if self.is_maximum { one.max(other) } else { one + other }
    }
}

/// How a report is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsDisplay {
    /// Passes by name, each with what all of its runs counted.
    List,
    /// As the pipeline is nested.
    #[default]
    Pipeline,
}

/// What the passes of a pipeline have counted so far.
#[derive(Debug, Default)]
pub struct Statistics {
    /// By the number of the pass in the pipeline, and by name.
    counts: Mutex<BTreeMap<(usize, &'static str), u64>>,
}

/// A pass and what it counted, in the order of its declaration.
type Entry = (&'static str, Vec<(StatisticInfo, u64)>);

impl Statistics {
    /// Nothing is counted yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<(usize, &'static str), u64>> {
        // A panic of another thread while it added leaves sums that are still sums.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, step: &Step, counted: &[(&'static str, u64)]) {
        let declared = step.pass.statistics();
        let mut counts = self.counts();
        for &(name, count) in counted {
            if let Some(info) = declared.iter().find(|info| info.name == name) {
                let so_far = counts.entry((step.id, name)).or_default();
                *so_far = info.combine(*so_far, count);
            }
        }
    }

    fn of(&self, step: &Step) -> Entry {
        let counts = self.counts();
        let declared = step.pass.statistics().iter();
        let count = |info: &StatisticInfo| counts.get(&(step.id, info.name)).copied().unwrap_or(0);
        (step.info().class, declared.map(|info| (*info, count(info))).collect())
    }

    /// The report on a pipeline.
    pub fn report(&self, pipeline: &PassManager, display: StatisticsDisplay) -> String {
        let title = "... Pass statistics report ...";
        let rule = format!("==={}===\n", "-".repeat(73));
        let mut out = format!("{rule}{:pad$}{title}\n{rule}", "", pad = (80 - title.len()) / 2);
        match display {
            StatisticsDisplay::Pipeline => self.show(&pipeline.root, 0, &mut out),
            StatisticsDisplay::List => {
                let mut sums: BTreeMap<&str, Vec<(StatisticInfo, u64)>> = BTreeMap::new();
                self.sum(&pipeline.root, &mut sums);
                for (pass, counted) in &sums {
                    write_entry(pass, counted, 0, &mut out);
                }
            }
        }
        out.push('\n');
        out
    }

    fn show(&self, manager: &OpPassManager, indent: usize, out: &mut String) {
        for node in &manager.nodes {
            match node {
                Node::Pass(step) => {
                    let (pass, counted) = self.of(step);
                    write_entry(pass, &counted, indent, out);
                }
                Node::Nested(managers, _) => {
                    let mut indent = indent;
                    if managers.len() > 1 {
                        let names: Vec<String> = managers.iter().map(|inner| format!("'{}'", inner.name())).collect();
                        let name = format!("Pipeline Collection : [{}]", names.join(", "));
                        write_entry(&name, &[], indent, out);
                        indent += 2;
                    }
                    for inner in managers {
                        write_entry(&format!("'{}' Pipeline", inner.name()), &[], indent, out);
                        self.show(inner, indent + 2, out);
                    }
                }
            }
        }
    }

    /// Adds up what passes that count anything counted, by their names.
    fn sum(&self, manager: &OpPassManager, sums: &mut BTreeMap<&str, Vec<(StatisticInfo, u64)>>) {
        for node in &manager.nodes {
            match node {
                Node::Nested(managers, _) => managers.iter().for_each(|inner| self.sum(inner, sums)),
                Node::Pass(step) => {
                    let (pass, counted) = self.of(step);
                    match sums.get_mut(pass) {
                        Some(sum) => {
                            let both = sum.iter_mut().zip(counted);
                            both.for_each(|((info, sum), (_, count))| *sum = info.combine(*sum, count));
                        }
                        None if counted.is_empty() => {}
                        None => _ = sums.insert(pass, counted),
                    }
                }
            }
        }
    }
}

fn write_entry(pass: &str, counted: &[(StatisticInfo, u64)], indent: usize, out: &mut String) {
    out.push_str(&format!("{:indent$}{pass}\n", ""));
    let mut sorted: Vec<&(StatisticInfo, u64)> = counted.iter().collect();
    sorted.sort_by_key(|(info, _)| info.name);
    let name_width = counted.iter().map(|(info, _)| info.name.len()).max().unwrap_or(0);
    let count_width = counted
        .iter()
        .map(|(_, count)| count.to_string().len())
        .max()
        .unwrap_or(0);
    let indent = indent + 2;
    for (info, count) in sorted {
        let StatisticInfo { name, description, .. } = info;
        out.push_str(&format!(
            "{:indent$}(S) {count:count_width$} {name:name_width$} - {description}\n",
            ""
        ));
    }
}
