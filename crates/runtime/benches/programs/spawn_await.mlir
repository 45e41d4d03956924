// One task at a time, awaited with a blocking call. Prints nanoseconds a task.
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

func.func @measured(%tasks: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %tasks step %one {
    %token = async.execute { async.yield }
    async.await %token : !async.token
  }
  return
}

func.func @report(%begin: f64, %tasks: index) {
  %end = func.call @rtclock() : () -> f64
  %seconds = arith.subf %end, %begin : f64
  %integer = arith.index_cast %tasks : index to i64
  %count = arith.sitofp %integer : i64 to f64
  %billion = arith.constant 1.0e9 : f64
  %scaled = arith.mulf %seconds, %billion : f64
  %each = arith.divf %scaled, %count : f64
  func.call @printF64(%each) : (f64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rounds = arith.constant 5 : index
  %tasks = arith.constant 100000 : index
  scf.for %round = %zero to %rounds step %one {
    %begin = func.call @rtclock() : () -> f64
    func.call @measured(%tasks) : (index) -> ()
    func.call @report(%begin, %tasks) : (f64, index) -> ()
  }
  return
}
