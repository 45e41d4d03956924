// RUN: --loop-invariant-code-motion

func.func @tensors(%n: index, %c: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%c : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.map { math.exp } ins(%1 : tensor<4xf32>) outs(%0 : tensor<4xf32>)
    %3 = linalg.add ins(%2, %a : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Divisions of integers, and ops on memory, stay.
func.func @stay(%n: index, %c: i32, %t: tensor<4xi32>, %m: memref<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4xi32> {
    %0 = tensor.empty() : tensor<4xi32>
    %1 = linalg.div ins(%t, %t : tensor<4xi32>, tensor<4xi32>) outs(%0 : tensor<4xi32>) -> tensor<4xi32>
    linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
    %2 = linalg.add ins(%1, %a : tensor<4xi32>, tensor<4xi32>) outs(%0 : tensor<4xi32>) -> tensor<4xi32>
    scf.yield %2 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
