// RUN: --scf-for-loop-peeling=peel-front=true

func.func @bounds(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c17 = arith.constant 17 : index
  %r = scf.for %i = %c0 to %c17 step %c4 iter_args(%a = %x) -> f32 {
    %0 = affine.min affine_map<(d0) -> (4, 17 - d0)>(%i)
    %1 = affine.max affine_map<(d0) -> (17 - d0, 4)>(%i)
    "use"(%0, %1) : (index, index) -> ()
    scf.for %j = %c4 to %c17 step %c4 {
      "use"(%j) : (index) -> ()
    }
    scf.yield %a : f32
  }
  return %r : f32
}

// A loop with one iteration, and one without any.
func.func @left() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  scf.for %j = %c4 to %c7 step %c4 {
    "use"(%j) : (index) -> ()
  }
  scf.for %j = %c7 to %c0 step %c4 {
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
