// A convolution and a matrix product, written as structured ops: the iterations of their parallel loops are shared
// among the workers.

#window = affine_map<(i, j) -> (i + j)>
#weight = affine_map<(i, j) -> (j)>
#result = affine_map<(i, j) -> (i)>

func.func @main() {
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a = memref.alloc() : memref<64x64xi64>
  %b = memref.alloc() : memref<64x64xi64>
  %c = memref.alloc() : memref<64x64xi64>
  %signal = memref.alloc() : memref<4099xi64>
  %weights = memref.alloc() : memref<4xi64>
  %smooth = memref.alloc() : memref<4096xi64>

  linalg.fill ins(%one : i64) outs(%b : memref<64x64xi64>)
  linalg.fill ins(%zero : i64) outs(%c : memref<64x64xi64>)
  linalg.fill ins(%zero : i64) outs(%smooth : memref<4096xi64>)
  linalg.map outs(%a : memref<64x64xi64>) (%old: i64) {
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.muli %i, %c64 : index
    %sum = arith.addi %row, %j : index
    %value = arith.index_cast %sum : index to i64
    linalg.yield %value : i64
  }
  linalg.matmul ins(%a, %b : memref<64x64xi64>, memref<64x64xi64>) outs(%c : memref<64x64xi64>)

  affine.for %i = 0 to 4099 {
    %value = affine.apply affine_map<(d0) -> (d0 mod 7)>(%i)
    %x = arith.index_cast %value : index to i64
    affine.store %x, %signal[%i] : memref<4099xi64>
  }
  affine.parallel (%i) = (0) to (4) {
    affine.store %one, %weights[%i] : memref<4xi64>
  }
  linalg.generic {indexing_maps = [#window, #weight, #result], iterator_types = ["parallel", "reduction"]}
    ins(%signal, %weights : memref<4099xi64>, memref<4xi64>) outs(%smooth : memref<4096xi64>) {
  ^bb0(%x: i64, %w: i64, %sum: i64):
    %0 = arith.muli %x, %w : i64
    %1 = arith.addi %sum, %0 : i64
    linalg.yield %1 : i64
  }

  %trace = affine.for %i = 0 to 64 iter_args(%sum = %zero) -> (i64) {
    %x = affine.load %c[%i, %i] : memref<64x64xi64>
    %next = arith.addi %sum, %x : i64
    affine.yield %next : i64
  }
  %total = affine.for %i = 0 to 4096 iter_args(%sum = %zero) -> (i64) {
    %x = affine.load %smooth[%i] : memref<4096xi64>
    %next = arith.addi %sum, %x : i64
    affine.yield %next : i64
  }
  vector.print %trace : i64
  vector.print %total : i64
  memref.dealloc %a : memref<64x64xi64>
  memref.dealloc %b : memref<64x64xi64>
  memref.dealloc %c : memref<64x64xi64>
  memref.dealloc %signal : memref<4099xi64>
  memref.dealloc %weights : memref<4xi64>
  memref.dealloc %smooth : memref<4096xi64>
  return
}
