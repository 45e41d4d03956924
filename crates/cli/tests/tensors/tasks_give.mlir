// Tasks give tensors, which others await, several at once; asynchronous functions take and give some.

// Adds up elements with their places, so that a wrong one shows.
func.func private @sum(%a: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %size = tensor.dim %a, %c0 : tensor<?xf32>
  %sum = scf.for %i = %c0 to %size step %c1 iter_args(%s = %zero) -> (f32) {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    %place = arith.index_cast %i : index to i32
    %weight = arith.sitofp %place : i32 to f32
    %product = arith.mulf %x, %weight : f32
    %next = arith.addf %s, %product : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

func.func private @numbers(%size: index, %first: f32) -> tensor<?xf32> {
  %a = tensor.generate %size {
  ^bb0(%i: index):
    %int = arith.index_cast %i : index to i32
    %float = arith.sitofp %int : i32 to f32
    %x = arith.addf %float, %first : f32
    tensor.yield %x : f32
  } : tensor<?xf32>
  return %a : tensor<?xf32>
}

// What it gets may be awaited by others, and is not written.
async.func @scaled(%a: tensor<?xf32>, %factor: f32) -> !async.value<tensor<?xf32>> {
  %scaled = linalg.map ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) (%x: f32, %_: f32) {
    %product = arith.mulf %x, %factor : f32
    linalg.yield %product : f32
  }
  return %scaled : tensor<?xf32>
}

// An async value passes through functions and loops.
func.func private @later(%size: index, %first: f32) -> !async.value<tensor<?xf32>> {
  %token, %value = async.execute -> !async.value<tensor<?xf32>> {
    %a = func.call @numbers(%size, %first) : (index, f32) -> tensor<?xf32>
    async.yield %a : tensor<?xf32>
  }
  return %value : !async.value<tensor<?xf32>>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c100 = arith.constant 100 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32

  // Written by who awaits it, read by another task, and awaited again.
  %first = call @later(%c100, %one) : (index, f32) -> !async.value<tensor<?xf32>>
  %token, %half = async.execute (%first as %a: !async.value<tensor<?xf32>>) -> !async.value<tensor<?xf32>> {
    %part = tensor.extract_slice %a[0] [50] [2] : tensor<?xf32> to tensor<50xf32>
    %open = tensor.cast %part : tensor<50xf32> to tensor<?xf32>
    %changed = tensor.insert %two into %open[%c7] : tensor<?xf32>
    async.yield %changed : tensor<?xf32>
  }
  %awaited = async.await %first : !async.value<tensor<?xf32>>
  %filled = linalg.fill ins(%three : f32) outs(%awaited : tensor<?xf32>) -> tensor<?xf32>
  %again = async.await %first : !async.value<tensor<?xf32>>
  %sum_filled = call @sum(%filled) : (tensor<?xf32>) -> f32
  vector.print %sum_filled : f32
  %sum_again = call @sum(%again) : (tensor<?xf32>) -> f32
  vector.print %sum_again : f32
  %of_half = async.await %half : !async.value<tensor<?xf32>>
  %sum_half = call @sum(%of_half) : (tensor<?xf32>) -> f32
  vector.print %sum_half : f32

  // Of one tensor: the whole of it, twice, and a slice.
  %base = call @numbers(%c100, %three) : (index, f32) -> tensor<?xf32>
  %token_1, %values:3 = async.execute -> (!async.value<tensor<?xf32>>, !async.value<tensor<?xf32>>, !async.value<tensor<10xf32>>) {
    %slice = tensor.extract_slice %base[5] [10] [3] : tensor<?xf32> to tensor<10xf32>
    async.yield %base, %base, %slice : tensor<?xf32>, tensor<?xf32>, tensor<10xf32>
  }
  %changed = linalg.fill ins(%one : f32) outs(%base : tensor<?xf32>) -> tensor<?xf32>
  %whole = async.await %values#0 : !async.value<tensor<?xf32>>
  %refilled = linalg.fill ins(%two : f32) outs(%whole : tensor<?xf32>) -> tensor<?xf32>
  %other = async.await %values#1 : !async.value<tensor<?xf32>>
  %slice = async.await %values#2 : !async.value<tensor<10xf32>>
  %open = tensor.cast %slice : tensor<10xf32> to tensor<?xf32>
  %sum_1 = call @sum(%changed) : (tensor<?xf32>) -> f32
  %sum_2 = call @sum(%refilled) : (tensor<?xf32>) -> f32
  %sum_3 = call @sum(%other) : (tensor<?xf32>) -> f32
  %sum_4 = call @sum(%open) : (tensor<?xf32>) -> f32
  vector.print %sum_1 : f32
  vector.print %sum_2 : f32
  vector.print %sum_3 : f32
  vector.print %sum_4 : f32

  // Asynchronous functions, one on the result of the other, while this one writes to what it has given them.
  %given = call @numbers(%c100, %one) : (index, f32) -> tensor<?xf32>
  %twice = async.call @scaled(%given, %two) : (tensor<?xf32>, f32) -> !async.value<tensor<?xf32>>
  %thrice = async.call @scaled(%given, %three) : (tensor<?xf32>, f32) -> !async.value<tensor<?xf32>>
  %zeroed = linalg.fill ins(%one : f32) outs(%given : tensor<?xf32>) -> tensor<?xf32>
  %of_twice = async.await %twice : !async.value<tensor<?xf32>>
  %six = async.call @scaled(%of_twice, %three) : (tensor<?xf32>, f32) -> !async.value<tensor<?xf32>>
  %of_thrice = async.await %thrice : !async.value<tensor<?xf32>>
  %of_six = async.await %six : !async.value<tensor<?xf32>>
  %sum_5 = call @sum(%zeroed) : (tensor<?xf32>) -> f32
  %sum_6 = call @sum(%of_thrice) : (tensor<?xf32>) -> f32
  %sum_7 = call @sum(%of_six) : (tensor<?xf32>) -> f32
  vector.print %sum_5 : f32
  vector.print %sum_6 : f32
  vector.print %sum_7 : f32

  // A chain of tasks through a loop.
  %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%value = %first) -> (!async.value<tensor<?xf32>>) {
    %t, %next = async.execute (%value as %a: !async.value<tensor<?xf32>>) -> !async.value<tensor<?xf32>> {
      %x = tensor.extract %a[%i] : tensor<?xf32>
      %y = arith.addf %x, %x : f32
      %b = tensor.insert %y into %a[%i] : tensor<?xf32>
      async.yield %b : tensor<?xf32>
    }
    scf.yield %next : !async.value<tensor<?xf32>>
  }
  %of_last = async.await %last : !async.value<tensor<?xf32>>
  %sum_8 = call @sum(%of_last) : (tensor<?xf32>) -> f32
  vector.print %sum_8 : f32
  return
}
