// RUN: --scf-for-loop-peeling=skip-partial=false

func.func @bounds(%m: memref<?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
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

func.func @nested(%t: tensor<?xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c17 = arith.constant 17 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  scf.for %i = %c0 to %c17 step %c4 {
    %0 = affine.min affine_map<(d0) -> (4, 17 - d0)>(%i)
    "use"(%0) : (index) -> ()
    scf.for %j = %c0 to %n step %k {
      %1 = affine.min affine_map<(d0)[s0, s1] -> (s1, s0 - d0)>(%j)[%n, %k]
      %2 = affine.min affine_map<(d0) -> (4, 17 - d0)>(%i)
      "use"(%1, %2) : (index, index) -> ()
    }
  }
  return
}

// Nothing is to be peeled: whole iterations, steps of one, numbers without a sign.
func.func @left(%n: index, %i: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %j = %c0 to %c16 step %c4 {
    "use"(%j) : (index) -> ()
  }
  scf.for %j = %c0 to %n step %c1 {
    "use"(%j) : (index) -> ()
  }
  %0 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%n]
  scf.for %j = %c0 to %0 step %c4 {
    "use"(%j) : (index) -> ()
  }
  scf.for unsigned %j = %c0 to %n step %c4 {
    "use"(%j) : (index) -> ()
  }
  return
}

func.func @narrow() {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c17 = arith.constant 17 : i32
  scf.for %j = %c3 to %c17 step %c4 : i32 {
    "use"(%j) : (i32) -> ()
  }
  return
}
