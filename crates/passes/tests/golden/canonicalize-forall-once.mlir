// RUN: --canonicalize
// Unlike MLIR: results keep their order, and all that is written to a tensor stays. MLIR takes the results in the order of the writes, and
// only the first of several writes.

func.func @swapped(%a: tensor<8xi32>, %b: tensor<8xi32>, %s: tensor<2xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %r:2 = scf.forall (%i) = (3) to (5) step (2) shared_outs(%x = %a, %y = %b) -> (tensor<8xi32>, tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %y[%i] [2] [1] : tensor<2xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %s into %x[0] [2] [1] : tensor<2xi32> into tensor<8xi32>
    }
  }
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xi32>
}

func.func @twice(%a: tensor<8xi32>, %s: tensor<2xi32>, %t: tensor<3xi32>) -> tensor<8xi32> {
  %r = scf.forall (%i) in (1) shared_outs(%x = %a) -> (tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [2] [1] : tensor<2xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %t into %x[4] [3] [1] : tensor<3xi32> into tensor<8xi32>
    }
  }
  return %r : tensor<8xi32>
}
