//! Compile and run MLIR async programs: the async dialect, its passes, coroutines and runtime.
