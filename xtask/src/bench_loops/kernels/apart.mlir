func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c16000 = arith.constant 16000 : index
  %a = arith.constant 0.5 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %xi = memref.load %x[%i] : memref<?xf32>
    %p = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %a) -> (f32) {
      %m = arith.mulf %s, %xi : f32
      %t = arith.addf %m, %a : f32
      scf.yield %t : f32
    }
    memref.store %p, %y[%i] : memref<?xf32>
    scf.reduce
  }
  // What each iteration needs of the one before stays in order.
  %x1 = memref.load %y[%c1] : memref<?xf32>
  %q = scf.for %k = %c0 to %c16000 step %c1 iter_args(%s = %a) -> (f32) {
    %m = arith.mulf %s, %x1 : f32
    %t = arith.addf %m, %a : f32
    scf.yield %t : f32
  }
  memref.store %q, %z[%c0] : memref<?xf32>
  return
}
