func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %quarter = arith.constant 0.25 : f32
  %last = arith.subi %n, %c1 : index
  scf.parallel (%i, %j) = (%c1, %c1) to (%last, %last) step (%c1, %c1) {
    %row = arith.muli %i, %n : index
    %at = arith.addi %row, %j : index
    %up = arith.subi %at, %n : index
    %down = arith.addi %at, %n : index
    %left = arith.subi %at, %c1 : index
    %right = arith.addi %at, %c1 : index
    %a = memref.load %x[%up] : memref<?xf32>
    %b = memref.load %x[%down] : memref<?xf32>
    %c = memref.load %x[%left] : memref<?xf32>
    %d = memref.load %x[%right] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    %t = arith.addf %c, %d : f32
    %u = arith.addf %s, %t : f32
    %v = arith.mulf %u, %quarter : f32
    memref.store %v, %y[%at] : memref<?xf32>
    scf.reduce
  }
  return
}
