// RUN: --mem2reg
// What is passed to a destination of an invocation comes between its arguments and what is passed to the other destination.

llvm.func @may_throw()
llvm.func @takes(i32)
llvm.func @handles(...) -> i32

llvm.func @normal_way(%flag: i1, %x: i32, %y: i32) -> i32 attributes {personality = @handles} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %slot : i32, !llvm.ptr
  llvm.cond_br %flag, ^call, ^other
^call:
  llvm.invoke @may_throw() to ^end unwind ^thrown : () -> ()
^other:
  llvm.store %y, %slot : i32, !llvm.ptr
  llvm.br ^end
^end:
  %r = llvm.load %slot : !llvm.ptr -> i32
  llvm.return %r : i32
^thrown:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %pad : !llvm.struct<(ptr, i32)>
}

llvm.func @with_arguments(%flag: i1, %x: i32, %y: i32) -> i32 attributes {personality = @handles} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %slot : i32, !llvm.ptr
  llvm.cond_br %flag, ^call, ^other
^call:
  llvm.invoke @takes(%x) to ^end(%x : i32) unwind ^thrown : (i32) -> ()
^other:
  llvm.store %y, %slot : i32, !llvm.ptr
  llvm.br ^end(%y : i32)
^end(%a: i32):
  %r = llvm.load %slot : !llvm.ptr -> i32
  %s = llvm.add %r, %a : i32
  llvm.return %s : i32
^thrown:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %pad : !llvm.struct<(ptr, i32)>
}

llvm.func @unwind_way(%flag: i1, %x: i32, %y: i32) -> i32 attributes {personality = @handles} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %slot : i32, !llvm.ptr
  llvm.cond_br %flag, ^first, ^second
^first:
  llvm.invoke @takes(%x) to ^end(%x : i32) unwind ^thrown : (i32) -> ()
^second:
  llvm.store %y, %slot : i32, !llvm.ptr
  llvm.invoke @may_throw() to ^end(%y : i32) unwind ^thrown : () -> ()
^end(%a: i32):
  llvm.return %a : i32
^thrown:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  %r = llvm.load %slot : !llvm.ptr -> i32
  llvm.return %r : i32
}
