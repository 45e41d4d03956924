// RUN: builtin.module(func.func(affine-loop-tile{separate tile-sizes=32,8}))

func.func @bounds(%a: memref<?x?xf32>, %x: f32, %n: index, %m: index) {
  affine.for %i = 1 to 100 {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 3, s0, s0 + 5)>(%n)[%m] {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// All tiles are full.
func.func @full(%a: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// The default size comes after those that are given.
func.func @three(%n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 * 2)>()[%n] {
      affine.for %k = 0 to affine_map<()[s0] -> (s0 * 2 - 1)>()[%n] {
        "test.body"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

// These are not separated.
func.func @step(%a: memref<?x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n step 2 {
    affine.store %x, %a[%i, %i] : memref<?x?xf32>
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 2)>()[%n] {
    affine.store %x, %a[%i, %i] : memref<?x?xf32>
  }
  return
}
