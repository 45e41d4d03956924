//! Loops that combine floats in lanes: each iteration once, the same bits however they are run, in the order that
//! `docs/parallel-loops.md` tells.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;
mod results;

use std::sync::Arc;

use asyncir::{EngineOptions, OptLevel, ParallelLoops, Schedule};
use asyncir_runtime::Runtime;

use compiled::{at, compile};
use results::results;

/// What iterations of the linear index `%k`, an i64, contribute, and how that is combined. The first reduction is the
/// result, those behind it must not be in its way.
struct Reductions {
    body: &'static str,
    /// Initial value, type, contribution, combiner.
    each: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

const REDUCTIONS: &[Reductions] = &[
    // A sum of whole numbers, which is exact.
    Reductions {
        body: "%v = arith.sitofp %k : i64 to f64",
        each: &[("3.0", "f64", "%v", "arith.addf")],
    },
    // Sums whose bits tell the order of additions.
    Reductions {
        body: "%u = arith.sitofp %k : i64 to f64
               %v = math.sqrt %u : f64",
        each: &[("0.1", "f64", "%v", "arith.addf")],
    },
    Reductions {
        body: "%one = arith.constant 1 : i64
               %n = arith.addi %k, %one : i64
               %s = arith.sitofp %n : i64 to f32
               %unit = arith.constant 1.0 : f32
               %part = arith.divf %unit, %s : f32
               %v = arith.extf %part : f32 to f64",
        each: &[
            ("0.0", "f64", "%v", "arith.addf"),
            ("0.0", "f32", "%part", "arith.addf"),
            ("0", "i64", "%k", "arith.addi"),
            ("7", "i64", "%k", "arith.maxsi"),
        ],
    },
    // Contributions on a condition, from a product whose factors are close to one.
    Reductions {
        body: "%zero = arith.constant 0 : i64
               %three = arith.constant 3 : i64
               %rest = arith.remui %k, %three : i64
               %is_third = arith.cmpi eq, %rest, %zero : i64
               %factor = arith.constant 1.0001 : f64
               %unit = arith.constant 1.0 : f64
               %v = scf.if %is_third -> (f64) {
                 scf.yield %factor : f64
               } else {
                 scf.yield %unit : f64
               }
               %w = arith.subf %v, %unit : f64",
        each: &[
            ("2.0", "f64", "%v", "arith.mulf"),
            ("-4.0", "f64", "%w", "arith.maxnumf"),
        ],
    },
    Reductions {
        body: "%v = arith.sitofp %k : i64 to f64",
        each: &[("-5.0", "f64", "%v", "arith.maxnumf")],
    },
    // What the flags exclude is poison: nothing may start with it.
    Reductions {
        body: "%u = arith.sitofp %k : i64 to f64
               %v = arith.negf %u : f64
               %w = arith.truncf %v : f64 to f32",
        each: &[
            ("-5000000.0", "f64", "%v", "arith.maxnumf fastmath<fast>"),
            ("5.0", "f64", "%v", "arith.minnumf fastmath<nnan>"),
            ("-5000000.0", "f32", "%w", "arith.maximumf fastmath<ninf>"),
            ("5.0", "f32", "%w", "arith.minimumf fastmath<nnan,ninf>"),
        ],
    },
];

/// Sizes of loops, steps of their last dimension: nothing, less than a vector, rows with and without a rest, leaves of
/// several blocks, several leaves.
const SHAPES: &[(&[i64], i64)] = &[
    (&[0], 1),
    (&[1], 1),
    (&[64], 1),
    (&[65], 1),
    (&[97], 3),
    (&[1000], 1),
    (&[120_003], 1),
    (&[300_000], 7),
    (&[3, 64], 1),
    (&[50, 100], 2),
    (&[900, 257], 1),
    (&[900, 5], 1),
    (&[4, 0], 1),
    (&[3, 70, 99], 1),
];

/// The function `@f` of a loop over arguments of that name, which is given its sizes or knows them.
fn function(name: &str, reductions: &Reductions, (sizes, step): (&[i64], i64), is_known: bool) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    let each = |text: fn(usize) -> String| join((0..sizes.len()).map(text).collect());
    let mut text = format!(
        "func.func @{name}() -> i64 {{\n%lower = arith.constant 0 : index\n%unit_step = arith.constant 1 : index\n"
    );
    text += &format!("%step = arith.constant {step} : index\n");
    for (dim, size) in sizes.iter().enumerate() {
        let upper = size * if dim + 1 == sizes.len() { step } else { 1 };
        text += &format!("%known{dim} = arith.constant {upper} : index\n");
        text += &if is_known {
            format!("%upper{dim} = arith.addi %known{dim}, %lower : index\n")
        } else {
            format!("%upper{dim} = func.call @hide(%known{dim}) : (index) -> index\n")
        };
    }
    for (number, (init, ty, _, _)) in reductions.each.iter().enumerate() {
        text += &format!("%init{number} = arith.constant {init} : {ty}\n");
    }
    let values = |column: fn(usize, &(&str, &str, &str, &str)) -> String| {
        join(
            reductions
                .each
                .iter()
                .enumerate()
                .map(|(number, each)| column(number, each))
                .collect(),
        )
    };
    let types = values(|_, each| each.1.to_owned());
    let steps: Vec<String> = (1..=sizes.len())
        .map(|dim| if dim == sizes.len() { "%step" } else { "%unit_step" }.into())
        .collect();
    text += &format!(
        "%result:{} = scf.parallel ({}) = ({}) to ({}) step ({}) init ({}) -> ({types}) {{\n%k0 = arith.constant 0 : index\n",
        reductions.each.len(),
        each(|dim| format!("%i{dim}")),
        each(|_| "%lower".to_owned()),
        each(|dim| format!("%upper{dim}")),
        join(steps),
        values(|number, _| format!("%init{number}")),
    );
    for dim in 0..sizes.len() {
        let next = dim + 1;
        text += &format!(
            "%m{dim} = arith.muli %k{dim}, %upper{dim} : index\n%k{next} = arith.addi %m{dim}, %i{dim} : index\n"
        );
    }
    text += &format!(
        "%k = arith.index_cast %k{} : index to i64\n{}\n",
        sizes.len(),
        reductions.body
    );
    text += &format!("scf.reduce ({} : {types}) {{\n", values(|_, each| each.2.to_owned()));
    let combiner = |(_, ty, _, op): &(&str, &str, &str, &str)| {
        let (op, flags) = op.split_once(' ').unwrap_or((op, ""));
        format!("^bb0(%a: {ty}, %b: {ty}):\n%c = {op} %a, %b {flags} : {ty}\nscf.reduce.return %c : {ty}\n")
    };
    let combiners: Vec<String> = reductions.each.iter().map(combiner).collect();
    text += &(combiners.join("}, {\n") + "}\n}\n");
    // All results count, whose last bits the first one must not hide.
    let mut total = "%result#0".to_owned();
    for (number, (_, ty, ..)) in reductions.each.iter().enumerate().skip(1) {
        let cast = match *ty {
            "f64" => format!("%f{number} = arith.addf %result#{number}, %init0 : f64\n"),
            "f32" => format!("%f{number} = arith.extf %result#{number} : f32 to f64\n"),
            _ => format!("%f{number} = arith.sitofp %result#{number} : i64 to f64\n"),
        };
        text += &format!("{cast}%t{number} = arith.addf {total}, %f{number} : f64\n");
        total = format!("%t{number}");
    }
    text + &format!("%bits = arith.bitcast {total} : f64 to i64\nreturn %bits : i64\n}}\n")
}

