// RUN: --topological-sort

"use"(%0, %1) : (index, index) -> ()
%1 = "sum"(%0, %0) : (index, index) -> index
func.func @ordered(%a: index) -> index {
  %sum = arith.addi %a, %a : index
  return %sum : index
}
"nested"() ({
  "use"(%1) : (index) -> ()
  module {
    "use"(%x) : (index) -> ()
    %x = arith.constant 1 : index
    "last"() : () -> ()
  }
}) : () -> ()
%0 = arith.constant 1 : index

// In a cycle the first op stays the first one.
module @cycle {
  "before"(%c3) : (index) -> ()
  %c0 = "a"(%c2) : (index) -> index
  %c1 = "b"(%c0) : (index) -> index
  %c2 = "c"(%c1) : (index) -> index
  %c3 = "after"(%c1) : (index) -> index
  %c4 = "self"(%c4) : (index) -> index
}
