// RUN: --async-to-async-runtime

// The failure of an assertion cannot leave a region of an op that nothing is known of.
func.func @nested(%condition: i1) {
  %token = async.execute {
    "unknown.op"() ({
      cf.assert %condition, "wrong"
      "unknown.end"() : () -> ()
    }) : () -> ()
    async.yield
  }
  return
}
