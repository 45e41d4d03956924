//! The passes that lower a program, by what there is in it.

use super::Coroutines;
use super::features::{Feature, Features};
use crate::loops::ParallelLoops;

/// Ops on whole tensors, and the softmax of memory, become parts, structured ops and loops.
const DECOMPOSE: &str = "decompose-tensor-ops";
/// The same in programs that check their accesses of memory: parts that do not fit are not seen later.
const DECOMPOSE_CHECKED: &str = "decompose-tensor-ops{check-sizes=true}";
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
/// Structured ops become loops, parallel ones where iterations are independent; what computes element by element on contiguous
/// memory a single one, and reductions in an order that processors like.
const TO_LOOPS: &str = "linalg-collapse-contiguous-dims,convert-linalg-to-tiled-loops,\
                        convert-linalg-to-parallel-loops";
/// Affine loops, accesses and expressions become those of scf, memref and arith. Lowering structured ops makes some.
pub(super) const FROM_AFFINE: &str = "lower-affine";
/// Reductions along dimensions become those of rows, and ops take the masks around them.
const LOWER_MULTI_REDUCTIONS: &str =
    "func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction},lower-vector-mask)";
/// Indices that wrap around at the end of a parallel loop are not divided.
const REDUCE_STRENGTH: &str = "scf-parallel-strength-reduce";
/// What makes accesses of memory valid is checked when the program runs.
pub(super) const VERIFY_AT_RUNTIME: &str = "generate-runtime-verification{check-sizes=true}";
/// Tasks that are awaited at once are done on the spot.
const INLINE_EXECUTE: &str = "async-inline-execute";
/// Asynchronous functions that never suspend are called as plain ones.
const ASYNC_FUNC_TO_FUNC: &str = "async-func-to-func";
/// Tasks with loops know of the memory that they use what the code around them knows.
const DISTINCT_CAPTURES: &str = "async-distinct-captures";
/// What fails in functions that tasks and loops call reaches whoever awaits those.
const PROPAGATE_ERRORS: &str = "async-propagate-errors";
/// Functions that a host calls leave nothing behind when they fail, too.
const PROPAGATE_TO_HOST: &str = "async-propagate-errors{public-functions=true}";
/// From regions to coroutines; errors keep the messages of failed assertions.
const TO_COROUTINES: &str =
    "async-func-to-async-runtime{error-messages=true},async-to-async-runtime{error-messages=true}";
/// Reference counts, once all awaits are explicit, and short ways out of coroutines that fail.
const COUNT_REFERENCES: &str = "async-runtime-ref-counting,async-runtime-ref-counting-opt,async-runtime-merge-drops";
/// Loops become branches before payloads become structs.
const TO_BRANCHES: &str = "convert-scf-to-cf";
/// Tasks and coroutines. Passes behind this one merge equal blocks, and then the branches of a suspension pass memrefs, which
/// nothing converts any more: so what simplifies comes before.
const FROM_ASYNC: &str = "convert-async-to-llvm{runtime-extensions=true}";
/// Arithmetic that LLVM has no instructions for is spelled out, but for minima and maxima that may be NaN: LLVM does not
/// recognise these then.
const SPELL_OUT: &str =
    "arith-expand{include-f4e2m1=true include-f8e8m0=true include-narrow-floats=true keep-min-max=true}";
/// Exponentials, logarithms and the like become arithmetic, which LLVM vectorises.
const FUNCTIONS_OF_FLOATS: &str = "convert-math-to-arith";
/// Functions that LLVM has no intrinsic for are those of the C library, whatever functions the program has
/// ([`LIBM_PREFIX`](crate::library_functions::LIBM_PREFIX)).
const TO_LIBM: &str = "convert-math-to-llvm{leave-to-libm=true},convert-math-to-libm{prefix=asyncir.libm.}";
/// Arithmetic.
const ARITHMETIC: &str = "convert-math-to-llvm,convert-arith-to-llvm";
/// What computes on floats of eight bits and less does so on wider ones.
const ON_WIDER_FLOATS: &str = "arith-emulate-unsupported-floats{source-types=f4E2M1FN,f6E2M3FN,f6E3M2FN,f8E5M2,f8E4M3,\
                               f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU target-type=f32},\
                               math-extend-to-supported-types{extra-types=f16,bf16,f80,f128 target-type=f32}";
