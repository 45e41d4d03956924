// RUN: --affine-loop-tile=tile-size=4
// Unlike MLIR: loops stay as they are where an iteration would overtake one on which it depends. MLIR looks only for distances
// between them that are always negative and may be several numbers.

func.func @one_distance(%a: memref<101x101xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 1 to 100 {
      %0 = affine.load %a[%i, %j] : memref<101x101xf32>
      affine.store %0, %a[%i + 1, %j - 1] : memref<101x101xf32>
    }
  }
  return
}

func.func @any_distance(%a: memref<100xf32>, %b: memref<100x100xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      %0 = affine.load %b[%i, %j] : memref<100x100xf32>
      affine.store %0, %a[0] : memref<100xf32>
    }
  }
  return
}

func.func @views(%a: memref<10x20xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<10x20xf32> into memref<200xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 20 {
      %1 = affine.load %0[%j * 3 + %i] : memref<200xf32>
      affine.store %1, %a[%i, %j] : memref<10x20xf32>
    }
  }
  return
}

func.func private @print(index, index)

func.func @calls() {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      func.call @print(%i, %j) : (index, index) -> ()
    }
  }
  return
}
