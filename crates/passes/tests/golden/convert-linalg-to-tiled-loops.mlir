// RUN: --convert-linalg-to-tiled-loops
// Unlike MLIR: it has no such pass.

// Rows of unknown length.
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// Tiles that are whole, a single tile, and two steps of the reduction that are left.
func.func @known_sizes(%a: memref<16x66xf32>, %b: memref<66x24xf32>, %c: memref<16x24xf32>) {
  linalg.matmul ins(%a, %b : memref<16x66xf32>, memref<66x24xf32>) outs(%c : memref<16x24xf32>)
  return
}
func.func @steps_left(%a: memref<8x34xf32>, %b: memref<34x24xf32>, %c: memref<8x24xf32>) {
  linalg.matmul ins(%a, %b : memref<8x34xf32>, memref<34x24xf32>) outs(%c : memref<8x24xf32>)
  return
}

// The reductions of the filter are done in one pass. Rows of the image are contiguous, as they are shifted by its step.
func.func @convolution(%image: memref<1x4x18x66xf32>, %filter: memref<8x4x3x3xf32>, %out: memref<1x8x16x64xf32>) {
  linalg.conv_2d_nchw_fchw ins(%image, %filter : memref<1x4x18x66xf32>, memref<8x4x3x3xf32>)
    outs(%out : memref<1x8x16x64xf32>)
  return
}

// Rows alone, of memory with strides.
func.func @sums_of_columns(%m: memref<?x1000xf64, strided<[?, 1]>>, %sums: memref<1000xf64>) {
  linalg.reduce { arith.addf } ins(%m : memref<?x1000xf64, strided<[?, 1]>>) outs(%sums : memref<1000xf64>) dimensions = [0]
  return
}

// Rows that cross an input are copied, block by block. Few rows of unknown number: several sums at the same time.
func.func @transposed(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @sums_of_rows(%m: memref<16x?xi32>, %sums: memref<16xi32>) {
  linalg.reduce { arith.addi } ins(%m : memref<16x?xi32>) outs(%sums : memref<16xi32>) dimensions = [1]
  return
}
func.func @few(%m: memref<3x?xi32>, %sums: memref<3xi32>) {
  linalg.reduce { arith.addi } ins(%m : memref<3x?xi32>) outs(%sums : memref<3xi32>) dimensions = [1]
  return
}
func.func @strided(%m: memref<?x?xf32, strided<[?, ?]>>, %sums: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%m : memref<?x?xf32, strided<[?, ?]>>) outs(%sums : memref<?xf32>) dimensions = [0]
  return
}

