//! What asyncir and `mlir-opt` of MLIR 22 make of the same text.

pub mod tools;

use asyncir::opt::{OptOptions, Process, Sinks};
use asyncir::passes::{PassManager, Registry};
use asyncir::text::{PrintOptions, Source};

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

/// What asyncir makes of a text; what is wrong with it otherwise.
pub fn ours(text: &str, passes: &[&str], print: PrintOptions) -> Result<String, String> {
    let pipeline = |_: &str, _: Option<&str>| {
        let mut pipeline = PassManager::new("any");
        for pass in passes {
            pipeline
                .add(&Registry::new(), pass, "")
                .map_err(|diagnostic| diagnostic.message().to_owned())?;
        }
        Ok(pipeline)
    };
    let options = OptOptions {
        print,
        ..OptOptions::default()
    };
    let mut all = String::new();
    for (index, part) in asyncir::text::split_input(&Source::new("-", text), "// -----")
        .parts
        .iter()
        .enumerate()
    {
        let mut ctx = asyncir::context();
        ctx.allow_unregistered = true;
        if index > 0 {
            all.push_str("// -----\n");
        }
        let process = Process {
            pipeline: &pipeline,
            options: &options,
            timing: None,
            sinks: Sinks {
                show: &|_| (),
                write: &|_, _| Ok(()),
            },
        };
        let result = process.run(&ctx, part, &mut |piece| all.push_str(&String::from_utf8_lossy(piece)));
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

/// How what a pass makes of a text differs from what MLIR made of it.
pub fn difference_after(text: &str, pass: &str, wanted: &str) -> Option<String> {
    let found = match ours(text, &[pass], PrintOptions::default()) {
        Err(message) => return Some(format!("{pass} fails:\n{message}")),
        Ok(found) if found == wanted => return None,
        Ok(found) => found,
    };
    if pass != COUNTING && pass != COUNTING_BY_RULES {
        return Some(format!("{pass}: {}", difference(wanted, &found)));
    }
    let by_rules = pass == COUNTING_BY_RULES;
    let (a, b) = (
        without_functions_that_mlir_counts_wrongly(wanted, &found, by_rules),
        without_functions_that_mlir_counts_wrongly(&found, wanted, by_rules),
    );
    (a != b).then(|| format!("{pass}: {}", difference(&a, &b)))
}
