func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 500 : index
  %four = arith.constant 4.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f32
  %ni = arith.index_cast %n : index to i32
  %nf = arith.sitofp %ni : i32 to f32
  %scale = arith.divf %three, %nf : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %ii = arith.index_cast %i : index to i32
    %if = arith.sitofp %ii : i32 to f32
    %ji = arith.index_cast %j : index to i32
    %jf = arith.sitofp %ji : i32 to f32
    %is = arith.mulf %if, %scale : f32
    %js = arith.mulf %jf, %scale : f32
    %cr = arith.subf %is, %two : f32
    %half = arith.constant 1.5 : f32
    %ci = arith.subf %js, %half : f32
    %end:3 = scf.while (%a = %zero, %b = %zero, %k = %c0) : (f32, f32, index) -> (f32, f32, index) {
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %s = arith.addf %aa, %bb : f32
      %in = arith.cmpf olt, %s, %four : f32
      %more = arith.cmpi ult, %k, %limit : index
      %go = arith.andi %in, %more : i1
      scf.condition(%go) %a, %b, %k : f32, f32, index
    } do {
    ^bb0(%a: f32, %b: f32, %k: index):
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %ab = arith.mulf %a, %b : f32
      %d = arith.subf %aa, %bb : f32
      %na = arith.addf %d, %cr : f32
      %e = arith.addf %ab, %ab : f32
      %nb = arith.addf %e, %ci : f32
      %nk = arith.addi %k, %c1 : index
      scf.yield %na, %nb, %nk : f32, f32, index
    }
    %ki = arith.index_cast %end#2 : index to i32
    %kf = arith.sitofp %ki : i32 to f32
    %row = arith.muli %i, %n : index
    %at = arith.addi %row, %j : index
    // An average over rounds, so that no round can be left out.
    %before = memref.load %x[%at] : memref<?xf32>
    %decay = arith.constant 0.5 : f32
    %weighted = arith.mulf %before, %decay : f32
    %average = arith.addf %weighted, %kf : f32
    memref.store %average, %x[%at] : memref<?xf32>
    scf.reduce
  }
  return
}
