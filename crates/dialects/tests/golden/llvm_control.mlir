// Control flow and calls.

llvm.func @callee(i32, !llvm.ptr) -> i32
llvm.func @nothing()
llvm.func @open(!llvm.ptr, ...) -> i32
llvm.func @personality(...) -> i32

llvm.func @branches(%c: i1, %i: i32, %l: i64) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2(%i : i32)
^bb1:
  llvm.cond_br %c weights([1, 99]), ^bb2(%i : i32), ^bb3(%i, %l : i32, i64) {note}
^bb2(%a: i32):
  llvm.br ^bb3(%a, %l : i32, i64)
^bb3(%b: i32, %d: i64):
  llvm.switch %i : i32, ^bb4 [
  ]
^bb4:
  llvm.switch %l : i64, ^bb5 [
    0: ^bb1,
    -7: ^bb2(%i : i32),
    12: ^bb3(%i, %l : i32, i64)
  ]
^bb5:
  llvm.switch %i : i32, ^bb2(%b : i32) [
    1: ^bb6
  ] {branch_weights = array<i32: 1, 2>}
^bb6:
  llvm.br ^bb7
^bb7:
  llvm.unreachable
}

llvm.func @calls(%i: i32, %p: !llvm.ptr, %f: f32) {
  %0 = llvm.call @callee(%i, %p) : (i32, !llvm.ptr) -> i32
  llvm.call @nothing() : () -> ()
  %1 = llvm.call fastcc @callee(%i, %p) {fastmathFlags = #llvm.fastmath<fast>} : (i32, !llvm.ptr) -> i32
  %2 = llvm.call tail @callee(%i, %p) {no_unwind, will_return} : (i32, !llvm.ptr) -> i32
  %3 = llvm.call fastcc musttail @callee(%i, %p) : (i32, !llvm.ptr) -> i32
  %4 = llvm.call %p(%i) : !llvm.ptr, (i32) -> i32
  llvm.call notail %p() : !llvm.ptr, () -> ()
  %5 = llvm.call @open(%p, %i, %f) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, f32) -> i32
  %6 = llvm.call %p(%p, %i) vararg(!llvm.func<i32 (ptr, ...)>) : !llvm.ptr, (!llvm.ptr, i32) -> i32
  %7 = llvm.call @callee(%i, %p) ["tag"(%i, %p : i32, !llvm.ptr), "empty"()] : (i32, !llvm.ptr) -> i32
  %8 = llvm.call @callee(%i, %p) : (i32 {llvm.signext}, !llvm.ptr {llvm.noalias}) -> (i32 {llvm.zeroext})
  %c = llvm.mlir.constant(true) : i1
  %9 = llvm.call_intrinsic "llvm.abs.i32"(%i, %c) : (i32, i1) -> i32
  llvm.call_intrinsic "llvm.donothing"() : () -> ()
  %10 = llvm.call_intrinsic "llvm.sqrt.f32"(%f) ["tag"(%i : i32)] {fastmathFlags = #llvm.fastmath<reassoc>} : (f32) -> f32
  %11 = llvm.inline_asm "nop", "=r,r" %i : (i32) -> i32
  llvm.inline_asm has_side_effects asm_dialect = intel "nop", "" : () -> ()
  %12 = llvm.inline_asm has_side_effects is_align_stack tail_call_kind = <tail> "add $0, $1", "=r,r" %i : (i32) -> i32
  llvm.return
}

llvm.func @throws(%i: i32, %p: !llvm.ptr) -> i32 attributes {personality = @personality} {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.invoke @callee(%i, %p) to ^bb1(%i : i32) unwind ^bb2 : (i32, !llvm.ptr) -> i32
^bb1(%a: i32):
  llvm.return %a : i32
^bb2:
  %2 = llvm.landingpad cleanup (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}
