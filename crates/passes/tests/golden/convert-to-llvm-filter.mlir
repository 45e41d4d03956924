// RUN: builtin.module(convert-to-llvm{filter-dialects=arith,func})
func.func @some(%n: index, %m: memref<?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %l = memref.load %m[%c1] : memref<?xf32>
  %s = arith.addf %l, %l : f32
  memref.store %s, %m[%c1] : memref<?xf32>
  %t = arith.addi %n, %c1 : index
  return %t : index
}
