// RUN: builtin.module(buffer-results-to-out-params{hoist-static-allocs=true})
// Unlike MLIR: clones are copied, and so is memory that a loop allocates anew, or that is given twice.

func.func private @clone(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

func.func private @loop(%a: memref<4xf32>, %n: index) -> memref<4xf32> {
  cf.br ^bb1(%a, %n : memref<4xf32>, index)
^bb1(%before: memref<4xf32>, %k: index):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.load %before[%c1] : memref<4xf32>
  memref.store %1, %0[%c0] : memref<4xf32>
  %less = arith.subi %k, %c1 : index
  %goes_on = arith.cmpi ne, %less, %c0 : index
  cf.cond_br %goes_on, ^bb1(%0, %less : memref<4xf32>, index), ^bb2
^bb2:
  return %0 : memref<4xf32>
}

// What is given twice becomes two.
func.func private @twice(%c: i1) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  return %0, %0 : memref<4xf32>, memref<4xf32>
}

// A function that something else than a call names stays as it is.
func.func private @named(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

func.func @main(%a: memref<4xf32>, %n: index) {
  %0 = call @clone(%a) : (memref<4xf32>) -> memref<4xf32>
  %1 = call @loop(%0, %n) : (memref<4xf32>, index) -> memref<4xf32>
  %2 = constant @named : (memref<4xf32>) -> memref<4xf32>
  %3 = call_indirect %2(%1) : (memref<4xf32>) -> memref<4xf32>
  return
}
