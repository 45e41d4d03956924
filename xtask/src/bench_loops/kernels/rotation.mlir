func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %angle = memref.load %x[%i] : memref<?xf32>
    %a = memref.load %y[%i] : memref<?xf32>
    %b = memref.load %z[%i] : memref<?xf32>
    %sin = math.sin %angle : f32
    %cos = math.cos %angle : f32
    %0 = arith.mulf %a, %cos : f32
    %1 = arith.mulf %b, %sin : f32
    %2 = arith.subf %0, %1 : f32
    %3 = arith.mulf %a, %sin : f32
    %4 = arith.mulf %b, %cos : f32
    %5 = arith.addf %3, %4 : f32
    memref.store %2, %y[%i] : memref<?xf32>
    memref.store %5, %z[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
