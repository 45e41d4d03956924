// RUN: --convert-scf-to-cf
// Unlike MLIR: it cuts the numbers of cases off at 32 bits, so that two of them become the same.

func.func @wide(%x: index) -> i32 {
  %r = scf.index_switch %x -> i32
  case 1 {
    %a = arith.constant 1 : i32
    scf.yield %a : i32
  }
  case 4294967297 {
    %b = arith.constant 111 : i32
    scf.yield %b : i32
  }
  default {
    %c = arith.constant 222 : i32
    scf.yield %c : i32
  }
  return %r : i32
}
