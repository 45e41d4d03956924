// Elementwise ops on tensors, one after the other, and the sum of what comes of them. `asyncir run` fuses them: no op fills a
// tensor of its own.
//
//   asyncir opt --linalg-fuse-elementwise-ops=no-recomputation=true examples/fusion.mlir
//
// shows the ops that are left.

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>
#none = affine_map<(i, j) -> ()>

func.func @main() {
  %c3 = arith.constant dense<3> : tensor<256x256xi64>
  %zero = arith.constant dense<0> : tensor<i64>
  %empty = tensor.empty() : tensor<256x256xi64>
  // i - j
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
    outs(%empty : tensor<256x256xi64>) {
  ^bb0(%_: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %difference = arith.subi %i, %j : index
    %value = arith.index_cast %difference : index to i64
    linalg.yield %value : i64
  } -> tensor<256x256xi64>
  // Three times that, with rows and columns exchanged.
  %1 = linalg.generic {indexing_maps = [#transposed, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%0, %c3 : tensor<256x256xi64>, tensor<256x256xi64>) outs(%empty : tensor<256x256xi64>) {
  ^bb0(%x: i64, %factor: i64, %_: i64):
    %value = arith.muli %x, %factor : i64
    linalg.yield %value : i64
  } -> tensor<256x256xi64>
  // What is negative becomes zero.
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%1 : tensor<256x256xi64>) outs(%empty : tensor<256x256xi64>) {
  ^bb0(%x: i64, %_: i64):
    %none = arith.constant 0 : i64
    %value = arith.maxsi %x, %none : i64
    linalg.yield %value : i64
  } -> tensor<256x256xi64>
  %sum = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%2 : tensor<256x256xi64>) outs(%zero : tensor<i64>) {
  ^bb0(%x: i64, %sum: i64):
    %next = arith.addi %sum, %x : i64
    linalg.yield %next : i64
  } -> tensor<i64>
  %result = tensor.extract %sum[] : tensor<i64>
  vector.print %result : i64
  return
}
