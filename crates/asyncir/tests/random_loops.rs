//! Random parallel loops against the same loops run in order: every iteration once, the same reductions, for every number
//! of workers, every schedule, and in the orders that a deterministic runtime chooses. `ASYNCIR_LOOPS=2000..3000` runs
//! other seeds than those of every day.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

#[path = "loops/generate.rs"]
mod generate;

use std::ops::Range;
use std::sync::Arc;

use asyncir::{Engine, EngineOptions, OptLevel, ParallelLoops, Schedule, Source, context, parse};
use asyncir_runtime::Runtime;

use generate::fails::{self, FAILS, LATE};
use generate::numbers::seeds;
use generate::program;

/// How many loops a program has.
const BATCH: u64 = 50;

fn compile(text: &str, loops: ParallelLoops) -> Arc<Engine> {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("loops.mlir", text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = EngineOptions {
        opt_level: OptLevel::O0,
        loops,
        ..EngineOptions::default()
    };
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &options) };
    Arc::new(engine.unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// Runs a program in a task of a runtime, whose workers share its loops.
fn on<T: Send + 'static>(
    runtime: &Runtime,
    engine: &Arc<Engine>,
    program: impl FnOnce(&Engine) -> T + Send + 'static,
) -> T {
    let engine = engine.clone();
    let result = runtime.spawn(move || program(&engine));
    result.wait().unwrap_or_else(|error| panic!("{error}"))
}

/// What each loop gives: a digest of its counts and integers, and the bits of its floats.
fn results(runtime: &Runtime, engine: &Arc<Engine>, seeds: &Range<u64>) -> Vec<[i64; 2]> {
    let seeds = seeds.clone();
    on(runtime, engine, |engine| {
        let call = |name: String| {
            engine
                .call::<i64>(&name, ())
                .unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let both = |seed: u64| [call(format!("counts_{seed}")), call(format!("floats_{seed}"))];
        seeds.map(both).collect()
    })
}

/// What each of the programs gives in which iterations may fail.
fn outcomes(engine: &Engine, seeds: &Range<u64>) -> Vec<Result<i64, String>> {
    let call = |seed: u64| {
        engine
            .call::<i64>(&format!("fails_{seed}"), ())
            .map_err(|error| error.to_string())
    };
    seeds.clone().map(call).collect()
}

fn with_workers(workers: usize) -> Runtime {
    Runtime::builder().num_workers(workers).build().expect("a runtime")
}

/// The programs of a range of seeds, with what they give in order.
fn check(seeds: &Range<u64>) {
    let text = program(seeds.clone());
    let sequential = ParallelLoops {
        schedule: Schedule::Sequential,
        ..ParallelLoops::default()
    };
    let wanted = results(&with_workers(1), &compile(&text, sequential), seeds);
    let mut floats: Option<Vec<i64>> = None;
    let mut compare = |what: &str, schedule: Schedule, found: &[[i64; 2]]| {
        for ((seed, wanted), found) in seeds.clone().zip(&wanted).zip(found) {
            assert_eq!(wanted[0], found[0], "seed {seed}, {what}");
            let [a, b] = [wanted[1], found[1]].map(|bits| f64::from_bits(bits.cast_unsigned()));
            assert!(
                (a - b).abs() <= 1e-9 * a.abs().max(1.0),
                "seed {seed}, {what}: {a}, {b}"
            );
        }
        // Tasks leave loops with reductions sequential.
        if schedule != Schedule::Tasks {
            let found: Vec<i64> = found.iter().map(|pair| pair[1]).collect();
            let first = floats.get_or_insert_with(|| found.clone());
            assert_eq!(*first, found, "other bits, {what}");
        }
    };
    let lazy = compile(&text, ParallelLoops::default());
    for workers in [1, 2, 3, 8, 64] {
        let found = results(&with_workers(workers), &lazy, seeds);
        compare(&format!("{workers} workers"), Schedule::Lazy, &found);
    }
    for seed in 0..3 {
        let runtime = Runtime::builder().deterministic(seed).build().expect("a runtime");
        compare(
            &format!("order {seed}"),
            Schedule::Lazy,
            &results(&runtime, &lazy, seeds),
        );
    }
    for (schedule, grain) in [(Schedule::Static, 0), (Schedule::Lazy, 7), (Schedule::Tasks, 10)] {
        let loops = ParallelLoops {
            schedule,
            grain,
            workers: 0,
        };
        let found = results(&with_workers(3), &compile(&text, loops), seeds);
        compare(&format!("{loops:?}"), schedule, &found);
    }
}

/// The programs of a range of seeds in which iterations may fail: what they give, or what they say, in order and
/// otherwise. The host's thread calls them, for it is the global runtime whose tasks have ended when a failure is caught.
fn check_failures(seeds: &Range<u64>) {
    let text = fails::program(seeds.clone());
    let with = |schedule, grain| {
        let loops = ParallelLoops {
            schedule,
            grain,
            workers: 0,
        };
        compile(&text, loops)
    };
    let wanted = outcomes(&with(Schedule::Sequential, 0), seeds);
    let compare = |what: &str, found: &[Result<i64, String>]| {
        for ((seed, wanted), found) in seeds.clone().zip(&wanted).zip(found) {
            assert_eq!(wanted, found, "seed {seed}, {what}");
            let message = format!(": of seed {seed}");
            assert!(
                found
                    .as_ref()
                    .err()
                    .is_none_or(|error| error.starts_with("loops.mlir:") && error.ends_with(&message))
            );
        }
    };
    let lazy = with(Schedule::Lazy, 0);
    compare("lazy", &outcomes(&lazy, seeds));
    for workers in [1, 3, 64] {
        let inner = seeds.clone();
        let found = on(&with_workers(workers), &lazy, move |engine| outcomes(engine, &inner));
        compare(&format!("{workers} workers"), &found);
    }
    let (inner, order) = (seeds.clone(), Runtime::builder().deterministic(seeds.start));
    let found = on(&order.build().expect("a runtime"), &lazy, move |engine| {
        outcomes(engine, &inner)
    });
    compare("a chosen order", &found);
    for (schedule, grain) in [(Schedule::Static, 0), (Schedule::Lazy, 1), (Schedule::Tasks, 10)] {
        compare(
            &format!("{schedule:?} {grain}"),
            &outcomes(&with(schedule, grain), seeds),
        );
    }
    assert!(wanted.iter().any(Result::is_err) && wanted.iter().any(Result::is_ok));
}

fn in_batches(mut check: impl FnMut(&Range<u64>)) {
    let all = seeds("ASYNCIR_LOOPS", 0..2000);
    let mut start = all.start;
    while start < all.end {
        let end = all.end.min(start + BATCH);
        check(&(start..end));
        start = end;
    }
}

#[test]
fn loops_give_what_they_give_in_order() {
    in_batches(check);
}

#[test]
fn iterations_fail_as_they_do_in_order() {
    in_batches(check_failures);
}

/// A function of two dimensions whose trip counts are not known, and that fails in its first iteration.
fn of_size(n: &str, m: &str) -> String {
    format!(
        "func.func private @hide(%x: index) -> index {{
  return %x : index
}}
func.func @main() -> i64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nc = arith.constant {n} : index
  %mc = arith.constant {m} : index
  %n = func.call @hide(%nc) : (index) -> index
  %m = func.call @hide(%mc) : (index) -> index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {{
    %fine = arith.cmpi ne, %i, %c0 : index
    cf.assert %fine, \"in the first row\"
    scf.reduce
  }}
  %result = arith.constant 42 : i64
  return %result : i64
}}"
    )
}

