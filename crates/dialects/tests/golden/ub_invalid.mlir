func.func @f(%a: f32) {
  // expected-error @+1 {{'ub.unreachable' op must be the last operation in the parent block}}
  "ub.unreachable"() : () -> ()
  return
}