/// The functions `@f_REDUCTION_SHAPE` and `@k_REDUCTION_SHAPE`, the second ones with known sizes.
fn program() -> (String, Vec<String>) {
    let mut text = "func.func private @hide(%x: index) -> index attributes {passthrough = [\"noinline\"]} {\nreturn %x : index\n}\n".to_owned();
    let mut names = Vec::new();
    for (number, reductions) in REDUCTIONS.iter().enumerate() {
        for (shape, &sizes) in SHAPES.iter().enumerate() {
            for is_known in [false, true] {
                let name = format!("{}_{number}_{shape}", if is_known { "k" } else { "f" });
                text += &function(&name, reductions, sizes, is_known);
                names.push(name);
            }
        }
    }
    (text, names)
}

fn in_order() -> EngineOptions {
    let loops = ParallelLoops {
        schedule: Schedule::Sequential,
        ..ParallelLoops::default()
    };
    EngineOptions {
        loops,
        ..EngineOptions::default()
    }
}

#[test]
fn results_are_those_of_the_loop_in_order_up_to_rounding() {
    let (text, names) = program();
    let wanted = results(&compile(&text, None, &in_order()), &names);
    let found = results(&compile(&text, None, &EngineOptions::default()), &names);
    for ((name, wanted), found) in names.iter().zip(wanted).zip(found) {
        let [wanted, found] = [wanted, found].map(|bits| f64::from_bits(bits.cast_unsigned()));
        // The sum of whole numbers and the maximum are exact.
        let is_exact = ["_0_", "_4_"].iter().any(|part| name.contains(part));
        let tolerance = if is_exact { 0.0 } else { 1e-5 * wanted.abs().max(1.0) };
        assert!(
            (wanted - found).abs() <= tolerance,
            "{name}: {wanted}, but {found} in lanes"
        );
    }
}

