// Tensors that are cast in front of loops and behind them.
func.func private @next(%t: tensor<?xf32>) -> tensor<?xf32>
func.func @carried(%a: tensor<32xf32>, %n: index) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.cast %a : tensor<32xf32> to tensor<?xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %k = %c0) -> (tensor<?xf32>, index) {
    %y = func.call @next(%t) : (tensor<?xf32>) -> tensor<?xf32>
    %k2 = arith.addi %k, %i : index
    scf.yield %y, %k2 : tensor<?xf32>, index
  }
  %z = tensor.cast %r#0 : tensor<?xf32> to tensor<32xf32>
  func.call @end(%r#1) : (index) -> ()
  return %z : tensor<32xf32>
}
func.func private @end(index)
func.func @used_twice(%a: tensor<32xf32>, %n: index) -> (tensor<32xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.cast %a : tensor<32xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<?xf32>) {
    %y = func.call @next(%t) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %y: tensor<?xf32>
  }
  %z = tensor.cast %r : tensor<?xf32> to tensor<32xf32>
  return %z, %r : tensor<32xf32>, tensor<?xf32>
}
func.func @two(%a: tensor<32xf32>, %b: tensor<8xf32>, %n: index) -> (tensor<32xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.cast %a : tensor<32xf32> to tensor<?xf32>
  %x2 = tensor.cast %b : tensor<8xf32> to tensor<?xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %t2 = %x2) -> (tensor<?xf32>, tensor<?xf32>) {
    %y = func.call @next(%t) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %y, %t2: tensor<?xf32>, tensor<?xf32>
  }
  %z = tensor.cast %r#0 : tensor<?xf32> to tensor<32xf32>
  %z2 = tensor.cast %r#1 : tensor<?xf32> to tensor<8xf32>
  return %z, %z2 : tensor<32xf32>, tensor<8xf32>
}
func.func @shared(%a: tensor<32xf32>, %v: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %x = tensor.cast %a : tensor<32xf32> to tensor<?xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%t = %x) -> tensor<?xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %t[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}
func.func @shared_and_used(%a: tensor<32xf32>, %v: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %x = tensor.cast %a : tensor<32xf32> to tensor<?xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%t = %x) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %e = "test.x"(%t, %d) : (tensor<?xf32>, index) -> index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %t[%e] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}
