// RUN: --scf-narrow-index-switch
// Unlike MLIR: it has no such pass.

func.func @narrowed(%x: index) -> i32 {
  %r = scf.index_switch %x -> i32
  case 0 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 2 {
    %b = arith.constant 12 : i32
    scf.yield %b : i32
  }
  default {
    %c = arith.constant 99 : i32
    scf.yield %c : i32
  }
  return %r : i32
}
// It has 32 bits, or will not be cut off.
func.func @left(%i: i32, %x: index) {
  %n = arith.index_cast %i : i32 to index
  scf.index_switch %n
  case 1 {
    scf.yield
  }
  default {
  }
  scf.index_switch %x
  case 4294967296 {
    scf.yield
  }
  default {
  }
  return
}
