// What functions return, also their own arguments, and in recursion.
func.func private @next(%t: tensor<262144xf32>) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = tensor.extract %t[%zero] : tensor<262144xf32>
  %y = arith.addf %x, %one : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %r = tensor.insert %y into %empty[%zero] : tensor<262144xf32>
  return %r : tensor<262144xf32>
}
func.func @public_next(%t: tensor<262144xf32>) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = tensor.extract %t[%zero] : tensor<262144xf32>
  %y = arith.addf %x, %one : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %r = tensor.insert %y into %empty[%zero] : tensor<262144xf32>
  return %r : tensor<262144xf32>
}
func.func @same(%t: tensor<262144xf32>) -> tensor<262144xf32> {
  return %t : tensor<262144xf32>
}
func.func private @even(%t: tensor<262144xf32>, %n: index) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %is_end = arith.cmpi eq, %n, %zero : index
  %r = scf.if %is_end -> tensor<262144xf32> {
    scf.yield %t : tensor<262144xf32>
  } else {
    %m = arith.subi %n, %one : index
    %s = func.call @odd(%t, %m) : (tensor<262144xf32>, index) -> tensor<262144xf32>
    scf.yield %s : tensor<262144xf32>
  }
  return %r : tensor<262144xf32>
}
func.func @odd(%t: tensor<262144xf32>, %n: index) -> tensor<262144xf32> {
  %one = arith.constant 1 : index
  %m = arith.subi %n, %one : index
  %u = func.call @next(%t) : (tensor<262144xf32>) -> tensor<262144xf32>
  %r = func.call @even(%u, %m) : (tensor<262144xf32>, index) -> tensor<262144xf32>
  return %r : tensor<262144xf32>
}
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %n = arith.constant 4000 : index
  %first = arith.constant 0.0 : f32
  %step = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %start = tensor.insert %first into %empty[%zero] : tensor<262144xf32>
  %last = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> tensor<262144xf32> {
    %a = func.call @next(%t) : (tensor<262144xf32>) -> tensor<262144xf32>
    %b = func.call @public_next(%a) : (tensor<262144xf32>) -> tensor<262144xf32>
    %is_second = arith.remui %i, %two : index
    %c = arith.cmpi eq, %is_second, %zero : index
    %d = scf.if %c -> tensor<262144xf32> {
      %same = func.call @same(%b) : (tensor<262144xf32>) -> tensor<262144xf32>
      scf.yield %same : tensor<262144xf32>
    } else {
      scf.yield %b : tensor<262144xf32>
    }
    %next = func.call @even(%d, %two) : (tensor<262144xf32>, index) -> tensor<262144xf32>
    scf.yield %next : tensor<262144xf32>
  }
  %number = tensor.extract %last[%zero] : tensor<262144xf32>
  vector.print %number : f32
  return
}
