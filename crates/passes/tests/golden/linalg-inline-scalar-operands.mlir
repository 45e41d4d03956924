// RUN: --linalg-inline-scalar-operands

#id = affine_map<(d0) -> (d0)>
#scalar = affine_map<(d0) -> ()>
#second = affine_map<(d0) -> (0, 1)>

func.func @some(%a: tensor<4xf32>, %s: tensor<f32>, %m: tensor<2x3xf32>, %f: f32, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#scalar, #id, #second, #scalar, #id], iterator_types = ["parallel"], doc = "some"}
    ins(%s, %a, %m, %f : tensor<f32>, tensor<4xf32>, tensor<2x3xf32>, f32) outs(%o : tensor<4xf32>) attrs = {mark} {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32, %out: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %1, %z : f32
    %3 = arith.subf %2, %w : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What is written, and memory, stays an operand.
func.func @stays(%s: tensor<f32>, %a: memref<4xf32>, %b: memref<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%s : tensor<f32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<f32>
  linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel"]} ins(%b : memref<f32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  }
  return %0 : tensor<f32>
}
