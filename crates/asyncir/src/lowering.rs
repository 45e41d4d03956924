//! Lowering a program at any level to the llvm dialect.

use asyncir_ir::{Body, Context, OwnedOp, WalkOrder};
use asyncir_passes::{PassManager, Registry, RunConfig};

use crate::Error;

/// Structured ops become loops, parallel ones where iterations are independent.
const TO_LOOPS: &str = "convert-linalg-to-parallel-loops";
/// Affine loops, accesses and expressions become those of scf, memref and arith. Lowering structured ops makes some.
const FROM_AFFINE: &str = "lower-affine";
/// Parallel loops become tasks, for as many workers as the runtime has.
const TO_TASKS: &str = "async-parallel-for{num-workers=-1}";
/// From regions to coroutines, which keep the messages of failed assertions.
const TO_COROUTINES: &str =
    "async-func-to-async-runtime{error-messages=true},async-to-async-runtime{error-messages=true}";
/// Reference counts, once all awaits are explicit.
const COUNT_REFERENCES: &str = "async-runtime-ref-counting,async-runtime-ref-counting-opt";
/// From there to the llvm dialect. Loops become branches before payloads become structs.
const TO_LLVM: &str = "convert-scf-to-cf,convert-async-to-llvm,convert-vector-to-llvm,finalize-memref-to-llvm,arith-expand,\
                       convert-math-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";

/// What is left to lower in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level {
    /// It has structured ops.
    has_structured: bool,
    /// It has affine ops.
    has_affine: bool,
    /// It has parallel loops.
    has_loops: bool,
    /// It has ops that are not of the llvm dialect.
    above_llvm: bool,
    /// It has async ops.
    has_async: bool,
    /// It has async ops above `async.runtime` and `async.coro`.
    high_level: bool,
    /// It has reference counts already.
    counted: bool,
}

impl Level {
    fn of(ctx: &Context, body: &Body) -> Self {
        let mut level = Self::default();
        for op in body.walk_all(WalkOrder::Pre) {
            let data = body.op(op);
            let name = data.name().as_str(ctx);
            level.above_llvm |= !name.starts_with("llvm.") && !name.starts_with("builtin.");
            level.has_structured |= name.starts_with("linalg.");
            level.has_affine |= name.starts_with("affine.");
            level.has_loops |= name == "scf.parallel" || name == "affine.parallel";
            level.has_async |= name.starts_with("async.");
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
        self.above_llvm |= other.above_llvm;
        self.has_async |= other.has_async;
        self.high_level |= other.high_level;
        self.counted |= other.counted;
    }
}

/// The pipeline that takes `module` down to the llvm dialect; `None` if it is there.
///
/// A program whose async ops are all of `async.runtime` and `async.coro`, with reference counts, is taken to be counted
/// completely: counting twice would free what is still used.
pub fn lowering_pipeline(ctx: &Context, module: &OwnedOp) -> Option<String> {
    let level = module.body().map(|body| Level::of(ctx, body)).unwrap_or_default();
    let mut passes = Vec::new();
    if level.has_structured {
        passes.push(TO_LOOPS);
    }
    if level.has_structured || level.has_affine {
        passes.push(FROM_AFFINE);
    }
    // Counted references would not fit to tasks that are made now.
    let makes_tasks = (level.has_loops || level.has_structured) && !level.counted;
    if makes_tasks {
        passes.push(TO_TASKS);
    }
    if level.high_level || makes_tasks {
        passes.push(TO_COROUTINES);
    }
    if (level.has_async || makes_tasks) && (level.high_level || !level.counted) {
        passes.push(COUNT_REFERENCES);
    }
    if level.above_llvm {
        passes.push(TO_LLVM);
    }
    (!passes.is_empty()).then(|| format!("builtin.module({})", passes.join(",")))
}

/// Takes a program down to the llvm dialect.
///
/// # Errors
/// If something in it cannot be lowered.
pub fn lower_to_llvm_dialect(ctx: &Context, module: &mut OwnedOp) -> Result<(), Error> {
    let Some(pipeline) = lowering_pipeline(ctx, module) else {
        return Ok(());
    };
    let pipeline = PassManager::parse(&Registry::new(), &pipeline);
    let pipeline = pipeline.map_err(|diagnostic| Error::Options(diagnostic.message().to_owned()))?;
    pipeline.run(ctx, module, &RunConfig::default())?;
    Ok(())
}
