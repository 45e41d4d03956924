// Ops on whole tensors: one behind the other, parts at given places, other elements with the same bits, and the softmax.

func.func private @print(%a: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %a, %c0 : tensor<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    vector.print %x : f32
  }
  return
}

func.func private @print_rows(%a: tensor<?x?xf32>) {
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  call @print(%flat) : (tensor<?xf32>) -> ()
  return
}

// Element i, j, k is 100 i + 10 j + k.
func.func private @numbers(%m: index, %n: index, %o: index) -> tensor<?x?x?xf32> {
  %c10 = arith.constant 10 : index
  %a = tensor.generate %m, %n, %o {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = arith.muli %i, %c10 : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %c10 : index
    %3 = arith.addi %2, %k : index
    %4 = arith.index_cast %3 : index to i32
    %5 = arith.sitofp %4 : i32 to f32
    tensor.yield %5 : f32
  } : tensor<?x?x?xf32>
  return %a : tensor<?x?x?xf32>
}

func.func private @concat(%n: index) {
  %c1 = arith.constant 1 : index
  %a = call @numbers(%c1, %n, %n) : (index, index, index) -> tensor<?x?x?xf32>
  %rows = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %known = tensor.cast %rows : tensor<?x?xf32> to tensor<?x2xf32>
  %down = tensor.concat dim(0) %rows, %known, %rows : (tensor<?x?xf32>, tensor<?x2xf32>, tensor<?x?xf32>) -> tensor<?x2xf32>
  %open = tensor.cast %down : tensor<?x2xf32> to tensor<?x?xf32>
  call @print_rows(%open) : (tensor<?x?xf32>) -> ()
  %right = tensor.concat dim(1) %known, %known : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  %wide = tensor.cast %right : tensor<?x4xf32> to tensor<?x?xf32>
  call @print_rows(%wide) : (tensor<?x?xf32>) -> ()
  return
}

func.func private @gather(%n: index) {
  %a = call @numbers(%n, %n, %n) : (index, index, index) -> tensor<?x?x?xf32>
  %one = arith.constant dense<[[1], [0], [1]]> : tensor<3x1xi8>
  %middle = tensor.gather %a[%one] gather_dims([1]) : (tensor<?x?x?xf32>, tensor<3x1xi8>) -> tensor<3x?x?xf32>
  %rows = tensor.collapse_shape %middle [[0, 1], [2]] : tensor<3x?x?xf32> into tensor<?x?xf32>
  call @print_rows(%rows) : (tensor<?x?xf32>) -> ()
  %two = arith.constant dense<[[[0, 1], [1, 1]]]> : tensor<1x2x2xindex>
  %outer = tensor.gather %a[%two] gather_dims([0, 2]) unique : (tensor<?x?x?xf32>, tensor<1x2x2xindex>) -> tensor<1x2x1x?x1xf32>
  %flat = tensor.collapse_shape %outer [[0, 1, 2, 3, 4]] : tensor<1x2x1x?x1xf32> into tensor<?xf32>
  call @print(%flat) : (tensor<?xf32>) -> ()
  %all = arith.constant dense<[1, 0, 1]> : tensor<3xi32>
  %element = tensor.gather %a[%all] gather_dims([0, 1, 2]) : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<f32>
  %x = tensor.extract %element[] : tensor<f32>
  vector.print %x : f32
  return
}

func.func private @scatter(%n: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 7.5 : f32
  %a = call @numbers(%c1, %n, %c3) : (index, index, index) -> tensor<?x?x?xf32>
  %rows = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %empty = tensor.empty(%n) : tensor<5x?xf32>
  %into = linalg.fill ins(%f : f32) outs(%empty : tensor<5x?xf32>) -> tensor<5x?xf32>
  %places = arith.constant dense<[[3], [0]]> : tensor<2x1xi32>
  %parts = tensor.extract_slice %rows[0, 1] [2, %n] [1, 1] : tensor<?x?xf32> to tensor<2x?xf32>
  %scattered = tensor.scatter %parts into %into[%places] scatter_dims([0]) unique
    : (tensor<2x?xf32>, tensor<5x?xf32>, tensor<2x1xi32>) -> tensor<5x?xf32>
  %open = tensor.cast %scattered : tensor<5x?xf32> to tensor<?x?xf32>
  call @print_rows(%open) : (tensor<?x?xf32>) -> ()
  // The tensor itself is still the same, and is put behind one with a single other element.
  %place = arith.constant dense<[4, 0]> : tensor<2xindex>
  %g = arith.constant 1.25 : f32
  %element = tensor.from_elements %g : tensor<1x1xf32>
  %changed = tensor.scatter %element into %scattered[%place] scatter_dims([0, 1]) unique
    : (tensor<1x1xf32>, tensor<5x?xf32>, tensor<2xindex>) -> tensor<5x?xf32>
  %both = tensor.concat dim(0) %changed, %scattered, %into : (tensor<5x?xf32>, tensor<5x?xf32>, tensor<5x?xf32>) -> tensor<15x?xf32>
  %all = tensor.cast %both : tensor<15x?xf32> to tensor<?x?xf32>
  call @print_rows(%all) : (tensor<?x?xf32>) -> ()
  return
}

func.func private @bitcast() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %open = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %bits = tensor.bitcast %open : tensor<?xf32> to tensor<2xi32>
  %x = tensor.extract %bits[%c0] : tensor<2xi32>
  vector.print %x : i32
  %unsigned = tensor.bitcast %bits : tensor<2xi32> to tensor<?xui32>
  %signed = tensor.bitcast %unsigned : tensor<?xui32> to tensor<?xsi32>
  %again = tensor.bitcast %signed : tensor<?xsi32> to tensor<?xf32>
  %y = tensor.extract %again[%c1] : tensor<?xf32>
  vector.print %y : f32
  return
}

// The parts of each row or column of the softmax add up to one.
func.func private @softmax(%n: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = call @numbers(%c1, %n, %c3) : (index, index, index) -> tensor<?x?x?xf32>
  %x = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %empty = tensor.empty(%n, %c3) : tensor<?x?xf32>
  %rows = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  call @print_rows(%rows) : (tensor<?x?xf32>) -> ()
  %columns = linalg.softmax dimension(0) ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  call @print_rows(%columns) : (tensor<?x?xf32>) -> ()
  call @print_rows(%x) : (tensor<?x?xf32>) -> ()
  return
}

func.func @main() {
  %c2 = arith.constant 2 : index
  call @concat(%c2) : (index) -> ()
  call @gather(%c2) : (index) -> ()
  call @scatter(%c2) : (index) -> ()
  call @bitcast() : () -> ()
  call @softmax(%c2) : (index) -> ()
  return
}
