// RUN: --promote-buffers-to-stack
// Unlike MLIR: it moves memory to the stack that is freed under another name, or by bufferization.dealloc.

// What is only retained is freed by nothing here.
func.func @dealloc(%c: i1) -> i1 {
  %true = arith.constant true
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = memref.alloc() : memref<4xf32>
  %3 = bufferization.dealloc (%0, %1 : memref<4xf32>, memref<4xf32>) if (%true, %c) retain (%2 : memref<4xf32>)
  return %3 : i1
}

func.func @other_names(%c: i1) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = arith.select %c, %0, %1 : memref<4xf32>
  memref.dealloc %2 : memref<4xf32>
  %3 = memref.alloc() : memref<4xf32>
  %4 = memref.cast %3 : memref<4xf32> to memref<?xf32>
  memref.dealloc %4 : memref<?xf32>
  %5 = memref.alloc() : memref<4xf32>
  %6 = scf.if %c -> (memref<4xf32>) {
    scf.yield %5 : memref<4xf32>
  } else {
    %7 = memref.alloc() : memref<4xf32>
    scf.yield %7 : memref<4xf32>
  }
  memref.dealloc %6 : memref<4xf32>
  return
}
