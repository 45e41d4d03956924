// A binary tree of tasks, each of which awaits its children without blocking. Prints nanoseconds a task.
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

func.func @grow(%depth: i64) -> !async.token {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %token = async.execute {
    %leaf = arith.cmpi eq, %depth, %zero : i64
    scf.if %leaf {
    } else {
      %below = arith.subi %depth, %one : i64
      %left = func.call @grow(%below) : (i64) -> !async.token
      %right = func.call @grow(%below) : (i64) -> !async.token
      async.await %left : !async.token
      async.await %right : !async.token
    }
    async.yield
  }
  return %token : !async.token
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
  %units = arith.constant 131071 : index
  %depth = arith.constant 16 : i64
  scf.for %round = %zero to %rounds step %one {
    %begin = func.call @rtclock() : () -> f64
    %root = func.call @grow(%depth) : (i64) -> !async.token
    async.await %root : !async.token
    func.call @report(%begin, %units) : (f64, index) -> ()
  }
  return
}
