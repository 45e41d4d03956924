// Two tasks at a time, of which the second one waits for the value of the first, awaited with a blocking call. Prints
// nanoseconds a pair.
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

func.func @measured(%pairs: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %pairs step %one {
    %first, %number = async.execute -> !async.value<index> { async.yield %i : index }
    %second = async.execute (%number as %unused: !async.value<index>) { async.yield }
    async.await %second : !async.token
  }
  return
}

func.func @report(%begin: f64, %pairs: index) {
  %end = func.call @rtclock() : () -> f64
  %seconds = arith.subf %end, %begin : f64
  %integer = arith.index_cast %pairs : index to i64
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
  %pairs = arith.constant 100000 : index
  scf.for %round = %zero to %rounds step %one {
    %begin = func.call @rtclock() : () -> f64
    func.call @measured(%pairs) : (index) -> ()
    func.call @report(%begin, %pairs) : (f64, index) -> ()
  }
  return
}
