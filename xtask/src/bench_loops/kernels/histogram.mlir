func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %half = arith.constant 0.5 : f32
  %mid = arith.constant 1.5 : f32
  %total:3 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %zero, %zero) -> (i32, i32, i32) {
    %v = memref.load %x[%i] : memref<?xf32>
    %low = arith.cmpf olt, %v, %half : f32
    %high = arith.cmpf ogt, %v, %mid : f32
    %either = arith.ori %low, %high : i1
    %one = arith.constant true
    %between = arith.xori %either, %one : i1
    %a = arith.extui %low : i1 to i32
    %b = arith.extui %between : i1 to i32
    %c = arith.extui %high : i1 to i32
    scf.reduce (%a, %b, %c : i32, i32, i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  %c2 = arith.constant 2 : index
  %fa = arith.sitofp %total#0 : i32 to f32
  %fb = arith.sitofp %total#1 : i32 to f32
  %fc = arith.sitofp %total#2 : i32 to f32
  memref.store %fa, %z[%c0] : memref<?xf32>
  memref.store %fb, %z[%c1] : memref<?xf32>
  memref.store %fc, %z[%c2] : memref<?xf32>
  return
}
