// RUN: --ownership-based-buffer-deallocation
func.func private @use(memref<4xf32>)
func.func @simple(%x: f32, %i: index) {
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  call @use(%m) : (memref<4xf32>) -> ()
  return
}
func.func @ret(%x: f32, %i: index) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  return %m : memref<4xf32>
}
func.func @arg(%a : memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}
func.func @sel(%a : memref<4xf32>, %c: i1) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %m : memref<4xf32>
  return %s : memref<4xf32>
}
func.func @ifs(%a : memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = scf.if %c -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}
func.func @loop(%a : memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %x, %m : memref<4xf32> to memref<4xf32>
    scf.yield %m : memref<4xf32>
  }
  call @use(%r) : (memref<4xf32>) -> ()
  return
}
func.func @br(%a : memref<4xf32>, %c: i1) {
  %m = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^1(%m: memref<4xf32>), ^2
^1(%x: memref<4xf32>):
  call @use(%x) : (memref<4xf32>) -> ()
  return
^2:
  cf.br ^1(%a: memref<4xf32>)
}
func.func @select_manually(%a: memref<4xf32>, %c: i1, %b: memref<4xf32>) {
  %s = arith.select %c, %a, %b : memref<4xf32>
  memref.dealloc %s {bufferization.manual_deallocation} : memref<4xf32>
  %m = memref.alloc() : memref<4xf32>
  memref.dealloc %m {bufferization.manual_deallocation} : memref<4xf32>
  %m2 = memref.alloc() : memref<4xf32>
  %s2 = arith.select %c, %a, %m2 : memref<4xf32>
  memref.dealloc %s2 {bufferization.manual_deallocation} : memref<4xf32>
  return
}
func.func @forall(%a: memref<4xf32>, %n: index) {
  %m0 = memref.alloc() : memref<4xf32>
  scf.forall (%i) in (%n) {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m0 : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @par(%a: memref<4xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f) -> f32 {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
    scf.reduce (%f : f32) {
      ^bb0(%x: f32, %y: f32):
      %m2 = memref.alloc() : memref<4xf32>
      %z = arith.addf %x, %y : f32
      scf.reduce.return %z : f32
    }
  }
  return %r : f32
}
func.func @wh(%a: memref<4xf32>, %n: i1) -> memref<4xf32> {
  %r, %r2 = scf.while (%x = %a, %y = %n) : (memref<4xf32>, i1) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    scf.condition (%n) %m, %y : memref<4xf32>, i1
  } do {
   ^bb0(%x: memref<4xf32>, %z: i1):
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return %r : memref<4xf32>
}
func.func @manual(%a: memref<4xf32>, %f: index) {
  %m = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  memref.dealloc %m {bufferization.manual_deallocation} : memref<4xf32>
  %m1 = memref.alloca() : memref<4xf32>
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  return
}
func.func @g(%a: memref<*xf32>, %f: i1) -> memref<*xf32> {
  %s = memref.cast %a : memref<*xf32> to memref<4xf32>
  %g = memref.subview %s[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %u = memref.cast %g : memref<2xf32, strided<[1], offset: 1>> to memref<*xf32>
  cf.cond_br %f, ^1, ^2
^1:
  cf.br ^3
^2:
  cf.br ^3
^3:
  return %u : memref<*xf32>
}
memref.global @gl : memref<4xf32>
func.func @glob() -> memref<4xf32> {
  %g = memref.get_global @gl : memref<4xf32>
  return %g : memref<4xf32>
}
