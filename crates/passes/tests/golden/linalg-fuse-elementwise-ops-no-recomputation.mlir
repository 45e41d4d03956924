// RUN: --linalg-fuse-elementwise-ops=no-recomputation=true
// Unlike MLIR: it has no such option.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>

// Ops that have names, numbers, and a value that is used twice; what is written over is what the first op writes over.
func.func @chain(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %twos = tensor.splat %two[%n] : tensor<4x?xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  %0 = linalg.mul ins(%a, %twos : tensor<4x?xf32>, tensor<4x?xf32>) outs(%b : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = linalg.add ins(%0, %f : tensor<4x?xf32>, tensor<4x?xf32>) outs(%0 : tensor<4x?xf32>) -> tensor<4x?xf32>
  %2 = linalg.mul ins(%1, %1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  %3 = linalg.map ins(%2, %a : tensor<4x?xf32>, tensor<4x?xf32>) outs(%2 : tensor<4x?xf32>)
    (%x: f32, %y: f32, %old: f32) {
      %r = arith.maximumf %x, %y : f32
      linalg.yield %r : f32
    }
  return %3 : tensor<4x?xf32>
}

// Two ways from one op to another.
func.func @diamond(%a: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.negf ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.square ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.sub ins(%1, %2 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// One loop less for each: what is reduced, and what is broadcast. The exponentials are needed twice.
func.func @softmax(%x: tensor<4x8xf32>, %low: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%low : tensor<4xf32>) dimensions = [1]
  %0 = linalg.broadcast ins(%max : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %1 = linalg.sub ins(%x, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.exp ins(%1 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %sum = linalg.reduce { arith.addf } ins(%2 : tensor<4x8xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %3 = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %4 = linalg.div ins(%2, %3 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// The sum of a product, and a product of a matrix and a vector of which both are computed: the vector once.
func.func @reductions(%x: tensor<4x8xf16>, %y: tensor<8xf32>, %zero: tensor<f32>, %zeros: tensor<4xf32>)
    -> (tensor<f32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %ee = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.mul ins(%y, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.reduce { arith.addf } ins(%0 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %wide = linalg.copy ins(%x : tensor<4x8xf16>) outs(%ee : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.negf ins(%y : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %product = linalg.matvec ins(%wide, %1 : tensor<4x8xf32>, tensor<8xf32>) outs(%zeros : tensor<4xf32>)
    -> tensor<4xf32>
  return %sum, %product : tensor<f32>, tensor<4xf32>
}

// A function of the library is not called for one element after the other, unless rows are reduced at a time.
func.func @long_reductions(%x: tensor<4x8xf32>, %zeros: tensor<4xf32>, %more: tensor<8xf32>)
    -> (tensor<4xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %in_rows = linalg.reduce { arith.addf } ins(%0 : tensor<4x8xf32>) outs(%zeros : tensor<4xf32>) dimensions = [1]
  %1 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %of_rows = linalg.reduce { arith.addf } ins(%1 : tensor<4x8xf32>) outs(%more : tensor<8xf32>) dimensions = [0]
  return %in_rows, %of_rows : tensor<4xf32>, tensor<8xf32>
}

// Products of matrices stay what they are.
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %zero: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %two = arith.constant dense<2.0> : tensor<8x4xf32>
  %0 = linalg.negf ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.transpose ins(%b : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %2 = linalg.add ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.matmul ins(%2, %two : tensor<4x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// What would be computed for each column stays; what is converted for each column does not.
func.func @repeated(%a: tensor<4xf16>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %row = tensor.empty() : tensor<4xf32>
  %short = tensor.empty() : tensor<4xf16>
  %0 = linalg.negf ins(%a : tensor<4xf16>) outs(%short : tensor<4xf16>) -> tensor<4xf16>
  %1 = linalg.copy ins(%0 : tensor<4xf16>) outs(%row : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.broadcast ins(%1 : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %3 = linalg.add ins(%b, %2 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = linalg.mul ins(%3, %2 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// What others use, what is used in two ways, and what starts from the elements that it writes over.
func.func @others(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.negf ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.exp ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.abs ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.generic {indexing_maps = [#id, #t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%2, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.mulf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %5 = linalg.exp ins(%4 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %3, %5 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Effects keep their place: in front of an op or behind it. A loop does not compute again what is computed before it.
func.func @effects(%a: tensor<8xf32>, %m: memref<8xf32>, %c: index, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %zero = arith.constant 0.0 : f32
  %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  %0 = linalg.negf ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  memref.store %zero, %m[%c] : memref<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.negf ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %3 = scf.for %i = %c to %n step %n iter_args(%x = %a) -> tensor<8xf32> {
    %y = linalg.mul ins(%x, %2 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %z = linalg.negf ins(%y : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// Memory that the caller sees is written as before, also by an op whose result nobody uses.
func.func @seen(%a: tensor<8xf32>, %m: tensor<8xf32> {bufferization.writable = true},
    %o: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.negf ins(%a : tensor<8xf32>) outs(%m : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.abs ins(%o : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  %3 = linalg.exp ins(%2 : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  %4 = linalg.negf ins(%1 : tensor<8xf32>) outs(%3 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// What has the same number everywhere is not filled, if the sizes of the loops are known without it.
func.func @numbers(%x: f32, %a: tensor<8xf32>, %zero: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
  %three = arith.constant dense<3.0> : tensor<8xf32>
  %s = tensor.splat %x : tensor<8xf32>
  %0 = linalg.mul ins(%three, %a : tensor<8xf32>, tensor<8xf32>) outs(%three : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.add ins(%0, %s : tensor<8xf32>, tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.reduce { arith.addf } ins(%s : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %1, %2 : tensor<8xf32>, tensor<f32>
}

// The sum of what only depends on the place: the tensor that is not written any more still tells the size of the loop.
func.func @places(%n: index, %zero: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e : tensor<?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %r = arith.sitofp %j : i32 to f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<?xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %1 : tensor<f32>
}

// A sum that is written to where the caller sees it; nobody uses the tensor.
func.func @sum(%x: tensor<8xf32>, %y: tensor<8xf32>, %sum: tensor<f32> {bufferization.writable = true}) {
  %e = tensor.empty() : tensor<8xf32>
  %1 = linalg.mul ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<8xf32>) outs(%sum : tensor<f32>) dimensions = [0]
  return
}
