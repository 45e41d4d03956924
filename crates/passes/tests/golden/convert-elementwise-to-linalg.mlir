// RUN: --convert-elementwise-to-linalg
func.func @addf(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @cmp(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %0 = arith.cmpf olt, %a, %b : tensor<?x4xf32>
  return %0 : tensor<?x4xi1>
}
func.func @sel(%a: tensor<4xf32>, %c: i1, %d: tensor<4xi1>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %a : tensor<4xf32>
  %1 = arith.select %d, %0, %a : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @exp(%a: tensor<f32>) -> tensor<f32> {
  %0 = math.exp %a : tensor<f32>
  %c = arith.constant dense<1.0> : tensor<f32>
  %1 = arith.addf %0, %c : tensor<f32>
  return %1 : tensor<f32>
}
func.func @ext(%a: tensor<?xi32>) -> (tensor<?xi64>, tensor<?xi32>, tensor<?xi32>) {
  %0 = arith.extsi %a : tensor<?xi32> to tensor<?xi64>
  %1, %2 = arith.mulsi_extended %a, %a : tensor<?xi32>
  return %0, %1, %2 : tensor<?xi64>, tensor<?xi32>, tensor<?xi32>
}
func.func @vec(%a: vector<4xi32>, %u: tensor<*xi32>) -> (vector<4xi32>, tensor<*xi32>) {
  %0 = arith.addi %a, %a : vector<4xi32>
  %1 = arith.addi %u, %u : tensor<*xi32>
  return %0, %1 : vector<4xi32>, tensor<*xi32>
}
func.func @enc(%a: tensor<4xi32, "x">, %b: tensor<4xi32, "x">) -> tensor<4xi32, "x"> {
  %1 = arith.addi %a, %b {attr = 1 : i32} : tensor<4xi32, "x">
  return %1 : tensor<4xi32, "x">
}
func.func @sel_scalar(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1, %d: tensor<?xi1>, %e: tensor<?xi1>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  %1 = arith.andi %d, %e : tensor<?xi1>
  return %0 : tensor<4xf32>
}
func.func @mixed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xi1> {
  %1 = arith.cmpf oeq, %a, %b : tensor<?x?xf32>
  %2 = arith.cmpf one, %a, %b : tensor<?x?xf32>
  %3 = arith.ori %1, %2 : tensor<?x?xi1>
  return %3 : tensor<?x?xi1>
}
