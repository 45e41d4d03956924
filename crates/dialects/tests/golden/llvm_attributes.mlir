// Attributes with named parameters.

llvm.func @f(%p: !llvm.ptr, %l: i64) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite, errnoMem = write, targetMem0 = none, targetMem1 = none>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 4 : i32>, target_features = #llvm.target_features<["+sse", "+avx"]>} {
  %1 = llvm.load %p dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
  %2 = llvm.inttoptr %l dereferenceable<bytes = 4> : i64 to !llvm.ptr
  llvm.return
}
llvm.func @g() vscale_range(2, 4) attributes {dso_local}
