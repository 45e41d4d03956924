//! Programs that are compiled.

use asyncir::{Engine, EngineOptions, OptLevel, Source, context, parse};
use asyncir_passes::{PassManager, Registry, RunConfig};

/// The default options, but for the level of optimisation.
pub fn at(opt_level: OptLevel) -> EngineOptions {
    EngineOptions {
        opt_level,
        ..EngineOptions::default()
    }
}

/// Compiles a program that stays within its memory. With `passes`, these lower it first.
pub fn compile(text: &str, passes: Option<&str>, options: &EngineOptions) -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Some(passes) = passes {
        let pipeline = PassManager::parse(&Registry::new(), passes).expect("these are passes");
        let outcome = pipeline.run(&ctx, &mut module, &RunConfig::default());
        assert!(outcome.is_ok(), "{passes} fails");
    }
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::compile(&ctx, &mut module, options) };
    engine.unwrap_or_else(|error| panic!("{error}\n{text}"))
}
