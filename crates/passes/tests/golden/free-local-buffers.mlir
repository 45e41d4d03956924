// RUN: --free-local-buffers
// Unlike MLIR: it has no such pass.

func.func private @use(memref<4xf32>)
func.func private @pass(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}

func.func @freed(%f: f32, %c: i1, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  %cast = memref.cast %a : memref<4xf32> to memref<?xf32>
  %either = arith.select %c, %cast, %b : memref<?xf32>
  %0 = memref.load %either[%c0] : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %own = memref.alloc() : memref<4xf32>
    linalg.fill ins(%f : f32) outs(%own : memref<4xf32>)
    memref.copy %own, %a : memref<4xf32> to memref<4xf32>
  }
  %called = memref.alloc() : memref<4xf32>
  call @use(%called) : (memref<4xf32>) -> ()
  %given_back = func.call @pass(%called) : (memref<4xf32>) -> memref<4xf32>
  %1 = memref.load %given_back[%c0] : memref<4xf32>
  %unused = memref.alloc() : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// Given away, freed already, carried by a loop, stored, used in another block, or by what is not known.
func.func @kept(%f: f32, %n: index, %m: memref<memref<4xf32>>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %result = memref.alloc() : memref<4xf32>
  %freed = memref.alloc() : memref<4xf32>
  memref.dealloc %freed : memref<4xf32>
  %stored = memref.alloc() : memref<4xf32>
  memref.store %stored, %m[] : memref<memref<4xf32>>
  %start = memref.alloc() : memref<4xf32>
  %carried = scf.for %i = %c0 to %n step %c1 iter_args(%before = %start) -> (memref<4xf32>) {
    %next = memref.alloc() : memref<4xf32>
    scf.yield %next : memref<4xf32>
  }
  memref.store %f, %carried[%c0] : memref<4xf32>
  %unknown = memref.alloc() : memref<4xf32>
  "test.use"(%unknown) : (memref<4xf32>) -> ()
  %elsewhere = memref.alloc() : memref<4xf32>
  cf.br ^next
^next:
  memref.store %f, %elsewhere[%c0] : memref<4xf32>
  return %result : memref<4xf32>
}
