func.func private @hide(%x: index) -> index {
  return %x : index
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000000 = arith.constant 1000000 : index
  %limit = arith.constant 700 : index
  %n = func.call @hide(%c1000000) : (index) -> index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %fine = arith.cmpi slt, %i, %limit : index
    scf.if %fine {
    } else {
      cf.assert %fine, "iteration 700 or later"
    }
    scf.reduce
  }
  %result = arith.constant 0 : i64
  return %result : i64
}
