// Reductions of some lanes of vectors.
llvm.func @integers(%start: i32, %v: vector<4xi32>, %mask: vector<4xi1>, %n: i32) {
  %add = "llvm.intr.vp.reduce.add"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %mul = "llvm.intr.vp.reduce.mul"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %and = "llvm.intr.vp.reduce.and"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %or = "llvm.intr.vp.reduce.or"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %xor = "llvm.intr.vp.reduce.xor"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %smax = "llvm.intr.vp.reduce.smax"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %smin = "llvm.intr.vp.reduce.smin"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %umax = "llvm.intr.vp.reduce.umax"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %umin = "llvm.intr.vp.reduce.umin"(%start, %v, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return
}

llvm.func @floats(%start: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %n: i32) {
  %fadd = "llvm.intr.vp.reduce.fadd"(%start, %v, %mask, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %fmul = "llvm.intr.vp.reduce.fmul"(%start, %v, %mask, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %fmax = "llvm.intr.vp.reduce.fmax"(%start, %v, %mask, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %fmin = "llvm.intr.vp.reduce.fmin"(%start, %v, %mask, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.return
}
