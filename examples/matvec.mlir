// A function on tensors, which can be called with any numbers:
//
//   asyncir run examples/matvec.mlir -e matvec --args='[[1, 2], [3, 4]], [10, 1]'
//
// Its rows are computed in parallel, if there are enough of them.

func.func @matvec(%matrix: tensor<?x?xf32>, %vector: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %matrix, %c0 : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %product = linalg.matvec ins(%matrix, %vector : tensor<?x?xf32>, tensor<?xf32>) outs(%start : tensor<?xf32>)
    -> tensor<?xf32>
  return %product : tensor<?xf32>
}
