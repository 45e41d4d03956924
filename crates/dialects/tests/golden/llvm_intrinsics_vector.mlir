// Consecutive elements in memory, and the factor of scalable vectors.

llvm.func @consecutive(%p: !llvm.ptr, %m: vector<4xi1>, %v: vector<4xf32>) -> i64 {
  %0 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%0, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %s = "llvm.intr.vscale"() : () -> i64
  llvm.return %s : i64
}
