// RUN: builtin.module(func.func(optimize-allocation-liveness))

func.func @simple(%f: f32, %i: index, %c: i1, %n: index, %g: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %u = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  %s = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %x = memref.load %s[%i] : memref<2xf32, strided<[1]>>
  "user.use"() : () -> ()
  scf.for %k = %c0 to %n step %c1 {
    memref.store %f, %b[%k] : memref<4xf32>
    %in = memref.alloc() : memref<4xf32>
    memref.store %f, %in[%k] : memref<4xf32>
    "user.use"() : () -> ()
    memref.dealloc %in : memref<4xf32>
  }
  "user.use"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %u : memref<4xf32>
  return %x : f32
}
func.func @select(%f: f32, %i: index, %c: i1) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  "user.use"() : () -> ()
  %x = memref.load %s[%i] : memref<4xf32>
  "user.use"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %x : f32
}
func.func @two_frees(%f: f32, %i: index, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  "user.use"() : () -> ()
  scf.if %c {
    memref.dealloc %a : memref<4xf32>
  } else {
    memref.dealloc %a : memref<4xf32>
  }
  return
}
func.func @blocks(%f: f32, %i: index, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  "user.use"() : () -> ()
  cf.br ^bb1
^bb1:
  memref.dealloc %a : memref<4xf32>
  return
}
func.func @if(%f: f32, %i: index, %c: i1) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  "user.use"() : () -> ()
  %x = memref.load %r[%i] : memref<4xf32>
  "user.use"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  return %x : f32
}
func.func private @callee(memref<4xf32>) -> memref<4xf32>
func.func @call(%f: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %r = call @callee(%a) : (memref<4xf32>) -> memref<4xf32>
  "user.use"() : () -> ()
  %x = memref.load %r[%i] : memref<4xf32>
  "user.use"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  return %x : f32
}
func.func @dealloc_view(%f: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  "user.use"() : () -> ()
  memref.dealloc %v : memref<?xf32>
  return
}
func.func @clone(%a: memref<4xf32>, %i: index) -> f32 {
  %v = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  %x = memref.load %v[%i] : memref<4xf32>
  "user.use"() : () -> ()
  memref.dealloc %v : memref<4xf32>
  return %x : f32
}
