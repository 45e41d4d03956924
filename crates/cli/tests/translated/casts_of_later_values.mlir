// Casts that LLVM does not make, in blocks that stand before the one that defines what they cast.

llvm.func @once(%a: i64) -> i64 {
  llvm.br ^below
^above:
  %same = llvm.bitcast %sum : i64 to i64
  %again = llvm.bitcast %same : i64 to i64
  llvm.return %again : i64
^below:
  %sum = llvm.add %a, %a : i64
  llvm.br ^above
}

llvm.func @chain(%a: i64) -> i64 {
  llvm.br ^third
^first:
  %x = llvm.bitcast %y : i64 to i64
  llvm.return %x : i64
^second:
  %y = llvm.bitcast %z : i64 to i64
  llvm.br ^first
^third:
  %z = llvm.mul %a, %a : i64
  llvm.br ^second
}
