//! Measurements of functions of `f64`: computed where the op stands, and by calls of the C library, in loops on one thread.

use std::fs;
use std::process::Command;

use crate::process::{Outcome, cargo, run};

const FOLDER: &str = "target/bench";
const ASYNCIR: &str = "target/release/asyncir";

/// Processors that code is generated for, and what is new in each.
const CPUS: [(&str, &str); 3] = [
    ("x86-64", "any x86-64"),
    ("x86-64-v3", "with AVX2"),
    ("native", "this one"),
];

/// Functions, and the numbers that they are called with.
const FUNCTIONS: [(&str, f64, f64); 15] = [
    ("exp", -10.0, 10.0),
    ("expm1", -1.0, 1.0),
    ("log10", 0.01, 100.0),
    ("log1p", -0.5, 5.0),
    ("sinh", -3.0, 3.0),
    ("cosh", -3.0, 3.0),
    ("tanh", -3.0, 3.0),
    ("asinh", -10.0, 10.0),
    ("acosh", 1.0, 20.0),
    ("atanh", -0.99, 0.99),
    ("asin", -1.0, 1.0),
    ("acos", -1.0, 1.0),
    ("atan", -5.0, 5.0),
    ("atan2", -5.0, 5.0),
    ("cbrt", -10.0, 10.0),
];

/// Measures all functions and prints a table in Markdown.
///
/// # Errors
/// If a program cannot be built or fails.
pub fn bench() -> Outcome {
    crate::install::libllvm()?;
    cargo(&["build", "--release", "-p", "asyncir-cli", "-p", "asyncir-runtime"])?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    println!("\nNanoseconds an element; by C's function; how many times faster.\n");
    let titles: String = CPUS.iter().map(|(_, about)| format!(" {about} | | |")).collect();
    println!("| `math` |{titles}");
    println!("|---|{}", "---|".repeat(3 * CPUS.len()));
    for (name, first, last) in FUNCTIONS {
        print!("| `{name}` |");
        for (cpu, _) in CPUS {
            let [by_op, by_call] = measure(&program(name, first, last), name, cpu)?;
            print!(" {by_op:.1} | {by_call:.1} | {:.2} |", by_call / by_op);
        }
        println!();
    }
    Ok(())
}

fn program(name: &str, first: f64, last: f64) -> String {
    let (operands, types) = match name {
        "atan2" => ("%a, %b", "f64, f64"),
        _ => ("%a", "f64"),
    };
    include_str!("bench_math.mlir")
        .replace("FUNCTION", name)
        .replace("OPERAND_TYPES", types)
        .replace("OPERANDS", operands)
        .replace("FIRST", &format!("{first:.3}"))
        .replace("STEP", &format!("{:.9}", (last - first) / 4096.0))
}

fn measure(program: &str, name: &str, cpu: &str) -> Result<[f64; 2], String> {
    let (source, executable) = (format!("{FOLDER}/math_{name}.mlir"), format!("{FOLDER}/math_{name}"));
    fs::write(&source, program).map_err(|error| format!("{source}: {error}"))?;
    let flags = ["--parallel-loops=sequential", "--cpu", cpu, "-o", &executable];
    run(ASYNCIR, &[&["build", &source][..], &flags].concat())?;
    let output = Command::new(&executable).output();
    let output = output.map_err(|error| format!("{executable}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let times: Vec<f64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    <[f64; 2]>::try_from(times).map_err(|_| format!("{executable} prints `{text}`"))
}
