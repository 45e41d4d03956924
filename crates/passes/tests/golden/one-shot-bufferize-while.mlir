// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})

func.func @f(%a: tensor<5xi1>, %i: index) -> tensor<5xi1> {
  %r = scf.while (%t = %a) : (tensor<5xi1>) -> (tensor<5xi1>) {
    %c = tensor.extract %t[%i] : tensor<5xi1>
    scf.condition(%c) %t : tensor<5xi1>
  } do {
  ^bb0(%b: tensor<5xi1>):
    %p = "arith.constant"() {value = true} : () -> i1
    %x = tensor.insert %p into %b[%i] : tensor<5xi1>
    scf.yield %x : tensor<5xi1>
  }
  return %r : tensor<5xi1>
}
func.func @g(%a: tensor<5xi1>, %q: tensor<5xi1>, %i: index) -> (tensor<5xi1>, tensor<5xi1>) {
  %r:2 = scf.while (%t = %a, %w = %q) : (tensor<5xi1>, tensor<5xi1>) -> (tensor<5xi1>, tensor<5xi1>) {
    %c = tensor.extract %t[%i] : tensor<5xi1>
    scf.condition(%c) %w, %t : tensor<5xi1>, tensor<5xi1>
  } do {
  ^bb0(%b: tensor<5xi1>, %b2: tensor<5xi1>):
    scf.yield %b, %b2 : tensor<5xi1>, tensor<5xi1>
  }
  return %r#0, %r#1 : tensor<5xi1>, tensor<5xi1>
}
