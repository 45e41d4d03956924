// What is known of calls and pointers: weights, counts, sizes.

llvm.func @may_throw() -> i32
llvm.func @personality(...) -> i32

llvm.func @calls() -> i32 attributes {personality = @personality, function_entry_count = 1234 : i64} {
  %r = llvm.invoke @may_throw() to ^fine unwind ^caught {branch_weights = array<i32: 1000, 3>} : () -> i32
^fine:
  llvm.return %r : i32
^caught:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %pad : !llvm.struct<(ptr, i32)>
}

llvm.func @pointers(%p: !llvm.ptr) -> !llvm.ptr {
  %q = llvm.load %p dereferenceable<bytes = 16> : !llvm.ptr -> !llvm.ptr
  %r = llvm.load %q dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}

llvm.func @kernel(%x: f32) -> f32 attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>>, work_group_size_hint = array<i32: 8, 4, 1>, reqd_work_group_size = array<i32: 16, 2, 1>, intel_reqd_sub_group_size = 32 : i32} {
  %y = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<reassoc, nnan, contract>} : f32
  llvm.return %y : f32
}

llvm.func @parameters(!llvm.ptr {llvm.sret = i64, llvm.nocapture, llvm.align = 8 : i64, llvm.noalias}, i8 {llvm.range = #llvm.constant_range<i8, -3, 5>, llvm.zeroext, llvm.noundef}, !llvm.ptr {llvm.nonnull, llvm.dereferenceable = 8 : i64, llvm.readonly, llvm.noundef})
