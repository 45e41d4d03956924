// RUN: --one-shot-bufferize

func.func @rows(%a: tensor<2x3xi16>, %b: tensor<4x3xi16>) -> tensor<6x3xi16> {
  %c = tensor.concat dim(0) %a, %b : (tensor<2x3xi16>, tensor<4x3xi16>) -> tensor<6x3xi16>
  return %c : tensor<6x3xi16>
}

// Places are sums of sizes that are known when the program runs; shared sizes may be known of one input only.
func.func @columns(%a: tensor<?x?xf32>, %b: tensor<7x?xf32>, %c: tensor<?x2xf32>) -> tensor<?x?xf32> {
  %d = tensor.concat dim(1) %a, %b, %c, %a
      : (tensor<?x?xf32>, tensor<7x?xf32>, tensor<?x2xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

func.func @known(%a: tensor<?xi1>, %b: tensor<2xi1>) -> tensor<8xi1> {
  %c = tensor.concat dim(0) %b, %a, %b : (tensor<2xi1>, tensor<?xi1>, tensor<2xi1>) -> tensor<8xi1>
  return %c : tensor<8xi1>
}

func.func @forgotten(%a: tensor<3x?xi32>) -> tensor<?x?xi32> {
  %c = tensor.concat dim(0) %a, %a : (tensor<3x?xi32>, tensor<3x?xi32>) -> tensor<?x?xi32>
  return %c : tensor<?x?xi32>
}
