//! Lowering of programs from any level to the llvm dialect.
//!
//! Module `features` finds out what there is to be lowered, `pipeline` chooses the passes.

mod features;
mod pipeline;

use std::str::FromStr;

use asyncir_codegen::UnknownWord;
use asyncir_ir::verify::verify_op_on;
use asyncir_ir::{Context, Diagnostics, OwnedOp};
use asyncir_passes::RunConfig;
use asyncir_text::install;

use crate::illegal_ops::{leftovers, unknown_ops};
use crate::loops::ParallelLoops;
use crate::small_integers::extend_arguments_of_declared;
use crate::{Error, parse_pipeline};
use features::{Feature, Features};
pub(crate) use features::{IN_FUNC_ONLY, PRINTERS};
use pipeline::{EMULATE_TLS, FROM_AFFINE, VERIFY_AT_RUNTIME, lowering_passes, split_pass, to_memory, without_tasks};

/// The pass pipeline that lowers `module` to the llvm dialect; `None` if the module is already in this dialect.
///
/// The pipeline does not add reference counts to a program whose async ops are all `async.runtime` and `async.coro` ops, and
/// which has reference counts already. Counting twice would free objects that are still in use.
pub fn lowering_pipeline(ctx: &Context, module: &OwnedOp, loops: ParallelLoops) -> Option<String> {
    pipeline_of(&lowering_passes(Features::of_module(ctx, module), loops, false))
}

fn pipeline_of(passes: &[String]) -> Option<String> {
    (!passes.is_empty()).then(|| format!("builtin.module({})", passes.join(",")))
}

/// Lowers a program to the llvm dialect. Its coroutines are not split.
///
/// # Errors
/// If an op of the program cannot be lowered.
pub fn lower_to_llvm_dialect(ctx: &Context, module: &mut OwnedOp, loops: ParallelLoops) -> Result<(), Error> {
    begin(ctx, module)?;
    let features = Features::of_module(ctx, module);
    run(ctx, module, &lowering_passes(features, loops, false))
}

/// How coroutines are split into plain functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coroutines {
    /// By the pass `split-coroutines`, before code is generated.
    #[default]
    Split,
    /// By the pass `split-coroutines`, with frames that the runtime checks. This finds invalid uses of coroutine frames, and
    /// is slower.
    Checked,
    /// By LLVM's coroutine passes.
    Llvm,
}

impl FromStr for Coroutines {
    type Err = UnknownWord;

    /// Parses `split`, `checked` or `llvm`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "split" => Ok(Self::Split),
            "checked" => Ok(Self::Checked),
            "llvm" => Ok(Self::Llvm),
            _ => Err(UnknownWord::new("'split', 'checked' or 'llvm'", text)),
        }
    }
}

/// Splits the coroutines of a program in the llvm dialect. It does nothing if LLVM is to split them.
///
/// # Errors
/// If a coroutine cannot be split.
pub fn split_coroutines(ctx: &Context, module: &mut OwnedOp, way: Coroutines) -> Result<(), Error> {
    begin(ctx, module)?;
    run(ctx, module, &Vec::from_iter(split_pass(way)))
}

/// Passes take valid programs, and one that was built op by op may not be one. What the parser has verified costs nothing
/// here. Messages show types as MLIR's text.
fn begin(ctx: &Context, module: &OwnedOp) -> Result<(), Error> {
    install(ctx);
    verify(ctx, module)
}

/// How a program is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// How parallel loops are run.
    pub loops: ParallelLoops,
    /// How coroutines are split into plain functions.
    pub coroutines: Coroutines,
    /// Whether every task is started. Otherwise the regions of tasks that are awaited immediately are executed in place.
    /// [`Coroutines::Checked`] also starts every task.
    pub keep_tasks: bool,
    /// Whether the program checks its accesses of memory while it runs, by the pass `generate-runtime-verification`:
    /// indices, sizes, casts, the shapes of what ops of linalg combine, those that memory gets, and whether memory was
    /// allocated. A check that fails is a failed assertion. The checks take time, in loops several times that of the loop.
    pub runtime_verification: bool,
    /// Whether the program is loaded by a JIT, whose linkers know no thread-local variables: their addresses are calls then.
    pub emulated_tls: bool,
    /// Whether the program's caller goes on when the program fails. Then public functions drop their references to
    /// tokens, values and groups before they fail.
    pub failures_are_caught: bool,
}

