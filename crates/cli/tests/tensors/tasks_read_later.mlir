// Tasks read tensors after the code behind them, or the next iteration, might have written to their memory: also when a
// function that has started them has returned, and when a loop has carried the memory on.

func.func private @wait() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 20000 : index
  %one = arith.constant 1.0 : f32
  %x = scf.for %i = %c0 to %many step %c1 iter_args(%s = %one) -> (f32) {
    %next = math.sqrt %s : f32
    scf.yield %next : f32
  }
  %is_wrong = arith.cmpf ogt, %x, %one : f32
  scf.if %is_wrong {
    vector.print %x : f32
  }
  return
}

// The task goes on when this has returned, with what it was given and with what it gives.
func.func private @keeps(%a: tensor<64xf32>) -> (tensor<64xf32>, !async.value<f32>) {
  %c3 = arith.constant 3 : index
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %b = linalg.fill ins(%two : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %token, %later = async.execute -> !async.value<f32> {
    func.call @wait() : () -> ()
    %x = tensor.extract %a[%c3] : tensor<64xf32>
    %y = tensor.extract %b[%c3] : tensor<64xf32>
    %sum = arith.addf %x, %y : f32
    async.yield %sum : f32
  }
  return %b, %later : tensor<64xf32>, !async.value<f32>
}

func.func private @filled(%a: tensor<64xf32>, %i: index) -> tensor<64xf32> {
  %int = arith.index_cast %i : index to i32
  %float = arith.sitofp %int : i32 to f32
  %b = linalg.fill ins(%float : f32) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %b : tensor<64xf32>
}

// The same calls until a number is zero.
func.func private @recursive(%a: tensor<64xf32>, %n: index, %group: !async.group) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_last = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %is_last -> (tensor<64xf32>) {
    scf.yield %a : tensor<64xf32>
  } else {
    %b = func.call @filled(%a, %n) : (tensor<64xf32>, index) -> tensor<64xf32>
    %token = async.execute {
      func.call @wait() : () -> ()
      %x = tensor.extract %b[%c1] : tensor<64xf32>
      %int = arith.fptosi %x : f32 to i32
      %number = arith.index_cast %int : i32 to index
      %is_wrong = arith.cmpi ne, %number, %n : index
      scf.if %is_wrong {
        vector.print %number : index
      }
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
    %less = arith.subi %n, %c1 : index
    %c = func.call @recursive(%b, %less, %group) : (tensor<64xf32>, index, !async.group) -> tensor<64xf32>
    scf.yield %c : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %five = arith.constant 5.0 : f32
  %nine = arith.constant 9.0 : f32
  %empty = tensor.empty() : tensor<64xf32>

  %a = linalg.fill ins(%five : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %b, %kept = call @keeps(%a) : (tensor<64xf32>) -> (tensor<64xf32>, !async.value<f32>)
  %a_1 = linalg.fill ins(%nine : f32) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  %b_1 = linalg.fill ins(%nine : f32) outs(%b : tensor<64xf32>) -> tensor<64xf32>
  %x = tensor.extract %a_1[%c3] : tensor<64xf32>
  %y = tensor.extract %b_1[%c3] : tensor<64xf32>
  vector.print %x : f32
  vector.print %y : f32
  %sum = async.await %kept : !async.value<f32>
  vector.print %sum : f32

  // Each iteration writes what a task then reads.
  %group = async.create_group %c8 : !async.group
  %carried = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %empty) -> (tensor<64xf32>) {
    %filled = func.call @filled(%t, %i) : (tensor<64xf32>, index) -> tensor<64xf32>
    %token = async.execute {
      func.call @wait() : () -> ()
      %v = tensor.extract %filled[%c3] : tensor<64xf32>
      %int = arith.fptosi %v : f32 to i32
      %number = arith.index_cast %int : i32 to index
      %is_wrong = arith.cmpi ne, %number, %i : index
      scf.if %is_wrong {
        vector.print %number : index
      }
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
    scf.yield %filled : tensor<64xf32>
  }
  %after = linalg.fill ins(%nine : f32) outs(%carried : tensor<64xf32>) -> tensor<64xf32>
  async.await_all %group
  %z = tensor.extract %after[%c3] : tensor<64xf32>
  vector.print %z : f32

  // The same in memory that no iteration gives on.
  %others = async.create_group %c8 : !async.group
  scf.for %i = %c0 to %c8 step %c1 {
    %filled = func.call @filled(%empty, %i) : (tensor<64xf32>, index) -> tensor<64xf32>
    %token = async.execute {
      func.call @wait() : () -> ()
      %v = tensor.extract %filled[%c3] : tensor<64xf32>
      %int = arith.fptosi %v : f32 to i32
      %number = arith.index_cast %int : i32 to index
      %is_wrong = arith.cmpi ne, %number, %i : index
      scf.if %is_wrong {
        vector.print %number : index
      }
      async.yield
    }
    %rank = async.add_to_group %token, %others : !async.token
  }
  async.await_all %others

  // The memory that a task reads is made in each iteration, and carried to the next one, which writes to it.
  %values = async.create_group %c8 : !async.group
  %made = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %after) -> (tensor<64xf32>) {
    %old = linalg.fill ins(%nine : f32) outs(%t : tensor<64xf32>) -> tensor<64xf32>
    %o = tensor.extract %old[%i] : tensor<64xf32>
    vector.print %o : f32
    %new = tensor.empty() : tensor<64xf32>
    %filled = func.call @filled(%new, %i) : (tensor<64xf32>, index) -> tensor<64xf32>
    %token = async.execute {
      func.call @wait() : () -> ()
      %v = tensor.extract %filled[%c3] : tensor<64xf32>
      %int = arith.fptosi %v : f32 to i32
      %number = arith.index_cast %int : i32 to index
      %is_wrong = arith.cmpi ne, %number, %i : index
      scf.if %is_wrong {
        vector.print %number : index
      }
      async.yield
    }
    %rank = async.add_to_group %token, %values : !async.token
    scf.yield %filled : tensor<64xf32>
  }
  async.await_all %values
  %w = tensor.extract %made[%c3] : tensor<64xf32>
  vector.print %w : f32

  // Two tasks write to the same tensor, each to one of its own.
  %token_1, %one = async.execute -> !async.value<tensor<64xf32>> {
    %filled = func.call @filled(%made, %c1) : (tensor<64xf32>, index) -> tensor<64xf32>
    func.call @wait() : () -> ()
    async.yield %filled : tensor<64xf32>
  }
  %token_2, %three = async.execute -> !async.value<tensor<64xf32>> {
    %filled = func.call @filled(%made, %c3) : (tensor<64xf32>, index) -> tensor<64xf32>
    async.yield %filled : tensor<64xf32>
  }
  %of_one = async.await %one : !async.value<tensor<64xf32>>
  %of_three = async.await %three : !async.value<tensor<64xf32>>
  %p = tensor.extract %of_one[%c1] : tensor<64xf32>
  %q = tensor.extract %of_three[%c1] : tensor<64xf32>
  %r = tensor.extract %made[%c1] : tensor<64xf32>
  vector.print %p : f32
  vector.print %q : f32
  vector.print %r : f32

  %last_group = async.create_group %c8 : !async.group
  %recursive = call @recursive(%made, %c8, %last_group) : (tensor<64xf32>, index, !async.group) -> tensor<64xf32>
  async.await_all %last_group
  %s = tensor.extract %recursive[%c1] : tensor<64xf32>
  vector.print %s : f32
  return
}
