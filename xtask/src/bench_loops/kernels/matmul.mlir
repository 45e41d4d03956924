func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %row = arith.muli %i, %n : index
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
      %xa = arith.addi %row, %k : index
      %kr = arith.muli %k, %n : index
      %ya = arith.addi %kr, %j : index
      %xv = memref.load %x[%xa] : memref<?xf32>
      %yv = memref.load %y[%ya] : memref<?xf32>
      %p = arith.mulf %xv, %yv : f32
      %t = arith.addf %sum, %p : f32
      scf.yield %t : f32
    }
    %at = arith.addi %row, %j : index
    memref.store %s, %z[%at] : memref<?xf32>
    scf.reduce
  }
  return
}
