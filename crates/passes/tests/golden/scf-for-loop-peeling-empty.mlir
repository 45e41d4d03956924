// RUN: --scf-for-loop-peeling
// Unlike MLIR: loops may end before they begin, and then none of their iterations runs. MLIR runs one.

func.func @bounds(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%a = %x) -> f32 {
    %0 = affine.min affine_map<(d0, d1) -> (4, d1 - d0)>(%i, %n)
    %1 = affine.min affine_map<(d0)[s0] -> (s0 - d0, 4)>(%i)[%n]
    %2 = affine.max affine_map<(d0)[s0] -> (s0 - d0, 4)>(%i)[%n]
    %3 = affine.min affine_map<(d0)[s0] -> (s0 - d0 + 1, 7)>(%i)[%n]
    "use"(%0, %1, %2, %3) : (index, index, index, index) -> ()
    scf.yield %a : f32
  }
  return %r : f32
}

func.func @nested(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c17 = arith.constant 17 : index
  scf.for %i = %c0 to %c17 step %c4 {
    %0 = affine.min affine_map<(d0) -> (4, 17 - d0)>(%i)
    "use"(%0) : (index) -> ()
    scf.for %j = %i to %n step %k {
      %1 = affine.min affine_map<(d0)[s0, s1] -> (s1, s0 - d0)>(%j)[%n, %k]
      %2 = affine.min affine_map<(d0) -> (4, 17 - d0)>(%i)
      "use"(%1, %2) : (index, index) -> ()
    }
  }
  return
}
