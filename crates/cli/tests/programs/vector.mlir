// RUN: --test-lower-to-llvm

// Transfers of vectors of two dimensions, in bounds and beyond, transposed, repeated and masked; printing of vectors.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %pad = arith.constant -1.0 : f32
  %memory = memref.alloc(%c4, %c5) : memref<?x?xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %row = arith.muli %i, %c5 : index
      %sum = arith.addi %row, %j : index
      %int = arith.index_cast %sum : index to i32
      %value = arith.sitofp %int : i32 to f32
      memref.store %value, %memory[%i, %j] : memref<?x?xf32>
    }
  }
  %inside = vector.transfer_read %memory[%c1, %c1], %pad {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x3xf32>
  vector.print %inside : vector<2x3xf32>
  %beyond = vector.transfer_read %memory[%c2, %c2], %pad : memref<?x?xf32>, vector<3x4xf32>
  vector.print %beyond : vector<3x4xf32>
  %transposed = vector.transfer_read %memory[%c0, %c0], %pad {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
    : memref<?x?xf32>, vector<5x4xf32>
  vector.print %transposed : vector<5x4xf32>
  %repeated = vector.transfer_read %memory[%c1, %c2], %pad
    {permutation_map = affine_map<(d0, d1) -> (d0, 0)>, in_bounds = [false, true]} : memref<?x?xf32>, vector<4x2xf32>
  vector.print %repeated : vector<4x2xf32>
  %mask = vector.create_mask %c2, %c1 : vector<3x3xi1>
  %masked = vector.transfer_read %memory[%c0, %c0], %pad, %mask : memref<?x?xf32>, vector<3x3xf32>
  vector.print %masked : vector<3x3xf32>
  vector.transfer_write %beyond, %memory[%c0, %c2] : vector<3x4xf32>, memref<?x?xf32>
  %column = vector.extract %transposed[4] : vector<4xf32> from vector<5x4xf32>
  vector.transfer_write %column, %memory[%c0, %c0] {permutation_map = affine_map<(d0, d1) -> (d0)>}
    : vector<4xf32>, memref<?x?xf32>
  %all = vector.transfer_read %memory[%c0, %c0], %pad : memref<?x?xf32>, vector<4x5xf32>
  vector.print %all : vector<4x5xf32>
  %bits = arith.cmpf ogt, %all, %all : vector<4x5xf32>
  vector.print %bits : vector<4x5xi1>
  %product = vector.outerproduct %column, %column : vector<4xf32>, vector<4xf32>
  vector.print %product : vector<4x4xf32>
  memref.dealloc %memory : memref<?x?xf32>
  return
}
