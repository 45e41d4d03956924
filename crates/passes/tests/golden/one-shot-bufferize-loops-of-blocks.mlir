// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// Unlike MLIR: it asks for ever whether the result is written, and crashes.

// Behind the conditional, the value comes back to it.
func.func @comes_back(%t: tensor<4xi32>, %c: i1, %i: index) -> tensor<4xi32> {
  cf.br ^head(%t : tensor<4xi32>)
^head(%q: tensor<4xi32>):
  %r = scf.if %c -> (tensor<4xi32>) {
    scf.yield %q : tensor<4xi32>
  } else {
    %x = tensor.extract %q[%i] : tensor<4xi32>
    %more = arith.addi %x, %x : i32
    %changed = tensor.insert %more into %q[%i] : tensor<4xi32>
    scf.yield %changed : tensor<4xi32>
  }
  cf.cond_br %c, ^head(%r : tensor<4xi32>), ^exit
^exit:
  return %r : tensor<4xi32>
}
