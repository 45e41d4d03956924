// Fibonacci numbers, a task for each call. Prints nanoseconds a call.
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

func.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %token, %value = async.execute -> !async.value<i64> {
    %small = arith.cmpi slt, %n, %two : i64
    %result = scf.if %small -> (i64) {
      scf.yield %n : i64
    } else {
      %m = arith.subi %n, %one : i64
      %k = arith.subi %n, %two : i64
      %a = func.call @fib(%m) : (i64) -> !async.value<i64>
      %b = func.call @fib(%k) : (i64) -> !async.value<i64>
      %x = async.await %a : !async.value<i64>
      %y = async.await %b : !async.value<i64>
      %sum = arith.addi %x, %y : i64
      scf.yield %sum : i64
    }
    async.yield %result : i64
  }
  return %value : !async.value<i64>
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
  %units = arith.constant 150049 : index
  %n = arith.constant 24 : i64
  scf.for %round = %zero to %rounds step %one {
    %begin = func.call @rtclock() : () -> f64
    %root = func.call @fib(%n) : (i64) -> !async.value<i64>
    %result = async.await %root : !async.value<i64>
    func.call @report(%begin, %units) : (f64, index) -> ()
  }
  return
}
