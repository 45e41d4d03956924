// Functions that are chosen when the program is loaded, and an alias of what chooses.
llvm.func @r() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc external @f : !llvm.func<i32 ()>, !llvm.ptr @al
llvm.mlir.ifunc @g : !llvm.func<i32 (i32)>, !llvm.ptr @r
llvm.mlir.ifunc linkonce hidden local_unnamed_addr @h : !llvm.func<i32 (i32)>, !llvm.ptr @r {dso_local}
llvm.mlir.ifunc private unnamed_addr @i : !llvm.func<i32 (i32)>, !llvm.ptr @r
llvm.mlir.ifunc weak_odr protected unnamed_addr @j : !llvm.func<i32 (i32)>, !llvm.ptr @r
llvm.mlir.alias external @al : !llvm.func<ptr ()> {
  %0 = llvm.mlir.addressof @r : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @u(%a: i32) -> i32 {
  %0 = llvm.call @g(%a) : (i32) -> i32
  %1 = llvm.mlir.addressof @h : !llvm.ptr
  %2 = llvm.call %1(%0) : !llvm.ptr, (i32) -> i32
  llvm.return %2 : i32
}
