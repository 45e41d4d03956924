//! Lowering a program at any level to the llvm dialect.

use std::str::FromStr;

use asyncir_ir::verify::verify_op_on;
use asyncir_ir::{Body, Context, OwnedOp, WalkOrder};
use asyncir_passes::{PassManager, Registry, RunConfig};

use crate::Error;
use crate::leftovers::leftovers;
use crate::loops::ParallelLoops;

/// Structured ops become loops, parallel ones where iterations are independent.
const TO_LOOPS: &str = "convert-linalg-to-parallel-loops";
/// Affine loops, accesses and expressions become those of scf, memref and arith. Lowering structured ops makes some.
const FROM_AFFINE: &str = "lower-affine";
/// Reductions along dimensions become those of rows, and ops take the masks around them.
const OF_VECTORS: &str = "func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction},lower-vector-mask)";
/// Tasks that are awaited at once are done on the spot.
const DO_ON_THE_SPOT: &str = "async-inline-execute";
/// Asynchronous functions that never suspend are called as plain ones.
const CALL_PLAINLY: &str = "async-func-to-func";
/// What fails in functions that tasks and loops call reaches whoever awaits those.
const PROPAGATE_ERRORS: &str = "async-propagate-errors";
/// From regions to coroutines; errors keep the messages of failed assertions.
const TO_COROUTINES: &str =
    "async-func-to-async-runtime{error-messages=true},async-to-async-runtime{error-messages=true}";
/// Reference counts, once all awaits are explicit.
const COUNT_REFERENCES: &str = "async-runtime-ref-counting,async-runtime-ref-counting-opt";
/// Loops become branches before payloads become structs.
const TO_BRANCHES: &str = "convert-scf-to-cf,convert-async-to-llvm";
/// Arithmetic and functions; failed assertions outside of tasks go to the runtime as well.
const TO_LLVM: &str = "arith-expand,convert-math-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,\
                       convert-cf-to-llvm{error-messages=true}";

/// Ops on memory that are spelled out as sizes, offsets and strides.
const VIEWS: [&str; 4] = [
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.extract_strided_metadata",
    "memref.subview",
];

/// What is left to lower in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level {
    /// It has structured ops.
    has_structured: bool,
    /// It has affine ops.
    has_affine: bool,
    /// It has parallel loops.
    has_loops: bool,
    /// It has ops on complex numbers.
    has_complex: bool,
    /// It has ops on vectors.
    has_vectors: bool,
    /// It has ops that compute views of memory.
    has_views: bool,
    /// It has ops of `index`.
    has_index: bool,
    /// It has ops of `ub`.
    has_ub: bool,
    /// It has ops that are not of the llvm dialect.
    above_llvm: bool,
    /// It has async ops.
    has_async: bool,
    /// It has asynchronous functions.
    has_async_functions: bool,
    /// It has async ops above `async.runtime` and `async.coro`.
    high_level: bool,
    /// It has reference counts already.
    counted: bool,
}

impl Level {
    fn of_module(ctx: &Context, module: &OwnedOp) -> Self {
        module.body().map(|body| Self::of(ctx, body)).unwrap_or_default()
    }

    fn of(ctx: &Context, body: &Body) -> Self {
        let mut level = Self::default();
        for op in body.walk_all(WalkOrder::Pre) {
            let data = body.op(op);
            let name = data.name().as_str(ctx);
            level.above_llvm |= !name.starts_with("llvm.") && !name.starts_with("builtin.");
            level.has_structured |= name.starts_with("linalg.");
            level.has_affine |= name.starts_with("affine.");
            level.has_complex |= name.starts_with("complex.");
            level.has_vectors |= name.starts_with("vector.");
            level.has_views |= VIEWS.contains(&name);
            level.has_index |= name.starts_with("index.");
            level.has_ub |= name.starts_with("ub.");
            level.has_loops |= matches!(name, "scf.parallel" | "scf.forall" | "affine.parallel");
            level.has_async |= name.starts_with("async.");
            level.has_async_functions |= name == "async.func";
            level.high_level |= name
                .strip_prefix("async.")
                .is_some_and(|mnemonic| !mnemonic.contains('.'));
            level.counted |= name == "async.runtime.add_ref" || name == "async.runtime.drop_ref";
            if let Some(inner) = data.body() {
                level.join(Self::of(ctx, inner));
            }
        }
        level
    }

