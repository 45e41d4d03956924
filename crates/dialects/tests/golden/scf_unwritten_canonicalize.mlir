// Tensors that no iteration of a parallel loop writes to are neither passed in nor returned.

func.func private @look(tensor<8xf32>, tensor<?xf32>, index)

func.func @returned(%t: tensor<8xf32>, %u: tensor<?xf32>, %n: index) -> (tensor<8xf32>, tensor<?xf32>) {
  %r:2 = scf.forall (%i, %j) = (0, %n) to (%n, 5) step (1, 2) shared_outs(%a = %t, %b = %u) -> (tensor<8xf32>, tensor<?xf32>) {
    func.call @look(%a, %b, %i) : (tensor<8xf32>, tensor<?xf32>, index) -> ()
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<?xf32>
}

func.func @unused(%t: tensor<8xf32>, %u: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %r:2 = scf.forall (%i) in (%n) shared_outs(%a = %t, %b = %u) -> (tensor<8xf32>, tensor<?xf32>) {
    func.call @look(%a, %b, %i) : (tensor<8xf32>, tensor<?xf32>, index) -> ()
  } {mapping = [#gpu.thread<x>]}
  return %r#1 : tensor<?xf32>
}
