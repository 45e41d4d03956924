// RUN: --free-owned-buffers --canonicalize
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops: it knows the mark of memory, but not on functions.

// Public functions give away what they return, and copy what is not theirs. Private ones tell whether it is theirs.
memref.global "private" constant @numbers : memref<4xf32> = dense<1.0>
func.func private @new() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @either(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %0 = scf.if %c -> memref<4xf32> {
    %a = func.call @new() : () -> memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %m : memref<4xf32>
  }
  return %0 : memref<4xf32>
}
func.func @global() -> memref<4xf32> {
  %g = memref.get_global @numbers : memref<4xf32>
  return %g : memref<4xf32>
}
func.func private @given_back(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}
func.func @same_twice(%c: i1, %a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  %0 = arith.select %c, %a, %b : memref<4xf32>
  return %0, %b : memref<4xf32>, memref<4xf32>
}

func.func @told(%m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = func.call @given_back(%m) : (memref<4xf32>) -> memref<4xf32>
  %1 = memref.load %0[%c0] : memref<4xf32>
  return %1 : f32
}

// What is used in one block is freed behind its last use.
func.func @local(%n: index, %m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = func.call @new() : () -> memref<4xf32>
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%before = %a) -> memref<4xf32> {
    memref.copy %before, %m : memref<4xf32> to memref<4xf32>
    scf.yield %m : memref<4xf32>
  }
  %0 = memref.load %b[%c0] : memref<4xf32>
  %1 = arith.addf %0, %0 : f32
  return %1 : f32
}

// A loop that carries new memory, and one that carries two buffers in turn.
func.func @carried(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = func.call @new() : () -> memref<4xf32>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  %0 = memref.load %end[%c0] : memref<4xf32>
  return %0 : f32
}
func.func @in_turn(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (memref<4xf32>, memref<4xf32>) {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  %0 = memref.load %end#0[%c0] : memref<4xf32>
  return %0 : f32
}

// A loop of blocks.
func.func @blocks(%n: index, %m: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %m : index, memref<4xf32>)
^head(%i: index, %a: memref<4xf32>):
  %0 = arith.cmpi ult, %i, %n : index
  cf.cond_br %0, ^body, ^end
^body:
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  %1 = arith.addi %i, %c1 : index
  cf.br ^head(%1, %b : index, memref<4xf32>)
^end:
  return %a : memref<4xf32>
}

// Left alone: what the program allocates and frees itself, what is kept, and what functions give of which nothing is known.
func.func private @outside() -> memref<4xf32>
func.func @own() -> memref<4xf32> attributes {bufferization.manual_deallocation} {
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @left_alone(%m: memref<memref<4xf32>>, %flag: i32) -> index {
  %a = func.call @own() : () -> memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = func.call @outside() : () -> memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  memref.store %c, %m[] : memref<memref<4xf32>>
  %d = memref.alloc() : memref<4xf32>
  %0 = memref.extract_aligned_pointer_as_index %d : memref<4xf32> -> index
  %e = memref.alloc() : memref<4xf32>
  "test.keep"(%e) : (memref<4xf32>) -> ()
  return %0 : index
}

// What a switch passes on is given away, and the rest is freed on each of its ways.
func.func @switch(%flag: i32) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  cf.switch %flag : i32, [
    default: ^end(%a : memref<4xf32>),
    0: ^end(%b : memref<4xf32>)
  ]
^end(%m: memref<4xf32>):
  return %m : memref<4xf32>
}
