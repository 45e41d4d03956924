// RUN: --affine-parallelize=parallel-reductions
// Unlike MLIR: what a loop reduces may be the result of one that became parallel before. MLIR crashes.

// What a loop reduces is the result of one before it.
func.func @sum_of_sums(%a: memref<100xf32>, %x: f32) -> f32 {
  %sum = affine.for %i = 0 to 100 iter_args(%carried = %x) -> f32 {
    %y = affine.load %a[%i] : memref<100xf32>
    %next = arith.addf %carried, %y : f32
    affine.yield %next : f32
  }
  %product = affine.for %i = 0 to 10 iter_args(%carried = %sum) -> f32 {
    %next = arith.mulf %carried, %sum : f32
    affine.yield %next : f32
  }
  return %product : f32
}
