// RUN: --buffer-deallocation-simplification

// Blocks that are equal are not merged; those that are never reached go, and so do arguments that nobody uses.
func.func @choice(%c: i1, %m: memref<2xf32>, %n: memref<2xf32>) -> memref<2xf32> {
  cf.cond_br %c, ^one, ^other(%m : memref<2xf32>)
^one:
  return %m : memref<2xf32>
^other(%unused: memref<2xf32>):
  return %n : memref<2xf32>
^never:
  return %n : memref<2xf32>
}
