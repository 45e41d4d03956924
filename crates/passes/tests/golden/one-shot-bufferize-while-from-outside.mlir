// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})
// Unlike MLIR: it carries the memory of the argument to the second iteration, which writes to it.

// The second iteration gets the argument, which is read behind the loop.
func.func @carries_argument(%t: tensor<4xi32>, %c: i1, %x: i32, %i: index) -> (tensor<4xi32>, i32) {
  %n0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %sum:2 = scf.while (%a = %t, %n = %n0) : (tensor<4xi32>, i32) -> (tensor<4xi32>, i32) {
    %e = tensor.empty() : tensor<4xi32>
    %filled = linalg.fill ins(%n : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    %b = arith.cmpi slt, %n, %three : i32
    %changed = tensor.insert %x into %a[%i] : tensor<4xi32>
    %y = tensor.extract %changed[%i] : tensor<4xi32>
    vector.print %y : i32
    scf.condition(%b) %filled, %n : tensor<4xi32>, i32
  } do {
  ^bb0(%a: tensor<4xi32>, %n: i32):
    %m = arith.addi %n, %one : i32
    scf.yield %t, %m : tensor<4xi32>, i32
  }
  %r = tensor.extract %t[%i] : tensor<4xi32>
  return %sum#0, %r : tensor<4xi32>, i32
}
