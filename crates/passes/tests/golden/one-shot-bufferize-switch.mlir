// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%c: index, %a: tensor<?xf32>, %f: f32, %i: index) -> tensor<?xf32> {
  %r = scf.index_switch %c -> tensor<?xf32>
  case 2 {
    %u = tensor.insert %f into %a[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  case 5 {
    %e = bufferization.alloc_tensor(%i) : tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  }
  default {
    scf.yield %a : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
