// RUN: --affine-scalrep
// Unlike MLIR: what stands behind a load in a loop that is not affine comes before it in the next iteration. MLIR takes what was loaded before the loop.

func.func @for(%m: memref<1xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = affine.load %m[0] : memref<1xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %first) -> i32 {
    %v = affine.load %m[0] : memref<1xi32>
    %b = arith.addi %a, %v : i32
    affine.store %x, %m[0] : memref<1xi32>
    scf.yield %b : i32
  }
  return %sum : i32
}

func.func @blocks(%m: memref<1xi32>, %c: i1, %x: i32) -> i32 {
  %first = affine.load %m[0] : memref<1xi32>
  cf.br ^loop(%first : i32)
^loop(%a: i32):
  %v = affine.load %m[0] : memref<1xi32>
  %b = arith.addi %a, %v : i32
  cf.cond_br %c, ^other, ^end
^other:
  affine.store %x, %m[0] : memref<1xi32>
  cf.br ^loop(%b : i32)
^end:
  affine.store %x, %m[0] : memref<1xi32>
  return %b : i32
}

// No way leads back here without another load.
func.func @forward(%m: memref<1xi32>, %c: i1, %x: i32) -> i32 {
  cf.br ^loop
^loop:
  %first = affine.load %m[0] : memref<1xi32>
  cf.br ^next
^next:
  %v = affine.load %m[0] : memref<1xi32>
  %b = arith.addi %first, %v : i32
  affine.store %b, %m[0] : memref<1xi32>
  cf.cond_br %c, ^loop, ^end
^end:
  return %b : i32
}
