func.func @none() {
  // expected-error @+1 {{invalid properties {more = 1 : i32} for op func.return: this operation does not support properties}}
  "func.return"() <{more = 1 : i32}> : () -> ()
}
// -----
func.func @none() {
  // expected-error @+1 {{invalid properties {} for op cf.br: this operation does not support properties}}
  "cf.br"()[^bb1] <{}> : () -> ()
^bb1:
  return
}
