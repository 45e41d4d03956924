// RUN: --scf-for-loop-canonicalization

// The step always fits, or never.
func.func @tiles(%n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  scf.for %i = %c0 to %c16 step %c4 {
    %0 = affine.min affine_map<(d0) -> (4, 16 - d0)>(%i)
    %1 = affine.max affine_map<(d0)[s0] -> (s0, d0, -3)>(%i)[%c0]
    "use"(%0, %1) : (index, index) -> ()
  }
  scf.for %i = %c0 to %c17 step %c4 {
    %0 = affine.min affine_map<(d0) -> (4, 17 - d0)>(%i)
    %1 = affine.min affine_map<(d0) -> (5, 21 - d0)>(%i)
    "use"(%0, %1) : (index, index) -> ()
  }
  scf.for %i = %c0 to %n step %c4 {
    %0 = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
    %1 = affine.min affine_map<(d0)[s0] -> (1, s0 - d0)>(%i)[%n]
    %2 = affine.max affine_map<(d0)[s0] -> (1, s0 - d0)>(%i)[%n]
    "use"(%0, %1, %2) : (index, index, index) -> ()
  }
  return
}

// A single iteration: the induction variable is a number.
func.func @once(%n: index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c3 to %c5 step %c8 {
    %0 = affine.min affine_map<(d0)[s0] -> (d0 + s0, s0 + 4)>(%i)[%n]
    "use"(%0) : (index) -> ()
  }
  return
}

func.func @nested(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %m) to (%n, %n) step (%c1, %c2) {
    %0 = affine.min affine_map<(d0, d1) -> (d0 + d1, d0 + d1 + 1)>(%i, %j)
    %1 = affine.max affine_map<(d0, d1) -> (d0, 0)>(%i, %j)
    scf.forall (%k, %l) = (0, %n) to (%m, 12) step (3, %c2) {
      %2 = affine.min affine_map<(d0, d1) -> (d0, 100, d1 + 100)>(%l, %k)
      %3 = affine.max affine_map<(d0, d1) -> (d0 + 1, 1)>(%k, %l)
      %4 = affine.max affine_map<(d0, d1) -> (d0 - d1, -1)>(%k, %i)
      "use"(%0, %1, %2, %3, %4) : (index, index, index, index, index) -> ()
    }
    scf.reduce
  }
  return
}

// Nothing is known of a loop whose step is not.
func.func @any_step(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %m {
    %0 = affine.max affine_map<(d0) -> (d0, -1)>(%i)
    "use"(%0) : (index) -> ()
  }
  return
}

// What is carried keeps its size.
func.func @sizes(%n: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %t)
      -> (memref<?x?xf32>, memref<?x?xf32>, tensor<?xf32>) {
    %0 = memref.dim %x, %c0 : memref<?x?xf32>
    %1 = memref.dim %y, %c1 : memref<?x?xf32>
    %2 = tensor.dim %z, %c0 : tensor<?xf32>
    %3:2 = scf.for %j = %c0 to %n step %c1 iter_args(%u = %x, %v = %x) -> (memref<?x?xf32>, memref<?x?xf32>) {
      scf.yield %u, %y : memref<?x?xf32>, memref<?x?xf32>
    }
    %4 = memref.dim %3#0, %c0 : memref<?x?xf32>
    %5 = memref.dim %3#1, %c0 : memref<?x?xf32>
    "use"(%0, %1, %2, %4, %5) : (index, index, index, index, index) -> ()
    scf.yield %3#0, %b, %z : memref<?x?xf32>, memref<?x?xf32>, tensor<?xf32>
  }
  %6 = memref.dim %r#0, %c0 : memref<?x?xf32>
  %7 = memref.dim %r#1, %c1 : memref<?x?xf32>
  %8 = tensor.dim %r#2, %c0 : tensor<?xf32>
  "use"(%6, %7, %8) : (index, index, index) -> ()
  return
}

// Ops of unreachable blocks may use themselves.
func.func @circle(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  return
^bb1:
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %r) -> (memref<?xf32>) {
    scf.yield %x : memref<?xf32>
  }
  %0 = memref.dim %r, %c0 : memref<?xf32>
  "use"(%0) : (index) -> ()
  cf.br ^bb1
}
