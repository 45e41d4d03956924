// RUN: -convert-scf-to-cf -expand-strided-metadata -convert-vector-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-arith-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Memory whose rank nobody knows goes to another memory space and back.
func.func @through(%m: memref<*xi32>) -> i32 {
  %far = memref.memory_space_cast %m : memref<*xi32> to memref<*xi32, 1>
  %rank = memref.rank %far : memref<*xi32, 1>
  vector.print %rank : index
  %near = memref.memory_space_cast %far : memref<*xi32, 1> to memref<*xi32>
  %c1 = arith.constant 1 : index
  %columns = memref.dim %near, %c1 : memref<*xi32>
  vector.print %columns : index
  %view = memref.cast %near : memref<*xi32> to memref<2x2xi32, strided<[4, 1], offset: 1>>
  %x = memref.load %view[%c1, %c1] : memref<2x2xi32, strided<[4, 1], offset: 1>>
  return %x : i32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4x4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %row = arith.muli %i, %c4 : index
      %place = arith.addi %row, %j : index
      %x = arith.index_cast %place : index to i32
      memref.store %x, %m[%i, %j] : memref<4x4xi32>
    }
  }
  %v = memref.subview %m[0, 1] [2, 2] [1, 1] : memref<4x4xi32> to memref<2x2xi32, strided<[4, 1], offset: 1>>
  %any = memref.cast %v : memref<2x2xi32, strided<[4, 1], offset: 1>> to memref<*xi32>
  %x = call @through(%any) : (memref<*xi32>) -> i32
  vector.print %x : i32
  memref.dealloc %m : memref<4x4xi32>
  return
}
