// RUN: --convert-tensor-to-linalg

// What is added to a dimension is a number, also if it is given as a constant.
func.func @constants(%t: tensor<?x6xi16>, %n: index, %v: i16) -> tensor<?x?xi16> {
  %three = arith.constant 3 : index
  %four = arith.constant 4 : index
  %p = tensor.pad %t low[%three, %n] high[%n, %four] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : i16
  } : tensor<?x6xi16> to tensor<?x?xi16>
  return %p : tensor<?x?xi16>
}

func.func @all(%t: tensor<2xi16>, %v: i16) -> tensor<?xi16> {
  %three = arith.constant 3 : index
  %p = tensor.pad %t low[%three] high[%three] {
  ^bb0(%i: index):
    %w = arith.index_cast %i : index to i16
    tensor.yield %w : i16
  } : tensor<2xi16> to tensor<?xi16>
  return %p : tensor<?xi16>
}