#[test]
fn products_of_trip_counts_do_not_wrap_around() {
    const TOO_MANY: &str = "loops.mlir:11:3: a parallel loop has more than 2^63 - 1 iterations";
    const FIRST: &str = "loops.mlir:13:5: in the first row";
    let (huge, minus_one) = ("4611686018427387904", "-1");
    for (n, m, wanted) in [
        (huge, "1", Err(FIRST)),
        (huge, "2", Err(TOO_MANY)),
        (huge, "4", Err(TOO_MANY)),
        (huge, huge, Err(TOO_MANY)),
        ("9223372036854775807", "1", Err(FIRST)),
        (huge, "0", Ok(42)),
        (huge, minus_one, Ok(42)),
        (minus_one, minus_one, Ok(42)),
    ] {
        let engine = compile(&of_size(n, m), ParallelLoops::default());
        let found = engine.call::<i64>("main", ()).map_err(|error| error.to_string());
        assert_eq!(found, wanted.map_err(str::to_owned), "{n}, {m}");
    }
}

#[test]
fn an_iteration_that_fails_ends_the_loop_with_its_message() {
    for (name, text) in FAILS {
        let assertion = text
            .lines()
            .position(|line| line.contains("cf.assert"))
            .expect("an assertion");
        let indentation = text
            .lines()
            .nth(assertion)
            .map_or(0, |line| line.len() - line.trim_start().len());
        let wanted = format!("loops.mlir:{}:{}: {LATE}", assertion + 1, indentation + 1);
        for schedule in [Schedule::Lazy, Schedule::Static, Schedule::Tasks, Schedule::Sequential] {
            let engine = compile(
                text,
                ParallelLoops {
                    schedule,
                    ..ParallelLoops::default()
                },
            );
            for _ in 0..20 {
                let error = engine
                    .call::<i64>("main", ())
                    .expect_err("an iteration fails")
                    .to_string();
                assert_eq!(error, wanted, "{name}, {schedule:?}");
            }
        }
    }
}
