// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})
// Unlike MLIR: it writes to arguments in other blocks than theirs, where they are read behind that.

// What comes from one of the branches is read behind the write.
func.func @read_behind(%c: i1, %a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %e = bufferization.alloc_tensor() : tensor<4xf32>
  cf.cond_br %c, ^bb1(%e, %f : tensor<4xf32>, f32), ^bb2
^bb2:
  cf.br ^bb1(%a, %f : tensor<4xf32>, f32)
^bb1(%t: tensor<4xf32>, %g: f32):
  %u = tensor.insert %g into %t[%i] : tensor<4xf32>
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %u, %x : tensor<4xf32>, f32
}

// Later iterations get the second argument, which is returned.
func.func @later_iterations(%a: tensor<4xi32>, %b: tensor<4xi32>, %x: i32, %i: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %n0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  cf.br ^h(%a, %n0 : tensor<4xi32>, i32)
^h(%q: tensor<4xi32>, %n: i32):
  %v = tensor.insert %x into %q[%i] : tensor<4xi32>
  %c = arith.cmpi slt, %n, %two : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %m = arith.addi %n, %one : i32
  cf.br ^h(%b, %m : tensor<4xi32>, i32)
^exit:
  return %b, %v : tensor<4xi32>, tensor<4xi32>
}
