// Tasks of every kind, many times over: frames are allocated on one thread and freed on another.
func.func private @printI64(i64)
func.func private @printNewline()

async.func @sum(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %done = arith.cmpi sle, %n, %zero : i64
  cf.cond_br %done, ^end(%zero : i64), ^recurse
^recurse:
  %m = arith.subi %n, %one : i64
  %rest = async.call @sum(%m) : (i64) -> !async.value<i64>
  %below = async.await %rest : !async.value<i64>
  %all = arith.addi %below, %n : i64
  cf.br ^end(%all : i64)
^end(%result: i64):
  return %result : i64
}

func.func @links(%count: i64, %value: !async.value<i64>) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %done = arith.cmpi eq, %count, %zero : i64
  cf.cond_br %done, ^end, ^link
^end:
  return %value : !async.value<i64>
^link:
  %rest = arith.subi %count, %one : i64
  %token, %next = async.execute (%value as %before: !async.value<i64>) -> !async.value<i64> {
    %sum = arith.addi %before, %rest : i64
    async.yield %sum : i64
  }
  %last = func.call @links(%rest, %next) : (i64, !async.value<i64>) -> !async.value<i64>
  return %last : !async.value<i64>
}

func.func @chain(%length: i64) -> i64 {
  %token, %first = async.execute -> !async.value<i64> {
    %start = arith.constant 0 : i64
    async.yield %start : i64
  }
  %last = func.call @links(%length, %first) : (i64, !async.value<i64>) -> !async.value<i64>
  %result = async.await %last : !async.value<i64>
  return %result : i64
}

func.func @fan_out(%width: index) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %cell = memref.alloc() : memref<1xi64>
  %none = arith.constant 0 : i64
  memref.store %none, %cell[%zero] : memref<1xi64>
  %group = async.create_group %width : !async.group
  scf.for %i = %zero to %width step %one {
    %token = async.execute {
      %number = arith.index_cast %i : index to i64
      %old = memref.atomic_rmw addi %number, %cell[%zero] : (i64, memref<1xi64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  %sum = memref.load %cell[%zero] : memref<1xi64>
  memref.dealloc %cell : memref<1xi64>
  return %sum : i64
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rounds = arith.constant 3 : index
  %count = arith.constant 3000 : index
  %length = arith.constant 3000 : i64
  %depth = arith.constant 40 : i64
  scf.for %round = %zero to %rounds step %one {
    %value = async.call @sum(%depth) : (i64) -> !async.value<i64>
    %a = async.await %value : !async.value<i64>
    %b = func.call @chain(%length) : (i64) -> i64
    %c = func.call @fan_out(%count) : (index) -> i64
    func.call @printI64(%a) : (i64) -> ()
    func.call @printNewline() : () -> ()
    func.call @printI64(%b) : (i64) -> ()
    func.call @printNewline() : () -> ()
    func.call @printI64(%c) : (i64) -> ()
    func.call @printNewline() : () -> ()
  }
  return
}
