// RUN: --memref-emulate-wide-int
func.func @f() {
  %0 = memref.alloc() : memref<4xi64>
  memref.dealloc %0 : memref<4xi64>
  return
}
