llvm.func @r() -> !llvm.ptr
// expected-error @+1 {{'llvm.mlir.ifunc' op resolver must be a definition}}
llvm.mlir.ifunc @f : !llvm.func<i32 ()>, !llvm.ptr @r

// -----

llvm.func @r() {
  llvm.return
}
// expected-error @+1 {{'llvm.mlir.ifunc' op resolver must return a pointer}}
llvm.mlir.ifunc @f : !llvm.func<i32 ()>, !llvm.ptr @r

// -----

llvm.func @r() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// expected-error @+1 {{'llvm.mlir.ifunc' op resolver has incorrect type}}
llvm.mlir.ifunc @f : !llvm.func<i32 ()>, !llvm.ptr<1> @r

// -----

llvm.mlir.global external @r() : i32
// expected-error @+1 {{'llvm.mlir.ifunc' op must have a function resolver}}
llvm.mlir.ifunc @f : !llvm.func<i32 ()>, !llvm.ptr @r

// -----

llvm.func @r() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// expected-error @+1 {{'llvm.mlir.ifunc' op 'common' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage}}
llvm.mlir.ifunc common @f : !llvm.func<i32 ()>, !llvm.ptr @r

// -----

// expected-error @+1 {{integer literal not valid for specified type}}
llvm.mlir.ifunc @f : 5, !llvm.ptr @r

// -----

// expected-error @+1 {{custom op 'llvm.mlir.ifunc' invalid kind of attribute specified}}
llvm.mlir.ifunc @f : "a", !llvm.ptr @r

// -----

// expected-error @+1 {{custom op 'llvm.mlir.ifunc' invalid kind of attribute specified}}
llvm.mlir.ifunc @f : i32, !llvm.ptr @a::@b

// -----

// expected-error @+1 {{'llvm.mlir.ifunc' op requires attribute 'i_func_type'}}
"llvm.mlir.ifunc"() <{sym_name = "f"}> : () -> ()

// -----

llvm.func @r() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc @f : i32, !llvm.ptr @r
llvm.func @call() {
  // expected-error @+1 {{'llvm.call' op callee does not have a functional type: 'i32'}}
  llvm.call @f() : () -> ()
  llvm.return
}
