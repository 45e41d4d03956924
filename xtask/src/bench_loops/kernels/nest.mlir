func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %a = arith.constant 0.5 : f32
  %width = arith.divui %n, %c16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %begin = arith.muli %i, %width : index
    %rounds = arith.muli %i, %c4 : index
    scf.parallel (%j) = (%c0) to (%width) step (%c1) {
      %at = arith.addi %begin, %j : index
      %v = memref.load %x[%at] : memref<?xf32>
      %p = scf.for %k = %c0 to %rounds step %c1 iter_args(%s = %a) -> (f32) {
        %m = arith.mulf %s, %v : f32
        %t = arith.addf %m, %a : f32
        scf.yield %t : f32
      }
      memref.store %p, %y[%at] : memref<?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}
