// RUN: --ownership-based-buffer-deallocation
// Unlike MLIR: what an op with regions gives and another block uses is not freed in between; what a branch passes on may be used behind it, too; affine.for may carry memory; blocks that nothing leads to go.
func.func private @use(memref<4xf32>)
func.func @given_by_regions(%c: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m : memref<4xf32>
  } else {
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m : memref<4xf32>
  }
  cf.br ^1
^1:
  call @use(%r) : (memref<4xf32>) -> ()
  return
}
func.func @passed_and_used() {
  %m = memref.alloc() : memref<4xf32>
  cf.br ^1(%m : memref<4xf32>)
^1(%x: memref<4xf32>):
  call @use(%m) : (memref<4xf32>) -> ()
  call @use(%x) : (memref<4xf32>) -> ()
  return
}
func.func @affine(%a: memref<4xf32>) {
  %r = affine.for %i = 0 to 10 iter_args(%x = %a) -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    affine.yield %m : memref<4xf32>
  }
  call @use(%r) : (memref<4xf32>) -> ()
  return
}
func.func @unreachable(%a: memref<4xf32>) {
  cf.br ^2(%a : memref<4xf32>)
^1:
  cf.br ^2(%a : memref<4xf32>)
^2(%x: memref<4xf32>):
  call @use(%x) : (memref<4xf32>) -> ()
  return
}
