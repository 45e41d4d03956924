// Numbers that are attributes of types, and negative numbers of types without sign.
module attributes {test.bits = array<ui8: -1, -128, 7>, test.all = array<ui64: -1>, test.signed = array<si8: -3>,
  test.nothing = dense<0> : tensor<2xi0>, test.memory = dense<1> : memref<2xi32>} {
  func.func private @encodings(tensor<4xf32, 1>, tensor<4xf32, 1 : i32>, tensor<4xf32, 2.0>, tensor<4xf32, true>)
  func.func private @spaces(memref<4xf32, 1>, memref<4xf32, 1 : i32>)
}
