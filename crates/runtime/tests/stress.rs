//! Random graphs of tasks with errors thrown in, checked against a sequential evaluation.
//!
//! `ASYNCIR_STRESS_SECONDS` says for how long to try (two by default), `ASYNCIR_STRESS_SEED` which graph to
//! begin with; a failure names the seed of its graph.
#![cfg(not(any(loom, miri)))]

use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use asyncir_runtime::{Completer, Group, Runtime, Token, live_objects};

/// Numbers from a seed: xorshift64* (Vigna, 2016).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// How a task waits for those that it depends on.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    Blocking,
    Future,
    BlockingGroup,
    FutureGroup,
}

#[derive(Clone, Debug)]
struct Node {
    waiting: Waiting,
    /// Earlier nodes. A node may be named twice.
    inputs: Vec<usize>,
    fails: bool,
    /// Rounds of pointless work.
    work: usize,
}

/// A result: a number, or the message of the error.
type Outcome = Result<u64, String>;

fn random_graph(random: &mut Random, only_futures: bool) -> Vec<Node> {
    let size = 1 + random.below(120);
    let fan_in = 1 + random.below(6);
    let error_rate = [5, 50, usize::MAX][random.below(3)];
    (0..size)
        .map(|index| {
            let inputs = match index {
                0 => 0,
                _ => random.below(fan_in + 1),
            };
            let waiting = match random.below(4) {
                0 if !only_futures => Waiting::Blocking,
                1 if !only_futures => Waiting::BlockingGroup,
                2 => Waiting::FutureGroup,
                _ => Waiting::Future,
            };
            Node {
                waiting,
                inputs: (0..inputs).map(|_| random.below(index)).collect(),
                fails: random.one_in(error_rate),
                work: random.below(200),
            }
        })
        .collect()
}

fn combine(index: usize, inputs: impl Iterator<Item = u64>) -> u64 {
    inputs.fold(index as u64 + 1, |sum, input| {
        sum.rotate_left(7).wrapping_mul(31).wrapping_add(input)
    })
}

/// What the graph comes to, one node after the other.
fn evaluate(graph: &[Node]) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (index, node) in graph.iter().enumerate() {
        let inputs: Outcome = node
            .inputs
            .iter()
            .map(|&input| outcomes[input].clone())
            .collect::<Result<Vec<_>, _>>()
            .map(|inputs| combine(index, inputs.into_iter()));
        outcomes.push(match inputs {
            Ok(_) if node.fails => Err(format!("node {index}")),
            other => other,
        });
    }
    outcomes
}

/// A node that was started.
#[derive(Clone)]
struct Started {
    token: Token,
    result: Arc<OnceLock<u64>>,
}

/// What a task of the graph does once its inputs are there.
struct Step {
    index: usize,
    node: Node,
    inputs: Vec<Started>,
    completer: Completer,
    result: Arc<OnceLock<u64>>,
}

impl Step {
    fn group(&self) -> Group {
        let group = Group::new(self.inputs.len() as u32);
        for input in &self.inputs {
            group.add(&input.token).expect("as many as there are inputs");
        }
        group
    }

    fn finish(self, inputs: Result<(), asyncir_runtime::TaskError>) {
        (0..self.node.work).for_each(|_| std::hint::spin_loop());
        if let Err(error) = inputs {
            return self.completer.fail(error.message().expect("all errors have one"));
        }
        if self.node.fails {
            return self.completer.fail(&format!("node {}", self.index));
        }
        let inputs = self.inputs.iter();
        let number = combine(
            self.index,
            inputs.map(|input| *input.result.get().expect("it completed")),
        );
        self.result.set(number).expect("a task runs once");
        self.completer.complete();
    }

    fn start(self, runtime: &Runtime) {
        match self.node.waiting {
            Waiting::Blocking => drop(runtime.execute(move || {
                let waited = self.inputs.iter().try_for_each(|input| input.token.wait());
                self.finish(waited);
            })),
            Waiting::BlockingGroup => drop(runtime.execute(move || {
                let waited = self.group().wait();
                self.finish(waited);
            })),
            Waiting::Future => drop(runtime.spawn_future(async move {
                let mut waited = Ok(());
                for input in &self.inputs {
                    waited = waited.and(input.token.clone().await);
                }
                self.finish(waited);
            })),
            Waiting::FutureGroup => drop(runtime.spawn_future(async move {
                let waited = self.group().await;
                self.finish(waited);
            })),
        }
    }
}

fn run(runtime: &Runtime, graph: &[Node]) -> Vec<Outcome> {
    let mut started: Vec<Started> = Vec::new();
    for (index, node) in graph.iter().enumerate() {
        let (completer, token) = Token::pending();
        let result = Arc::new(OnceLock::new());
        let step = Step {
            index,
            node: node.clone(),
            inputs: node.inputs.iter().map(|&input| started[input].clone()).collect(),
            completer,
            result: result.clone(),
        };
        step.start(runtime);
        started.push(Started { token, result });
    }
    let outcome = |node: &Started| match node.token.wait() {
        Ok(()) => Ok(*node.result.get().expect("it completed")),
        Err(error) => Err(error.message().expect("all errors have one").to_owned()),
    };
    // From the last on: most are not complete then.
    let mut outcomes: Vec<_> = started.iter().rev().map(outcome).collect();
    outcomes.reverse();
    outcomes
}

fn random_runtime(random: &mut Random) -> (Runtime, bool) {
    let builder = Runtime::builder();
    let (builder, only_futures) = match random.below(6) {
        0 => (builder.inline(), true),
        1 => (builder.deterministic(random.below(1000) as u64), true),
        2 => (builder.num_workers(1), false),
        3 => (builder.num_workers(8).spin(Duration::ZERO), false),
        _ => (builder.num_workers(1 + random.below(3)), false),
    };
    (builder.build().expect("a runtime"), only_futures)
}

fn setting<T: FromStr>(variable: &str, default: T) -> T {
    std::env::var(variable)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

#[test]
fn random_graphs_come_to_what_they_should() {
    let first: u64 = setting("ASYNCIR_STRESS_SEED", 0);
    let limit = Duration::from_secs(setting("ASYNCIR_STRESS_SECONDS", 2));
    let begin = Instant::now();
    let before = live_objects();
    for seed in first.. {
        let mut random = Random::new(seed);
        let (runtime, only_futures) = random_runtime(&mut random);
        for _ in 0..4 {
            let graph = random_graph(&mut random, only_futures);
            assert_eq!(run(&runtime, &graph), evaluate(&graph), "seed {seed}: {graph:#?}");
        }
        drop(runtime);
        assert_eq!(live_objects(), before, "seed {seed}: objects leaked");
        if begin.elapsed() > limit {
            break;
        }
    }
}
