//! `convert-to-llvm` of dialects that it cannot convert.

use asyncir_ir::Context;
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{Source, parse_source};

/// The errors of converting a program with an op of scf.
fn errors(dialects: &str) -> Vec<String> {
    let text = "func.func @f(%c: i1) {\n scf.if %c {\n }\n return\n}\n";
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("input", text)).expect("a program");
    let pipeline = format!("builtin.module(convert-to-llvm{{filter-dialects={dialects}}})");
    let manager = PassManager::parse(&Registry::new(), &pipeline).expect("a pipeline");
    match manager.run(&ctx, &mut parsed.op, &RunConfig::default()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(|error| error.message().trim_end().to_owned())
            .collect(),
    }
}

#[test]
fn dialects_without_conversion_are_named() {
    assert_eq!(errors("func,arith"), [""; 0]);
    let unconverted = "dialect does not implement ConvertToLLVMPatternInterface: scf";
    assert_eq!(errors("func,scf"), [unconverted]);
    assert_eq!(errors("linalg"), ["dialect not loaded: linalg"]);
    assert_eq!(errors("nothing"), ["dialect not loaded: nothing"]);
}
