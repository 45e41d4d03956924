// RUN: --resolve-shaped-type-result-dims
// Ops whose results have the sizes of what they are given or write to, and others.

func.func @more(%n: index, %m: index, %t: tensor<?x?xf32>, %v: f32, %q: memref<?xf32>, %i: tensor<?x1xindex>, %sh: tensor<2xindex>, %c: i1, %vec: vector<4xf32>) -> (index, index, index, index, index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = tensor.generate %n, %m {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32>
  %0 = tensor.dim %g, %c1 : tensor<?x?xf32>
  %al = bufferization.alloc_tensor(%n, %m) : tensor<?x?xf32>
  %1 = tensor.dim %al, %c1 : tensor<?x?xf32>
  %al2 = bufferization.alloc_tensor() copy(%t) : tensor<?x?xf32>
  %2 = tensor.dim %al2, %c0 : tensor<?x?xf32>
  %tt = bufferization.to_tensor %q : memref<?xf32> to tensor<?xf32>
  %3 = tensor.dim %tt, %c0 : tensor<?xf32>
  %rs = tensor.reshape %t(%sh) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %4 = tensor.dim %rs, %c0 : tensor<?x?xf32>
  %in = tensor.insert %v into %t[%c0, %c0] : tensor<?x?xf32>
  %5 = tensor.dim %in, %c0 : tensor<?x?xf32>
  %sp = tensor.splat %v[%n, %m] : tensor<?x?xf32>
  %6 = tensor.dim %sp, %c0 : tensor<?x?xf32>
  %ga = tensor.gather %t[%i] gather_dims([1]) : (tensor<?x?xf32>, tensor<?x1xindex>) -> tensor<?x?xf32>
  %7 = tensor.dim %ga, %c0 : tensor<?x?xf32>
  %w = vector.transfer_write %vec, %t[%c0, %c0] : vector<4xf32>, tensor<?x?xf32>
  %8 = tensor.dim %w, %c0 : tensor<?x?xf32>
  %ca = tensor.cast %t : tensor<?x?xf32> to tensor<?x4xf32>
  %9 = tensor.dim %ca, %c0 : tensor<?x4xf32>
  %10 = tensor.dim %g, %c0 : tensor<?x?xf32>
  %bc = tensor.bitcast %t : tensor<?x?xf32> to tensor<?x?xi32>
  %11 = tensor.dim %bc, %c0 : tensor<?x?xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : index, index, index, index, index, index, index, index, index, index, index, index
}
func.func @all(%n: index, %t: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<?x?xf32> {
    %d = tensor.dim %o, %c0 : tensor<?x?xf32>
    %s = tensor.extract_slice %o[%i, 0] [1, %d] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, %d] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    }
  }
  %d = tensor.dim %r, %c0 : tensor<?x?xf32>
  %md = bufferization.materialize_in_destination %r in %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %d2 = tensor.dim %md, %c0 : tensor<?x?xf32>
  return %d, %d2 : index, index
}
#map = affine_map<(d0, d1) -> (d0 + d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
func.func @structured(%a: tensor<?xf32>, %b: tensor<?xf32>, %o: tensor<?xf32>, %p: tensor<?x?xf32>, %x: tensor<4x?xf32>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%u: f32, %v: f32, %w: f32):
    linalg.yield %u : f32
  } -> tensor<?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?xf32>
  %r1:2 = linalg.generic {indexing_maps = [#map2, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%a: tensor<?xf32>) outs(%p, %o : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%u: f32, %v: f32, %w: f32):
    linalg.yield %u, %v : f32, f32
  } -> (tensor<?x?xf32>, tensor<?xf32>)
  %1 = tensor.dim %r1#0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %r1#0, %c1 : tensor<?x?xf32>
  %3 = tensor.dim %r1#1, %c0 : tensor<?xf32>
  %e = linalg.exp ins(%x : tensor<4x?xf32>) outs(%p : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = tensor.dim %e, %c0 : tensor<?x?xf32>
  %5 = tensor.dim %e, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}
func.func @conv(%i: tensor<?x?x?x?xf32>, %k: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>, %t: tensor<?x?x?xf32>, %n : index) -> (index, index, index, index, index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = linalg.conv_2d_nhwc_hwcf ins(%i, %k : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %d = tensor.dim %0, %c1 : tensor<?x?x?x?xf32>
  %e = tensor.dim %0, %c3 : tensor<?x?x?x?xf32>
  %cs = tensor.collapse_shape %t [[0], [1, 2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %f = tensor.dim %cs, %c1 : tensor<?x?xf32>
  %es = tensor.expand_shape %t [[0], [1, 2], [3]] output_shape [%n, 4, %n, %n] : tensor<?x?x?xf32> into tensor<?x4x?x?xf32>
  %g = tensor.dim %es, %c1 : tensor<?x4x?x?xf32>
  %h = tensor.dim %es, %c3 : tensor<?x4x?x?xf32>
  return %d, %e, %f, %g, %h : index, index, index, index, index
}
