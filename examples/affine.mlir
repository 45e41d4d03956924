// Sequential affine loops, as front ends for C and C++ make them: the product of two matrices.
// `asyncir opt --affine-parallelize` finds that the two outer loops may run in parallel, and that the inner one may not.

func.func @main() {
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<100x100xi64>
  %b = memref.alloc() : memref<100x100xi64>

  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      %difference = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%i, %j)
      %value = arith.index_cast %difference : index to i64
      affine.store %value, %a[%i, %j] : memref<100x100xi64>
      affine.store %zero, %b[%i, %j] : memref<100x100xi64>
    }
  }

  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      affine.for %k = 0 to 100 {
        %x = affine.load %a[%i, %k] : memref<100x100xi64>
        %y = affine.load %a[%k, %j] : memref<100x100xi64>
        %xy = arith.muli %x, %y : i64
        %sum = affine.load %b[%i, %j] : memref<100x100xi64>
        %next = arith.addi %sum, %xy : i64
        affine.store %next, %b[%i, %j] : memref<100x100xi64>
      }
    }
  }

  %trace = affine.for %i = 0 to 100 iter_args(%sum = %zero) -> (i64) {
    %x = affine.load %b[%i, %i] : memref<100x100xi64>
    %next = arith.addi %sum, %x : i64
    affine.yield %next : i64
  }
  vector.print %trace : i64
  memref.dealloc %a : memref<100x100xi64>
  memref.dealloc %b : memref<100x100xi64>
  return
}
