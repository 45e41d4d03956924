// A loop with one iteration is no loop: what it writes is inserted.

func.func @slice(%t: tensor<6x4xi32>, %s: tensor<1x4xi32>) -> tensor<6x4xi32> {
  %r = scf.forall (%i, %j) = (2, 0) to (3, 4) step (1, 5) shared_outs(%o = %t) -> (tensor<6x4xi32>) {
    %e = tensor.extract_slice %o[%i, %j] [1, 4] [1, 1] : tensor<6x4xi32> to tensor<1x4xi32>
    %m = linalg.add ins(%e, %s : tensor<1x4xi32>, tensor<1x4xi32>) outs(%e : tensor<1x4xi32>) -> tensor<1x4xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%i, %j] [1, 4] [1, 1] : tensor<1x4xi32> into tensor<6x4xi32>
    }
  }
  return %r : tensor<6x4xi32>
}

func.func @same(%t: tensor<6xi32>) -> tensor<6xi32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %t) -> (tensor<6xi32>) {
    %e = tensor.extract_slice %o[%i] [3] [1] : tensor<6xi32> to tensor<3xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i] [3] [1] : tensor<3xi32> into tensor<6xi32>
    }
  }
  return %r : tensor<6xi32>
}

func.func @whole(%t: tensor<6xi32>, %u: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%o = %t, %p = %u) -> (tensor<6xi32>, tensor<6xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[0] [6] [1] : tensor<6xi32> into tensor<6xi32>
      tensor.parallel_insert_slice %o into %p[%i] [6] [1] : tensor<6xi32> into tensor<6xi32>
    }
  }
  return %r#0, %r#1 : tensor<6xi32>, tensor<6xi32>
}

// It stays if it is mapped, or if the number of iterations is not known.
func.func @stays(%t: tensor<6xi32>, %s: tensor<1xi32>, %n: index) -> (tensor<6xi32>, tensor<6xi32>) {
  %a = scf.forall (%i) in (1) shared_outs(%o = %t) -> (tensor<6xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<6xi32>
    }
  } {mapping = [#gpu.thread<x>]}
  %b = scf.forall (%i, %j) in (1, %n) shared_outs(%o = %t) -> (tensor<6xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<6xi32>
    }
  }
  return %a, %b : tensor<6xi32>, tensor<6xi32>
}
