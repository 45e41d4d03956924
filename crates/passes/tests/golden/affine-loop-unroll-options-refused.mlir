// RUN: builtin.module(func.func(affine-loop-unroll{unroll-factor=0}))

func.func @f() {
  return
}
