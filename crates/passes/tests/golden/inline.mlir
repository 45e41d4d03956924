// RUN: --inline

func.func private @a(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @b(%m, %i) : (memref<?xf32>, index) -> ()
  }
  return
}
func.func private @b(%m: memref<?xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<?xf32>
  %c = arith.constant 2.0 : f32
  %1 = arith.mulf %0, %c : f32
  memref.store %1, %m[%i] : memref<?xf32>
  return
}
func.func private @multi(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^l, ^r
^l:
  %0 = arith.addi %x, %x : i32
  return %0 : i32
^r:
  return %x : i32
}
func.func @main(%m: memref<?xf32>, %n: index, %c: i1, %x: i32) -> i32 {
  call @a(%m, %n) : (memref<?xf32>, index) -> ()
  call @b(%m, %n) : (memref<?xf32>, index) -> ()
  %0 = call @multi(%c, %x) : (i1, i32) -> i32
  %1 = call @multi(%c, %0) : (i1, i32) -> i32
  cf.cond_br %c, ^l(%1 : i32), ^r
^l(%q: i32):
  %2 = call @multi(%c, %q) : (i1, i32) -> i32
  return %2 : i32
^r:
  %3 = scf.execute_region -> i32 {
    %4 = func.call @multi(%c, %x) : (i1, i32) -> i32
    scf.yield %4 : i32
  }
  return %3 : i32
}
llvm.func @x(%a: i32) -> i32 attributes {sym_visibility = "private"} {
  llvm.return %a : i32
}
llvm.func @y(%a: i32, %p: !llvm.ptr) -> i32 {
  %0 = llvm.call @x(%a) : (i32) -> i32
  %1 = llvm.mlir.addressof @x : !llvm.ptr
  %2 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  llvm.return %0 : i32
}
llvm.func @x1(%a: i32) -> i32 attributes {sym_visibility = "private"} {
  llvm.return %a : i32
}
llvm.func @y1(%a: i32, %p: !llvm.ptr) -> i32 {
  %0 = llvm.call @x1(%a) : (i32) -> i32
  llvm.return %0 : i32
}
llvm.mlir.global private @gl(0 : i32) : i32
memref.global "private" @mg : memref<2xf32>
memref.global "private" @mg2 : memref<2xf32>
func.func @usemg() -> memref<2xf32> { %0 = memref.get_global @mg2 : memref<2xf32> return %0 : memref<2xf32> }
