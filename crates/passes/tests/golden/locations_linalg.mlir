// RUN: --mlir-print-debuginfo --mlir-print-local-scope --mlir-print-op-generic --cse

func.func @f(%a: memref<4x8xf32> loc("a"), %b: memref<8x4xf32> loc("b"), %c: memref<8x4x2xf32> loc("c")) {
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%b : memref<8x4xf32>) permutation = [1, 0]
  linalg.broadcast ins(%b : memref<8x4xf32>) outs(%c : memref<8x4x2xf32>) dimensions = [2] loc("named later")
  return
}
