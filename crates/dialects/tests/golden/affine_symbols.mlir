// Values that are symbols although a loop is around them.

func.func @symbols(%a: index, %b: index, %m: memref<?xf32>, %mi : memref<?xindex>) {
  affine.for %i = 0 to 10 {
    %x = arith.addi %a, %b : index
    %y = arith.divsi %a, %b : index
    %z = "test.a"() : () -> index
    %l = memref.load %mi[%a] : memref<?xindex>
    %p = arith.addi %a, %i : index
    %ii = arith.constant 2 : i32
    %ic = arith.index_cast %ii : i32 to index
    %0 = affine.load %m[symbol(%x)] : memref<?xf32>
    %1 = affine.load %m[symbol(%x)] : memref<?xf32>
    affine.store %0, %m[%x] : memref<?xf32>
  }
  return
}