/// Lowers a program to the form that code is generated from: plain functions in the llvm dialect.
///
/// With [`Coroutines::Llvm`], programs are lowered as in MLIR, and LLVM splits the coroutines later. Otherwise two passes
/// avoid coroutines first: `async-inline-execute` executes the regions of tasks that are awaited immediately in place, and
/// `async-func-to-func` calls async functions that never suspend as plain functions.
///
/// # Errors
/// If an op of the program cannot be lowered, or a coroutine cannot be split.
pub fn lower(ctx: &Context, module: &mut OwnedOp, options: &LowerOptions) -> Result<(), Error> {
    begin(ctx, module)?;
    extend_arguments_of_declared(ctx, module);
    let way = options.coroutines;
    let mut features = Features::of_module(ctx, module);
    let mut passes = Vec::new();
    if way != Coroutines::Llvm {
        let keep_tasks = options.keep_tasks || way == Coroutines::Checked;
        passes.extend(without_tasks(features, keep_tasks).map(str::to_owned));
    }
    if options.runtime_verification {
        // What is checked is memory, for each op as the program has it.
        passes.extend(to_memory(features, true).map(str::to_owned));
        run_unverified(ctx, module, &std::mem::take(&mut passes))?;
        add_runtime_verification(ctx, module)?;
        features = Features::of_module(ctx, module);
    }
    passes.extend(lowering_passes(features, options.loops, options.failures_are_caught));
    run_unverified(ctx, module, &passes)?;
    let left = leftovers(ctx, module, features.has(Feature::OutOfReach));
    left.into_result().map_err(|found| Error::program(ctx, None, found))?;
    let emulate = options.emulated_tls.then(|| EMULATE_TLS.to_owned());
    run_unverified(ctx, module, &Vec::from_iter(split_pass(way).into_iter().chain(emulate)))?;
    verify(ctx, module)
}

/// Adds the checks of accesses of memory. Those of affine have none of their own, so they are lowered before.
fn add_runtime_verification(ctx: &Context, module: &mut OwnedOp) -> Result<(), Error> {
    let is_affine = Features::of_module(ctx, module).has(Feature::Affine);
    let passes = is_affine.then_some(FROM_AFFINE).into_iter().chain([VERIFY_AT_RUNTIME]);
    run_unverified(ctx, module, &passes.map(str::to_owned).collect::<Vec<_>>())
}

fn run(ctx: &Context, module: &mut OwnedOp, passes: &[String]) -> Result<(), Error> {
    if passes.is_empty() {
        return Ok(());
    }
    run_unverified(ctx, module, passes)?;
    verify(ctx, module)
}

/// What passes make is verified at the end. After each one is for those who work on passes.
fn verify(ctx: &Context, module: &OwnedOp) -> Result<(), Error> {
    let errors = verify_op_on(module.op_ref(ctx), true);
    errors.into_result().map_err(|found| {
        // The place is that of an op of the program, which is not to blame.
        let mut noted = Diagnostics::new();
        for error in found {
            let place = error.location();
            noted.push(error.with_note(
                place,
                "the program was valid: please report what asyncir made of it as a defect",
            ));
        }
        Error::program(ctx, None, noted)
    })
}

fn run_unverified(ctx: &Context, module: &mut OwnedOp, passes: &[String]) -> Result<(), Error> {
    let Some(pipeline) = pipeline_of(passes) else {
        return Ok(());
    };
    let pipeline = parse_pipeline(&pipeline)?;
    let config = RunConfig {
        verify_each: cfg!(debug_assertions),
        ..RunConfig::default()
    };
    let outcome = pipeline.run(ctx, module, &config);
    outcome.map(drop).map_err(|found| {
        let unknown = unknown_ops(ctx, module);
        let causes = if unknown.has_errors() { unknown } else { found };
        Error::program(ctx, None, causes)
    })
}

#[cfg(test)]
mod tests {
    use asyncir_ir::WalkOrder;
    use asyncir_ir::rewrite::Rewriter;

    use super::*;

    #[test]
    fn reads_how_coroutines_are_split() {
        assert_eq!("split".parse(), Ok(Coroutines::Split));
        assert_eq!("checked".parse(), Ok(Coroutines::Checked));
        assert_eq!("llvm".parse(), Ok(Coroutines::Llvm));
        let error = "Split".parse::<Coroutines>().map_err(|error| error.to_string());
        assert!(error.is_err_and(|error| error.contains("'split', 'checked' or 'llvm'")));
    }

    #[test]
    fn errors_of_what_passes_made_say_whose_they_are() {
        let ctx = crate::context();
        let source = asyncir_text::Source::new("wrong.mlir", b"llvm.func @f() {\n  llvm.return\n}");
        let mut parsed = asyncir_bytecode::parse_source(&ctx, &source, &Default::default()).expect("it is valid");
        let module = &mut parsed.op;
        assert!(verify(&ctx, module).is_ok());
        let body = module.body_mut().expect("a module has a body");
        let function = body.walk_all(WalkOrder::Pre)[0];
        let body = body.op_mut(function).body_mut().expect("a function has a body");
        let end = body.walk_all(WalkOrder::Pre)[0];
        Rewriter::new(&ctx, body).erase(end);
        let error = verify(&ctx, module).expect_err("a block without an end").to_string();
        assert!(error.contains("the program was valid"), "{error}");
    }
}
