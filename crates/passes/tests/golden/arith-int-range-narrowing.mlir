// RUN: --arith-int-range-narrowing=int-bitwidths-supported=1,8,16,32
// The first number of bits that all numbers fit into, extended with zeros or with signs.
func.func @fits(%a: index, %b: i64, %v: vector<4xi32>, %c: i8) -> (index, i64, vector<4xi32>, i32) {
  %c15 = arith.constant 15 : index
  %low = arith.andi %a, %c15 : index
  %sum = arith.addi %low, %c15 {kept} : index
  %c1000 = arith.constant 1000 : i64
  %rest = arith.remsi %b, %c1000 : i64
  %less = arith.subi %rest, %c1000 : i64
  %three = arith.constant dense<3> : vector<4xi32>
  %small = arith.minui %v, %three : vector<4xi32>
  %product = arith.muli %small, %three : vector<4xi32>
  %wide = arith.extui %c : i8 to i32
  %twice = arith.addi %wide, %wide overflow<nsw, nuw> : i32
  return %sum, %less, %product, %twice : index, i64, vector<4xi32>, i32
}

// Comparisons, and casts to indices and back.
func.func @comparisons(%a: i8, %b: i16) -> (i1, i1, i1) {
  %unsigned = arith.index_castui %a : i8 to index
  %signed = arith.index_cast %b : i16 to index
  %c200 = arith.constant 200 : index
  %first = arith.cmpi ult, %unsigned, %c200 {kept} : index
  %second = arith.cmpi slt, %signed, %c200 : index
  %third = arith.cmpi slt, %unsigned, %signed : index
  return %first, %second, %third : i1, i1, i1
}

// What loops count.
func.func @loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %next = arith.addi %i, %c1 : index
    "test.use"(%next) : (index) -> ()
  }
  return
}

// Numbers that may be too large, and other types of operands than of results.
func.func @kept(%a: i64, %b: i8, %which: i1) -> (i64, i64, i64) {
  %wide = arith.extsi %b : i8 to i64
  %sum = arith.addi %a, %wide : i64
  %chosen = arith.select %which, %wide, %sum : i64
  return %wide, %sum, %chosen : i64, i64, i64
}
