// Intrinsics.

llvm.func @floats(%a: f32, %b: f32, %c: f32, %i: i32, %v: vector<4xf64>) {
  %acos = llvm.intr.acos(%a) : (f32) -> f32
  %asin = llvm.intr.asin(%a) : (f32) -> f32
  %atan = llvm.intr.atan(%a) : (f32) -> f32
  %cos = llvm.intr.cos(%a) : (f32) -> f32
  %cosh = llvm.intr.cosh(%a) : (f32) -> f32
  %sin = llvm.intr.sin(%a) : (f32) -> f32
  %sinh = llvm.intr.sinh(%a) : (f32) -> f32
  %tan = llvm.intr.tan(%a) : (f32) -> f32
  %tanh = llvm.intr.tanh(%a) : (f32) -> f32
  %exp = llvm.intr.exp(%a) : (f32) -> f32
  %exp2 = llvm.intr.exp2(%a) : (f32) -> f32
  %exp10 = llvm.intr.exp10(%a) : (f32) -> f32
  %log = llvm.intr.log(%a) : (f32) -> f32
  %log2 = llvm.intr.log2(%a) : (f32) -> f32
  %log10 = llvm.intr.log10(%a) : (f32) -> f32
  %sqrt = llvm.intr.sqrt(%a) : (f32) -> f32
  %fabs = llvm.intr.fabs(%a) : (f32) -> f32
  %ceil = llvm.intr.ceil(%a) : (f32) -> f32
  %floor = llvm.intr.floor(%a) : (f32) -> f32
  %trunc = llvm.intr.trunc(%a) : (f32) -> f32
  %rint = llvm.intr.rint(%a) : (f32) -> f32
  %nearbyint = llvm.intr.nearbyint(%a) : (f32) -> f32
  %round = llvm.intr.round(%a) : (f32) -> f32
  %roundeven = llvm.intr.roundeven(%a) : (f32) -> f32
  %atan2 = llvm.intr.atan2(%a, %b) : (f32, f32) -> f32
  %pow = llvm.intr.pow(%a, %b) : (f32, f32) -> f32
  %copysign = llvm.intr.copysign(%a, %b) : (f32, f32) -> f32
  %maxnum = llvm.intr.maxnum(%a, %b) : (f32, f32) -> f32
  %minnum = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
  %maximum = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
  %minimum = llvm.intr.minimum(%a, %b) : (f32, f32) -> f32
  %fma = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
  %fmuladd = llvm.intr.fmuladd(%a, %b, %c) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32, f32) -> f32
  %sqrtv = llvm.intr.sqrt(%v) : (vector<4xf64>) -> vector<4xf64>
  %powi = llvm.intr.powi(%a, %i) : (f32, i32) -> f32
  %ldexp = llvm.intr.ldexp(%a, %i) : (f32, i32) -> f32
  %frexp = llvm.intr.frexp(%a) : (f32) -> !llvm.struct<(f32, i32)>
  %sincos = llvm.intr.sincos(%a) : (f32) -> !llvm.struct<(f32, f32)>
  %lrint = llvm.intr.lrint(%a) : (f32) -> i64
  %llrint = llvm.intr.llrint(%a) : (f32) -> i64
  %lround = llvm.intr.lround(%a) : (f32) -> i64
  %llround = llvm.intr.llround(%a) : (f32) -> i64
  %class = "llvm.intr.is.fpclass"(%a) <{bit = 3 : i32}> : (f32) -> i1
  llvm.return
}

llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi8>) {
  %abs = "llvm.intr.abs"(%a) <{is_int_min_poison = false}> : (i32) -> i32
  %ctlz = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  %cttz = "llvm.intr.cttz"(%v) <{is_zero_poison = true}> : (vector<4xi8>) -> vector<4xi8>
  %smax = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
  %smin = llvm.intr.smin(%a, %b) : (i32, i32) -> i32
  %umax = llvm.intr.umax(%a, %b) : (i32, i32) -> i32
  %umin = llvm.intr.umin(%a, %b) : (i32, i32) -> i32
  %sadd_sat = llvm.intr.sadd.sat(%a, %b) : (i32, i32) -> i32
  %uadd_sat = llvm.intr.uadd.sat(%a, %b) : (i32, i32) -> i32
  %ssub_sat = llvm.intr.ssub.sat(%a, %b) : (i32, i32) -> i32
  %usub_sat = llvm.intr.usub.sat(%a, %b) : (i32, i32) -> i32
  %sshl_sat = llvm.intr.sshl.sat(%a, %b) : (i32, i32) -> i32
  %ushl_sat = llvm.intr.ushl.sat(%a, %b) : (i32, i32) -> i32
  %ctpop = llvm.intr.ctpop(%a) : (i32) -> i32
  %bitreverse = llvm.intr.bitreverse(%a) : (i32) -> i32
  %bswap = llvm.intr.bswap(%a) : (i32) -> i32
  %fshl = llvm.intr.fshl(%a, %b, %a) : (i32, i32, i32) -> i32
  %fshr = llvm.intr.fshr(%a, %b, %a) : (i32, i32, i32) -> i32
  %scmp = llvm.intr.scmp(%a, %b) : (i32, i32) -> i8
  %ucmp = llvm.intr.ucmp(%a, %b) : (i32, i32) -> i8
  %sadd_o = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %uadd_o = "llvm.intr.uadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %ssub_o = "llvm.intr.ssub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %usub_o = "llvm.intr.usub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %smul_o = "llvm.intr.smul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %umul_o = "llvm.intr.umul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %expect = llvm.intr.expect %a, %b : i32
  %likely = llvm.intr.expect.with.probability %a, %b, 5.000000e-01 : i32
  %known = "llvm.intr.is.constant"(%a) : (i32) -> i1
  %copy = llvm.intr.ssa.copy %a : i32
  llvm.return
}

llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %b: i8, %c: i1, %i: i32) {
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy.inline"(%p, %q) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memset.inline"(%p, %b) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, i8) -> ()
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i64)] : i1
  llvm.intr.trap
  llvm.intr.debugtrap
  llvm.intr.ubsantrap <{failureKind = 1 : i8}>
  llvm.intr.vastart %p : !llvm.ptr
  llvm.intr.vacopy %p to %q : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %p : !llvm.ptr
  %inv = llvm.intr.invariant.start 4, %p : !llvm.ptr
  llvm.intr.invariant.end %inv, 4, %p : !llvm.ptr
  %l = llvm.intr.launder.invariant.group %p : !llvm.ptr
  %s = llvm.intr.strip.invariant.group %p : !llvm.ptr
  %st = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %st : !llvm.ptr
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %m = llvm.intr.ptrmask %p, %n : (!llvm.ptr, i64) -> !llvm.ptr
  %t = "llvm.intr.threadlocal.address"(%p) : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}

llvm.func @coroutines(%i: i32, %p: !llvm.ptr, %c: i1) {
  %id = llvm.intr.coro.id %i, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %hdl = llvm.intr.coro.begin %id, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %hdl : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %c : i8
  %mem = llvm.intr.coro.free %id, %hdl : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %none = llvm.mlir.none : !llvm.token
  %end = llvm.intr.coro.end %hdl, %c, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.intr.coro.resume %hdl : !llvm.ptr
  %promise = llvm.intr.coro.promise %hdl, %i, %c : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return
}

llvm.func @vectors(%v: vector<4xi32>, %f: vector<4xf32>, %s: f32, %k: vector<4xi1>, %p: !llvm.ptr, %pp: vector<4x!llvm.ptr>, %n: i64, %w: vector<[4]xf32>) {
  %add = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
  %mul = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi32>) -> i32
  %and = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi32>) -> i32
  %or = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi32>) -> i32
  %xor = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi32>) -> i32
  %smax = "llvm.intr.vector.reduce.smax"(%v) : (vector<4xi32>) -> i32
  %smin = "llvm.intr.vector.reduce.smin"(%v) : (vector<4xi32>) -> i32
  %umax = "llvm.intr.vector.reduce.umax"(%v) : (vector<4xi32>) -> i32
  %umin = "llvm.intr.vector.reduce.umin"(%v) : (vector<4xi32>) -> i32
  %fmax = llvm.intr.vector.reduce.fmax(%f) : (vector<4xf32>) -> f32
  %fmin = llvm.intr.vector.reduce.fmin(%f) : (vector<4xf32>) -> f32
  %fmaximum = llvm.intr.vector.reduce.fmaximum(%f) : (vector<4xf32>) -> f32
  %fminimum = llvm.intr.vector.reduce.fminimum(%f) : (vector<4xf32>) -> f32
  %fadd = "llvm.intr.vector.reduce.fadd"(%s, %f) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
  %fmul = "llvm.intr.vector.reduce.fmul"(%s, %f) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %x = llvm.intr.vector.extract %w[0] : vector<4xf32> from vector<[4]xf32>
  %y = llvm.intr.vector.insert %f, %w[4] : vector<4xf32> into vector<[4]xf32>
  %z = "llvm.intr.vector.interleave2"(%v, %v) : (vector<4xi32>, vector<4xi32>) -> vector<8xi32>
  %ml = llvm.intr.masked.load %p, %k, %f {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %f, %p, %k {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %mg = llvm.intr.masked.gather %pp, %k, %f {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %f, %pp, %k {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %me = "llvm.intr.masked.expandload"(%p, %k, %f) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%f, %p, %k) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %vs = "llvm.intr.vscale"() : () -> i64
  %step = llvm.intr.stepvector : vector<4xi32>
  %lanes = llvm.intr.get.active.lane.mask %n, %n : i64, i64 to vector<4xi1>
  llvm.return
}

llvm.func @constrained(%f: f32, %v: vector<2xf32>, %i: i32) {
  %0 = llvm.intr.experimental.constrained.fptrunc %f downward ignore : f32 to f16
  %1 = llvm.intr.experimental.constrained.fptrunc %v tonearest strict : vector<2xf32> to vector<2xf16>
  %2 = llvm.intr.experimental.constrained.fpext %f maytrap {test.note} : f32 to f64
  %3 = llvm.intr.experimental.constrained.sitofp %i dynamic maytrap : i32 to f64
  %4 = llvm.intr.experimental.constrained.uitofp %i "upward" "strict" : i32 to f64
  llvm.return
}
