// RUN: --canonicalize --loop-invariant-code-motion

#id = affine_map<(d0) -> (d0)>

func.func private @seen(f32)

// What is computed for each element is seen from outside, so that the op stays, and stays in its loop.
func.func @effects(%a: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    func.call @seen(%x) : (f32) -> ()
    linalg.yield %x : f32
  } -> tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = linalg.map ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) (%x: f32, %y: f32) {
      func.call @seen(%x) : (f32) -> ()
      linalg.yield %y : f32
    }
  }
  return
}

// Ops on tensors leave loops, those on memory do not; nor do those that may divide by zero.
func.func @loops(%a: tensor<4xi32>, %m: memref<4xi32>, %f: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = linalg.fill ins(%f : i32) outs(%a : tensor<4xi32>) -> tensor<4xi32>
    linalg.fill ins(%f : i32) outs(%m : memref<4xi32>)
    %2 = linalg.map { arith.divsi } ins(%a, %0 : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>)
    "user.use"(%0, %2) : (tensor<4xi32>, tensor<4xi32>) -> ()
  }
  return
}
