// RUN: -convert-linalg-to-loops -convert-scf-to-cf -convert-func-to-llvm -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Declarations of functions that the lowering of other ops calls, too.
func.func private @printNewline()
func.func private @printF64(f64)
func.func private @malloc(i64) -> !llvm.ptr
func.func private @free(!llvm.ptr)
func.func @main() {
  %half = arith.constant 0.5 : f64
  %size = arith.constant 16 : i64
  %c0 = arith.constant 0 : index
  vector.print %half : f64
  call @printF64(%half) : (f64) -> ()
  call @printNewline() : () -> ()
  %raw = call @malloc(%size) : (i64) -> !llvm.ptr
  call @free(%raw) : (!llvm.ptr) -> ()
  %m = memref.alloc() : memref<2xf64>
  linalg.fill ins(%half : f64) outs(%m : memref<2xf64>)
  %l = memref.load %m[%c0] : memref<2xf64>
  vector.print %l : f64
  memref.dealloc %m : memref<2xf64>
  return
}
