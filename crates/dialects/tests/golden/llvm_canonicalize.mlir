// What the dialect folds.

llvm.func @same(%a: i32) -> i1 {
  %0 = llvm.icmp "eq" %a, %a : i32
  llvm.return %0 : i1
}

llvm.func @different(%a: i32) -> i1 {
  %0 = llvm.icmp "ne" %a, %a : i32
  llvm.return %0 : i1
}

llvm.func @less(%a: i32) -> i1 {
  %0 = llvm.icmp "slt" %a, %a : i32
  llvm.return %0 : i1
}

llvm.func @stack_is_not_null(%n: i64) -> i1 {
  %p = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  %z = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.icmp "eq" %p, %z : !llvm.ptr
  llvm.return %0 : i1
}

llvm.func @null_is_not_stack(%n: i64) -> i1 {
  %p = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  %z = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.icmp "ne" %z, %p : !llvm.ptr
  llvm.return %0 : i1
}

llvm.func @extract_inserted(%a: i32, %s: !llvm.struct<(i32, i32)>) -> i32 {
  %0 = llvm.insertvalue %a, %s[1] : !llvm.struct<(i32, i32)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i32)>
  llvm.return %1 : i32
}

llvm.func @extract_other(%a: i32, %s: !llvm.struct<(i32, i32)>) -> i32 {
  %0 = llvm.insertvalue %a, %s[1] : !llvm.struct<(i32, i32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i32)>
  llvm.return %1 : i32
}

llvm.func @extract_nested(%s: !llvm.struct<(i32, struct<(i64, i32)>)>) -> i32 {
  %0 = llvm.extractvalue %s[1] : !llvm.struct<(i32, struct<(i64, i32)>)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i64, i32)>
  llvm.return %1 : i32
}

llvm.func @extract_whole(%a: !llvm.struct<(i64, i32)>, %s: !llvm.struct<(i32, struct<(i64, i32)>)>) -> i32 {
  %0 = llvm.insertvalue %a, %s[1] : !llvm.struct<(i32, struct<(i64, i32)>)>
  %1 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, struct<(i64, i32)>)>
  llvm.return %1 : i32
}

llvm.func @extract_partly(%a: i32, %s: !llvm.struct<(i32, struct<(i64, i32)>)>) -> !llvm.struct<(i64, i32)> {
  %0 = llvm.insertvalue %a, %s[1, 1] : !llvm.struct<(i32, struct<(i64, i32)>)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, struct<(i64, i32)>)>
  llvm.return %1 : !llvm.struct<(i64, i32)>
}

llvm.func @first(%p: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return %0 : !llvm.ptr
}

