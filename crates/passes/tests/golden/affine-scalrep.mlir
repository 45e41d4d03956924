// RUN: --affine-scalrep

func.func @store_to_load(%x: f32) -> memref<10x10xf32> {
  %a = memref.alloc() : memref<10x10xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.apply affine_map<(d0) -> (d0 - 1)>(%j)
      affine.store %x, %a[%i, %0 + 1] : memref<10x10xf32>
      %1 = affine.load %a[%i, %j] : memref<10x10xf32>
      %2 = arith.addf %1, %1 : f32
      "test.use"(%2) : (f32) -> ()
    }
  }
  return %a : memref<10x10xf32>
}

// Memory that is only written goes away.
func.func @temporary(%x: f32) -> f32 {
  %a = memref.alloc() : memref<f32>
  affine.store %x, %a[] : memref<f32>
  %0 = affine.load %a[] : memref<f32>
  memref.dealloc %a : memref<f32>
  return %0 : f32
}

// From a loop around, but not out of one, nor past another store.
func.func @ways(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 10 {
    affine.store %x, %a[%i] : memref<10xf32>
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i] : memref<10xf32>
      "test.pure_use"(%0) : (f32) -> ()
    }
  }
  affine.for %i = 0 to 10 {
    affine.store %x, %b[%i] : memref<10xf32>
    affine.for %j = 0 to 10 {
      %0 = affine.load %b[%i] : memref<10xf32>
      %1 = arith.addf %0, %x : f32
      affine.store %1, %b[%i] : memref<10xf32>
    }
    %2 = affine.load %b[%i] : memref<10xf32>
    %3 = affine.load %b[%i] : memref<10xf32>
    %4 = arith.addf %2, %3 : f32
    affine.store %4, %a[%i] : memref<10xf32>
  }
  return
}

// A store that is overwritten before anything reads it.
func.func @overwritten(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 10 {
    affine.store %x, %a[%i] : memref<10xf32>
    %0 = affine.load %a[%i + 1] : memref<10xf32>
    affine.store %0, %a[%i] : memref<10xf32>
    affine.store %x, %b[%i] : memref<10xf32>
    %1 = affine.load %b[%i] : memref<10xf32>
    affine.store %y, %b[%i] : memref<10xf32>
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      affine.store %x, %b[%i] : memref<10xf32>
      %2 = affine.load %b[%i] : memref<10xf32>
      "test.use"(%2) : (f32) -> ()
    }
  }
  return
}

// Two loads of the same, and arguments that may be the same memory.
func.func @loads(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32) -> (f32, f32, f32) {
  %c = memref.alloc() : memref<10xf32>
  %0 = affine.load %a[3] : memref<10xf32>
  affine.store %x, %c[3] : memref<10xf32>
  %1 = affine.load %a[3] : memref<10xf32>
  affine.store %x, %b[3] : memref<10xf32>
  %2 = affine.load %a[3] : memref<10xf32>
  return %0, %1, %2 : f32, f32, f32
}

// Vectors are forwarded as such.
func.func @vectors(%a: memref<10xf32>, %v: vector<4xf32>, %x: f32) -> (vector<4xf32>, f32) {
  affine.vector_store %v, %a[0] : memref<10xf32>, vector<4xf32>
  %0 = affine.vector_load %a[0] : memref<10xf32>, vector<4xf32>
  %1 = affine.load %a[0] : memref<10xf32>
  return %0, %1 : vector<4xf32>, f32
}

func.func @blocks(%a: memref<10xf32>, %x: f32, %c: i1) -> f32 {
  affine.store %x, %a[1] : memref<10xf32>
  cf.cond_br %c, ^one, ^other
^one:
  affine.store %x, %a[2] : memref<10xf32>
  cf.br ^end
^other:
  cf.br ^end
^end:
  %0 = affine.load %a[1] : memref<10xf32>
  return %0 : f32
}
