// RUN: --linalg-fold-unit-extent-dims
// Unlike MLIR: a padding that is a constant in the region of the op moves out of it. MLIR loses it, and crashes.

func.func @row(%row: tensor<1x6xi64>) -> tensor<1x9xi64> {
  %wide = tensor.pad %row low[0, 2] high[0, 1] {
  ^bb0(%i: index, %j: index):
    %seven = arith.constant 7 : i64
    tensor.yield %seven : i64
  } : tensor<1x6xi64> to tensor<1x9xi64>
  return %wide : tensor<1x9xi64>
}

func.func @outside(%column: tensor<?x1xi64>, %n: index, %value: i64) -> tensor<?x1xi64> {
  %long = tensor.pad %column low[%n, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %value : i64
  } : tensor<?x1xi64> to tensor<?x1xi64>
  return %long : tensor<?x1xi64>
}
