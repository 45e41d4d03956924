//! Cranelift's machine code does what LLVM's does; what it does not know is refused. These tests need libLLVM.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod linking;
mod operations;
mod refusals;

use asyncir::{Backend, Engine, EngineOptions, OptLevel, Source, context, parse};

/// Compiles a program.
fn engine(text: &str, backend: Backend, opt_level: OptLevel) -> Result<Engine, asyncir::Error> {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("test.mlir", text))?;
    let options = EngineOptions {
        backend,
        opt_level,
        ..EngineOptions::default()
    };
    // SAFETY: the program stays within its memory.
    unsafe { Engine::compile(&ctx, &mut module, &options) }
}

/// All functions of a program that return an `i64`, by Cranelift with and without optimisation, against LLVM.
fn same_as_llvm(text: &str, names: &[String]) {
    let reference = engine(text, Backend::Llvm, OptLevel::O0).unwrap();
    for level in [OptLevel::O0, OptLevel::O2] {
        let tested = engine(text, Backend::Cranelift, level).unwrap();
        for name in names {
            let (wanted, got) = (
                reference.call::<i64>(name, ()).unwrap(),
                tested.call::<i64>(name, ()).unwrap(),
            );
            assert_eq!(got, wanted, "{name} at {level:?}:\n{}", function(text, name));
        }
    }
}

/// The text of one function, for messages.
fn function<'t>(text: &'t str, name: &str) -> &'t str {
    let start = text.find(&format!("@{name}(")).unwrap_or(0);
    let end = text[start..].find("\n}").map_or(text.len(), |end| start + end);
    &text[start..end]
}
