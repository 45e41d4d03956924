// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @constants(%i: index, %f: f32) -> (tensor<2xf32>, tensor<2x3xf32>, f32, f32) {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %2 = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %3 = arith.constant dense<1.0> : tensor<2x3xf32>
  %4 = arith.constant dense<1.0> : tensor<f32>
  %5 = tensor.insert %f into %0[%i] : tensor<2xf32>
  %6 = tensor.extract %1[%i] : tensor<2xf32>
  %7 = tensor.extract %2[%i] : tensor<2xf32>
  %8 = tensor.extract %4[] : tensor<f32>
  %9 = arith.addf %6, %7 : f32
  return %5, %3, %8, %9 : tensor<2xf32>, tensor<2x3xf32>, f32, f32
}
