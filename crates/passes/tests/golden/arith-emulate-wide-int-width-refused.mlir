// RUN: --arith-emulate-wide-int=widest-int-supported=3
// Unlike MLIR: it fails without a word.

func.func @f(%a: i64) -> i64 {
  return %a : i64
}
