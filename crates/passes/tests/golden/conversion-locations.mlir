// RUN: --mlir-print-debuginfo --mlir-print-local-scope --lower-vector-mask --convert-elementwise-to-linalg --lower-affine --convert-scf-to-cf
// What passes make stands where what it is made of did.
func.func @masked(%v: f32, %m: memref<8xf32>, %i: index, %mask: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.mask %mask { vector.transfer_read %m[%i], %v {in_bounds = [true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @elementwise(%a: tensor<?xf32>,
                       %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @reduced(%m: memref<100xf32>) -> f32 {
  %0 = affine.parallel (%i) = (0) to (100) reduce ("addf") -> (f32) {
    %x = affine.load %m[%i] : memref<100xf32>
    affine.yield %x : f32
  }
  return %0 : f32
}
func.func @yielded(%i: index, %c: i32) -> i32 {
  %0 = scf.index_switch %i -> i32
  case 2 {
    scf.yield %c : i32
  }
  default {
    %1 = arith.constant 30 : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
