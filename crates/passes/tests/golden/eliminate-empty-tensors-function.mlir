// RUN: builtin.module(func.func(eliminate-empty-tensors))

// Functions by themselves: the memory of arguments is not written.
// The part of the other tensor is there where the empty one is made.
func.func @fill(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// What computes the place moves in front of the op that needs it.
func.func @late(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = arith.addi %o, %o : index
  %r = tensor.insert_slice %a into %t[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @middle(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %p = arith.addi %o, %o : index
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// Contents that nothing defines.
func.func @direct(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = tensor.insert_slice %e into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @cast(%t: tensor<?xf32>, %f: f32, %o: index, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %c = tensor.cast %e : tensor<?xf32> to tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @reduced(%t: tensor<8x?xf32>, %f: f32, %o: index, %n: index) -> tensor<8x?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %a into %t[%o, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

func.func @two_uses(%t: tensor<8xf32>, %f: f32, %o: index) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r, %a : tensor<8xf32>, tensor<4xf32>
}

func.func @shared_empty(%t: tensor<8xf32>, %f: f32, %o: index) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r, %b : tensor<8xf32>, tensor<4xf32>
}
