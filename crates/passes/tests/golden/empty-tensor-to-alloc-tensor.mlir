// RUN: --empty-tensor-to-alloc-tensor

func.func @empty(%n: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<i8>) {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = tensor.empty(%c4) {note} : tensor<?xf32>
  %2 = tensor.empty() : tensor<i8>
  %unused = tensor.empty() : tensor<4xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<?xf32>, tensor<i8>
}
