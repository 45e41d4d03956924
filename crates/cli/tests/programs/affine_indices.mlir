// RUN: -lower-affine -convert-vector-to-scf -convert-scf-to-cf -convert-vector-to-llvm -arith-expand -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Indices are taken apart and put together, negative ones too, and vectors are read and written at affine indices.
func.func @show(%n: index, %w: index) {
  %0:3 = affine.delinearize_index %n into (3, %w) : index, index, index
  vector.print %0#0 : index
  vector.print %0#1 : index
  vector.print %0#2 : index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (3, %w) : index
  vector.print %1 : index
  %2 = affine.linearize_index disjoint [%0#1, %0#2] by (3, %w) : index
  vector.print %2 : index
  return
}

func.func @main() {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %n = arith.constant 115 : index
  %m = arith.constant -4 : index
  call @show(%n, %c7) : (index, index) -> ()
  call @show(%m, %c5) : (index, index) -> ()
  %a = memref.alloc() : memref<4x16xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 {
      %x = affine.linearize_index disjoint [%i, %j] by (4, 16) : index
      %y = arith.index_cast %x : index to i32
      affine.store %y, %a[%i, %j] : memref<4x16xi32>
    }
  }
  affine.for %i = 0 to 3 {
    %v = affine.vector_load %a[%i, %i + 1] : memref<4x16xi32>, vector<4xi32>
    affine.vector_store %v, %a[%i + 1, 2 * %i] : memref<4x16xi32>, vector<4xi32>
    vector.print %v : vector<4xi32>
  }
  memref.dealloc %a : memref<4x16xi32>
  return
}
