// Tasks each of which depends on the one before. Prints nanoseconds a task.
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

func.func @links(%before: !async.token, %left: i64) -> !async.token {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %done = arith.cmpi eq, %left, %zero : i64
  cf.cond_br %done, ^end, ^link
^end:
  return %before : !async.token
^link:
  %next = async.execute [%before] { async.yield }
  %fewer = arith.subi %left, %one : i64
  %last = func.call @links(%next, %fewer) : (!async.token, i64) -> !async.token
  return %last : !async.token
}

func.func @measured(%tasks: index) {
  %first = async.execute { async.yield }
  %count = arith.index_cast %tasks : index to i64
  %last = func.call @links(%first, %count) : (!async.token, i64) -> !async.token
  async.await %last : !async.token
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
  %units = arith.constant 300000 : index
  scf.for %round = %zero to %rounds step %one {
    %begin = func.call @rtclock() : () -> f64
    func.call @measured(%units) : (index) -> ()
    func.call @report(%begin, %units) : (f64, index) -> ()
  }
  return
}