// Two results, a scalar, an index of the reduction, and a dimension that nothing is read again in.
#in = affine_map<(i, k) -> (k, i)>
#scalar = affine_map<(i, k) -> ()>
#out = affine_map<(i, k) -> (i)>
func.func @last_and_sum(%m: memref<?x64xi64>, %s: i64, %sums: memref<64xi64>, %lasts: memref<64xindex>) {
  linalg.generic {indexing_maps = [#in, #scalar, #out, #out], iterator_types = ["parallel", "reduction"]}
    ins(%m, %s : memref<?x64xi64>, i64) outs(%sums, %lasts : memref<64xi64>, memref<64xindex>) {
  ^bb0(%element: i64, %scalar: i64, %sum: i64, %last: index):
    %k = linalg.index 1 : index
    %product = arith.muli %element, %scalar : i64
    %next = arith.addi %sum, %product : i64
    %is_negative = arith.cmpi slt, %element, %scalar : i64
    %found = arith.select %is_negative, %k, %last : index
    linalg.yield %next, %found : i64, index
  }
  return
}

// Nothing is in no tile.
func.func @empty(%m: memref<0x33x?xf32>, %sums: memref<0x33xf32>) {
  linalg.reduce { arith.addf } ins(%m : memref<0x33x?xf32>) outs(%sums : memref<0x33xf32>) dimensions = [2]
  return
}

// What stays: few iterations, no reduction, a single sum, tensors, memory that is read and written, and what fails.
func.func @stays(%a: memref<64x64xf32>, %few: memref<8x8xf32>, %c: memref<64xf32>, %s: memref<f32>, %t: tensor<64x64xf32>)
  -> tensor<64x64xf32> {
  linalg.matmul ins(%few, %few : memref<8x8xf32>, memref<8x8xf32>) outs(%few : memref<8x8xf32>)
  linalg.map { math.exp } ins(%c : memref<64xf32>) outs(%c : memref<64xf32>)
  linalg.dot ins(%c, %c : memref<64xf32>, memref<64xf32>) outs(%s : memref<f32>)
  %0 = linalg.matmul ins(%t, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%t : tensor<64x64xf32>) -> tensor<64x64xf32>
  linalg.matmul ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%a : memref<64x64xf32>)
  linalg.reduce ins(%a : memref<64x64xf32>) outs(%c : memref<64xf32>) dimensions = [0] (%element: f32, %sum: f32) {
    %is_number = arith.cmpf ord, %element, %element : f32
    cf.assert %is_number, "not a number"
    %next = arith.addf %sum, %element : f32
    linalg.yield %next : f32
  }
  return %0 : tensor<64x64xf32>
}

// A single element: a parallel loop that reduces.
func.func @dot(%x: memref<?xf32>, %y: memref<?xf32>, %sum: memref<f32>) {
  linalg.dot ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%sum : memref<f32>)
  return
}

// Two results, dimensions of one element, memory that is contiguous in the first of the others, an index.
#transposed = affine_map<(i, j, k) -> (k, j)>
#element = affine_map<(i, j, k) -> (i)>
func.func @largest_and_sum(%m: memref<70x?xf64>, %largest: memref<1xf64>, %sum: memref<1xf64>) {
  linalg.generic {indexing_maps = [#transposed, #element, #element], iterator_types = ["parallel", "reduction", "reduction"]}
    ins(%m : memref<70x?xf64>) outs(%largest, %sum : memref<1xf64>, memref<1xf64>) {
  ^bb0(%value: f64, %before: f64, %total: f64):
    %k = linalg.index 2 : index
    %i = arith.index_cast %k : index to i64
    %weight = arith.sitofp %i : i64 to f64
    %weighted = arith.mulf %weight, %value : f64
    %next = arith.addf %weighted, %total : f64
    %larger = arith.maximumf %before, %value : f64
    linalg.yield %larger, %next : f64, f64
  }
  return
}

// More than an op combines values: this one stays.
func.func @norm(%m: memref<?xf64>, %norm: memref<f64>) {
  linalg.reduce ins(%m : memref<?xf64>) outs(%norm : memref<f64>) dimensions = [0]
    (%value: f64, %before: f64) {
      %0 = arith.mulf %before, %before : f64
      %1 = arith.addf %0, %value : f64
      %2 = math.sqrt %1 : f64
      linalg.yield %2 : f64
    }
  return
}

// Few elements, each of which takes long: small tiles.
func.func @density(%at: memref<?xf64>, %of: memref<?xf64>, %sums: memref<?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%at, %of : memref<?xf64>, memref<?xf64>) outs(%sums : memref<?xf64>) {
  ^bb0(%x: f64, %y: f64, %before: f64):
    %difference = arith.subf %x, %y : f64
    %e = math.exp %difference : f64
    %sum = arith.addf %before, %e : f64
    linalg.yield %sum : f64
  }
  return
}

// Nothing is read for a single use.
func.func @distances(%at: memref<300xf32>, %of: memref<5000xf32>, %sums: memref<300xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%at, %of : memref<300xf32>, memref<5000xf32>) outs(%sums : memref<300xf32>) {
  ^bb0(%x: f32, %y: f32, %before: f32):
    %difference = arith.subf %x, %y : f32
    %square = arith.mulf %difference, %difference : f32
    %sum = arith.addf %before, %square : f32
    linalg.yield %sum : f32
  }
  return
}
