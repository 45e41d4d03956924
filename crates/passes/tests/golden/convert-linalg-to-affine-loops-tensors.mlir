// RUN: --convert-linalg-to-affine-loops

// Ops on tensors stay as they are.
#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d0)>
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %v: tensor<4xf32>, %c: f32, %m: tensor<8x16xf32>, %o: tensor<4x16xf32>, %bb: tensor<2x4x8xf32>, %q: tensor<?x?xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.copy ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.add ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.matmul ins(%2, %m : tensor<4x8xf32>, tensor<8x16xf32>) outs(%o : tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = linalg.map { arith.addf } ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>)
  %5 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  %6 = linalg.broadcast ins(%a : tensor<4x8xf32>) outs(%bb : tensor<2x4x8xf32>) dimensions = [0]
  %7:2 = linalg.generic {indexing_maps = [#id, #id, #c], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%b, %v : tensor<4x8xf32>, tensor<4xf32>) attrs = {foo} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index 0 : index
    linalg.yield %x, %z : f32, f32
  } -> (tensor<4x8xf32>, tensor<4xf32>)
  %8 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = linalg.contract indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>] ins(%a, %m : tensor<4x8xf32>, tensor<8x16xf32>) outs(%o : tensor<4x16xf32>) -> tensor<4x16xf32>
  %10:2 = linalg.reduce ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%in: f32, %in_1: f32, %init: f32, %init_3: f32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x, %in_1 : f32, f32
  }
  return %4, %7#1 : tensor<4x8xf32>, tensor<4xf32>
}
