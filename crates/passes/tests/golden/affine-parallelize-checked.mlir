// RUN: --affine-parallelize=parallel-reductions
// Unlike MLIR: loops stay as they are where memory is the same by other names, where the condition of an affine.if does not
// hold in its second region, where vectors overlap, and where affine.parallel has no such reduction of the type. MLIR makes
// them parallel, which changes results, or makes ops that are not valid.

memref.global @memory : memref<100xf32> = uninitialized

func.func @views(%a: memref<100xf32>, %b: memref<100xf32>) {
  %view = memref.cast %a : memref<100xf32> to memref<?xf32>
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %view[%i + 1] : memref<?xf32>
  }
  affine.for %i = 0 to 10 {
    %part = memref.subview %a[%i] [10] [1] : memref<100xf32> to memref<10xf32, strided<[1], offset: ?>>
    %x = affine.load %b[%i] : memref<100xf32>
    affine.store %x, %part[9 - %i] : memref<10xf32, strided<[1], offset: ?>>
  }
  // Nothing is wrong with reading parts of what is not written.
  affine.for %i = 0 to 10 {
    %part = memref.subview %a[%i] [10] [1] : memref<100xf32> to memref<10xf32, strided<[1], offset: ?>>
    %x = affine.load %part[9 - %i] : memref<10xf32, strided<[1], offset: ?>>
    affine.store %x, %b[%i] : memref<100xf32>
  }
  return
}

func.func @global() {
  %a = memref.get_global @memory : memref<100xf32>
  %b = memref.get_global @memory : memref<100xf32>
  %view = memref.cast %b : memref<100xf32> to memref<?xf32>
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %b[%i + 1] : memref<100xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %view[%i + 1] : memref<?xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %b[%i] : memref<100xf32>
  }
  return
}

#from_10 = affine_set<(d0) : (d0 - 10 >= 0)>
#from_5 = affine_set<(d0) : (d0 - 5 >= 0)>
#from_20 = affine_set<(d0) : (d0 - 10 >= 0, d0 - 20 >= 0)>
func.func @second_region(%a: memref<100xf32>) {
  affine.for %i = 0 to 10 {
    affine.if #from_10(%i) {
    } else {
      %x = affine.load %a[%i] : memref<100xf32>
      affine.store %x, %a[%i + 1] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.if #from_20(%i) {
    } else {
      %x = affine.load %a[%i] : memref<100xf32>
      affine.store %x, %a[%i + 1] : memref<100xf32>
    }
  }
  // Below 5, what is read is not written.
  affine.for %i = 0 to 10 {
    affine.if #from_5(%i) {
    } else {
      %x = affine.load %a[%i + 5] : memref<100xf32>
      affine.store %x, %a[%i] : memref<100xf32>
    }
  }
  return
}

func.func @vectors(%a: memref<10x100xf32>, %v: vector<8xf32>, %w: vector<2x4xf32>) {
  affine.for %i = 0 to 10 {
    affine.vector_store %v, %a[0, %i] : memref<10x100xf32>, vector<8xf32>
  }
  affine.for %i = 0 to 80 step 8 {
    affine.vector_store %v, %a[0, %i] : memref<10x100xf32>, vector<8xf32>
  }
  affine.for %i = 0 to 10 {
    affine.vector_store %v, %a[%i, 0] : memref<10x100xf32>, vector<8xf32>
  }
  affine.for %i = 0 to 9 {
    affine.vector_store %w, %a[%i, 0] : memref<10x100xf32>, vector<2x4xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.vector_load %a[0, %i * 8 + 4] : memref<10x100xf32>, vector<4xf32>
    affine.vector_store %x, %a[0, %i * 8] : memref<10x100xf32>, vector<4xf32>
  }
  return
}

func.func @not_in_parallel(%x: i32, %y: f32, %z: vector<4xf32>, %k: index) -> (i32, i32, f32, vector<4xf32>, index) {
  %0 = affine.for %i = 0 to 10 iter_args(%carried = %x) -> i32 {
    %next = arith.maxsi %carried, %x : i32
    affine.yield %next : i32
  }
  %1 = affine.for %i = 0 to 10 iter_args(%carried = %x) -> i32 {
    %next = arith.xori %carried, %x : i32
    affine.yield %next : i32
  }
  %2 = affine.for %i = 0 to 10 iter_args(%carried = %y) -> f32 {
    %next = arith.maxnumf %carried, %y : f32
    affine.yield %next : f32
  }
  %3 = affine.for %i = 0 to 10 iter_args(%carried = %z) -> vector<4xf32> {
    %next = arith.addf %carried, %z : vector<4xf32>
    affine.yield %next : vector<4xf32>
  }
  %4 = affine.for %i = 0 to 10 iter_args(%carried = %k) -> index {
    %next = arith.addi %carried, %k : index
    affine.yield %next : index
  }
  return %0, %1, %2, %3, %4 : i32, i32, f32, vector<4xf32>, index
}
