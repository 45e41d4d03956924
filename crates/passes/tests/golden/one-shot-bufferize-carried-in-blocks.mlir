// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})
// Unlike MLIR: it does not find out the type of what branches pass on of a loop that carries the same value twice.
func.func @carried_in_blocks(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: i1, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%v = %a, %w = %b, %m = %c0) : (tensor<?xf32>, tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>, index) {
    %c = arith.cmpi ult, %m, %n : index
    scf.condition(%c) %v, %w, %m : tensor<?xf32>, tensor<?xf32>, index
  } do {
  ^bb0(%s: tensor<?xf32>, %t: tensor<?xf32>, %k: index):
    %e = scf.execute_region -> tensor<?xf32> {
      cf.cond_br %p, ^yes, ^no
    ^yes:
      cf.br ^end(%t : tensor<?xf32>)
    ^no:
      cf.br ^end(%t : tensor<?xf32>)
    ^end(%x: tensor<?xf32>):
      scf.yield %x : tensor<?xf32>
    }
    %j = arith.addi %k, %c1 : index
    scf.yield %e, %e, %j : tensor<?xf32>, tensor<?xf32>, index
  }
  return %0#0 : tensor<?xf32>
}
