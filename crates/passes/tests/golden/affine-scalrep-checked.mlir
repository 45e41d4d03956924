// RUN: --affine-scalrep
// Unlike MLIR: an access of a vector touches all of its elements, not the first one only, and the condition of an affine.if does
// not hold in its second region.

func.func @not_overwritten(%a: memref<10xf32>, %v: vector<4xf32>, %x: f32) {
  affine.vector_store %v, %a[0] : memref<10xf32>, vector<4xf32>
  affine.store %x, %a[0] : memref<10xf32>
  return
}

func.func @partly_overwritten(%a: memref<10xf32>, %v: vector<4xf32>, %x: f32) -> f32 {
  affine.store %x, %a[2] : memref<10xf32>
  affine.vector_store %v, %a[0] : memref<10xf32>, vector<4xf32>
  %0 = affine.load %a[2] : memref<10xf32>
  return %0 : f32
}

func.func @second_region(%a: memref<f32>, %x: f32, %y: f32) {
  affine.for %i = 3 to 10 {
    affine.store %x, %a[] : memref<f32>
    affine.if affine_set<(d0) : (-d0 + 2 >= 0)>(%i) {
    } else {
      %0 = affine.load %a[] : memref<f32>
      "test.use"(%0) : (f32) -> ()
    }
    affine.store %y, %a[] : memref<f32>
  }
  return
}