#[test]
fn bits_depend_on_nothing_but_sizes() {
    let (text, names) = program();
    let mut wanted: Option<Vec<i64>> = None;
    let mut compare = |what: &str, found: &[i64]| {
        let wanted = wanted.get_or_insert_with(|| found.to_vec());
        for ((name, wanted), found) in names.iter().zip(wanted).zip(found) {
            assert_eq!(wanted, found, "{name}, {what}");
        }
    };
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let engine = Arc::new(compile(&text, None, &at(opt_level)));
        compare(&format!("{opt_level:?}"), &results(&engine, &names));
        let with_workers = [1, 2, 3, 8].map(|workers| Runtime::builder().num_workers(workers));
        let in_an_order = [0, 1].map(|seed| Runtime::builder().deterministic(seed));
        for (number, runtime) in with_workers.into_iter().chain(in_an_order).enumerate() {
            let (engine, names) = (engine.clone(), names.clone());
            let task = runtime
                .build()
                .expect("a runtime")
                .spawn(move || results(&engine, &names));
            let found = task.wait().unwrap_or_else(|error| panic!("{error}"));
            compare(&format!("{opt_level:?}, runtime {number}"), &found);
        }
    }
}

/// A leaf: lanes in blocks, whose ends are not whole vectors.
#[test]
fn a_leaf_is_summed_in_the_order_that_the_documentation_tells() {
    const LANES: usize = 32;
    const BLOCK: usize = 256;
    let contributions: Vec<f64> = (0..1000).map(|k| f64::from(k).sqrt()).collect();
    let (mut in_order, mut lanes) = (0.1, vec![-0.0; LANES]);
    for block in contributions.chunks(BLOCK) {
        let vectors = block.chunks_exact(LANES);
        in_order = vectors
            .remainder()
            .iter()
            .fold(in_order, |sum, contribution| sum + contribution);
        for vector in vectors {
            lanes
                .iter_mut()
                .zip(vector)
                .for_each(|(lane, contribution)| *lane += contribution);
        }
    }
    while lanes.len() > 1 {
        let upper = lanes.split_off(lanes.len() / 2);
        lanes.iter_mut().zip(upper).for_each(|(lane, other)| *lane += other);
    }
    let shape = SHAPES
        .iter()
        .position(|&(sizes, _)| sizes == [1000])
        .expect("a loop of 1000 iterations");
    let (text, _) = program();
    let found = results(
        &compile(&text, None, &EngineOptions::default()),
        &[format!("f_1_{shape}")],
    );
    assert_eq!(found, [(in_order + lanes[0]).to_bits().cast_signed()]);
}
