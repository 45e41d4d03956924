//! `symbol-dce` over many functions.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use asyncir_ir::Context;
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

/// Far more than the pass needs, and far less than it would with a look at all functions for each call.
const LIMIT: Duration = Duration::from_secs(5);

#[test]
fn a_long_chain_of_calls_is_followed_in_one_go() {
    const LENGTH: usize = 10_000;
    let mut text = "func.func @f0() {\n call @f1() : () -> ()\n return\n}\n".to_owned();
    for index in 1..LENGTH {
        let next = index + 1;
        let _ = writeln!(
            text,
            "func.func private @f{index}() {{\n call @f{next}() : () -> ()\n return\n}}"
        );
    }
    let _ = writeln!(text, "func.func private @f{LENGTH}()\nfunc.func private @dead()");
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("input", &text)).expect("a program");
    let manager = PassManager::parse(&Registry::new(), "builtin.module(symbol-dce)").expect("a pipeline");
    let start = Instant::now();
    let ran = manager.run(&ctx, &mut parsed.op, &RunConfig::default());
    let took = start.elapsed();
    assert!(ran.is_ok());
    let printed = print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default());
    assert_eq!(printed.matches("func.func").count(), LENGTH + 1);
    assert!(!printed.contains("@dead"));
    assert!(took < LIMIT, "{took:?}");
}
