// RUN: -affine-parallelize=parallel-reductions -lower-affine -convert-scf-to-cf -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Loops as a front end of C makes them: a matrix product with sums in memory, a product with sums in values, a stencil, a
// running sum, which has to stay sequential, and a triangle. The results are printed as sums with weights.
func.func @fill(%a: memref<60x70xi64>, %factor: i64) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 70 {
      %k = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1 * 3)>(%i, %j)
      %int = arith.index_cast %k : index to i64
      %value = arith.muli %int, %factor : i64
      affine.store %value, %a[%i, %j] : memref<60x70xi64>
    }
  }
  return
}

func.func @multiply(%a: memref<60x70xi64>, %b: memref<60x70xi64>, %c: memref<60x60xi64>) {
  %zero = arith.constant 0 : i64
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 60 {
      affine.store %zero, %c[%i, %j] : memref<60x60xi64>
      affine.for %k = 0 to 70 {
        %x = affine.load %a[%i, %k] : memref<60x70xi64>
        %y = affine.load %b[%j, %k] : memref<60x70xi64>
        %old = affine.load %c[%i, %j] : memref<60x60xi64>
        %product = arith.muli %x, %y : i64
        %new = arith.addi %old, %product : i64
        affine.store %new, %c[%i, %j] : memref<60x60xi64>
      }
    }
  }
  return
}

func.func @multiply_values(%a: memref<60x70xi64>, %b: memref<60x70xi64>, %c: memref<60x60xi64>) {
  %zero = arith.constant 0 : i64
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 60 {
      %sum = affine.for %k = 0 to 70 iter_args(%old = %zero) -> i64 {
        %x = affine.load %a[%i, %k] : memref<60x70xi64>
        %y = affine.load %b[%j, %k] : memref<60x70xi64>
        %product = arith.muli %x, %y : i64
        %new = arith.addi %old, %product : i64
        affine.yield %new : i64
      }
      affine.store %sum, %c[%i, %j] : memref<60x60xi64>
    }
  }
  return
}

func.func @show(%c: memref<60x60xi64>) {
  %zero = arith.constant 0 : i64
  %sum = affine.for %i = 0 to 60 iter_args(%of_rows = %zero) -> i64 {
    %of_row = affine.for %j = 0 to 60 iter_args(%old = %zero) -> i64 {
      %x = affine.load %c[%i, %j] : memref<60x60xi64>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 60 + d1 + 1)>(%i, %j)
      %weight = arith.index_cast %place : index to i64
      %weighted = arith.muli %x, %weight : i64
      %new = arith.addi %old, %weighted : i64
      affine.yield %new : i64
    }
    %all = arith.addi %of_rows, %of_row : i64
    affine.yield %all : i64
  }
  vector.print %sum : i64
  return
}

func.func @main() {
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %a = memref.alloc() : memref<60x70xi64>
  %b = memref.alloc() : memref<60x70xi64>
  %c = memref.alloc() : memref<60x60xi64>
  func.call @fill(%a, %two) : (memref<60x70xi64>, i64) -> ()
  func.call @fill(%b, %three) : (memref<60x70xi64>, i64) -> ()
  func.call @multiply(%a, %b, %c) : (memref<60x70xi64>, memref<60x70xi64>, memref<60x60xi64>) -> ()
  func.call @show(%c) : (memref<60x60xi64>) -> ()
  func.call @multiply_values(%a, %b, %c) : (memref<60x70xi64>, memref<60x70xi64>, memref<60x60xi64>) -> ()
  func.call @show(%c) : (memref<60x60xi64>) -> ()

  // Every element is the sum of its neighbours in another array.
  affine.for %i = 1 to 59 {
    affine.for %j = 1 to 59 {
      %above = affine.load %a[%i - 1, %j] : memref<60x70xi64>
      %below = affine.load %a[%i + 1, %j] : memref<60x70xi64>
      %sum = arith.addi %above, %below : i64
      affine.store %sum, %c[%i, %j] : memref<60x60xi64>
    }
  }
  func.call @show(%c) : (memref<60x60xi64>) -> ()

  // Every element is added to the next one of its column.
  affine.for %i = 1 to 60 {
    affine.for %j = 0 to 60 {
      %above = affine.load %c[%i - 1, %j] : memref<60x60xi64>
      %here = affine.load %c[%i, %j] : memref<60x60xi64>
      %sum = arith.addi %above, %here : i64
      affine.store %sum, %c[%i, %j] : memref<60x60xi64>
    }
  }
  func.call @show(%c) : (memref<60x60xi64>) -> ()

  // The lower triangle becomes the upper one.
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = affine.load %c[%i, %j] : memref<60x60xi64>
      affine.store %x, %c[%j, %i] : memref<60x60xi64>
    }
  }
  func.call @show(%c) : (memref<60x60xi64>) -> ()
  memref.dealloc %a : memref<60x70xi64>
  memref.dealloc %b : memref<60x70xi64>
  memref.dealloc %c : memref<60x60xi64>
  return
}
