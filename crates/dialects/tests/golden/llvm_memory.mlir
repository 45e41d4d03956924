// Memory, aggregates and vectors.

llvm.func @memory(%n: i64, %i: i32, %p: !llvm.ptr, %q: !llvm.ptr<1>, %f: f32) {
  %0 = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  %1 = llvm.alloca %n x !llvm.struct<(ptr, i64)> {alignment = 16 : i64} : (i64) -> !llvm.ptr<5>
  %2 = llvm.alloca inalloca %i x i8 : (i32) -> !llvm.ptr
  %3 = llvm.load %p : !llvm.ptr -> i32
  %4 = llvm.load volatile %p {alignment = 4 : i64} : !llvm.ptr -> f32
  %5 = llvm.load %q atomic acquire {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  %6 = llvm.load %p atomic syncscope("agent") seq_cst {alignment = 8 : i64} : !llvm.ptr -> i64
  %7 = llvm.load %p invariant {nontemporal} : !llvm.ptr -> i64
  %8 = llvm.load %p invariant_group : !llvm.ptr -> i64
  llvm.store %i, %p : i32, !llvm.ptr
  llvm.store volatile %i, %p {alignment = 4 : i64, nontemporal} : i32, !llvm.ptr
  llvm.store %i, %q atomic release {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.store %i, %p atomic syncscope("agent") monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %i, %p invariant_group : i32, !llvm.ptr
  %9 = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %10 = llvm.getelementptr inbounds %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %11 = llvm.getelementptr inbounds|nuw %p[%n, 2, %i] : (!llvm.ptr, i64, i32) -> !llvm.ptr, !llvm.struct<"t", (i32, i32, array<4 x f32>)>
  %12 = llvm.getelementptr nusw %p[-1] {note} : (!llvm.ptr) -> !llvm.ptr, i8
  %13 = llvm.getelementptr nuw %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %14 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i32
  %15 = llvm.atomicrmw volatile xchg %p, %p syncscope("singlethread") acq_rel {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  %16 = llvm.atomicrmw fadd %p, %f seq_cst : !llvm.ptr, f32
  %17 = llvm.atomicrmw _and %p, %i acquire : !llvm.ptr, i32
  %18 = llvm.cmpxchg %p, %i, %i acq_rel monotonic : !llvm.ptr, i32
  %19 = llvm.cmpxchg weak volatile %p, %n, %n syncscope("agent") seq_cst seq_cst {alignment = 8 : i64} : !llvm.ptr, i64
  llvm.fence acquire
  llvm.fence syncscope("agent") seq_cst
  llvm.return
}

llvm.func @values(%s: !llvm.struct<(i32, array<2 x f64>)>, %v: vector<4xf32>, %f: f32, %d: f64, %i: i32, %c: i1, %vc: vector<4xi1>) -> f64 {
  %0 = llvm.extractvalue %s[0] : !llvm.struct<(i32, array<2 x f64>)>
  %1 = llvm.extractvalue %s[1, 0] : !llvm.struct<(i32, array<2 x f64>)>
  %2 = llvm.insertvalue %d, %s[1, 1] : !llvm.struct<(i32, array<2 x f64>)>
  %3 = llvm.insertvalue %0, %2[0] {note} : !llvm.struct<(i32, array<2 x f64>)>
  %4 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %5 = llvm.insertelement %f, %v[%i : i32] : vector<4xf32>
  %6 = llvm.shufflevector %v, %v [0, 4, 1, 5, -1] : vector<4xf32>
  %7 = llvm.select %c, %f, %f : i1, f32
  %8 = llvm.select %vc, %v, %v {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xi1>, vector<4xf32>
  %9 = llvm.freeze %f : f32
  llvm.return %1 : f64
}
