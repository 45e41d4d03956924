// RUN: --async-runtime-merge-drops
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops, which only asyncir's runtime can lower.

// What the block of the first failure drops ends with what the second one's does.
func.func private @three(%a: !async.token, %b: !async.value<i32>, %c: !async.token, %x: i1, %y: i1) {
  %own = async.runtime.create : !async.token
  cf.cond_br %x, ^first, ^go
^go:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.cond_br %y, ^second, ^third
^first:
  async.runtime.drop_ref %c {count = 1 : i64} : !async.token
  async.runtime.drop_ref %b {count = 1 : i64} : !async.value<i32>
  async.runtime.forward_error %a to %own : !async.token, !async.token
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.br ^end
^second:
  async.runtime.drop_ref %c {count = 1 : i64} : !async.token
  async.runtime.forward_error %b to %own : !async.value<i32>, !async.token
  async.runtime.drop_ref %b {count = 1 : i64} : !async.value<i32>
  cf.br ^end
^third:
  async.runtime.drop_ref %b {count = 1 : i64} : !async.value<i32>
  async.runtime.set_error %own : !async.token
  async.runtime.drop_ref %c {count = 1 : i64} : !async.token
  cf.br ^end
^end:
  async.runtime.drop_ref %own {count = 1 : i64} : !async.token
  return
}

// Two blocks that do the same become one, and the arguments of the successor are kept.
func.func private @same(%a: !async.token, %x: i1, %n: i32) -> i32 {
  cf.cond_br %x, ^first, ^second
^first:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.br ^end(%n : i32)
^second:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.br ^end(%n : i32)
^end(%r: i32):
  return %r : i32
}

// Counts and destinations that differ stay apart, and so do blocks that do more. Arguments that differ are passed on.
func.func private @apart(%a: !async.token, %n: i32, %m: i32, %flag: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^first,
    1: ^second,
    2: ^third,
    3: ^fourth,
    4: ^fifth
  ]
^first:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.br ^end(%n : i32)
^second:
  async.runtime.drop_ref %a {count = 2 : i64} : !async.token
  cf.br ^end(%n : i32)
^third:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.br ^end(%m : i32)
^fourth:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.br ^other
^fifth:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  async.runtime.set_available %a : !async.token
  cf.br ^end(%n : i32)
^other:
  cf.br ^end(%m : i32)
^end(%r: i32):
  return %r : i32
}

// A reference may be dropped twice, and blocks that lead back to themselves are blocks like others.
func.func private @twice(%a: !async.group, %b: !async.group, %flag: i32) {
  cf.switch %flag : i32, [
    default: ^first,
    1: ^second,
    2: ^loop
  ]
^first:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.group
  async.runtime.drop_ref %b {count = 1 : i64} : !async.group
  async.runtime.drop_ref %a {count = 1 : i64} : !async.group
  cf.br ^loop
^second:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.group
  async.runtime.drop_ref %a {count = 1 : i64} : !async.group
  cf.br ^loop
^loop:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.group
  cf.br ^loop
}

// In regions of their own, too.
func.func private @inner(%a: !async.token, %x: i1) {
  scf.execute_region {
    cf.cond_br %x, ^first, ^second
  ^first:
    async.runtime.drop_ref %a {count = 1 : i64} : !async.token
    cf.br ^end
  ^second:
    async.runtime.drop_ref %a {count = 1 : i64} : !async.token
    cf.br ^end
  ^end:
    scf.yield
  }
  return
}
