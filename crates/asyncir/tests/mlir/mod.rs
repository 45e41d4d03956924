//! `mlir-opt` of MLIR 22, and what it is asked to compare. `cargo xtask test` installs MLIR's tools.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use asyncir::opt::{OptOptions, process};
use asyncir::passes::{PassManager, Registry};
use asyncir::text::{PrintOptions, Source};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// From the async dialect to the llvm dialect, pass by pass.
pub const LOWERING: [&str; 12] = [
    "async-func-to-async-runtime",
    "async-to-async-runtime",
    COUNTING,
    "async-runtime-ref-counting-opt",
    "convert-scf-to-cf",
    "convert-async-to-llvm",
    "convert-vector-to-llvm",
    "finalize-memref-to-llvm",
    "convert-arith-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
];
pub const COUNTING: &str = "async-runtime-ref-counting";
pub const COUNTING_BY_RULES: &str = "async-runtime-policy-based-ref-counting";

const DROP: &str = "async.runtime.drop_ref";

/// A program that has not ended by then hangs.
const LIMIT: Duration = Duration::from_secs(30);

/// Runs a program with an input to its end; `None` if it does not end in time.
pub fn finish(command: &mut Command, input: &str) -> Option<Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}, which `cargo xtask test` installs: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut pipes = (
        child.stdout.take().expect("a pipe"),
        child.stderr.take().expect("a pipe"),
    );
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A tool that refuses its input closes the pipe.
            let _ = stdin.write_all(input.as_bytes());
        });
        let stdout = scope.spawn(move || read(&mut pipes.0));
        let stderr = scope.spawn(move || read(&mut pipes.1));
        let start = Instant::now();
        let status = loop {
            match child.try_wait().expect("a child") {
                Some(status) => break Some(status),
                None if start.elapsed() > LIMIT => {
                    child.kill().expect("a child that runs");
                    child.wait().expect("a child");
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let (stdout, stderr) = (stdout.join().expect("no panic"), stderr.join().expect("no panic"));
        status.map(|status| Output { status, stdout, stderr })
    })
}

fn read(pipe: &mut impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    pipe.read_to_end(&mut all).expect("a pipe");
    all
}

/// What `mlir-opt` makes of a text; `None` if it refuses it.
pub fn theirs(text: &str, flags: &[&str]) -> Option<String> {
    let mut command = Command::new(MLIR_OPT);
    let command = command
        .args(["--allow-unregistered-dialect", "--split-input-file"])
        .args(flags);
    let output = finish(command, text)?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}

/// What asyncir makes of a text; what is wrong with it otherwise.
pub fn ours(text: &str, passes: &[&str], print: PrintOptions) -> Result<String, String> {
    let mut pipeline = PassManager::new("any");
    for pass in passes {
        pipeline
            .add(&Registry::new(), pass, "")
            .map_err(|diagnostic| diagnostic.message().to_owned())?;
    }
    let pipeline = pipeline.finish();
    let options = OptOptions {
        print,
        ..OptOptions::default()
    };
    let mut all = String::new();
    for (index, part) in asyncir::text::split_input(&Source::new("-", text), "// -----")
        .iter()
        .enumerate()
    {
        let mut ctx = asyncir::context();
        ctx.allow_unregistered = true;
        if index > 0 {
            all.push_str("// -----\n");
        }
        let result = process(
            &ctx,
            part,
            &pipeline,
            &options,
            None,
            &mut |text| all.push_str(text),
            &|_| (),
        );
        if !result.ok {
            let messages: Vec<&str> = result.diagnostics.iter().map(|d| d.message()).collect();
            return Err(messages.join("\n"));
        }
    }
    Ok(all)
}

/// The first lines in which two texts differ.
pub fn difference(theirs: &str, ours: &str) -> String {
    let line = theirs.lines().zip(ours.lines()).take_while(|(a, b)| a == b).count();
    let show = |text: &str| text.lines().skip(line).take(4).collect::<Vec<_>>().join("\n");
    format!(
        "line {}:\n--- mlir-opt\n{}\n--- asyncir\n{}",
        line + 1,
        show(theirs),
        show(ours)
    )
}

/// On the error path of a task that waits for others, MLIR drops references once too often: the blocks that it adds for
/// dropping are unknown to the liveness that it computed before. Where references are dropped by rules about single
/// uses, it forgets those on that path, adds none for calls that take one over, and drops one for each use. The functions
/// with such blocks and values are left out.
fn without_functions_that_mlir_counts_wrongly(text: &str, other: &str, by_rules: bool) -> String {
    let functions = |text: &str| -> Vec<String> { text.split_inclusive("\n  }\n").map(str::to_owned).collect() };
    let adds_blocks = |function: &str| {
        let mut blocks = function.split("\n  ^").skip(1);
        blocks.any(|block| {
            let ops: Vec<&str> = block.lines().skip(1).map(str::trim).collect();
            let drops = ops.iter().take_while(|op| op.starts_with(DROP)).count();
            drops > 0 && (by_rules || ops.get(drops).is_some_and(|op| op.starts_with("cf.br")))
        })
    };
    let adds_or_drops_twice = |function: &str| {
        let drops: Vec<&str> = function
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with(DROP))
            .collect();
        let twice = (1..drops.len()).any(|index| drops[..index].contains(&drops[index]));
        by_rules && (twice || function.contains("async.runtime.add_ref"))
    };
    let is_wrong = |function: &str| adds_blocks(function) || adds_or_drops_twice(function);
    let (mine, others) = (functions(text), functions(other));
    let keep = |(index, function): (usize, &String)| {
        let both = is_wrong(function) || others.get(index).is_some_and(|other| is_wrong(other));
        (!both).then(|| function.clone())
    };
    mine.iter().enumerate().filter_map(keep).collect()
}

/// Compares one pass; gives what the next pass starts with.
pub fn compare_pass(text: &str, pass: &str, failures: &mut Vec<String>) -> Option<String> {
    let wanted = theirs(text, &[&format!("--{pass}")])?;
    match ours(text, &[pass], PrintOptions::default()) {
        Err(message) => failures.push(format!("{pass} fails:\n{message}")),
        Ok(found) if found == wanted => {}
        Ok(found) if pass == COUNTING || pass == COUNTING_BY_RULES => {
            let by_rules = pass == COUNTING_BY_RULES;
            let (a, b) = (
                without_functions_that_mlir_counts_wrongly(&wanted, &found, by_rules),
                without_functions_that_mlir_counts_wrongly(&found, &wanted, by_rules),
            );
            if a != b {
                failures.push(format!("{pass}: {}", difference(&a, &b)));
            }
        }
        Ok(found) => failures.push(format!("{pass}: {}", difference(&wanted, &found))),
    }
    Some(wanted)
}
