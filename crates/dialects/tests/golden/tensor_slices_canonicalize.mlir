// Parts of tensors.

func.func @whole(%t: tensor<4x8xf32>, %d: tensor<?x?xf32>, %n: index) -> (tensor<4x8xf32>, tensor<?x?xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %1 = tensor.extract_slice %d[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<?x?xf32>
}
func.func @constants(%t: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[%c0, %c4] [%c4, %c4] [%c1, %c1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %t[%c0, %c4] [1, %c4] [%c1, %c1] : tensor<?x?xf32> to tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}
func.func @cast_source(%t: tensor<8x16xf32>, %i: index, %d: tensor<?x?xf32>) -> (tensor<4x?xf32>, tensor<?x?xf32>) {
  %c = tensor.cast %t : tensor<8x16xf32> to tensor<?x?xf32>
  %0 = tensor.extract_slice %c[%i, 0] [4, %i] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
  %1 = tensor.insert_slice %c into %d[%i, 0] [%i, %i] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %0, %1 : tensor<4x?xf32>, tensor<?x?xf32>
}
func.func @insert_whole(%t: tensor<4x8xf32>, %u: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.insert_slice %t into %u[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @insert_extract(%t: tensor<8x8xf32>, %p: tensor<2x2xf32>, %i: index) -> (tensor<2x2xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = tensor.insert_slice %p into %t[%i, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
  %1 = tensor.extract_slice %0[%i, 0] [2, 2] [1, 1] : tensor<8x8xf32> to tensor<2x2xf32>
  %2 = tensor.extract_slice %t[%i, 0] [2, 2] [1, 1] : tensor<8x8xf32> to tensor<2x2xf32>
  %3 = tensor.insert_slice %2 into %t[%i, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
  %4 = tensor.insert_slice %p into %0[%i, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
  return %1, %3, %4 : tensor<2x2xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
func.func @insert_constants(%t: tensor<8x8xf32>, %p: tensor<?x?xf32>, %q: tensor<2x2xf32>) -> (tensor<8x8xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.insert_slice %p into %t[%c0, %c2] [%c2, %c2] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  %d = tensor.cast %t : tensor<8x8xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %q into %d[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x?xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<?x?xf32>
}
func.func @splat() -> tensor<2x2xf32> {
  %c = arith.constant dense<1.0> : tensor<8x8xf32>
  %0 = tensor.extract_slice %c[0, 1] [2, 2] [1, 1] : tensor<8x8xf32> to tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func @parallel(%v: tensor<4xf32>, %q: tensor<?xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = scf.forall (%k) in (4) shared_outs(%o = %v) -> tensor<4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%k] [%c1] [1] : tensor<?xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}
func.func @cast_of_slice(%t: tensor<?x?xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = tensor.extract_slice %t[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
func.func @dims(%t: tensor<?x?xf32>, %p: tensor<?x?xf32>, %n: index, %m: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[0, 0] [%n, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  %2 = tensor.insert_slice %p into %t[0, 0] [%n, %m] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %3 = tensor.dim %2, %c1 : tensor<?x?xf32>
  %4 = tensor.extract_slice %t[0, 0] [1, %m] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %5 = tensor.dim %4, %c0 : tensor<?xf32>
  return %1, %3, %5 : index, index, index
}
func.func @outside(%p: tensor<1x?xf32>, %x: f32) -> tensor<8x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = tensor.splat %x : tensor<8x1xf32>
  %0 = tensor.insert_slice %p into %t[%c0, 0] [1, %c2] [%c1, %c1] : tensor<1x?xf32> into tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}
func.func @known_whole(%t: tensor<1x4xf32>, %u: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert_slice %t into %u[%c0, 0] [1, 4] [%c1, 1] : tensor<1x4xf32> into tensor<1x4xf32>
  %1 = tensor.extract_slice %t[%c0, 0] [1, 4] [%c1, 1] : tensor<1x4xf32> to tensor<1x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}
