// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @a(%t: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r = scf.if %c -> (tensor<?xf32>) {
    %0 = func.call @b(%t, %c) : (tensor<?xf32>, i1) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @b(%t: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %0 = call @a(%t, %c) : (tensor<?xf32>, i1) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
