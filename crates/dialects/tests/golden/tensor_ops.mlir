// Every form of the ops on tensors.

func.func @f(%t: tensor<4x?xf32>, %u: tensor<*xf32>, %i: index, %x: f32, %s: tensor<2xindex>, %b: tensor<8x?xf32>, %v: tensor<4xf32>, %i4: tensor<4x8xi32>) {
  %0 = tensor.empty(%i) : tensor<4x?xf32>
  %1 = tensor.empty() : tensor<4x8xf32>
  %2 = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %3 = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  %4 = tensor.extract_slice %t[0, %i] [2, 4] [1, 1] : tensor<4x?xf32> to tensor<2x4xf32>
  %r4 = tensor.extract_slice %t[0, %i] [1, 4] [1, %i] : tensor<4x?xf32> to tensor<4xf32>
  %5 = tensor.insert_slice %4 into %t[0, %i] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x?xf32>
  %6 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %a6 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  %7 = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
  %8 = tensor.splat %x : tensor<4x8xf32>
  %d8 = tensor.splat %x[%i, %i] : tensor<?x?xf32>
  %9 = tensor.generate %i {
  ^bb0(%a: index, %c: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32>
  %10 = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  %11 = tensor.expand_shape %b [[0, 1], [2]] output_shape [2, 4, %i] : tensor<8x?xf32> into tensor<2x4x?xf32>
  %12 = tensor.reshape %u(%s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %14 = scf.forall (%k) in (4) shared_outs(%o = %v) -> tensor<4xf32> {
    %q = tensor.extract_slice %o[%k] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%k] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return
}
