// Every op of scf in every form it can be written in.
func.func @for(%a: index, %b: i1, %c: i32) {
  scf.for %i = %a to %a step %a { }
  scf.for %i = %a to %a step %a {
    "test.use"(%i) : (index) -> ()
    scf.yield
  }
  scf.for unsigned %i = %c to %c step %c : i32 { } {foo = 1 : i32}
  %0:2 = scf.for %i = %c to %c step %c iter_args(%x = %c, %y = %b) -> (i32, i1) : i32 {
    scf.yield %x, %y : i32, i1
  }
  %1 = scf.for %i = %a to %a step %a iter_args(%x = %c) -> i32 {
    scf.yield %x : i32
  }
  return
}
func.func @if(%b: i1, %c: i32) {
  scf.if %b { }
  scf.if %b { } else { } {foo}
  scf.if %b {
    "test.a"() : () -> ()
    scf.yield
  } else {
    "test.b"() : () -> ()
  }
  %0 = scf.if %b -> i32 {
    scf.yield %c : i32
  } else {
    scf.yield %c : i32
  } {foo}
  %1:2 = scf.if %b -> (i32, i1) {
    scf.yield %c, %b : i32, i1
  } else {
    scf.yield %c, %b : i32, i1
  }
  return
}
func.func @while(%b: i1, %c: i32) {
  scf.while : () -> () {
    scf.condition(%b)
  } do {
    scf.yield
  }
  %0 = scf.while (%x = %c, %y = %b) : (i32, i1) -> i32 {
    scf.condition(%y) {foo} %x : i32
  } do {
  ^bb0(%x: i32):
    scf.yield {bar} %x, %b : i32, i1
  } attributes {foo}
  %1:2 = scf.while : () -> (i32, i1) {
    scf.condition(%b) %c, %b : i32, i1
  } do {
  ^bb0(%x: i32, %z: i1):
    scf.yield
  }
  return
}
func.func @parallel(%a: index, %b: i1, %c: i32) {
  scf.parallel (%i) = (%a) to (%a) step (%a) { }
  scf.parallel (%i) = (%a) to (%a) step (%a) {
    "test.use"(%i) : (index) -> ()
    scf.reduce
  }
  %0 = scf.parallel (%i, %j) = (%a, %a) to (%a, %a) step (%a, %a) init (%c) -> i32 {
    scf.reduce(%c : i32) {
    ^bb0(%x: i32, %y: i32):
      scf.reduce.return %x : i32
    }
  } {foo}
  %1:2 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%c, %b) -> (i32, i1) {
    scf.reduce(%c, %b : i32, i1) {
    ^bb0(%x: i32, %y: i32):
      scf.reduce.return %x : i32
    }, {
    ^bb0(%x: i1, %y: i1):
      scf.reduce.return %x {bar} : i1
    } {foo}
  }
  return
}
func.func @index_switch(%a: index, %b: i1, %c: i32) {
  scf.index_switch %a default { }
  scf.index_switch %a {foo}
  case 1 {
    scf.yield
  }
  case -1 {
    "test.a"() : () -> ()
    scf.yield
  }
  default {
    "test.b"() : () -> ()
    scf.yield
  }
  %0:2 = scf.index_switch %a {foo} -> i32, i1
  case 1 {
    scf.yield %c, %b : i32, i1
  }
  default {
    scf.yield %c, %b : i32, i1
  }
  scf.index_switch %a
  case 1 {
    scf.index_switch %a
    case 2 {
      scf.yield
    }
    default {
    }
    scf.yield
  }
  default {
  }
  return
}
func.func @execute_region(%b: i1, %c: i32) {
  scf.execute_region {
    scf.yield
  }
  scf.execute_region no_inline {
    scf.yield
  } {foo}
  %0 = scf.execute_region -> i32 {
    cf.br ^bb1
  ^bb1:
    scf.yield %c : i32
  }
  %1:2 = scf.execute_region -> (i32, i1) no_inline {
    cf.br ^bb1
  ^bb1:
    scf.yield %c, %b : i32, i1
  }
  return
}
func.func @forall(%a: index, %t: tensor<4xi32>) {
  scf.forall (%i) in (4) { }
  scf.forall (%i, %j) in (4, %a) {
    "test.use"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) = (1, %a) to (%a, -4) step (%a, 2) {
    scf.forall.in_parallel { }
  } {foo}
  %0 = scf.forall (%i) in (%a) shared_outs(%x = %t) -> (tensor<4xi32>) { }
  %1:2 = scf.forall (%i) in (%a) shared_outs(%x = %t, %y = %t) -> (tensor<4xi32>, tensor<4xi32>) {
    scf.forall.in_parallel { } {foo}
  }
  return
}

func.func @mapped_forall(%n: index) {
  scf.forall (%i, %j, %k) in (%n, 4, %n) {
  } {mapping = [#gpu.block<y>, #gpu.block<linear_dim_3>, #gpu.block<z>]}
  scf.forall (%i, %j) in (%n, 4) {
  } {mapping = [#gpu.warpgroup<x>, #gpu<warpgroup<y>>], a}
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.warp<linear_dim_9>]}
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.lane<"linear_dim_0">]}
  return
}
