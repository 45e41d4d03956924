// Attributes of functions, and those that LLVM gives to intrinsics.

llvm.func @coroutine(%frame: !llvm.ptr) -> i8 attributes {passthrough = ["presplitcoroutine"]} {
  %null = llvm.mlir.zero : !llvm.ptr
  %align = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %id = llvm.intr.coro.id %align, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %alignment = llvm.intr.coro.align : i64
  %handle = llvm.intr.coro.begin %id, %frame : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %state = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %how = llvm.intr.coro.suspend %state, %false : i8
  %memory = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.return %how : i8
}

llvm.func @quiet(i64) attributes {no_unwind, will_return, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}

llvm.func @functions(%a: f32, %b: f64, %i: i32, %v: vector<4xf32>) -> f32 attributes {passthrough = ["noinline", ["frame", "small"]]} {
  %0 = llvm.intr.acos(%a) : (f32) -> f32
  %1 = llvm.intr.sqrt(%0) : (f32) -> f32
  %2 = llvm.intr.fma(%0, %1, %a) : (f32, f32, f32) -> f32
  %3 = llvm.intr.pow(%b, %b) : (f64, f64) -> f64
  %4 = llvm.intr.copysign(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %5 = llvm.intr.powi(%a, %i) : (f32, i32) -> f32
  %6 = "llvm.intr.is.fpclass"(%a) <{bit = 3 : i32}> : (f32) -> i1
  %7 = "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
  %8 = llvm.intr.smax(%i, %i) : (i32, i32) -> i32
  %9 = "llvm.intr.sadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %10 = "llvm.intr.vector.reduce.fadd"(%a, %v) : (f32, vector<4xf32>) -> f32
  %11 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  llvm.return %2 : f32
}

llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %b: i8, %m: vector<4xi1>, %v: vector<4xf32>, %ps: vector<4x!llvm.ptr>, %c: i1) {
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %1 = llvm.intr.masked.gather %ps, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %2 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%v, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %3 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %3 : !llvm.ptr
  "llvm.intr.prefetch"(%p) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  llvm.intr.assume %c : i1
  "llvm.intr.trap"() : () -> ()
  llvm.return
}

llvm.func @scalable(%v: vector<[4]xf32>, %part: vector<4xf32>) -> vector<[4]xf32> {
  %0 = "llvm.intr.vscale"() : () -> i64
  %1 = llvm.intr.stepvector : vector<[4]xi64>
  %2 = llvm.intr.vector.extract %v[0] : vector<4xf32> from vector<[4]xf32>
  %3 = llvm.intr.vector.insert %part, %v[0] : vector<4xf32> into vector<[4]xf32>
  llvm.return %3 : vector<[4]xf32>
}
