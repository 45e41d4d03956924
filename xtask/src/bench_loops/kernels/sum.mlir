func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %total = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i32 {
    %ii = arith.index_cast %i : index to i32
    %m = arith.muli %ii, %ii : i32
    %v = arith.xori %m, %ii : i32
    scf.reduce (%v : i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  %f = arith.sitofp %total : i32 to f32
  // An average over rounds, so that no round can be left out.
  %before = memref.load %z[%c0] : memref<?xf32>
  %half = arith.constant 0.5 : f32
  %weighted = arith.mulf %before, %half : f32
  %average = arith.addf %weighted, %f : f32
  memref.store %average, %z[%c0] : memref<?xf32>
  return
}
