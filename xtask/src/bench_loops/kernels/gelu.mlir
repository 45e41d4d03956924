func.func @kernel(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.797884583 : f32
  %cubic = arith.constant 4.471500e-02 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %xi = memref.load %x[%i] : memref<?xf32>
    %square = arith.mulf %xi, %xi : f32
    %a = arith.mulf %square, %cubic : f32
    %b = arith.addf %a, %one : f32
    %c = arith.mulf %b, %xi : f32
    %d = arith.mulf %c, %root : f32
    %tanh = math.tanh %d : f32
    %e = arith.addf %tanh, %one : f32
    %f = arith.mulf %e, %xi : f32
    %g = arith.mulf %f, %half : f32
    memref.store %g, %y[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
