// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true test-analysis-only=true})

func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %y) -> tensor<?x8xf32> {
    %s = tensor.extract_slice %x[%i, 0][1, 4][1, 1] : tensor<?x4xf32> to tensor<1x4xf32>
    %e = tensor.empty() : tensor<1x4xf32>
    %d = linalg.add ins(%s, %s : tensor<1x4xf32>, tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %d into %o[%i, 0][1, 4][1, 2] : tensor<1x4xf32> into tensor<?x8xf32>
      tensor.parallel_insert_slice %s into %o[%i, 1][1, 4][1, 2] : tensor<1x4xf32> into tensor<?x8xf32>
    }
  }
  return %r : tensor<?x8xf32>
}
