// RUN: --finalize-memref-to-llvm --reconcile-unrealized-casts
// Unlike MLIR: it refuses scopes with results whose types are converted.

func.func @f(%i: index) -> index {
  %r = memref.alloca_scope -> (index) {
    %m = memref.alloca() : memref<4xindex>
    memref.store %i, %m[%i] : memref<4xindex>
    %w = memref.load %m[%i] : memref<4xindex>
    memref.alloca_scope.return %w : index
  }
  return %r : index
}

func.func @of_memory(%x: memref<4xf32>) -> memref<4xf32> {
  %r = memref.alloca_scope -> (memref<4xf32>) {
    memref.alloca_scope.return %x : memref<4xf32>
  }
  return %r : memref<4xf32>
}
