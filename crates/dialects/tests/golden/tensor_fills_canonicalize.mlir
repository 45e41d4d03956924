// Tensors that structured ops and loops write.

func.func @lin(%a: tensor<4x?xf32>, %b: tensor<?x?xf32>, %x: f32) -> (index, index, f32, tensor<4x8xf32>, tensor<32xf32>, tensor<2x2x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.exp ins(%b : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = tensor.dim %0, %c1 : tensor<?x?xf32>
  %f = linalg.fill ins(%x : f32) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.dim %f, %c0 : tensor<?x?xf32>
  %g = tensor.extract %f[%c0, %c1] : tensor<?x?xf32>
  %em = tensor.empty() : tensor<4x8xf32>
  %h = linalg.fill ins(%x : f32) outs(%em : tensor<4x8xf32>) -> tensor<4x8xf32>
  %i = tensor.collapse_shape %h [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %j = tensor.expand_shape %h [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  return %d, %e, %g, %h, %i, %j : index, index, f32, tensor<4x8xf32>, tensor<32xf32>, tensor<2x2x8xf32>
}
func.func @loop(%a: tensor<?xf32>, %x: f32, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<?xf32> {
    %1 = tensor.insert %x into %t[%i] : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  %2 = scf.forall (%i) in (%n) shared_outs(%t = %a) -> tensor<?xf32> {
    %em = tensor.empty() : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %em into %t[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %e = tensor.dim %2, %c0 : tensor<?xf32>
  return %d, %e : index, index
}
