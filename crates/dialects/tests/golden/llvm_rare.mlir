// What few programs have.
llvm.func @callee()

llvm.func @address() -> !llvm.ptr {
  %0 = llvm.dso_local_equivalent @callee : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @halves(%v: vector<8xi8>) -> vector<4xi8> {
  %0 = "llvm.intr.vector.deinterleave2"(%v) : (vector<8xi8>) -> !llvm.struct<(vector<4xi8>, vector<4xi8>)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(vector<4xi8>, vector<4xi8>)>
  llvm.return %1 : vector<4xi8>
}

llvm.func @next(%list: !llvm.ptr) -> i32 {
  %0 = llvm.va_arg %list : (!llvm.ptr) -> i32
  llvm.return %0 : i32
}

llvm.func @lifetime() {
  %one = llvm.mlir.constant(1 : i64) : i64
  %0 = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %0 : !llvm.ptr
  llvm.intr.lifetime.end %0 : !llvm.ptr
  llvm.return
}
