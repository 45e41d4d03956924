//! Which of MLIR's tests are about the async dialect, and what they show.

/// Groups of tests, by what they show; paths from `mlir/test`.
pub const GROUPS: [(&str, &[&str]); 7] = [
    (
        "parse, verify, print",
        &[
            "Dialect/Async/ops.mlir",
            "Dialect/Async/runtime.mlir",
            "Dialect/Async/coro.mlir",
            "Dialect/Async/verify.mlir",
        ],
    ),
    (
        "passes on the async dialect",
        &[
            "Dialect/Async/canonicalize.mlir",
            "Dialect/Async/async-runtime-ref-counting.mlir",
            "Dialect/Async/async-runtime-ref-counting-opt.mlir",
            "Dialect/Async/async-runtime-policy-based-ref-counting.mlir",
            "Dialect/Async/async-to-async-runtime.mlir",
        ],
    ),
    (
        "parallel loops to tasks",
        &[
            "Dialect/Async/async-parallel-for-async-dispatch.mlir",
            "Dialect/Async/async-parallel-for-seq-dispatch.mlir",
            "Dialect/Async/async-parallel-for-num-worker-threads.mlir",
            "Dialect/Async/async-parallel-for-compute-fn.mlir",
            "Dialect/Async/async-parallel-for-canonicalize.mlir",
        ],
    ),
    (
        "async to the llvm dialect",
        &[
            "Conversion/AsyncToLLVM/convert-coro-to-llvm.mlir",
            "Conversion/AsyncToLLVM/convert-runtime-to-llvm.mlir",
            "Conversion/AsyncToLLVM/convert-runtime-to-llvm-invalid.mlir",
            "Conversion/AsyncToLLVM/convert-to-llvm.mlir",
        ],
    ),
    ("whole lowering", &["mlir-opt/async.mlir"]),
    (
        "run",
        &[
            "mlir-runner/async.mlir",
            "mlir-runner/async-error.mlir",
            "mlir-runner/async-value.mlir",
            "mlir-runner/async-func.mlir",
            "mlir-runner/async-group.mlir",
            "Integration/Dialect/Async/CPU/test-async-parallel-for-1d.mlir",
            "Integration/Dialect/Async/CPU/test-async-parallel-for-2d.mlir",
            "Integration/Dialect/Async/CPU/microbench-scf-async-parallel-for.mlir",
            "Integration/Dialect/Async/CPU/microbench-linalg-async-parallel-for.mlir",
        ],
    ),
    ("gpu ops with async operands", &["Dialect/GPU/async-region.mlir"]),
];
