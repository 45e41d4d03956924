//! Random functions on tensors against the same functions with a copy for each tensor: what shares memory must not be seen.
//! `ASYNCIR_TENSORS=1000..2000` runs other seeds than those of every day.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

#[path = "random_tensors/evaluate.rs"]
mod evaluate;
#[path = "loops/numbers.rs"]
mod numbers;
#[path = "random_tensors/program.rs"]
mod program;
#[path = "random_tensors/text.rs"]
mod text;

use std::ops::Range;

use asyncir::{Engine, EngineOptions, MemRef, OptLevel, Source, Tensor, context, parse};

use evaluate::{Elements, Inputs, evaluate};
use numbers::{Numbers, seeds};
use program::{ARGUMENTS, Function, SIZE, random};
use text::{CHECKS, text};

/// How many functions are compiled together.
const BATCH: u64 = 25;

const INPUTS: [Inputs; 4] = [
    Inputs {
        p: true,
        q: false,
        count: 0,
    },
    Inputs {
        p: false,
        q: true,
        count: 1,
    },
    Inputs {
        p: true,
        q: true,
        count: 2,
    },
    Inputs {
        p: false,
        q: false,
        count: 3,
    },
];

fn compile(text: &str, keep_tasks: bool) -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("tensors.mlir", text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = EngineOptions {
        opt_level: OptLevel::O0,
        keep_tasks,
        ..EngineOptions::default()
    };
    // SAFETY: the functions touch no memory but that of their tensors.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &options) };
    engine.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Functions of some seeds, with and without tasks.
fn check(seeds: Range<u64>, with_tasks: bool) {
    let programs: Vec<(String, Vec<Function>)> = seeds
        .map(|seed| (format!("f{seed}"), random(&mut Numbers(seed), with_tasks)))
        .collect();
    let texts: Vec<String> = programs
        .iter()
        .map(|(name, functions)| text(name, functions, false))
        .collect();
    let engine = compile(&texts.concat(), with_tasks);
    for ((name, functions), text) in programs.iter().zip(&texts) {
        for inputs in INPUTS {
            let outcome = compare(&engine, name, functions, inputs);
            outcome.unwrap_or_else(|what| panic!("{what} with {inputs:?}\n{text}"));
        }
    }
}

/// Calls a function, and writes to what it gives.
fn compare(engine: &Engine, name: &str, functions: &[Function], inputs: Inputs) -> Result<(), String> {
    let arguments: [Elements; ARGUMENTS] =
        [0u8, 1].map(|number| (0..SIZE as u8).map(|at| f32::from(20 * (number + 1) + at)).collect());
    let wanted = evaluate(functions, functions.len() - 1, &arguments, inputs);
    let [mut a, mut b] = arguments.clone();
    let function = engine.function(name).map_err(|error| error.to_string())?;
    let (first, second) = (MemRef::from(&mut a), MemRef::from(&mut b));
    let (mut x, mut y): (Tensor<f32, 1>, Tensor<f32, 1>) = function
        .call((first, second, inputs.p, inputs.q, inputs.count))
        .map_err(|error| error.to_string())?;
    let same = |what: &str, found: &[f32], wanted: &[f32]| {
        let message = || format!("{name}: {what} is {found:?} instead of {wanted:?}");
        if found == wanted { Ok(()) } else { Err(message()) }
    };
    same("the first result", &x, &wanted[0])?;
    same("the second result", &y, &wanted[1])?;
    x.fill(-1.0);
    same("the second result, beside the first,", &y, &wanted[1])?;
    y.fill(-2.0);
    same("the first result, beside the second,", &x, &[-1.0; SIZE])?;
    same("the first argument", &a, &arguments[0])?;
    same("the second argument", &b, &arguments[1])
}

/// At which of their steps functions fail; the last one is behind most of them.
const STEPS: [i64; 7] = [1, 2, 3, 5, 8, 13, 50];

/// Functions that fail do not free memory twice, nor what others have: they are called again, with what they get.
fn check_failing(seeds: Range<u64>, with_tasks: bool) {
    let programs: Vec<(String, Vec<Function>)> = seeds
        .map(|seed| (format!("f{seed}"), random(&mut Numbers(seed), with_tasks)))
        .collect();
    let texts = programs.iter().map(|(name, functions)| text(name, functions, true));
    let engine = compile(
        &std::iter::once(CHECKS.to_owned()).chain(texts).collect::<String>(),
        with_tasks,
    );
    let fail_at = engine.function("fail_at").expect("it is there");
    let mut failed = 0;
    for (name, functions) in &programs {
        for (inputs, step) in INPUTS.into_iter().flat_map(|inputs| STEPS.map(|step| (inputs, step))) {
            fail_at.call::<()>((step,)).expect("it sets a number");
            let outcome = compare(&engine, name, functions, inputs);
            let is_failure = |what: &String| what.starts_with("tensors.mlir:") && what.contains(": step ");
            failed += usize::from(outcome.as_ref().is_err_and(is_failure));
            outcome
                .or_else(|what| if is_failure(&what) { Ok(()) } else { Err(what) })
                .unwrap_or_else(|what| {
                    panic!(
                        "{what} with {inputs:?}, failing at {step}\n{}",
                        text(name, functions, true)
                    )
                });
        }
    }
    assert!(failed > programs.len(), "only {failed} calls failed");
}

#[test]
fn functions_that_fail_free_memory_once() {
    let seeds = seeds("ASYNCIR_TENSORS", 0..200);
    for start in seeds.clone().step_by(BATCH as usize) {
        check_failing(start..seeds.end.min(start + BATCH), false);
        check_failing(start..seeds.end.min(start + BATCH), true);
    }
}

fn check_all(with_tasks: bool) {
    let seeds = seeds("ASYNCIR_TENSORS", 0..600);
    for start in seeds.clone().step_by(BATCH as usize) {
        check(start..seeds.end.min(start + BATCH), with_tasks);
    }
}

#[test]
fn tensors_are_values() {
    check_all(false);
}

#[test]
fn tensors_are_values_in_tasks() {
    check_all(true);
}
