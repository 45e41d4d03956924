//! The passes that lower a program, by what there is in it.

use super::Coroutines;
use super::parts::{Level, Part};
use crate::loops::ParallelLoops;

/// Ops on whole tensors, and the softmax of memory, become parts, structured ops and loops.
const DECOMPOSE: &str = "decompose-tensor-ops";
/// Ops on elements of tensors, and padded tensors, become structured ops.
const TO_STRUCTURED: &str = "mark-manual-deallocation,convert-elementwise-to-linalg,convert-tensor-to-linalg";
/// What is computed element by element is computed in one loop, without the tensors in between.
const FUSE: &str = "linalg-fuse-elementwise-ops{no-recomputation=true}";
/// Tensors become memory: dense at the boundaries of functions, as callers in C expect it, and never that of an argument which
/// a caller outside gave. Copies of a part of memory to itself are dropped. Memory that the program did not allocate itself is
/// freed: behind its last use, where that is known, and otherwise at the end of the block that owns it.
const FROM_TENSORS: &str = "one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
                            function-boundary-type-conversion=identity-layout-map keep-public-arguments=true},\
                            canonicalize,cse,canonicalize,free-local-buffers,free-owned-buffers,\
                            canonicalize,buffer-deallocation-simplification";
/// Copies of memory that may be the same memory, and conditions for freeing it, become ops of memref.
const FROM_BUFFERIZATION: &str = "bufferization-lower-deallocations{inline-comparisons=true},\
                                  convert-bufferization-to-memref,cse,canonicalize";
/// Copies of parts of memory become structured ops.
const TO_STRUCTURED_COPIES: &str = "convert-strided-copies-to-linalg";
/// Structured ops become loops, parallel ones where iterations are independent; reductions in an order that processors like.
const TO_LOOPS: &str = "convert-linalg-reductions-to-tiled-loops,convert-linalg-to-parallel-loops";
/// Affine loops, accesses and expressions become those of scf, memref and arith. Lowering structured ops makes some.
pub(super) const FROM_AFFINE: &str = "lower-affine";
/// Reductions along dimensions become those of rows, and ops take the masks around them.
const OF_VECTORS: &str = "func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction},lower-vector-mask)";
/// Indices that wrap around at the end of a parallel loop are not divided.
const REDUCE_STRENGTH: &str = "scf-parallel-strength-reduce";
/// What makes accesses of memory valid is checked when the program runs.
pub(super) const VERIFY_AT_RUNTIME: &str = "generate-runtime-verification{check-sizes=true}";
/// Tasks that are awaited at once are done on the spot.
const DO_ON_THE_SPOT: &str = "async-inline-execute";
/// Asynchronous functions that never suspend are called as plain ones.
const CALL_PLAINLY: &str = "async-func-to-func";
/// Tasks with loops know of the memory that they use what the code around them knows.
const SAY_DISTINCT: &str = "async-distinct-captures";
/// What fails in functions that tasks and loops call reaches whoever awaits those.
pub(super) const PROPAGATE_ERRORS: &str = "async-propagate-errors";
/// Functions that a host calls leave nothing behind when they fail, too.
pub(super) const PROPAGATE_TO_HOST: &str = "async-propagate-errors{public-functions=true}";
/// From regions to coroutines; errors keep the messages of failed assertions.
const TO_COROUTINES: &str =
    "async-func-to-async-runtime{error-messages=true},async-to-async-runtime{error-messages=true}";
/// Reference counts, once all awaits are explicit, and short ways out of coroutines that fail.
const COUNT_REFERENCES: &str = "async-runtime-ref-counting,async-runtime-ref-counting-opt,async-runtime-merge-drops";
/// Loops become branches before payloads become structs.
const TO_BRANCHES: &str = "convert-scf-to-cf";
/// Tasks and coroutines. Passes behind this one merge equal blocks, and then the branches of a suspension pass memrefs, which
/// nothing converts any more: so what simplifies comes before.
const FROM_ASYNC: &str = "convert-async-to-llvm";
/// Arithmetic that LLVM has no instructions for is spelled out, but for minima and maxima: LLVM does not recognise these then.
const SPELL_OUT: &str =
    "arith-expand{include-f4e2m1=true include-f8e8m0=true include-narrow-floats=true keep-min-max=true}";
