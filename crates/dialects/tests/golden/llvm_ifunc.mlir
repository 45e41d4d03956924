// Functions that are chosen when the program is loaded.

llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.mlir.ifunc @plain : !llvm.func<i32 (i32)>, !llvm.ptr @resolver
llvm.mlir.ifunc external @external : !llvm.func<i32 ()>, !llvm.ptr @alias
llvm.mlir.ifunc internal hidden local_unnamed_addr @hidden : !llvm.func<i32 (i32)>, !llvm.ptr @resolver {dso_local}
llvm.mlir.ifunc weak_odr protected unnamed_addr @protected : i32, !llvm.ptr @resolver {a = 5}

llvm.func @resolver_in_space() -> !llvm.ptr<1> {
  %0 = llvm.mlir.zero : !llvm.ptr<1>
  llvm.return %0 : !llvm.ptr<1>
}
llvm.mlir.ifunc private @in_space : !llvm.func<i32 ()>, !llvm.ptr<1> @resolver_in_space {address_space = 1 : i32}

// The resolver may have another name.
llvm.mlir.alias external @alias : !llvm.func<ptr ()> {
  %0 = llvm.mlir.addressof @resolver : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @caller(%a: i32) -> i32 {
  %0 = llvm.call @plain(%a) : (i32) -> i32
  %1 = llvm.mlir.addressof @hidden : !llvm.ptr
  %2 = llvm.call %1(%0) : !llvm.ptr, (i32) -> i32
  llvm.return %2 : i32
}
