// Values, each awaited by sixteen tasks. Prints nanoseconds a waiting task.
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

func.func @measured(%tasks: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sixteen = arith.constant 16 : index
  %producers = arith.divui %tasks, %sixteen : index
  %group = async.create_group %tasks : !async.group
  scf.for %i = %zero to %producers step %one {
    %number = arith.index_cast %i : index to i64
    %token, %value = async.execute -> !async.value<i64> { async.yield %number : i64 }
    scf.for %j = %zero to %sixteen step %one {
      %waiting = async.execute {
        %got = async.await %value : !async.value<i64>
        async.yield
      }
      %rank = async.add_to_group %waiting, %group : !async.token
    }
  }
  async.await_all %group
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
  %units = arith.constant 160000 : index
  scf.for %round = %zero to %rounds step %one {
    %begin = func.call @rtclock() : () -> f64
    func.call @measured(%units) : (index) -> ()
    func.call @report(%begin, %units) : (f64, index) -> ()
  }
  return
}
