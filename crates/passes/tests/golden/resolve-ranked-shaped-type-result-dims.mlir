// RUN: --resolve-ranked-shaped-type-result-dims
// Sizes of results by those of operands.

func.func @a(%n: index, %m: index, %t: tensor<?x?xf32>, %u: tensor<?x4xf32>, %v: f32) -> (index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0 = tensor.dim %e, %c0 : tensor<?x?xf32>
  %p = tensor.pad %t low[1, %n] high[%m, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %p, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %p, %c1 : tensor<?x?xf32>
  %s = tensor.extract_slice %t[0, 0] [%n, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %3 = tensor.dim %s, %c0 : tensor<?xf32>
  %cs = tensor.collapse_shape %u [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %4 = tensor.dim %cs, %c0 : tensor<?xf32>
  %es = tensor.expand_shape %u [[0, 1], [2]] output_shape [%n, 3, 4] : tensor<?x4xf32> into tensor<?x3x4xf32>
  %5 = tensor.dim %es, %c0 : tensor<?x3x4xf32>
  %cc = tensor.concat dim(0) %u, %u : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %6 = tensor.dim %cc, %c0 : tensor<?x4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : index, index, index, index, index, index, index
}
func.func @l(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %v: f32) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = tensor.dim %m, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %m, %c1 : tensor<?x?xf32>
  %f = linalg.fill ins(%v : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = tensor.dim %f, %c1 : tensor<?x?xf32>
  %t = linalg.transpose ins(%a: tensor<?x?xf32>) outs(%b: tensor<?x?xf32>) permutation=[1,0]
  %3 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %s = linalg.softmax dimension(1) ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = tensor.dim %s, %c1 : tensor<?x?xf32>
  %i = tensor.insert_slice %a into %b[0,0][%c0,%c1][1,1] : tensor<?x?xf32> into tensor<?x?xf32>
  %5 = tensor.dim %i, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}
func.func @mem(%n: index, %m: memref<?x4xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?x4xf32>
  %0 = memref.dim %a, %c0 : memref<?x4xf32>
  %s = memref.subview %m[0, 0] [%n, 2] [1, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1]>>
  %1 = memref.dim %s, %c0 : memref<?x2xf32, strided<[4, 1]>>
  %cs = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %2 = memref.dim %cs, %c0 : memref<?xf32>
  %es = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 3, 4] : memref<?x4xf32> into memref<?x3x4xf32>
  %3 = memref.dim %es, %c0 : memref<?x3x4xf32>
  return %0, %1, %2, %3 : index, index, index, index
}
func.func @loop(%n: index, %t: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t, %s = %c0) -> (tensor<?x?xf32>, index) {
    %d = tensor.dim %x, %c0 : tensor<?x?xf32>
    %e = arith.addi %s, %d : index
    %f = arith.constant 0.0 : f32
    %g = tensor.insert %f into %x[%c0, %c0] : tensor<?x?xf32>
    scf.yield %g, %e : tensor<?x?xf32>, index
  }
  %d = tensor.dim %r#0, %c1 : tensor<?x?xf32>
  return %d, %r#1 : index, index
}
