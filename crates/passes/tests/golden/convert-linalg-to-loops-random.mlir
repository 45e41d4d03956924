// RUN: --convert-linalg-to-loops

// Matrices of pseudo-random numbers.

func.func @floats(%low: f64, %high: f64, %seed: i32, %a: memref<4x?xf32>) {
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%a : memref<4x?xf32>)
  return
}

func.func @integers(%low: f64, %high: f64, %seed: i32, %a: memref<2x3xi16>) {
  linalg.fill_rng_2d {scale} ins(%low, %high, %seed : f64, f64, i32) outs(%a : memref<2x3xi16>)
  return
}
