// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

// The sizes of new memory without contents: those of what a new tensor is a copy of, products, and what was given.
func.func @copy(%t: tensor<?x?xf32>, %v: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %new = bufferization.alloc_tensor() copy(%t) : tensor<?x?xf32>
  %filled = linalg.fill ins(%v : f32) outs(%new : tensor<?x?xf32>) -> tensor<?x?xf32>
  %changed = tensor.insert %v into %new[%c0, %c0] : tensor<?x?xf32>
  return %filled, %changed : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @product(%t: tensor<?x4x?x3xf32>, %v: f32) -> (tensor<?x?x3xf32>, tensor<?x?x3xf32>) {
  %c0 = arith.constant 0 : index
  %new = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<?x4x?x3xf32> into tensor<?x?x3xf32>
  %filled = linalg.fill ins(%v : f32) outs(%new : tensor<?x?x3xf32>) -> tensor<?x?x3xf32>
  %changed = tensor.insert %v into %new[%c0, %c0, %c0] : tensor<?x?x3xf32>
  return %filled, %changed : tensor<?x?x3xf32>, tensor<?x?x3xf32>
}
func.func @given(%t: tensor<?xf32>, %v: f32, %n: index) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %new = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %filled = linalg.fill ins(%v : f32) outs(%new : tensor<?x4xf32>) -> tensor<?x4xf32>
  %changed = tensor.insert %v into %new[%c0, %c0] : tensor<?x4xf32>
  return %filled, %changed : tensor<?x4xf32>, tensor<?x4xf32>
}
