// The shapes that an async.execute takes: no arguments, captured values, nested regions, token dependencies, groups
// awaited inside and outside of tasks, values yielded and unwrapped.

func.func @no_arguments(%buffer: memref<8xf32>, %value: f32) {
  %c0 = arith.constant 0 : index
  %token = async.execute {
    memref.store %value, %buffer[%c0] : memref<8xf32>
    async.yield
  }
  async.await %token : !async.token
  return
}

func.func @nested(%buffer: memref<8xf32>, %a: f32, %b: f32) {
  %outer = async.execute {
    %c1 = arith.constant 1 : index
    %inner = async.execute {
      %c2 = arith.constant 2 : index
      memref.store %a, %buffer[%c2] : memref<8xf32>
      async.yield
    }
    async.await %inner : !async.token
    memref.store %b, %buffer[%c1] : memref<8xf32>
    async.yield
  }
  async.await %outer : !async.token
  return
}

func.func @token_dependency(%buffer: memref<8xf32>, %value: f32) {
  %c3 = arith.constant 3 : index
  %first = async.execute {
    memref.store %value, %buffer[%c3] : memref<8xf32>
    async.yield
  }
  %second = async.execute [%first] {
    %old = memref.load %buffer[%c3] : memref<8xf32>
    %new = arith.addf %old, %value : f32
    memref.store %new, %buffer[%c3] : memref<8xf32>
    async.yield
  }
  async.await %second : !async.token
  return
}

func.func @group_awaited_in_task(%buffer: memref<8xf32>, %value: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %first = async.execute {
    memref.store %value, %buffer[%c4] : memref<8xf32>
    async.yield
  }
  %group = async.create_group %c1 : !async.group
  %rank = async.add_to_group %first, %group : !async.token
  %second = async.execute {
    async.await_all %group
    %c5 = arith.constant 5 : index
    %stored = memref.load %buffer[%c4] : memref<8xf32>
    memref.store %stored, %buffer[%c5] : memref<8xf32>
    async.yield
  }
  async.await %second : !async.token
  return
}

func.func @yields_a_value() -> f32 {
  %token, %result = async.execute -> !async.value<f32> {
    %cst = arith.constant 7.5 : f32
    async.yield %cst : f32
  }
  %value = async.await %result : !async.value<f32>
  return %value : f32
}

func.func @unwraps_values(%a: f32) -> f32 {
  %t0, %v0 = async.execute -> !async.value<f32> {
    async.yield %a : f32
  }
  %t1, %v1 = async.execute [%t0] (%v0 as %x: !async.value<f32>) -> !async.value<f32> {
    %double = arith.addf %x, %x : f32
    async.yield %double : f32
  }
  %value = async.await %v1 : !async.value<f32>
  return %value : f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %buffer = memref.alloc() : memref<8xf32>
  call @no_arguments(%buffer, %one) : (memref<8xf32>, f32) -> ()
  call @nested(%buffer, %three, %two) : (memref<8xf32>, f32, f32) -> ()
  call @token_dependency(%buffer, %two) : (memref<8xf32>, f32) -> ()
  call @group_awaited_in_task(%buffer, %three) : (memref<8xf32>, f32) -> ()
  scf.for %i = %c0 to %c6 step %c1 {
    %element = memref.load %buffer[%i] : memref<8xf32>
    vector.print %element : f32
  }
  %yielded = call @yields_a_value() : () -> f32
  vector.print %yielded : f32
  %unwrapped = call @unwraps_values(%two) : (f32) -> f32
  vector.print %unwrapped : f32
  memref.dealloc %buffer : memref<8xf32>
  return
}