/// Functions and branches; failed assertions outside of tasks go to the runtime as well.
const FUNCTIONS: &str = "convert-func-to-llvm,convert-cf-to-llvm{error-messages=true}";

/// Scopes of stack memory, whose blocks are split, become marks on the stack.
const LOWER_ALLOCA_SCOPES: &str = "lower-alloca-scopes";
/// Memory on the stack is freed at the end of the iteration that allocates it.
const SCOPE_ALLOCAS: &str = "scope-loop-allocas";
/// Cases of indices become cases of numbers of 32 bits.
const NARROW_SWITCHES: &str = "scf-narrow-index-switch";
/// Thread-local variables that no loader knows.
pub(super) const EMULATE_TLS: &str = "lower-emutls";

/// The passes that lower a program with these features to the llvm dialect. With `failures_are_caught`, failures of plain
/// functions reach the host, too.
pub(super) fn lowering_passes(features: Features, loops: ParallelLoops, failures_are_caught: bool) -> Vec<String> {
    let features = with_implied(features);
    // Counted references would not fit to tasks that are made now.
    let loop_pass = loops
        .pass()
        .filter(|_| features.has(Feature::Loops) && !features.has(Feature::Counts));
    let makes_tasks = loop_pass.is_some();
    // Plain functions have memory to free for a host that goes on.
    let is_caught = failures_are_caught && features.has(Feature::Assertions) && !features.has(Feature::Async);
    let has_coroutines = features.has(Feature::HighLevel) || makes_tasks || is_caught;
    let mut passes: Vec<String> = Vec::new();
    passes.extend(to_memory(features, false).map(str::to_owned));
    passes.extend(to_loops(features).map(str::to_owned));
    passes.extend(makes_tasks.then(|| REDUCE_STRENGTH.to_owned()));
    passes.extend(loop_pass);
    passes.extend(to_stack(features).map(str::to_owned));
    if has_coroutines {
        passes.extend(to_coroutines(features, failures_are_caught).map(str::to_owned));
    }
    let has_references = features.has(Feature::Async) || makes_tasks;
    if has_references && (features.has(Feature::HighLevel) || !features.has(Feature::Counts)) {
        passes.push(COUNT_REFERENCES.to_owned());
    }
    if features.has(Feature::AboveLlvm) {
        // Functions that return early give poison.
        let features = if has_coroutines {
            features.with(Feature::Ub)
        } else {
            features
        };
        passes.extend(to_llvm(features).map(str::to_owned));
    }
    passes
}

/// The features with those that the first passes make: parts of tensors become views, and tensors that are computed element by
/// element structured ops, which become loops.
fn with_implied(mut features: Features) -> Features {
    if features.has(Feature::Tensors) || features.has(Feature::StridedCopies) {
        features = features.with(Feature::Structured);
    }
    if features.has(Feature::Structured) {
        features = features.with(Feature::Loops).with(Feature::StackMemory);
    }
    if features.has(Feature::Structured) || features.has(Feature::Reallocations) {
        features = features.with(Feature::Views);
    }
    features
}

/// The passes from ops on memory to loops.
fn to_loops(features: Features) -> impl Iterator<Item = &'static str> {
    let steps = [
        (features.has(Feature::Reallocations), "expand-realloc"),
        (
            features.has(Feature::Tensors) || features.has(Feature::StridedCopies),
            TO_STRUCTURED_COPIES,
        ),
        (features.has(Feature::Structured), TO_LOOPS),
        (
            features.has(Feature::Structured) || features.has(Feature::Affine),
            FROM_AFFINE,
        ),
        (features.has(Feature::IndexSwitches), NARROW_SWITCHES),
    ];
    chosen(steps)
}

/// The passes on memory of the stack.
fn to_stack(features: Features) -> impl Iterator<Item = &'static str> {
    chosen([
        (features.has(Feature::StackScopes), LOWER_ALLOCA_SCOPES),
        (features.has(Feature::StackMemory), SCOPE_ALLOCAS),
    ])
}

/// The passes from tasks and asynchronous functions to coroutines.
fn to_coroutines(features: Features, failures_are_caught: bool) -> impl Iterator<Item = &'static str> {
    chosen([
        (features.has(Feature::HighLevel), DISTINCT_CAPTURES),
        (failures_are_caught, PROPAGATE_TO_HOST),
        (!failures_are_caught, PROPAGATE_ERRORS),
        (true, TO_COROUTINES),
    ])
}

