// RUN: --canonicalize
// Reads of constant globals, at indices that are known or where all elements are equal.
memref.global "private" constant @equal : memref<3x4xf32> = dense<0.125>
memref.global "private" constant @several : memref<2x3xi16> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" constant @single : memref<index> = dense<7>
memref.global "private" constant @flags : memref<2xi1> = dense<[false, true]>
memref.global @variable : memref<3xf32> = dense<1.0>
memref.global "private" constant @elsewhere : memref<3xf32>
func.func @known(%i: index, %j: index) -> (f32, i16, index, i1) {
  %equal = memref.get_global @equal : memref<3x4xf32>
  %several = memref.get_global @several : memref<2x3xi16>
  %single = memref.get_global @single : memref<index>
  %flags = memref.get_global @flags : memref<2xi1>
  %c1 = arith.constant 1 : index
  %0 = affine.load %equal[symbol(%i), symbol(%j)] : memref<3x4xf32>
  %1 = affine.load %several[symbol(%c1), 2] : memref<2x3xi16>
  %2 = affine.load %single[] : memref<index>
  %3 = affine.load %flags[1] : memref<2xi1>
  return %0, %1, %2, %3 : f32, i16, index, i1
}
func.func @unknown(%i: index) -> (i16, f32, f32, f32) {
  %equal = memref.get_global @equal : memref<3x4xf32>
  %several = memref.get_global @several : memref<2x3xi16>
  %variable = memref.get_global @variable : memref<3xf32>
  %elsewhere = memref.get_global @elsewhere : memref<3xf32>
  %c0 = arith.constant 0 : index
  %0 = affine.load %several[1, symbol(%i)] : memref<2x3xi16>
  %1 = affine.load %variable[0] : memref<3xf32>
  %2 = affine.load %elsewhere[0] : memref<3xf32>
  %3 = memref.load %equal[%c0, %c0] : memref<3x4xf32>
  return %0, %1, %2, %3 : i16, f32, f32, f32
}

// A module sees its own globals only.
module @inner {
  memref.global "private" constant @equal : memref<3x4xf32> = dense<0.25>
  func.func @own() -> f32 {
    %equal = memref.get_global @equal : memref<3x4xf32>
    %0 = affine.load %equal[0, 0] : memref<3x4xf32>
    return %0 : f32
  }
}
