// RUN: --lift-cf-to-scf
func.func @endless_region() {
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    "test.foo"() : () -> ()
    cf.br ^bb1
  }
  return
}
