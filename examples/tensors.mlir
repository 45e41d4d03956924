// A layer of a network on tensors, and the softmax of its results. Tensors are values: asyncir decides which of them share
// memory, and runs the loops over their elements in parallel.

#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// max(0, x * weights + bias)
func.func private @layer(%x: tensor<?x64xf32>, %weights: tensor<64x16xf32>, %bias: tensor<16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x64xf32>
  %empty = tensor.empty(%rows) : tensor<?x16xf32>
  %start = linalg.generic {indexing_maps = [#column, #matrix], iterator_types = ["parallel", "parallel"]}
    ins(%bias : tensor<16xf32>) outs(%empty : tensor<?x16xf32>) {
  ^bb0(%b: f32, %_: f32):
    linalg.yield %b : f32
  } -> tensor<?x16xf32>
  %product = linalg.matmul ins(%x, %weights : tensor<?x64xf32>, tensor<64x16xf32>) outs(%start : tensor<?x16xf32>)
    -> tensor<?x16xf32>
  %result = linalg.map ins(%product : tensor<?x16xf32>) outs(%empty : tensor<?x16xf32>) (%value: f32, %_: f32) {
    %positive = arith.maximumf %value, %zero : f32
    linalg.yield %positive : f32
  }
  return %result : tensor<?x16xf32>
}

// exp(x - max(x)) / sum(exp(x - max(x))) for each row
func.func private @softmax(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x16xf32>
  %of_rows = tensor.empty(%rows) : tensor<?xf32>
  %lowest = linalg.fill ins(%least : f32) outs(%of_rows : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x16xf32>) outs(%lowest : tensor<?xf32>) dimensions = [1]
  %e = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
    ins(%max : tensor<?xf32>) outs(%x : tensor<?x16xf32>) {
  ^bb0(%m: f32, %value: f32):
    %distance = arith.subf %value, %m : f32
    %power = math.exp %distance : f32
    linalg.yield %power : f32
  } -> tensor<?x16xf32>
  %none = linalg.fill ins(%zero : f32) outs(%of_rows : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<?x16xf32>) outs(%none : tensor<?xf32>) dimensions = [1]
  %result = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
    ins(%sum : tensor<?xf32>) outs(%e : tensor<?x16xf32>) {
  ^bb0(%s: f32, %power: f32):
    %share = arith.divf %power, %s : f32
    linalg.yield %share : f32
  } -> tensor<?x16xf32>
  return %result : tensor<?x16xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %rows = arith.constant 1000 : index
  %zero = arith.constant 0.0 : f32
  %small = arith.constant 0.001 : f32

  %x = tensor.generate %rows {
  ^bb0(%i: index, %j: index):
    %sum = arith.addi %i, %j : index
    %rest = arith.remui %sum, %c16 : index
    %int = arith.index_cast %rest : index to i32
    %float = arith.sitofp %int : i32 to f32
    tensor.yield %float : f32
  } : tensor<?x64xf32>
  %weights = tensor.generate {
  ^bb0(%i: index, %j: index):
    %product = arith.muli %i, %j : index
    %int = arith.index_cast %product : index to i32
    %float = arith.sitofp %int : i32 to f32
    %scaled = arith.mulf %float, %small : f32
    tensor.yield %scaled : f32
  } : tensor<64x16xf32>
  %bias = tensor.splat %small : tensor<16xf32>

  %layer = call @layer(%x, %weights, %bias) : (tensor<?x64xf32>, tensor<64x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %shares = call @softmax(%layer) : (tensor<?x16xf32>) -> tensor<?x16xf32>

  // The shares of each row add up to 1.
  %total = scf.for %i = %c0 to %rows step %c1 iter_args(%sum = %zero) -> (f32) {
    %of_row = scf.for %j = %c0 to %c16 step %c1 iter_args(%row = %zero) -> (f32) {
      %share = tensor.extract %shares[%i, %j] : tensor<?x16xf32>
      %next = arith.addf %row, %share : f32
      scf.yield %next : f32
    }
    %next = arith.addf %sum, %of_row : f32
    scf.yield %next : f32
  }
  %rounded = math.roundeven %total : f32
  vector.print %rounded : f32
  %value = tensor.extract %layer[%c3, %c3] : tensor<?x16xf32>
  vector.print %value : f32
  return
}
