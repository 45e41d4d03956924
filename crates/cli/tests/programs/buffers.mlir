// RUN: -bufferization-lower-deallocations -convert-bufferization-to-memref -convert-scf-to-cf -convert-vector-to-llvm -expand-strided-metadata -finalize-memref-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Copies of memory, and memory that is freed on a condition, as the passes of bufferization leave them.
func.func @twice(%m: memref<?xi64>, %keeps: i1) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %copy = bufferization.clone %m : memref<?xi64> to memref<?xi64>
  %n = memref.dim %copy, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %copy[%i] : memref<?xi64>
    %y = arith.addi %x, %x : i64
    memref.store %y, %copy[%i] : memref<?xi64>
  }
  %true = arith.constant true
  %drops = arith.xori %keeps, %true : i1
  bufferization.dealloc (%m : memref<?xi64>) if (%drops)
  return %copy : memref<?xi64>
}

func.func @main() {
  %n = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7 : i64
  %true = arith.constant true
  %false = arith.constant false
  %m = memref.alloc(%n) : memref<?xi64>
  memref.store %seven, %m[%c3] : memref<?xi64>
  %a = call @twice(%m, %true) : (memref<?xi64>, i1) -> memref<?xi64>
  %b = call @twice(%m, %false) : (memref<?xi64>, i1) -> memref<?xi64>
  %x = memref.load %a[%c3] : memref<?xi64>
  %y = memref.load %b[%c3] : memref<?xi64>
  vector.print %x : i64
  vector.print %y : i64
  %kept:2 = bufferization.dealloc (%a, %b : memref<?xi64>, memref<?xi64>) if (%true, %true) retain (%a, %b : memref<?xi64>, memref<?xi64>)
  vector.print %kept#0 : i1
  bufferization.dealloc (%a, %b : memref<?xi64>, memref<?xi64>) if (%kept#0, %kept#1)
  return
}