    fn join(&mut self, other: Self) {
        self.has_structured |= other.has_structured;
        self.has_affine |= other.has_affine;
        self.has_loops |= other.has_loops;
        self.has_complex |= other.has_complex;
        self.has_vectors |= other.has_vectors;
        self.has_views |= other.has_views;
        self.has_index |= other.has_index;
        self.has_ub |= other.has_ub;
        self.above_llvm |= other.above_llvm;
        self.has_async |= other.has_async;
        self.has_async_functions |= other.has_async_functions;
        self.high_level |= other.high_level;
        self.counted |= other.counted;
    }
}

/// The pipeline that takes `module` down to the llvm dialect; `None` if it is there.
///
/// A program whose async ops are all of `async.runtime` and `async.coro`, with reference counts, is taken to be counted
/// completely: counting twice would free what is still used.
pub fn lowering_pipeline(ctx: &Context, module: &OwnedOp, loops: ParallelLoops) -> Option<String> {
    pipeline_of(&lowering_passes(Level::of_module(ctx, module), loops))
}

fn pipeline_of(passes: &[String]) -> Option<String> {
    (!passes.is_empty()).then(|| format!("builtin.module({})", passes.join(",")))
}

/// The passes from a level to the llvm dialect.
fn lowering_passes(level: Level, loops: ParallelLoops) -> Vec<String> {
    let mut passes: Vec<String> = Vec::new();
    if level.has_structured {
        passes.push(TO_LOOPS.to_owned());
    }
    if level.has_structured || level.has_affine {
        passes.push(FROM_AFFINE.to_owned());
    }
    // Counted references would not fit to tasks that are made now.
    let has_loops = level.has_loops || level.has_structured;
    let loop_pass = loops.pass().filter(|_| has_loops && !level.counted);
    let makes_tasks = loop_pass.is_some();
    passes.extend(loop_pass);
    let to_coroutines = level.high_level || makes_tasks;
    if to_coroutines {
        passes.push(PROPAGATE_ERRORS.to_owned());
        passes.push(TO_COROUTINES.to_owned());
    }
    if (level.has_async || makes_tasks) && (level.high_level || !level.counted) {
        passes.push(COUNT_REFERENCES.to_owned());
    }
    if level.above_llvm {
        // Functions that return early give poison.
        let has_ub = level.has_ub || to_coroutines;
        passes.extend(to_llvm(Level { has_ub, ..level }).map(str::to_owned));
    }
    passes
}

/// The passes from branches, memory and arithmetic to the llvm dialect.
fn to_llvm(level: Level) -> impl Iterator<Item = &'static str> {
    let steps = [
        (level.has_complex, "convert-complex-to-standard"),
        (level.has_vectors, OF_VECTORS),
        // Transfers of vectors are lowered to affine sums of indices.
        (level.has_vectors, "convert-vector-to-scf,lower-affine"),
        (true, TO_BRANCHES),
        (true, "convert-vector-to-llvm"),
        (level.has_views, "expand-strided-metadata,lower-affine"),
        (true, "finalize-memref-to-llvm"),
        (level.has_complex, "convert-complex-to-llvm"),
        (true, TO_LLVM),
        (level.has_index, "convert-index-to-llvm"),
        // Transposed vectors start as poison.
        (level.has_ub || level.has_vectors, "convert-ub-to-llvm"),
        (true, "reconcile-unrealized-casts"),
    ];
    steps
        .into_iter()
        .filter_map(|(wanted, passes)| wanted.then_some(passes))
}

/// Takes a program down to the llvm dialect.
///
/// # Errors
/// If something in it cannot be lowered.
pub fn lower_to_llvm_dialect(ctx: &Context, module: &mut OwnedOp, loops: ParallelLoops) -> Result<(), Error> {
    run(ctx, module, &lowering_passes(Level::of_module(ctx, module), loops))
}

