//! Runs a pass or pipeline, picked by the first byte, over the program that follows. It fails with an error, or what
//! comes out is valid and its text can be read again.

#![no_main]

use std::sync::LazyLock;

use asyncir::passes::{PassManager, Registry, RunConfig};
use asyncir_fuzz::{bounded, context, parse, print, show, verify};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

/// Bytes of memory for each byte of the input.
const FACTOR: usize = 16384;

/// Every pass and pipeline with its default options, some with others, and the lowerings that `asyncir run` uses.
static PIPELINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let registry = Registry::new();
    let passes = registry.passes().into_iter().map(|pass| pass.flag);
    let flags = passes.chain(registry.pipelines().into_iter().map(|pipeline| pipeline.flag));
    let others = [
        "async-parallel-for{async-dispatch=false num-workers=4 min-task-size=10}",
        "async-parallel-for{num-workers=-1}",
        "async-func-to-async-runtime,async-to-async-runtime",
        "async-func-to-async-runtime,async-to-async-runtime,async-runtime-ref-counting,async-runtime-ref-counting-opt",
        "async-func-to-async-runtime,async-to-async-runtime,async-runtime-policy-based-ref-counting",
        "async-func-to-async-runtime,async-to-async-runtime,convert-scf-to-cf,convert-async-to-llvm",
        "canonicalize,inline,symbol-dce,cse,canonicalize",
    ];
    let named = flags.map(|flag| format!("builtin.module({})", anchored(&registry, flag)));
    named
        .chain(others.iter().map(|text| format!("builtin.module({text})")))
        .collect()
});

/// A pass inside of the op that it runs on.
fn anchored(registry: &Registry, flag: &str) -> String {
    match registry.pass(flag).and_then(|pass| pass.anchor) {
        Some(anchor) if anchor != "builtin.module" => format!("{anchor}({flag})"),
        _ => flag.to_owned(),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else {
        return;
    };
    bounded(data, FACTOR, || run(choice, text));
});

// Another pass over the same program is tried as often as another program.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if size == 0 || !seed.is_multiple_of(4) {
        return fuzzer_mutate(data, size, max_size);
    }
    data[0] = (seed >> 2) as u8;
    size
});

fn run(choice: u8, text: &[u8]) {
    let ctx = context(true);
    let Some(mut parsed) = parse(&ctx, text) else {
        return;
    };
    if !verify(&ctx, parsed.op.op_ref(&ctx), text) {
        return;
    }
    // Beyond the list: what `asyncir run` does with this program.
    let pipeline = match PIPELINES.get(usize::from(choice) % (PIPELINES.len() + 1)) {
        Some(pipeline) => pipeline.clone(),
        None => match asyncir::lowering_pipeline(&ctx, &parsed.op, asyncir::ParallelLoops::default()) {
            Some(pipeline) => pipeline,
            None => return,
        },
    };
    let manager = PassManager::parse(&Registry::new(), &pipeline).expect("a pipeline of this list");
    let config = RunConfig {
        verify_each: true,
        threads: false,
        ..RunConfig::default()
    };
    match manager.run(&ctx, &mut parsed.op, &config) {
        Err(found) => {
            assert!(found.has_errors(), "{pipeline} failed without an error");
            show(&ctx, &found, text);
        }
        Ok(_) => {
            let printed = print(&ctx, &parsed, false);
            let again = context(true);
            let Some(read) = parse(&again, printed.as_bytes()) else {
                panic!("{pipeline} gave what cannot be read:\n{printed}");
            };
            assert!(
                verify(&again, read.op.op_ref(&again), printed.as_bytes()),
                "{pipeline} gave:\n{printed}"
            );
        }
    }
}
