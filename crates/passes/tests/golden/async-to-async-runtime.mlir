// RUN: --async-to-async-runtime
// Tasks become functions of their own, which are coroutines.

// A chain: the second task awaits the first one's token, and gives a value.
func.func @chain(%x: memref<1xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %first = async.execute {
    memref.store %v, %x[%c0] : memref<1xf32>
    async.yield
  }
  %second, %result = async.execute [%first] -> !async.value<f32> {
    %read = memref.load %x[%c0] : memref<1xf32>
    async.yield %read : f32
  }
  %read = async.await %result : !async.value<f32>
  return %read : f32
}

// A value of one task is an argument of the next.
func.func @handed_on(%v: i64) {
  %first, %value = async.execute -> !async.value<i64> {
    async.yield %v : i64
  }
  %second = async.execute (%value as %unwrapped: !async.value<i64>) {
    %sum = arith.addi %unwrapped, %v : i64
    vector.print %sum : i64
    async.yield
  }
  async.await %second : !async.token
  return
}

// A task in a task, and a group of both kinds of handles.
func.func @nested(%n: index) {
  %group = async.create_group %n : !async.group
  %outer = async.execute {
    %inner, %value = async.execute -> !async.value<index> {
      async.yield %n : index
    }
    %read = async.await %value : !async.value<index>
    vector.print %read : index
    async.yield
  }
  %rank = async.add_to_group %outer, %group : !async.token
  async.await_all %group
  return
}

// In branches and loops.
func.func @control_flow(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %token = async.execute {
    scf.if %c {
      %inner = async.execute {
        async.yield
      }
      async.await %inner : !async.token
    }
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    %next = async.execute [%token] {
      vector.print %i : index
      async.yield
    }
    async.await %next : !async.token
  }
  return
}
