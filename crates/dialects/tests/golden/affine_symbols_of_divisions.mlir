// Divisions by constants that are not zero are symbols, as other ops that do nothing but compute.
func.func @f(%m: memref<8xi32>, %a: index, %l: index, %u: index, %t: index) {
  %c = arith.constant 7 : index
  scf.for %i = %l to %u step %t {
    %q = arith.divui %a, %c : index
    %r = arith.ceildivsi %a, %c : index
    %v = affine.load %m[symbol(%q)] : memref<8xi32>
    affine.for %j = 0 to %r {
      affine.store %v, %m[%j] : memref<8xi32>
    }
  }
  return
}