/// The steps that are wanted.
fn chosen<const N: usize>(steps: [(bool, &'static str); N]) -> impl Iterator<Item = &'static str> {
    steps.into_iter().filter_map(|(wanted, step)| wanted.then_some(step))
}

/// The passes from tensors to memory.
pub(super) fn to_memory(features: Features, is_checked: bool) -> impl Iterator<Item = &'static str> {
    let has_tensors = features.has(Feature::Tensors);
    let steps = [
        (
            features.has(Feature::Composed),
            if is_checked { DECOMPOSE_CHECKED } else { DECOMPOSE },
        ),
        (has_tensors, TO_STRUCTURED),
        (has_tensors && !is_checked, FUSE),
        (has_tensors, FROM_TENSORS),
        (has_tensors || features.has(Feature::Buffers), FROM_BUFFERIZATION),
    ];
    chosen(steps)
}

/// The passes from branches, memory and arithmetic to the llvm dialect.
fn to_llvm(features: Features) -> impl Iterator<Item = &'static str> {
    let prints = features.has(Feature::DeclaredPrinting) && features.has(Feature::Vectors);
    let declared_early = prints || features.has(Feature::DeclaredLibrary);
    let steps = [
        (features.has(Feature::Clamps), "math-expand-ops{ops=clampf}"),
        (features.has(Feature::Complex), "convert-complex-to-standard"),
        // Ops that scale are not on wider floats.
        (features.has(Feature::NarrowFloats), SPELL_OUT),
        (features.has(Feature::NarrowFloats), ON_WIDER_FLOATS),
        (features.has(Feature::Math), FUNCTIONS_OF_FLOATS),
        (features.has(Feature::Vectors), LOWER_MULTI_REDUCTIONS),
        // Transfers of vectors are lowered to affine sums of indices.
        (features.has(Feature::Vectors), "convert-vector-to-scf,lower-affine"),
        // Transfers of vectors allocate memory.
        (features.has(Feature::Vectors), SCOPE_ALLOCAS),
        (true, TO_BRANCHES),
        // LLVM has an intrinsic for exponents of 32 bits and less.
        (features.has(Feature::VectorPowers), "convert-math-to-funcs"),
        (
            features.has(Feature::Powers),
            "convert-math-to-funcs{min-width-of-fpowi-exponent=33}",
        ),
        // What LLVM has an intrinsic for becomes that, even if it is vectors of which the rest is taken apart.
        (features.has(Feature::Libm), TO_LIBM),
        // What is declared already has to be found as a function of the llvm dialect.
        (declared_early, FROM_ASYNC),
        (declared_early, "convert-func-to-llvm"),
        (true, "convert-vector-to-llvm"),
        (features.has(Feature::Views), "expand-strided-metadata,lower-affine"),
        (!declared_early, FROM_ASYNC),
        // What computes an update has to be lowered before it.
        (features.has(Feature::Updates), SPELL_OUT),
        (features.has(Feature::Updates), ARITHMETIC),
        (true, "finalize-memref-to-llvm{allocate-once=true}"),
        (features.has(Feature::Complex), "convert-complex-to-llvm"),
        (true, SPELL_OUT),
        (true, ARITHMETIC),
        (true, FUNCTIONS),
        (features.has(Feature::Index), "convert-index-to-llvm"),
        // Transposed vectors start as poison.
        (
            features.has(Feature::Ub) || features.has(Feature::Vectors),
            "convert-ub-to-llvm",
        ),
        (true, "reconcile-unrealized-casts"),
    ];
    chosen(steps)
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
pub(super) fn without_tasks(features: Features, keep_tasks: bool) -> impl Iterator<Item = &'static str> {
    let steps = [
        (features.has(Feature::HighLevel) && !keep_tasks, INLINE_EXECUTE),
        (features.has(Feature::AsyncFunctions), ASYNC_FUNC_TO_FUNC),
        (features.has(Feature::AsyncFunctions) && !keep_tasks, INLINE_EXECUTE),
    ];
    chosen(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library_functions::LIBM_PREFIX;

    #[test]
    fn functions_of_the_library_have_the_prefix_that_code_generation_knows() {
        assert!(TO_LIBM.contains(&format!("{{prefix={LIBM_PREFIX}}}")));
    }
}