/// Functions that LLVM has no intrinsic for are those of the C library.
const TO_LIBM: &str = "convert-math-to-llvm{leave-to-libm=true},convert-math-to-libm";
/// Arithmetic.
const ARITHMETIC: &str = "convert-math-to-llvm,convert-arith-to-llvm";
/// What computes on floats of eight bits and less does so on wider ones.
const ON_WIDER_FLOATS: &str = "arith-emulate-unsupported-floats{source-types=f4E2M1FN,f6E2M3FN,f6E3M2FN,f8E5M2,f8E4M3,\
                               f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU target-type=f32},\
                               math-extend-to-supported-types{extra-types=f16,bf16,f80,f128 target-type=f32}";
/// Functions and branches; failed assertions outside of tasks go to the runtime as well.
const FUNCTIONS: &str = "convert-func-to-llvm,convert-cf-to-llvm{error-messages=true}";

/// Memory on the stack is freed at the end of the iteration that allocates it.
const SCOPE_ALLOCAS: &str = "scope-loop-allocas";
/// Thread-local variables that no loader knows.
pub(super) const EMULATE_TLS: &str = "lower-emutls";

/// The passes from a level to the llvm dialect; `propagation` is the one that has failures reach those who wait.
pub(super) fn lowering_passes(level: Level, loops: ParallelLoops, propagation: &str) -> Vec<String> {
    let mut passes: Vec<String> = Vec::new();
    let mut level = level;
    passes.extend(to_memory(level, true).map(str::to_owned));
    if level.has(Part::Tensors) {
        // Parts of tensors become views, and tensors that are computed element by element structured ops.
        level = level.with(Part::Views).with(Part::Structured);
    }
    if level.has(Part::Reallocations) {
        passes.push("expand-realloc".to_owned());
        level = level.with(Part::Views);
    }
    if level.has(Part::Tensors) || level.has(Part::StridedCopies) {
        passes.push(TO_STRUCTURED_COPIES.to_owned());
        level = level.with(Part::Structured);
    }
    if level.has(Part::Structured) {
        passes.push(TO_LOOPS.to_owned());
    }
    if level.has(Part::Structured) || level.has(Part::Affine) {
        passes.push(FROM_AFFINE.to_owned());
    }
    // Counted references would not fit to tasks that are made now.
    let has_loops = level.has(Part::Loops) || level.has(Part::Structured);
    let loop_pass = loops.pass().filter(|_| has_loops && !level.has(Part::Counts));
    let makes_tasks = loop_pass.is_some();
    if makes_tasks {
        passes.push(REDUCE_STRENGTH.to_owned());
    }
    passes.extend(loop_pass);
    if level.has(Part::StackMemory) {
        passes.push(SCOPE_ALLOCAS.to_owned());
    }
    // Plain functions have memory to free for a host that goes on.
    let is_caught = propagation == PROPAGATE_TO_HOST && level.has(Part::Assertions) && !level.has(Part::Async);
    let to_coroutines = level.has(Part::HighLevel) || makes_tasks || is_caught;
    if level.has(Part::HighLevel) {
        passes.push(SAY_DISTINCT.to_owned());
    }
    if to_coroutines {
        passes.push(propagation.to_owned());
        passes.push(TO_COROUTINES.to_owned());
    }
    if (level.has(Part::Async) || makes_tasks) && (level.has(Part::HighLevel) || !level.has(Part::Counts)) {
        passes.push(COUNT_REFERENCES.to_owned());
    }
    if level.has(Part::AboveLlvm) {
        // Functions that return early give poison.
        let level = if to_coroutines { level.with(Part::Ub) } else { level };
        passes.extend(to_llvm(level).map(str::to_owned));
    }
    passes
}

