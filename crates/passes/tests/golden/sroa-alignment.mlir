// RUN: --sroa
// Unlike MLIR: parts keep the alignment on which accesses rely.
llvm.func @aligned(%a: vector<4xf32>) -> i64 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<(i64, array<4 x f32>)> {alignment = 32 : i64} : (i32) -> !llvm.ptr
  %first = llvm.getelementptr %m[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, array<4 x f32>)>
  %second = llvm.getelementptr %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, array<4 x f32>)>
  llvm.store %a, %second {alignment = 8 : i64} : vector<4xf32>, !llvm.ptr
  %x = llvm.load %first {alignment = 32 : i64} : !llvm.ptr -> i64
  llvm.return %x : i64
}
