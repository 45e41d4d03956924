// What is known of the sizes of some tensors holds for the others that an op reads and writes.

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @generic(%a: tensor<4x8xf32>, %b: tensor<?x?xf32>, %v: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<4xf32>) {
  %x = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #t, #r], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%b, %v : tensor<?x?xf32>, tensor<?xf32>) attrs = {foo} {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %u = arith.addf %p, %s : f32
    linalg.yield %u, %u : f32, f32
  } -> (tensor<?x?xf32>, tensor<?xf32>)
  %c = tensor.cast %0#1 : tensor<?xf32> to tensor<4xf32>
  return %0#0, %c : tensor<?x?xf32>, tensor<4xf32>
}
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<?x16xf32>, %n: index, %z: f32) -> tensor<4x16xf32> {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %m = tensor.dim %0, %c0 : tensor<?x?xf32>
  %1 = tensor.empty(%m) : tensor<?x16xf32>
  %2 = linalg.fill ins(%z : f32) outs(%1 : tensor<?x16xf32>) -> tensor<?x16xf32>
  %3 = linalg.matmul ins(%0, %b : tensor<?x?xf32>, tensor<?x16xf32>) outs(%2 : tensor<?x16xf32>) -> tensor<?x16xf32>
  %4 = tensor.cast %3 : tensor<?x16xf32> to tensor<4x16xf32>
  return %4 : tensor<4x16xf32>
}
func.func @reduce(%a: tensor<?x8xf32>, %v: tensor<?xf32>, %w: tensor<16x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<?x8xf32>) outs(%v : tensor<?xf32>) dimensions = [1]
  %q = tensor.cast %w : tensor<16x?xf32> to tensor<?x?xf32>
  %1 = linalg.reduce { arith.addf } ins(%q : tensor<?x?xf32>) outs(%v : tensor<?xf32>) dimensions = [1]
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func @map(%a: tensor<?x8xf32>, %b: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %c = tensor.cast %b : tensor<4x8xf32> to tensor<?x8xf32>
  %0 = linalg.map { math.exp } ins(%c : tensor<?x8xf32>) outs(%a : tensor<?x8xf32>)
  return %0 : tensor<?x8xf32>
}
func.func @conv(%i: tensor<?xf32>, %k: tensor<3xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.conv_1d ins(%i, %k : tensor<?xf32>, tensor<3xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @bt(%a: tensor<?x2xf32>, %b: tensor<?x7x2xf32>, %c: tensor<2x?x7xf32>) -> tensor<2x?x7xf32> {
  %0 = linalg.broadcast ins(%a : tensor<?x2xf32>) outs(%b : tensor<?x7x2xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%0 : tensor<?x7x2xf32>) outs(%c : tensor<2x?x7xf32>) permutation = [2, 0, 1]
  return %1 : tensor<2x?x7xf32>
}
func.func @transpose(%a: tensor<4x8xf32>, %o: tensor<?x?xf32>) -> tensor<8x4xf32> {
  %c = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %0 = linalg.transpose ins(%c : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) permutation = [1, 0]
  %d = tensor.cast %0 : tensor<?x?xf32> to tensor<8x4xf32>
  return %d : tensor<8x4xf32>
}
func.func @other_block(%a: tensor<?xf32>, %x: f32, %b: i1) -> tensor<4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.if %b -> tensor<4xf32> {
    %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
