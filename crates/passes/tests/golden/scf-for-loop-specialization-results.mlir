// RUN: builtin.module(scf-for-loop-specialization)
// Unlike MLIR: results that are used leave the branches; mlir-opt leaves uses of a loop that is gone.
func.func @sum(%n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = affine.min affine_map<(d0) -> (128, d0)>(%n)
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%x = %f) -> (f32) {
    %y = arith.addf %x, %f : f32
    scf.yield %y : f32
  }
  return %r : f32
}
