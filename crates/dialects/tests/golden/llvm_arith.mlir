// Arithmetic, comparisons and conversions.

llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi64>) {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.add %a, %b overflow<nsw> : i32
  %2 = llvm.sub %a, %b overflow<nsw, nuw> : i32
  %3 = llvm.mul %v, %v overflow<nuw> {note} : vector<4xi64>
  %4 = llvm.udiv %a, %b : i32
  %5 = llvm.udiv exact %a, %b : i32
  %6 = llvm.sdiv %a, %b : i32
  %7 = llvm.sdiv exact %v, %v : vector<4xi64>
  %8 = llvm.urem %a, %b : i32
  %9 = llvm.srem %a, %b : i32
  %10 = llvm.and %a, %b : i32
  %11 = llvm.or %a, %b : i32
  %12 = llvm.or disjoint %a, %b : i32
  %13 = llvm.xor %a, %b : i32
  %14 = llvm.shl %a, %b : i32
  %15 = llvm.shl %a, %b overflow<nsw> : i32
  %16 = llvm.lshr %a, %b : i32
  %17 = llvm.lshr exact %a, %b : i32
  %18 = llvm.ashr %a, %b : i32
  %19 = llvm.ashr exact %a, %b : i32
  llvm.return
}

llvm.func @floats(%a: f32, %b: f32, %v: vector<2xf64>) {
  %0 = llvm.fadd %a, %b : f32
  %1 = llvm.fsub %a, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %2 = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %3 = llvm.fdiv %v, %v : vector<2xf64>
  %4 = llvm.frem %a, %b : f32
  %5 = llvm.fneg %a : f32
  llvm.return
}

llvm.func @comparisons(%a: i32, %p: !llvm.ptr, %f: f32, %v: vector<4xi32>) {
  %0 = llvm.icmp "eq" %a, %a : i32
  %1 = llvm.icmp "ne" %p, %p : !llvm.ptr
  %2 = llvm.icmp "slt" %v, %v {note = 1 : i32} : vector<4xi32>
  %3 = llvm.icmp "uge" %a, %a : i32
  %4 = llvm.fcmp "oeq" %f, %f : f32
  %5 = llvm.fcmp "_true" %f, %f {fastmathFlags = #llvm.fastmath<nsz>} : f32
  %6 = llvm.fcmp "_false" %f, %f : f32
  llvm.return
}

llvm.func @conversions(%i: i32, %l: i64, %f: f32, %d: f64, %p: !llvm.ptr, %v: vector<4xi32>) {
  %0 = llvm.bitcast %i : i32 to f32
  %1 = llvm.bitcast %v : vector<4xi32> to vector<4xf32>
  %2 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  %3 = llvm.inttoptr %l : i64 to !llvm.ptr
  %4 = llvm.ptrtoint %p : !llvm.ptr to i64
  %5 = llvm.sext %i : i32 to i64
  %6 = llvm.zext %i : i32 to i64
  %7 = llvm.zext nneg %i : i32 to i64
  %8 = llvm.trunc %l : i64 to i32
  %9 = llvm.trunc %l overflow<nsw, nuw> : i64 to i32
  %10 = llvm.sitofp %i : i32 to f32
  %11 = llvm.uitofp %i : i32 to f32
  %12 = llvm.uitofp nneg %i : i32 to f32
  %13 = llvm.fptosi %f : f32 to i32
  %14 = llvm.fptoui %f : f32 to i32
  %15 = llvm.fpext %f : f32 to f64
  %16 = llvm.fptrunc %d : f64 to f32
  llvm.return
}
