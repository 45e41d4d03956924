// RUN: --convert-async-to-llvm
// Tokens, values and groups that branches, loops and conditionals carry; values in groups. MLIR refuses these.

func.func @branches(%c: i1, %f: i32, %t: !async.token, %u: !async.token) -> !async.token {
  cf.cond_br %c, ^a(%t, %f : !async.token, i32), ^a(%u, %f : !async.token, i32)
^a(%x: !async.token, %i: i32):
  cf.switch %i : i32, [
    default: ^b(%x : !async.token),
    1: ^b(%u : !async.token)
  ]
^b(%y: !async.token):
  cf.br ^c(%y : !async.token)
^c(%z: !async.token):
  return %z : !async.token
}

func.func @loops(%n: index, %t0: !async.value<f32>) -> !async.value<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t0) -> !async.value<f32> {
    async.runtime.await %t : !async.value<f32>
    scf.yield %t : !async.value<f32>
  }
  %s = scf.while (%t = %r) : (!async.value<f32>) -> !async.value<f32> {
    %e = async.runtime.is_error %t : !async.value<f32>
    scf.condition(%e) %t : !async.value<f32>
  } do {
  ^bb0(%t: !async.value<f32>):
    scf.yield %t : !async.value<f32>
  }
  return %s : !async.value<f32>
}

func.func @conditionals(%c: i1, %k: index, %g: !async.group, %h: !async.group) {
  %a = scf.if %c -> !async.group {
    scf.yield %g : !async.group
  } else {
    scf.yield %h : !async.group
  }
  %b = scf.index_switch %k -> !async.group
  case 1 {
    scf.yield %a : !async.group
  }
  default {
    scf.yield %h : !async.group
  }
  %d = scf.execute_region -> !async.group {
    scf.yield %b : !async.group
  }
  %s = arith.select %c, %d, %h : !async.group
  async.runtime.await %s : !async.group
  return
}

func.func @values_in_groups(%v: !async.value<f32>, %w: !async.value<i32>, %t: !async.token, %g: !async.group) {
  %0 = async.runtime.add_to_group %v, %g : !async.value<f32>
  %1 = async.runtime.add_to_group %t, %g : !async.token
  %2 = async.runtime.add_to_group %w, %g : !async.value<i32>
  return
}

// Unlike MLIR: its lowering of groups takes no values.
