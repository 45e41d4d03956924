// RUN: --convert-linalg-to-parallel-loops

// A loop for each dimension, from the first operand that has it.
func.func @fill(%value: f32, %a: memref<4x?xf32>) {
  linalg.fill ins(%value : f32) outs(%a : memref<4x?xf32>)
  return
}

// What the region does not use is not loaded.
func.func @copy(%a: memref<?xf32>, %b: memref<?xf16>) {
  linalg.copy ins(%a : memref<?xf32>) outs(%b : memref<?xf16>)
  return
}

// Nothing to loop over: one element.
func.func @scalar(%value: f32, %a: memref<f32>) {
  linalg.fill ins(%value : f32) outs(%a : memref<f32>)
  return
}

func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// Indices that are not those of loops are computed; constant ones fold.
func.func @window(%a: memref<?x?xf32>, %window: memref<?xf32>, %out: memref<?xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i * 2 + j, 0)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%a, %window : memref<?x?xf32>, memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %0 = arith.mulf %x, %w : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Indices of loops; ops with regions are repeated with what is in them.
func.func @iota(%a: memref<8x8xindex>, %limit: index) {
  linalg.map outs(%a : memref<8x8xindex>) (%old: index) {
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %small = arith.cmpi slt, %j, %limit : index
    %0 = scf.if %small -> index {
      %1 = arith.addi %i, %j : index
      scf.yield %1 : index
    } else {
      scf.yield %old : index
    }
    linalg.yield %0 : index
  }
  return
}

// Casts of memory do not matter: the sizes are known.
func.func @cast(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c = memref.cast %a : memref<4xf32> to memref<?xf32>
  linalg.exp ins(%c : memref<?xf32>) outs(%b : memref<4xf32>)
  return
}

// Parallel loops behind one that reduces are made inside of it.
func.func @reduction_first(%a: memref<?x?x?xf32>, %sums: memref<?x?xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>],
    iterator_types = ["reduction", "parallel", "parallel"]
  } ins(%a : memref<?x?x?xf32>) outs(%sums : memref<?x?xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %0 = arith.addf %sum, %x : f32
    linalg.yield %0 : f32
  }
  return
}
