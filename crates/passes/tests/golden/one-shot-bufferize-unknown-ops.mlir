// RUN: builtin.module(one-shot-bufferize{allow-unknown-ops=true unknown-type-conversion=identity-layout-map})

func.func @f(%a: tensor<?xf32>, %f: f32, %i: index) -> (tensor<?xf32>, f32) {
  %0 = "test.op"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<?xf32>
  %x = tensor.extract %a[%i] : tensor<?xf32>
  %2 = "test.op2"() : () -> tensor<?xf32>
  %3 = tensor.insert %f into %2[%i] : tensor<?xf32>
  "test.sink"(%3) : (tensor<?xf32>) -> ()
  return %1, %x : tensor<?xf32>, f32
}