/// Who makes plain functions of coroutines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coroutines {
    /// The pass `split-coroutines`, before LLVM sees the program.
    #[default]
    Split,
    /// The same, with frames that the runtime checks: slower, to find code that breaks the rules of frames.
    Checked,
    /// LLVM's coroutine passes.
    Llvm,
}

impl FromStr for Coroutines {
    type Err = String;

    /// Reads `split` or `llvm`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "split" => Ok(Self::Split),
            "llvm" => Ok(Self::Llvm),
            _ => Err(format!("expected 'split' or 'llvm', found '{text}'")),
        }
    }
}

/// The pass that splits coroutines, unless they are LLVM's.
fn split_pass(way: Coroutines) -> Option<String> {
    let options = match way {
        Coroutines::Llvm => return None,
        Coroutines::Split => "runtime-extensions=true",
        Coroutines::Checked => "runtime-extensions=true check-frames=true",
    };
    Some(format!("split-coroutines{{{options}}}"))
}

/// Splits the coroutines of a program in the llvm dialect, unless they are LLVM's.
///
/// # Errors
/// If one cannot be split.
pub fn split_coroutines(ctx: &Context, module: &mut OwnedOp, way: Coroutines) -> Result<(), Error> {
    run(ctx, module, &Vec::from_iter(split_pass(way)))
}

/// Takes a program to what code is generated for: plain functions of the llvm dialect. If coroutines are LLVM's,
/// programs are lowered as MLIR does it; otherwise tasks that are awaited at once are done on the spot, and asynchronous
/// functions that never suspend are called as plain ones. `keep_tasks` keeps the former, and so does looking for broken
/// rules of frames.
///
/// # Errors
/// If something in it cannot be lowered, or a coroutine cannot be split.
pub fn lower(
    ctx: &Context,
    module: &mut OwnedOp,
    loops: ParallelLoops,
    way: Coroutines,
    keep_tasks: bool,
) -> Result<(), Error> {
    let level = Level::of_module(ctx, module);
    let mut passes = Vec::new();
    if way != Coroutines::Llvm {
        let keep_tasks = keep_tasks || way == Coroutines::Checked;
        passes.extend(without_tasks(level, keep_tasks).map(str::to_owned));
    }
    passes.extend(lowering_passes(level, loops));
    run_unverified(ctx, module, &passes)?;
    let left = leftovers(ctx, module);
    if left.has_errors() {
        return Err(Error::program(ctx, None, left));
    }
    run_unverified(ctx, module, &Vec::from_iter(split_pass(way)))?;
    verify(ctx, module)
}

/// The passes that do without tasks and coroutines what can be done without. Each may make more for the other one.
fn without_tasks(level: Level, keep_tasks: bool) -> impl Iterator<Item = &'static str> {
    let steps = [
        (level.high_level && !keep_tasks, DO_ON_THE_SPOT),
        (level.has_async_functions, CALL_PLAINLY),
        (level.has_async_functions && !keep_tasks, DO_ON_THE_SPOT),
    ];
    steps.into_iter().filter_map(|(wanted, pass)| wanted.then_some(pass))
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
    if errors.has_errors() {
        Err(Error::program(ctx, None, errors))
    } else {
        Ok(())
    }
}

fn run_unverified(ctx: &Context, module: &mut OwnedOp, passes: &[String]) -> Result<(), Error> {
    let Some(pipeline) = pipeline_of(passes) else {
        return Ok(());
    };
    let pipeline = PassManager::parse(&Registry::new(), &pipeline);
    let pipeline = pipeline.map_err(|diagnostic| Error::Options(diagnostic.message().to_owned()))?;
    let config = RunConfig {
        verify_each: cfg!(debug_assertions),
        ..RunConfig::default()
    };
    let outcome = pipeline.run(ctx, module, &config);
    outcome.map(drop).map_err(|found| Error::program(ctx, None, found))
}
