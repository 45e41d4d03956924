// RUN: --convert-index-to-llvm
// Casts that cancel each other fold.

func.func @f(%a: index, %m: memref<10xf32>) {
  %0 = builtin.unrealized_conversion_cast %a : index to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  affine.for %i = 0 to 10 {
    %x = affine.load %m[%i] : memref<10xf32>
    %2 = builtin.unrealized_conversion_cast %i : index to i64
    %3 = builtin.unrealized_conversion_cast %2 : i64 to index
    "test.use"(%1, %2, %3, %x) : (index, i64, index, f32) -> ()
  }
  return
}
