// RUN: --canonicalize

// Constants of dropped dimensions come in the order of the dimensions.
func.func @dropped(%m: memref<?x?xf32>, %f: f32) {
  scf.forall (%i, %j) = (0, 5) to (1, 6) step (2, 3) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
  }
  return
}
// Casts of outputs are folded first.
func.func @cast(%t: tensor<10x10xf32>, %m: memref<?x?xf32>, %a: index, %b: index, %f: f32) -> tensor<?x10xf32> {
  %c = tensor.cast %t : tensor<10x10xf32> to tensor<?x10xf32>
  %r = scf.forall (%i) = (%a) to (4) step (%b) shared_outs(%o = %c) -> (tensor<?x10xf32>) {
    memref.store %f, %m[%i, %i] : memref<?x?xf32>
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<?x10xf32>
}
