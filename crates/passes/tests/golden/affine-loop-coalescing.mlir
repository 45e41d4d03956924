// RUN: --affine-loop-coalescing

func.func @three(%n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<(d0) -> (d0, 16)>(%n) {
      affine.for %k = 0 to 4 {
        "test.body"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

// The innermost two, then those around them.
func.func @bands(%a: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 5 {
      "test.between"(%i, %j) : (index, index) -> ()
      affine.for %k = 0 to 7 {
        affine.for %l = 0 to 3 {
          affine.store %x, %a[%k * 3 + %l] : memref<?xf32>
        }
      }
    }
  }
  return
}

// Sizes of memrefs are not negative.
func.func @sizes(%a: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Neither loops with a step or another start, nor a single one.
func.func @stay(%n: index) {
  affine.for %i = 0 to 8 step 2 {
    affine.for %j = 0 to 5 {
      "test.body"(%i, %j) : (index, index) -> ()
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 5 {
      "test.body"(%i, %j) : (index, index) -> ()
    }
  }
  affine.for %i = 0 to 8 {
    "test.body"(%i) : (index) -> ()
  }
  return
}
