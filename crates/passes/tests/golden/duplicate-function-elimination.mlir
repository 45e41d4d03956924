// RUN: --duplicate-function-elimination
// Unlike MLIR: functions of different modules are not the same, since a call cannot name those of the other module.
module {
  func.func @twice(%x: i32) -> i32 {
    %y = arith.addi %x, %x : i32
    return %y : i32
  }

  // The same but for names and locations: also with blocks and regions.
  func.func @twice_again(%a: i32) -> i32 {
    %b = arith.addi %a, %a : i32
    return %b : i32
  }
  func.func @pick(%x: i32, %y: i32, %c: i1) -> i32 {
    %sum = arith.addi %x, %y : i32
    cf.cond_br %c, ^first(%sum : i32), ^second
  ^first(%v: i32):
    return %v : i32
  ^second:
    %t = scf.if %c -> i32 {
      scf.yield %x : i32
    } else {
      scf.yield %y : i32
    }
    return %t : i32
  }
  func.func @pick_too(%x: i32, %y: i32, %c: i1) -> i32 {
    %sum = arith.addi %x, %y : i32
    cf.cond_br %c, ^first(%sum : i32), ^second
  ^first(%v: i32):
    return %v : i32
  ^second:
    %t = scf.if %c -> i32 {
      scf.yield %x : i32
    } else {
      scf.yield %y : i32
    }
    return %t : i32
  }

  // Others: another order of operands, other successors, attributes, visibility, and no body.
  func.func @minus(%x: i32, %y: i32) -> i32 {
    %d = arith.subi %x, %y : i32
    return %d : i32
  }
  func.func @minus_swapped(%x: i32, %y: i32) -> i32 {
    %d = arith.subi %y, %x : i32
    return %d : i32
  }
  func.func @loop_a(%c: i1) {
    cf.br ^one
  ^one:
    cf.cond_br %c, ^one, ^two
  ^two:
    return
  }
  func.func @loop_b(%c: i1) {
    cf.br ^one
  ^one:
    cf.cond_br %c, ^two, ^one
  ^two:
    return
  }
  func.func private @private_twice(%x: i32) -> i32 {
    %y = arith.addi %x, %x : i32
    return %y : i32
  }
  func.func @marked_twice(%x: i32) -> i32 attributes {mark} {
    %y = arith.addi %x, %x : i32
    return %y : i32
  }
  func.func private @first_of_others()
  func.func private @second_of_others()

  // What names a function that is gone.
  func.func @calls(%x: i32) -> i32 {
    %y = call @twice_again(%x) : (i32) -> i32
    %f = constant @twice_again : (i32) -> i32
    call @second_of_others() : () -> ()
    "test.names"() {all = [@twice_again, @inner::@b], one = {f = @pick_too}} : () -> ()
    return %y : i32
  }

  // Modules have functions of their own.
  module @inner {
    func.func @a() {
      return
    }
    func.func @b() {
      return
    }
    func.func @twice_here(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      return %y : i32
    }
    func.func @calls() {
      call @b() : () -> ()
      return
    }
  }
}
