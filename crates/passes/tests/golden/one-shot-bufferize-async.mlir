// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})
// Unlike MLIR: MLIR refuses tensors that tasks take and give.

// The memory of a tensor that the task has made is given as it is. Others write to copies of it, and so do tasks.
func.func @gives(%f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %token, %value = async.execute -> !async.value<tensor<4xf32>> {
    %empty = tensor.empty() : tensor<4xf32>
    %filled = linalg.fill ins(%f : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    async.yield %filled : tensor<4xf32>
  }
  %token_1, %other = async.execute [%token] (%value as %a: !async.value<tensor<4xf32>>) -> !async.value<tensor<4xf32>> {
    %written = tensor.insert %f into %a[%i] : tensor<4xf32>
    async.yield %written : tensor<4xf32>
  }
  %a = async.await %value : !async.value<tensor<4xf32>>
  %b = async.await %other : !async.value<tensor<4xf32>>
  %written = tensor.insert %f into %a[%i] : tensor<4xf32>
  %read = tensor.extract %b[%i] : tensor<4xf32>
  return %written, %read : tensor<4xf32>, f32
}

// What a task has from outside is copied, also the part of it that the task gives; so is what has another layout.
func.func @gives_captured(%a: tensor<?xf32>, %b: tensor<4xf32>) -> (!async.value<tensor<?xf32>>, !async.value<tensor<2xf32>>) {
  %token, %values:2 = async.execute -> (!async.value<tensor<?xf32>>, !async.value<tensor<2xf32>>) {
    %part = tensor.extract_slice %b[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
    async.yield %a, %part : tensor<?xf32>, tensor<2xf32>
  }
  return %values#0, %values#1 : !async.value<tensor<?xf32>>, !async.value<tensor<2xf32>>
}

func.func @gives_part_of_own(%n: index, %f: f32) -> !async.value<tensor<?xf32>> {
  %token, %value = async.execute -> !async.value<tensor<?xf32>> {
    %empty = tensor.empty(%n) : tensor<?xf32>
    %filled = linalg.fill ins(%f : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    %part = tensor.extract_slice %filled[1] [%n] [2] : tensor<?xf32> to tensor<?xf32>
    async.yield %part : tensor<?xf32>
  }
  return %value : !async.value<tensor<?xf32>>
}

// A task writes to a copy of what it has from outside, even if nobody reads it there.
func.func @writes_captured(%f: f32) -> !async.token {
  %empty = tensor.empty() : tensor<4xf32>
  %token = async.execute {
    %filled = linalg.fill ins(%f : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    async.yield
  }
  return %token : !async.token
}

// What a task reads is written elsewhere only in front of it, and not in the next iteration of a loop.
func.func @in_front(%f: f32, %i: index) -> (!async.value<f32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%f : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %token, %value = async.execute -> !async.value<f32> {
    %read = tensor.extract %filled[%i] : tensor<4xf32>
    async.yield %read : f32
  }
  %written = tensor.insert %f into %filled[%i] : tensor<4xf32>
  return %value, %written : !async.value<f32>, tensor<4xf32>
}

func.func @in_loop(%a: tensor<4xf32>, %n: index, %group: !async.group) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<4xf32>) {
    %written = tensor.insert %f into %t[%i] : tensor<4xf32>
    %token = async.execute {
      %read = tensor.extract %written[%i] : tensor<4xf32>
      "user.use"(%read) : (f32) -> ()
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
    scf.yield %written : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @before_loop(%n: index, %group: !async.group) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %written = tensor.insert %f into %empty[%i] : tensor<4xf32>
    %token = async.execute {
      %read = tensor.extract %written[%i] : tensor<4xf32>
      "user.use"(%read) : (f32) -> ()
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  return
}

// Memory that each iteration has of its own is written in place.
func.func @own_in_loop(%n: index, %group: !async.group) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %empty = tensor.empty() : tensor<4xf32>
    %filled = tensor.insert %f into %empty[%i] : tensor<4xf32>
    %token = async.execute {
      %read = tensor.extract %filled[%i] : tensor<4xf32>
      "user.use"(%read) : (f32) -> ()
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  return
}

// The task of a function may read what the function takes and gives when the function has returned.
func.func private @starts(%a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, !async.value<f32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %b = linalg.fill ins(%f : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %token, %value = async.execute -> !async.value<f32> {
    %x = tensor.extract %a[%i] : tensor<4xf32>
    %y = tensor.extract %b[%i] : tensor<4xf32>
    %sum = arith.addf %x, %y : f32
    async.yield %sum : f32
  }
  return %b, %value : tensor<4xf32>, !async.value<f32>
}

func.func @calls(%a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>, !async.value<f32>) {
  %b, %value = call @starts(%a, %f, %i) : (tensor<4xf32>, f32, index) -> (tensor<4xf32>, !async.value<f32>)
  %c = tensor.insert %f into %a[%i] : tensor<4xf32>
  %d = tensor.insert %f into %b[%i] : tensor<4xf32>
  return %c, %d, %value : tensor<4xf32>, tensor<4xf32>, !async.value<f32>
}

// An asynchronous function is a task.
async.func @function(%a: tensor<4xf32>, %later: !async.value<tensor<4xf32>>, %f: f32, %i: index) -> (!async.token, !async.value<tensor<4xf32>>, !async.value<tensor<4xf32>>) {
  %b = tensor.insert %f into %a[%i] : tensor<4xf32>
  %c = async.await %later : !async.value<tensor<4xf32>>
  return %b, %c : tensor<4xf32>, tensor<4xf32>
}

func.func @calls_function(%a: tensor<4xf32>, %f: f32, %i: index, %later: !async.value<tensor<4xf32>>) -> (tensor<4xf32>, tensor<4xf32>) {
  %token, %value:2 = async.call @function(%a, %later, %f, %i) : (tensor<4xf32>, !async.value<tensor<4xf32>>, f32, index) -> (!async.token, !async.value<tensor<4xf32>>, !async.value<tensor<4xf32>>)
  %b = tensor.insert %f into %a[%i] : tensor<4xf32>
  %c = async.await %value#0 : !async.value<tensor<4xf32>>
  return %b, %c : tensor<4xf32>, tensor<4xf32>
}

// Async values pass through loops, conditionals and declarations.
func.func private @declared(!async.value<tensor<4xf32>>) -> !async.value<!async.value<tensor<*xf32>>>

func.func @passes(%value: !async.value<tensor<4xf32>>, %n: index, %cond: i1) -> !async.value<tensor<4xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = call @declared(%value) : (!async.value<tensor<4xf32>>) -> !async.value<!async.value<tensor<*xf32>>>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %value) -> (!async.value<tensor<4xf32>>) {
    %2 = scf.if %cond -> (!async.value<tensor<4xf32>>) {
      scf.yield %v : !async.value<tensor<4xf32>>
    } else {
      scf.yield %value : !async.value<tensor<4xf32>>
    }
    scf.yield %2 : !async.value<tensor<4xf32>>
  }
  cf.br ^end(%1 : !async.value<tensor<4xf32>>)
^end(%last: !async.value<tensor<4xf32>>):
  return %last : !async.value<tensor<4xf32>>
}
