// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%a: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %a) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %o[%i][1][1] : tensor<8xf32> to tensor<1xf32>
    %z = linalg.fill ins(%f : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %o[%i][1][1] : tensor<1xf32> into tensor<8xf32>
    }
  } {mapping = [#gpu.thread<x>]}
  return %r : tensor<8xf32>
}
func.func @g(%a: tensor<?x?xf32>, %n: index, %m: index, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %r:2 = scf.forall (%i, %j) = (0, 0) to (%n, %m) step (1, 2) shared_outs(%o = %a, %p = %b) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %x = tensor.extract %a[%i, %j] : tensor<?x?xf32>
    %e = tensor.empty() : tensor<1x1xf32>
    %z = linalg.fill ins(%x : f32) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %o[%i, %j][1, 1][1, 1] : tensor<1x1xf32> into tensor<?x?xf32>
      tensor.parallel_insert_slice %z into %p[%i, %j][1, 1][1, 1] : tensor<1x1xf32> into tensor<?x?xf32>
    }
  }
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @alloc_outside(%a: tensor<8xf32>, %f: f32, %k: index) -> tensor<8xf32> {
  %e = bufferization.alloc_tensor() : tensor<1xf32>
  %r = scf.forall (%i) in (8) shared_outs(%o = %a) -> (tensor<8xf32>) {
    %int = arith.index_cast %i : index to i32
    %float = arith.sitofp %int : i32 to f32
    %z = linalg.fill ins(%float : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %o[%i][1][1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
