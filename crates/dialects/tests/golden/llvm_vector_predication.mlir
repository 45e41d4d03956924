// Intrinsics under a mask and a length, matrices, and what else intrinsics there are.

llvm.func @arithmetic(%a: vector<4xi32>, %x: vector<4xf32>, %m: vector<4xi1>, %n: i32) {
  %add = "llvm.intr.vp.add"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %sub = "llvm.intr.vp.sub"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %mul = "llvm.intr.vp.mul"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %sdiv = "llvm.intr.vp.sdiv"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %udiv = "llvm.intr.vp.udiv"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %srem = "llvm.intr.vp.srem"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %urem = "llvm.intr.vp.urem"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %and = "llvm.intr.vp.and"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %or = "llvm.intr.vp.or"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %xor = "llvm.intr.vp.xor"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %shl = "llvm.intr.vp.shl"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %lshr = "llvm.intr.vp.lshr"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %ashr = "llvm.intr.vp.ashr"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %smax = "llvm.intr.vp.smax"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %smin = "llvm.intr.vp.smin"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %umax = "llvm.intr.vp.umax"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %umin = "llvm.intr.vp.umin"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %fadd = "llvm.intr.vp.fadd"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %fsub = "llvm.intr.vp.fsub"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %fmul = "llvm.intr.vp.fmul"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %fdiv = "llvm.intr.vp.fdiv"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %frem = "llvm.intr.vp.frem"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %fneg = "llvm.intr.vp.fneg"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %fma = "llvm.intr.vp.fma"(%x, %x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %fmuladd = "llvm.intr.vp.fmuladd"(%x, %x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return
}

llvm.func @conversions(%a: vector<4xi32>, %x: vector<4xf32>, %p: vector<4x!llvm.ptr>, %m: vector<4xi1>, %n: i32) {
  %fpext = "llvm.intr.vp.fpext"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  %fptrunc = "llvm.intr.vp.fptrunc"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf16>
  %fptosi = "llvm.intr.vp.fptosi"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi64>
  %fptoui = "llvm.intr.vp.fptoui"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi64>
  %sitofp = "llvm.intr.vp.sitofp"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %uitofp = "llvm.intr.vp.uitofp"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %sext = "llvm.intr.vp.sext"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %zext = "llvm.intr.vp.zext"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %trunc = "llvm.intr.vp.trunc"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi8>
  %inttoptr = "llvm.intr.vp.inttoptr"(%a, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
  %ptrtoint = "llvm.intr.vp.ptrtoint"(%p, %m, %n) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
  %select = "llvm.intr.vp.select"(%m, %a, %a, %n) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  %merge = "llvm.intr.vp.merge"(%m, %x, %x, %n) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  llvm.return
}

llvm.func @memory(%p: !llvm.ptr, %stride: i64, %m: vector<4xi1>, %n: i32) {
  %0 = "llvm.intr.vp.load"(%p, %m, %n) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.vp.store"(%0, %p, %m, %n) : (vector<4xi32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %1 = "llvm.intr.experimental.vp.strided.load"(%p, %stride, %m, %n) : (!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.experimental.vp.strided.store"(%1, %p, %stride, %m, %n) : (vector<4xi32>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()
  llvm.return
}

llvm.func @matrices(%p: !llvm.ptr, %stride: i64) {
  %0 = llvm.intr.matrix.column.major.load %p, <stride = %stride> {columns = 2 : i32, isVolatile = false, rows = 3 : i32} : vector<6xf32> from !llvm.ptr stride i64
  %1 = llvm.intr.matrix.transpose %0 {columns = 2 : i32, rows = 3 : i32} : vector<6xf32> into vector<6xf32>
  %2 = llvm.intr.matrix.multiply %0, %1 {lhs_columns = 2 : i32, lhs_rows = 3 : i32, rhs_columns = 3 : i32} : (vector<6xf32>, vector<6xf32>) -> vector<9xf32>
  llvm.intr.matrix.column.major.store %2, %p, <stride = %stride> {columns = 3 : i32, isVolatile = true, rows = 3 : i32} : vector<9xf32> to !llvm.ptr stride i64
  llvm.return
}

llvm.func @notes(%p: !llvm.ptr, %n: i32) {
  %0 = llvm.intr.eh.typeid.for %p : (!llvm.ptr) -> i32
  "llvm.intr.var.annotation"(%p, %p, %p, %n, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %1 = "llvm.intr.ptr.annotation"(%p, %p, %p, %n, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  %2 = "llvm.intr.annotation"(%n, %p, %p, %n) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
  llvm.return
}