/// The passes from tensors to memory.
pub(super) fn to_memory(level: Level, fuses: bool) -> impl Iterator<Item = &'static str> {
    let has_tensors = level.has(Part::Tensors);
    let steps = [
        (level.has(Part::Composed), DECOMPOSE),
        (has_tensors, TO_STRUCTURED),
        (has_tensors && fuses, FUSE),
        (has_tensors, FROM_TENSORS),
        (has_tensors || level.has(Part::Buffers), FROM_BUFFERIZATION),
    ];
    steps.into_iter().filter_map(|(applies, step)| applies.then_some(step))
}

/// The passes from branches, memory and arithmetic to the llvm dialect.
fn to_llvm(level: Level) -> impl Iterator<Item = &'static str> {
    let prints = level.has(Part::DeclaredPrinting) && level.has(Part::Vectors);
    let declared_early = prints || level.has(Part::DeclaredLibrary);
    let steps = [
        (level.has(Part::Clamps), "math-expand-ops{ops=clampf}"),
        (level.has(Part::Complex), "convert-complex-to-standard"),
        // Ops that scale are not on wider floats.
        (level.has(Part::NarrowFloats), SPELL_OUT),
        (level.has(Part::NarrowFloats), ON_WIDER_FLOATS),
        (level.has(Part::Vectors), OF_VECTORS),
        // Transfers of vectors are lowered to affine sums of indices.
        (level.has(Part::Vectors), "convert-vector-to-scf,lower-affine"),
        // Transfers of vectors allocate memory.
        (level.has(Part::Vectors), SCOPE_ALLOCAS),
        (true, TO_BRANCHES),
        // LLVM has an intrinsic for exponents of 32 bits and less.
        (level.has(Part::VectorPowers), "convert-math-to-funcs"),
        (
            level.has(Part::Powers),
            "convert-math-to-funcs{min-width-of-fpowi-exponent=33}",
        ),
        // What LLVM has an intrinsic for becomes that, even if it is vectors of which the rest is taken apart.
        (level.has(Part::Libm), TO_LIBM),
        // What is declared already has to be found as a function of the llvm dialect.
        (declared_early, FROM_ASYNC),
        (declared_early, "convert-func-to-llvm"),
        (true, "convert-vector-to-llvm"),
        (level.has(Part::Views), "expand-strided-metadata,lower-affine"),
        (!declared_early, FROM_ASYNC),
        // What computes an update has to be lowered before it.
        (level.has(Part::Updates), SPELL_OUT),
        (level.has(Part::Updates), ARITHMETIC),
        (true, "finalize-memref-to-llvm{allocate-once=true}"),
        (level.has(Part::Complex), "convert-complex-to-llvm"),
        (true, SPELL_OUT),
        (true, ARITHMETIC),
        (true, FUNCTIONS),
        (level.has(Part::Index), "convert-index-to-llvm"),
        // Transposed vectors start as poison.
        (level.has(Part::Ub) || level.has(Part::Vectors), "convert-ub-to-llvm"),
        (true, "reconcile-unrealized-casts"),
    ];
    steps
        .into_iter()
        .filter_map(|(wanted, passes)| wanted.then_some(passes))
}

/// The pass that splits coroutines, unless LLVM splits them.
pub(super) fn split_pass(way: Coroutines) -> Option<String> {
    let options = match way {
        Coroutines::Llvm => return None,
        Coroutines::Split => "runtime-extensions=true",
        Coroutines::Checked => "runtime-extensions=true check-frames=true",
    };
    Some(format!("split-coroutines{{{options}}}"))
}

/// The passes that do without tasks and coroutines what can be done without. Each may make more for the other one.
pub(super) fn without_tasks(level: Level, keep_tasks: bool) -> impl Iterator<Item = &'static str> {
    let steps = [
        (level.has(Part::HighLevel) && !keep_tasks, DO_ON_THE_SPOT),
        (level.has(Part::AsyncFunctions), CALL_PLAINLY),
        (level.has(Part::AsyncFunctions) && !keep_tasks, DO_ON_THE_SPOT),
    ];
    steps.into_iter().filter_map(|(wanted, pass)| wanted.then_some(pass))
}
