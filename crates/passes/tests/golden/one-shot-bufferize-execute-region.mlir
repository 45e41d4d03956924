// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%c: i1, %a: tensor<?xf32>, %f: f32, %i: index) -> (f32, tensor<?xf32>) {
  %r, %s, %q = scf.execute_region -> (f32, tensor<?xf32>, f32) {
    %u = tensor.insert %f into %a[%i] : tensor<?xf32>
    scf.yield %f, %u, %f : f32, tensor<?xf32>, f32
  }
  %s2 = tensor.insert %q into %s[%i] : tensor<?xf32>
  return %r, %s2 : f32, tensor<?xf32>
}
func.func @g(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>, %f: f32, %i: index) -> (tensor<?xf32>) {
  %r = scf.execute_region -> (tensor<?xf32>) {
    cf.cond_br %c, ^bb1(%a : tensor<?xf32>), ^bb2
  ^bb2:
    cf.br ^bb1(%b : tensor<?xf32>)
  ^bb1(%t: tensor<?xf32>):
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
