// RUN: --canonicalize

// Mapped dimensions stay; what is noted at a loop does not go over to another.
func.func @a(%n: index) {
  scf.forall (%i, %j) in (1, %n) { "t.a"(%i, %j) : (index, index) -> () } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i, %j) in (1, 1) { "t.a"(%i, %j) : (index, index) -> () } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i) in (0) { "t.a"(%i) : (index) -> () } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) in (0, %n) { "t.a"(%i, %j) : (index, index) -> () } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i, %j) in (1, %n) { "t.a"(%i, %j) : (index, index) -> () } {foo = 1}
  scf.forall (%i, %j) = (3, 0) to (4, %n) step (2, 1) { "t.a"(%i, %j) : (index, index) -> () } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i, %j) = (%n, 0) to (%n, %n) step (2, 1) { "t.a"(%i, %j) : (index, index) -> () } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return }
func.func @p(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) { "t.a"(%i, %j) : (index, index) -> () scf.reduce } {foo = 2}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) { scf.parallel (%j) = (%c0) to (%n) step (%c1) { "t.a"(%i, %j) : (index, index) -> () scf.reduce } {bar = 3} scf.reduce } {foo = 2}
  return }
func.func @q(%c: i1, %a: i32, %b: i32) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) { "t.a"() : () -> () scf.yield %a, %b : i32, i32 } else { "t.a"() : () -> () scf.yield %b, %a : i32, i32 } {foo = 3}
  %1:2 = scf.if %c -> (i32, i32) { "t.a"() : () -> () scf.yield %a, %a : i32, i32 } else { "t.a"() : () -> () scf.yield %b, %b : i32, i32 } {foo = 3}
  %2 = arith.addi %1#0, %1#1 : i32
  %3 = arith.addi %0#0, %2 : i32
  return %3 : i32 }
func.func @i(%c: i1, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (index, index) { %x = "t.a"(%a) : (index) -> index scf.yield %x, %b : index, index } {foo = 4}
  %1:2 = scf.while (%a = %c0, %b = %c0) : (index, index) -> (index, index) { %cc = "t.b"() : () -> i1 scf.condition(%cc) %a, %b : index, index } do { ^bb0(%a: index, %b: index): %x = "t.a"(%a) : (index) -> index scf.yield %x, %b : index, index } attributes {foo = 4}
  %2 = arith.addi %0#0, %1#0 : index
  return %2 : index }
