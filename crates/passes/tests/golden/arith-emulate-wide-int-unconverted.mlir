// RUN: --arith-emulate-wide-int
// Other blocks than the entry keep the types of their arguments.
func.func @f(%a: i64) {
  %0 = "test.make"() : () -> i64
  cf.br ^next(%0 : i64)
^next(%b: i64):
  "test.use"(%b) : (i64) -> ()
  return
}

func.func @g(%a: i64) {
  %0 = math.absi %a : i64
  return
}
