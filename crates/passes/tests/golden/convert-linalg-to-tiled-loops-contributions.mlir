// RUN: builtin.module(convert-linalg-to-tiled-loops)
// Unlike MLIR: it has no such pass.
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
#sums = affine_map<(i, j) -> (i)>
// What goes into a single element is computed for 128 steps at a time; the steps use it and the index, and repeat constants.
func.func @two_sums(%x: memref<1x5000xf32>, %0: memref<1xf32>, %1: memref<1xf32>) {
  linalg.generic {indexing_maps = [#rows, #sums, #sums], iterator_types = ["parallel", "reduction"]} ins(%x : memref<1x5000xf32>) outs(%0, %1 : memref<1xf32>, memref<1xf32>) {
  ^bb0(%a: f32, %s: f32, %t: f32):
    %two = arith.constant 2.0 : f32
    %j = linalg.index 1 : index
    %b = arith.mulf %a, %two : f32
    %c = math.sin %b : f32
    %d = arith.addf %s, %c : f32
    %integer = arith.index_cast %j : index to i32
    %number = arith.sitofp %integer : i32 to f32
    %e = arith.mulf %t, %two : f32
    %f = arith.addf %e, %number : f32
    linalg.yield %d, %f : f32, f32
  }
  return
}
// Of several rows, that are the ones that make no whole tile.
func.func @rows(%x: memref<?x?xf32>, %0: memref<?xf32>) {
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x?xf32>) outs(%0 : memref<?xf32>) {
  ^bb0(%a: f32, %s: f32):
    %b = math.exp %a : f32
    %c = arith.maximumf %s, %b : f32
    linalg.yield %c : f32
  }
  return
}
// Few steps are not worth a block.
func.func @short(%x: memref<1x31xf32>, %0: memref<1xf32>) {
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%x : memref<1x31xf32>) outs(%0 : memref<1xf32>) {
  ^bb0(%a: f32, %s: f32):
    %b = math.exp %a : f32
    %c = arith.addf %s, %b : f32
    linalg.yield %c : f32
  }
  return
}
// Memory that is not contiguous along the sums is read once.
func.func @columns(%x: memref<?x?xf32>, %0: memref<?xf32, strided<[?]>>) {
  linalg.generic {indexing_maps = [#columns, #sums], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x?xf32>) outs(%0 : memref<?xf32, strided<[?]>>) {
  ^bb0(%a: f32, %s: f32):
    %b = math.exp %a : f32
    %c = arith.addf %s, %b : f32
    linalg.yield %c : f32
  }
  return
}
// Functions of doubles are calls, which nothing vectorises.
func.func @doubles(%x: memref<?x?xf64>, %0: memref<?xf64>) {
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x?xf64>) outs(%0 : memref<?xf64>) {
  ^bb0(%a: f64, %s: f64):
    %b = math.exp %a : f64
    %c = arith.addf %s, %b : f64
    linalg.yield %c : f64
  }
  return
}
