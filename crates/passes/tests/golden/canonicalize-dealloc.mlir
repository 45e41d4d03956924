// RUN: --canonicalize
func.func @dup(%a: memref<2xi32>, %b: memref<4xi32>, %c: i1, %d: i1) -> (i1, i1, i1) {
  %0:3 = bufferization.dealloc (%a, %b, %a : memref<2xi32>, memref<4xi32>, memref<2xi32>) if (%c, %d, %d) retain (%a, %b, %a : memref<2xi32>, memref<4xi32>, memref<2xi32>)
  return %0#0, %0#1, %0#2 : i1, i1, i1
}
func.func @dup2(%a: memref<2xi32>, %c: i1) {
  bufferization.dealloc (%a, %a : memref<2xi32>, memref<2xi32>) if (%c, %c)
  return
}
func.func @empty(%a: memref<2xi32>) -> i1 {
  %0 = bufferization.dealloc retain (%a : memref<2xi32>)
  bufferization.dealloc
  return %0 : i1
}
func.func @false(%a: memref<2xi32>, %b: memref<2xi32>, %c: i1) -> i1 {
  %f = arith.constant false
  %0 = bufferization.dealloc (%a, %b : memref<2xi32>, memref<2xi32>) if (%f, %c) retain (%b : memref<2xi32>)
  return %0 : i1
}
func.func @pair() {
  %t = arith.constant true
  %m = memref.alloc() : memref<4xi32>
  bufferization.dealloc (%m : memref<4xi32>) if (%t)
  return
}
func.func @pair2(%c: i1) {
  %m = memref.alloc() : memref<4xi32>
  bufferization.dealloc (%m : memref<4xi32>) if (%c)
  return
}
func.func @pair3(%c: i1, %b : memref<4xi32>) -> i1 {
  %t = arith.constant true
  %m = memref.alloc() : memref<4xi32>
  %0 = bufferization.dealloc (%m, %b : memref<4xi32>, memref<4xi32>) if (%t, %c) retain (%b : memref<4xi32>)
  return %0 : i1
}
func.func @meta(%c: i1, %b : memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  %a, %o, %s, %st = memref.extract_strided_metadata %m : memref<4xi32> -> memref<i32>, index, index, index
  %a1, %o1, %s1, %st1 = memref.extract_strided_metadata %b : memref<4xi32> -> memref<i32>, index, index, index
  memref.dealloc %m : memref<4xi32>
  bufferization.dealloc (%a, %a1 : memref<i32>, memref<i32>) if (%c, %c)
  return
}
func.func @meta2(%c: i1) {
  %m = memref.alloca() : memref<4xi32>
  %a, %o, %s, %st = memref.extract_strided_metadata %m : memref<4xi32> -> memref<i32>, index, index, index
  bufferization.dealloc (%a : memref<i32>) if (%c)
  return
}
func.func @two(%c: i1, %b : memref<4xi32>) {
  %t = arith.constant true
  %m = memref.alloc() : memref<4xi32>
  bufferization.dealloc (%m, %b : memref<4xi32>, memref<4xi32>) if (%t, %c)
  bufferization.dealloc (%m : memref<4xi32>) if (%t)
  return
}
func.func @clone(%b : memref<4xi32>) {
  %t = arith.constant true
  %m = bufferization.clone %b : memref<4xi32> to memref<4xi32>
  bufferization.dealloc (%m, %b : memref<4xi32>, memref<4xi32>) if (%t, %t)
  %m2 = bufferization.clone %b : memref<4xi32> to memref<4xi32>
  memref.dealloc %m2 : memref<4xi32>
  return
}
func.func @d(%b : memref<4xi32>, %i: index, %c: i1) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %x = memref.load %m[%i] : memref<4xi32>
  bufferization.dealloc (%m : memref<4xi32>) if (%c)
  return %x : i32
}
func.func @unranked(%b : memref<4xi32>, %c: i1) {
  %m = memref.alloc() : memref<4xi32>
  %u = memref.cast %m : memref<4xi32> to memref<*xi32>
  memref.dealloc %u : memref<*xi32>
  %r = bufferization.dealloc (%u : memref<*xi32>) if (%c) retain (%u : memref<*xi32>)
  return
}
func.func @pairs(%c: i1, %d: i1) {
  %m = memref.alloc() : memref<4xi32>
  bufferization.dealloc (%m : memref<4xi32>) if (%c)
  bufferization.dealloc (%m : memref<4xi32>) if (%d)
  %m1 = memref.alloc() : memref<4xi32>
  bufferization.dealloc (%m1, %m1 : memref<4xi32>, memref<4xi32>) if (%c, %d)
  %m2 = memref.alloc() : memref<4xi32>
  %r = bufferization.dealloc (%m2 : memref<4xi32>) if (%c) retain (%m2 : memref<4xi32>)
  return
}
