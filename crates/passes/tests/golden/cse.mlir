// RUN: builtin.module(cse)
// Plain duplicates, also across dominated blocks.
func.func @blocks(%a: i32, %b: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.muli %0, %1 : i32
  cf.cond_br %c, ^left, ^right
^left:
  %3 = arith.muli %0, %0 : i32
  %4 = arith.subi %a, %b : i32
  cf.br ^end(%3, %4 : i32, i32)
^right:
  %5 = arith.subi %a, %b : i32
  %6 = arith.addi %a, %b : i32
  cf.br ^end(%5, %6 : i32, i32)
^end(%7: i32, %8: i32):
  %9 = arith.subi %a, %b : i32
  %10 = arith.addi %7, %8 : i32
  %11 = arith.addi %9, %10 : i32
  %12 = arith.addi %11, %2 : i32
  return %12 : i32
}
// Dead ops and chains of them.
func.func @dead(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  return
}
// Reads are the same up to the next write.
func.func @reads(%m: memref<4xi32>, %i: index, %v: i32) -> (i32, i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %v, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  "test.unknown"() : () -> ()
  %3 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
// Equal regions.
func.func @regions(%c: i1, %a: i32) -> (i32, i32, i32) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %2 = scf.if %c -> i32 {
    %x = arith.muli %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1, %2 : i32, i32, i32
}
// What is known outside is known inside, not the other way round.
func.func @nested(%lb: index, %ub: index, %step: index, %a: i32, %m: memref<4xi32>) {
  %0 = arith.addi %a, %a : i32
  scf.for %i = %lb to %ub step %step {
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %a, %1 : i32
    memref.store %2, %m[%i] : memref<4xi32>
  }
  %3 = arith.muli %a, %0 : i32
  memref.store %3, %m[%lb] : memref<4xi32>
  return
}
// Constants of one value but several types.
func.func @constants() -> (i32, i64, i32, index) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i64
  %2 = arith.constant 1 : i32
  %3 = arith.constant 1 : index
  return %0, %1, %2, %3 : i32, i64, i32, index
}
// A graph region of an unknown op.
func.func @graph() {
  "test.graph"() ({
    %0 = "test.make"() : () -> i32
    %1 = arith.addi %0, %0 : i32
    %2 = arith.addi %0, %0 : i32
    "test.use"(%1, %2) : (i32, i32) -> ()
  }) : () -> ()
  return
}
// Regions of unknown ops have an order if they have several blocks.
func.func @unknown_blocks(%a: i32) {
  "test.region"() ({
    %0 = arith.addi %a, %a : i32
    "test.use"(%0) : (i32) -> ()
    cf.br ^bb1
  ^bb1:
    %1 = arith.addi %a, %a : i32
    "test.end"(%1) : (i32) -> ()
  }) : () -> ()
  return
}
// An outer module, with a value used before its definition in a graph.
module @inner {
  func.func private @f(i32) -> i32
  func.func @g(%a: i32) -> i32 {
    %0 = call @f(%a) : (i32) -> i32
    %1 = call @f(%a) : (i32) -> i32
    %2 = arith.addi %0, %1 : i32
    %3 = arith.addi %1, %0 : i32
    %4 = arith.addi %2, %3 : i32
    return %4 : i32
  }
}

// Several blocks are ordered under an unregistered op as well.
func.func @blocks_of_unknown(%a: i32) {
  "test.op"() ({
    %0 = arith.addi %a, %a : i32
    %1 = arith.addi %a, %a : i32
    "test.use"(%0, %1) : (i32, i32) -> ()
    "test.br"()[^b] : () -> ()
  ^b:
    %2 = arith.addi %a, %a : i32
    "test.use"(%2) : (i32) -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