llvm.func @constant_index(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %c = llvm.mlir.constant(3 : i64) : i64
  %0 = llvm.getelementptr %p[%c, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x i32>
  llvm.return %0 : !llvm.ptr
}

llvm.func @constant_zero(%p: !llvm.ptr) -> !llvm.ptr {
  %c = llvm.mlir.constant(0 : i64) : i64
  %0 = llvm.getelementptr %p[%c] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.return %0 : !llvm.ptr
}

llvm.func @there_and_back(%a: i32) -> i32 {
  %0 = llvm.bitcast %a : i32 to f32
  %1 = llvm.bitcast %0 : f32 to i32
  llvm.return %1 : i32
}

llvm.func @twice(%a: i32) -> vector<1xi32> {
  %0 = llvm.bitcast %a : i32 to f32
  %1 = llvm.bitcast %0 : f32 to vector<1xi32>
  llvm.return %1 : vector<1xi32>
}

llvm.func @spaces(%a: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.addrspacecast %a : !llvm.ptr to !llvm.ptr<1>
  %1 = llvm.addrspacecast %0 : !llvm.ptr<1> to !llvm.ptr
  llvm.return %1 : !llvm.ptr
}

llvm.func @extended() -> i32 {
  %c = llvm.mlir.constant(-1 : i8) : i8
  %0 = llvm.zext %c : i8 to i32
  llvm.return %0 : i32
}

llvm.func @shifted() -> i32 {
  %a = llvm.mlir.constant(3 : i32) : i32
  %b = llvm.mlir.constant(4 : i32) : i32
  %0 = llvm.shl %a, %b : i32
  llvm.return %0 : i32
}

llvm.func @ored() -> i32 {
  %a = llvm.mlir.constant(3 : i32) : i32
  %b = llvm.mlir.constant(4 : i32) : i32
  %0 = llvm.or %a, %b : i32
  llvm.return %0 : i32
}

llvm.func @added() -> i32 {
  %a = llvm.mlir.constant(3 : i32) : i32
  %b = llvm.mlir.constant(4 : i32) : i32
  %0 = llvm.add %a, %b : i32
  llvm.return %0 : i32
}

llvm.func @unused(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load volatile %p : !llvm.ptr -> i32
  %2 = llvm.mlir.constant(1 : i32) : i32
  %3 = llvm.add %2, %2 : i32
  %4 = llvm.mlir.undef : i32
  llvm.return
}

llvm.func @equal_constants() -> i32 {
  %a = llvm.mlir.constant(3 : i32) : i32
  %b = llvm.mlir.constant(3 : i32) : i32
  %0 = llvm.add %a, %b : i32
  llvm.return %0 : i32
}

llvm.func @known(%a: i32) -> i32 {
  %c = llvm.mlir.constant(true) : i1
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.return %a : i32
^bb2:
  %0 = llvm.mlir.constant(2 : i32) : i32
  llvm.br ^bb3(%0 : i32)
^bb3(%b: i32):
  llvm.return %b : i32
}

llvm.func @through(%a: i32) -> i32 {
  llvm.br ^bb1(%a : i32)
^bb1(%b: i32):
  llvm.return %b : i32
}

llvm.func @chosen(%c: i1, %a: i32) -> i32 {
  %0 = llvm.select %c, %a, %a : i1, i32
  llvm.return %0 : i32
}

llvm.func @shuffled(%v: vector<1xi32>) -> vector<1xi32> {
  %0 = llvm.shufflevector %v, %v [0] : vector<1xi32>
  llvm.return %0 : vector<1xi32>
}

llvm.func @two_constants(%v: vector<1xi32>) -> !llvm.struct<(ptr, ptr, i64, i32)> {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.zero : !llvm.ptr
  %2 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, i32)>
  %3 = llvm.insertvalue %0, %2[0] : !llvm.struct<(ptr, ptr, i64, i32)>
  %4 = llvm.insertvalue %1, %3[1] : !llvm.struct<(ptr, ptr, i64, i32)>
  llvm.return %4 : !llvm.struct<(ptr, ptr, i64, i32)>
}

llvm.func @constants() -> (i32) {
  %a = llvm.mlir.constant(dense<[1, 2, 3]> : vector<3xi32>) : !llvm.array<3 x i32>
  %a1 = llvm.extractvalue %a[1] : !llvm.array<3 x i32>
  %b = llvm.mlir.constant(dense<7> : tensor<2x3xi32>) : !llvm.array<2 x array<3 x i32>>
  %b1 = llvm.extractvalue %b[1, 2] : !llvm.array<2 x array<3 x i32>>
  %c = llvm.mlir.constant(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : !llvm.array<2 x array<3 x i32>>
  %c1 = llvm.extractvalue %c[1, 2] : !llvm.array<2 x array<3 x i32>>
  %d = llvm.mlir.constant([5 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %d1 = llvm.extractvalue %d[0] : !llvm.struct<(i32, f32)>
  %e = llvm.extractvalue %c[1] : !llvm.array<2 x array<3 x i32>>
  %e1 = llvm.extractvalue %e[0] : !llvm.array<3 x i32>
  %f = llvm.mlir.zero : !llvm.struct<(struct<(i32, i64)>, f32)>
  %f1 = llvm.extractvalue %f[0] : !llvm.struct<(struct<(i32, i64)>, f32)>
  %f2 = llvm.extractvalue %f[0, 0] : !llvm.struct<(struct<(i32, i64)>, f32)>
  %g = llvm.insertvalue %d1, %f1[0] : !llvm.struct<(i32, i64)>
  %g1 = llvm.extractvalue %g[1] : !llvm.struct<(i32, i64)>
  llvm.call @use_parts(%a1, %b1, %c1, %d1, %e1, %f2, %g1, %f1) : (i32, i32, i32, i32, i32, i32, i64, !llvm.struct<(i32, i64)>) -> ()
  llvm.return %a1 : i32
}
llvm.func @use_parts(i32, i32, i32, i32, i32, i32, i64, !llvm.struct<(i32, i64)>)
llvm.func @nothing() -> (i32) {
  %0 = llvm.mlir.poison : !llvm.struct<(i32, i64)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i64)>
  %2 = llvm.mlir.undef : !llvm.struct<(i32, i64)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(i32, i64)>
  %4 = llvm.mlir.zero : !llvm.struct<(i32, i64)>
  %5 = llvm.extractvalue %4[0] : !llvm.struct<(i32, i64)>
  %6 = llvm.add %1, %3 : i32
  %7 = llvm.add %6, %5 : i32
  llvm.return %7 : i32
}
