// RUN: --async-runtime-ref-counting --async-runtime-ref-counting-opt
// Objects that control flow carries: arguments of blocks, loops, conditionals, aliases. MLIR refuses or miscounts these.

func.func private @take(!async.token)

func.func @one_way(%c: i1) {
  %t = async.runtime.create : !async.token
  cf.cond_br %c, ^a(%t : !async.token), ^b
^a(%x: !async.token):
  async.runtime.await %x : !async.token
  return
^b:
  return
}

func.func @still_needed(%t: !async.token) {
  cf.br ^a(%t : !async.token)
^a(%x: !async.token):
  async.runtime.await %x : !async.token
  async.runtime.await %t : !async.token
  return
}

func.func @passed_twice(%t: !async.token) {
  cf.br ^a(%t, %t : !async.token, !async.token)
^a(%x: !async.token, %y: !async.token):
  async.runtime.await %x : !async.token
  call @take(%y) : (!async.token) -> ()
  return
}

func.func @one_block_two_ways(%c: i1, %t: !async.token, %u: !async.token) {
  cf.cond_br %c, ^a(%t : !async.token), ^a(%u : !async.token)
^a(%x: !async.token):
  async.runtime.await %x : !async.token
  async.runtime.await %u : !async.token
  return
}

func.func @switch(%f: i32, %t: !async.group, %u: !async.group) {
  cf.switch %f : i32, [
    default: ^a(%t : !async.group),
    1: ^a(%u : !async.group),
    2: ^b
  ]
^a(%x: !async.group):
  async.runtime.await %x : !async.group
  return
^b:
  return
}

func.func @loop(%n: index, %t0: !async.value<f32>) -> !async.value<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %t0 : index, !async.value<f32>)
^head(%i: index, %t: !async.value<f32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %u = async.runtime.create : !async.value<f32>
  async.runtime.await %t : !async.value<f32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %u : index, !async.value<f32>)
^end:
  return %t : !async.value<f32>
}

func.func @for(%n: index, %t0: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t0) -> !async.token {
    %u = async.runtime.create : !async.token
    async.runtime.await %t : !async.token
    scf.yield %u : !async.token
  }
  return %r : !async.token
}

// The token is both carried and used inside: the reference that is added before the loop must stay.
func.func @for_uses_inside(%n: index, %t0: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t0) -> !async.token {
    async.runtime.await %t : !async.token
    scf.yield %t0 : !async.token
  }
  return %r : !async.token
}

func.func @while(%t0: !async.token) -> !async.token {
  %r = scf.while (%t = %t0) : (!async.token) -> !async.token {
    %e = async.runtime.is_error %t : !async.token
    scf.condition(%e) %t : !async.token
  } do {
  ^bb0(%t: !async.token):
    %u = async.runtime.create : !async.token
    async.runtime.await %t : !async.token
    scf.yield %u : !async.token
  }
  return %r : !async.token
}

func.func @if(%c: i1, %t: !async.token) -> !async.token {
  %r = scf.if %c -> !async.token {
    scf.yield %t : !async.token
  } else {
    %u = async.runtime.create : !async.token
    scf.yield %u : !async.token
  }
  return %r : !async.token
}

func.func @select(%c: i1, %t: !async.token, %u: !async.token) {
  %s = arith.select %c, %t, %u : !async.token
  async.runtime.await %s : !async.token
  async.runtime.await %t : !async.token
  return
}

func.func @returned_twice() -> (!async.token, !async.token) {
  %t = async.runtime.create : !async.token
  return %t, %t : !async.token, !async.token
}

func.func @payload(%t: !async.token, %v: !async.value<!async.token>) {
  async.runtime.store %t, %v : !async.value<!async.token>
  %u = async.runtime.load %v : !async.value<!async.token>
  async.runtime.await %u : !async.token
  return
}

// Unlike MLIR: it refuses terminators that do not return, or counts what they carry wrongly.
