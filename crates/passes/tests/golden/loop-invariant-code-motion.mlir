// RUN: builtin.module(loop-invariant-code-motion)
// Ops in the loops of scf and affine, and what may leave them.
func.func private @use(i32)
func.func @kinds_of_loops(%n: index, %x: i32, %c: i1, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    %a = arith.muli %x, %x : i32
    memref.store %a, %m[%j] : memref<?xi32>
  }
  scf.forall (%j) in (%n) {
    %a = arith.muli %x, %x : i32
    memref.store %a, %m[%j] : memref<?xi32>
  }
  scf.while : () -> () {
    %a = arith.muli %x, %x : i32
    func.call @use(%a) : (i32) -> ()
    scf.condition(%c)
  } do {
    %b = arith.addi %x, %x : i32
    func.call @use(%b) : (i32) -> ()
    scf.yield
  }
  affine.parallel (%j) = (0) to (%n) {
    %a = arith.muli %x, %x : i32
    memref.store %a, %m[%j] : memref<?xi32>
  }
  return
}

// What leaves the inner loop may leave the outer one, too; what uses it follows.
func.func @nests(%n: index, %x: i32, %m: memref<?xi32>) {
  affine.for %j = 0 to %n {
    %a = arith.muli %x, %x : i32
    affine.for %q = 0 to %n {
      %y = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
      %z = arith.addi %a, %a : i32
      memref.store %z, %m[%y] : memref<?xi32>
    }
  }
  return
}

// Ops with regions leave if all that is inside may, and if they end.
func.func @regions(%n: index, %x: i32, %c: i1, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = scf.execute_region -> i32 {
      %a = arith.addi %x, %x : i32
      scf.yield %a : i32
    }
    %f1 = scf.for %j = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
      %a = arith.addi %s, %x : i32
      scf.yield %a : i32
    }
    %f2 = scf.for %j = %c0 to %n step %c2 iter_args(%s = %x) -> i32 {
      %a = arith.addi %s, %x : i32
      scf.yield %a : i32
    }
    %if = scf.if %c -> i32 {
      scf.yield %f1 : i32
    } else {
      %a = arith.muli %x, %f1 : i32
      scf.yield %a : i32
    }
    %unknown = scf.if %c -> i32 {
      %a = arith.divui %x, %f1 : i32
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    %w = scf.while (%s = %x) : (i32) -> i32 {
      scf.condition(%c) %s : i32
    } do {
    ^bb0(%t: i32):
      scf.yield %t : i32
    }
    %p = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%x) -> i32 {
      scf.reduce(%x : i32) {
      ^bb0(%l: i32, %r: i32):
        %a = arith.addi %l, %r : i32
        scf.reduce.return %a : i32
      }
    }
    %af = affine.for %j = 0 to %n iter_args(%s = %x) -> i32 {
      %a = arith.addi %s, %x : i32
      affine.yield %a : i32
    }
    %ai = affine.if affine_set<()[s0] : (s0 >= 0)>()[%n] -> i32 {
      affine.yield %x : i32
    } else {
      affine.yield %af : i32
    }
    func.call @use(%e) : (i32) -> ()
    func.call @use(%f2) : (i32) -> ()
    func.call @use(%if) : (i32) -> ()
    func.call @use(%unknown) : (i32) -> ()
    func.call @use(%w) : (i32) -> ()
    func.call @use(%p) : (i32) -> ()
    func.call @use(%ai) : (i32) -> ()
  }
  return
}

// Divisions leave if the divisor is a constant that nothing is undefined for.
func.func @divisions(%n: index, %x: i32, %v: vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %minus = arith.constant -1 : i32
  %some = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %with_zero = arith.constant dense<[1, 2, 0, 4]> : vector<4xi32>
  %with_minus = arith.constant dense<[1, 2, -1, 4]> : vector<4xi32>
  %l5 = llvm.mlir.constant(5 : i32) : i32
  scf.for %i = %c0 to %n step %c1 {
    %1 = arith.divsi %x, %five : i32
    %2 = arith.divsi %x, %zero : i32
    %3 = arith.divsi %x, %minus : i32
    %4 = arith.divui %x, %five : i32
    %5 = arith.divui %x, %minus : i32
    %6 = arith.ceildivsi %x, %five : i32
    %7 = arith.floordivsi %x, %five : i32
    %8 = arith.ceildivui %x, %x : i32
    %9 = arith.divsi %v, %some : vector<4xi32>
    %10 = arith.divsi %v, %with_zero : vector<4xi32>
    %11 = arith.divsi %v, %with_minus : vector<4xi32>
    %12 = llvm.sdiv %x, %l5 : i32
    %13 = llvm.udiv %x, %x : i32
    %14 = arith.remsi %x, %five : i32
    %15 = arith.remui %x, %minus : i32
  }
  return
}

// Memory and tasks stay; so do sizes of dimensions that may not be there.
func.func @effects(%n: index, %k: index, %x: i32, %m: memref<?xi32>, %u: memref<*xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %token = async.execute {
      %q = arith.addi %x, %x : i32
      async.yield
    }
    %alloc = memref.alloc(%n) : memref<?xi32>
    %l = memref.load %m[%c0] : memref<?xi32>
    %d0 = memref.dim %m, %c0 : memref<?xi32>
    %d1 = memref.dim %m, %k : memref<?xi32>
    %d2 = memref.dim %u, %c0 : memref<*xi32>
    %sum = arith.addi %d0, %n : index
    %here = arith.addi %d0, %i : index
  }
  return
}
