// RUN: --memref-emulate-wide-int
// What is said of the alignment of a load or a store is forgotten.
func.func @f(%i: index, %n: index, %a: i32) {
  %memory = memref.alloc(%n) {alignment = 32 : i64} : memref<4x?xi64>
  %other = memref.alloc()[%n] : memref<4xi64, strided<[1], offset: ?>, 3>
  %narrow = memref.alloc() : memref<4xi32>
  %0 = arith.constant 12345678901 : i64
  memref.store %0, %memory[%i, %i] {nontemporal = true} : memref<4x?xi64>
  %1 = memref.load %memory[%i, %n] {alignment = 16 : i64} : memref<4x?xi64>
  %2 = memref.load %other[%i] {nontemporal = true} : memref<4xi64, strided<[1], offset: ?>, 3>
  %3 = arith.subi %1, %2 : i64
  memref.store %3, %other[%n] {alignment = 8 : i64} : memref<4xi64, strided<[1], offset: ?>, 3>
  %4 = arith.trunci %3 : i64 to i32
  memref.store %4, %narrow[%i] : memref<4xi32>
  %5 = arith.extsi %a : i32 to i64
  memref.store %5, %memory[%n, %n] : memref<4x?xi64>
  return
}

func.func @constants(%a: memref<i64>) {
  %memory = memref.alloc() : memref<i64>
  %0 = arith.constant 3 : i64
  %1 = arith.trunci %0 : i64 to i32
  %2 = arith.extsi %1 : i32 to i64
  memref.store %2, %memory[] : memref<i64>
  return
}
