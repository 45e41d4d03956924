// What branches and loops pass on, in regions and between blocks.
func.func private @next(%t: tensor<262144xf32>) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = tensor.extract %t[%zero] : tensor<262144xf32>
  %y = arith.addf %x, %one : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %r = tensor.insert %y into %empty[%zero] : tensor<262144xf32>
  return %r : tensor<262144xf32>
}
func.func @blocks(%t: tensor<262144xf32>, %n: index) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  cf.br ^head(%t, %zero : tensor<262144xf32>, index)
^head(%before: tensor<262144xf32>, %i: index):
  %goes_on = arith.cmpi ult, %i, %n : index
  cf.cond_br %goes_on, ^body, ^end(%before : tensor<262144xf32>)
^body:
  %after = func.call @next(%before) : (tensor<262144xf32>) -> tensor<262144xf32>
  %next_i = arith.addi %i, %one : index
  cf.br ^head(%after, %next_i : tensor<262144xf32>, index)
^end(%result: tensor<262144xf32>):
  return %result : tensor<262144xf32>
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
    %rest = arith.remui %i, %two : index
    %is_even = arith.cmpi eq, %rest, %zero : index
    %a = scf.if %is_even -> tensor<262144xf32> {
      %u = func.call @next(%t) : (tensor<262144xf32>) -> tensor<262144xf32>
      scf.yield %u : tensor<262144xf32>
    } else {
      scf.yield %t : tensor<262144xf32>
    }
    %b, %j = scf.while (%v = %a, %k = %zero) : (tensor<262144xf32>, index) -> (tensor<262144xf32>, index) {
      %goes_on = arith.cmpi ult, %k, %two : index
      scf.condition(%goes_on) %v, %k : tensor<262144xf32>, index
    } do {
    ^bb0(%v: tensor<262144xf32>, %k: index):
      %u = func.call @next(%v) : (tensor<262144xf32>) -> tensor<262144xf32>
      %l = arith.addi %k, %one : index
      scf.yield %u, %l : tensor<262144xf32>, index
    }
    %next = func.call @blocks(%b, %rest) : (tensor<262144xf32>, index) -> tensor<262144xf32>
    scf.yield %next : tensor<262144xf32>
  }
  %number = tensor.extract %last[%zero] : tensor<262144xf32>
  vector.print %number : f32
  return
}
