// RUN: builtin.module(control-flow-sink)
// Ops without effects go to the only branch that uses them, and those that they alone used after them.
func.func private @use(i32)
func.func private @usef(f32)
func.func @ifs(%c: i1, %a: i32, %b: i32, %m: memref<i32>) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.muli %x, %b : i32
  %z = arith.divsi %x, %b : i32
  %l = memref.load %m[] : memref<i32>
  %both = arith.subi %a, %b : i32
  %out = arith.xori %a, %b : i32
  %r = scf.if %c -> (i32) {
    %y2 = arith.addi %y, %both : i32
    func.call @use(%l) : (i32) -> ()
    scf.yield %y2 : i32
  } else {
    %q = arith.addi %z, %both : i32
    scf.yield %q : i32
  }
  %r2 = arith.addi %r, %out : i32
  return %r2 : i32
}
func.func @nested(%c: i1, %d: i1, %a: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.addi %a, %a : i32
  %w = arith.muli %a, %a : i32
  %v = arith.muli %a, %a : i32
  scf.if %c {
    func.call @use(%a) : (i32) -> ()
    scf.if %d {
      func.call @use(%x) : (i32) -> ()
    }
    scf.for %i = %c0 to %n step %c1 {
      func.call @use(%w) : (i32) -> ()
    }
    %e = scf.execute_region -> i32 {
      func.call @use(%v) : (i32) -> ()
      scf.yield %v : i32
    }
  }
  scf.index_switch %n
  case 1 {
    func.call @use(%a) : (i32) -> ()
    scf.yield
  }
  default {
  }
  return
}
func.func @region(%a: i32, %t: !async.token) {
  %x = arith.addi %a, %a : i32
  %c = arith.constant 5 : i32
  %k = async.execute {
    func.call @use(%x) : (i32) -> ()
    func.call @use(%c) : (i32) -> ()
    async.yield
  }
  %u = arith.addi %a, %c : i32
  %u2 = arith.addi %u, %u : i32
  %dead = arith.addi %u, %u : i32
  scf.while : () -> () {
    %q = arith.cmpi eq, %u2, %a : i32
    scf.condition(%q)
  } do {
    func.call @use(%u) : (i32) -> ()
    scf.yield
  }
  return
}
func.func @others(%a: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x1 = arith.addi %a, %a : i32
  %x2 = arith.subi %a, %a : i32
  %x3 = arith.muli %a, %a : i32
  %x4 = arith.xori %a, %a : i32
  %x5 = arith.andi %a, %a : i32
  %x6 = arith.ori %a, %a : i32
  %x7 = arith.maxsi %a, %a : i32
  %x8 = arith.divsi %a, %a : i32
  %x9 = arith.remsi %a, %a : i32
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    func.call @use(%x1) : (i32) -> ()
  }
  affine.for %i = 0 to 1 {
    func.call @use(%x2) : (i32) -> ()
  }
  scf.for %i = %c0 to %c1 step %c1 {
    func.call @use(%x3) : (i32) -> ()
  }
  memref.alloca_scope {
    func.call @use(%x4) : (i32) -> ()
  }
  affine.for %i = 0 to 0 {
    func.call @use(%x5) : (i32) -> ()
  }
  scf.forall (%i) in (1) {
    func.call @use(%x6) : (i32) -> ()
  }
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    func.call @use(%x7) : (i32) -> ()
  }
  affine.parallel (%i) = (0) to (1) {
    func.call @use(%x8) : (i32) -> ()
  }
  return
}
func.func @chain(%a: i32, %n: index, %c: i1) {
  %x1 = arith.addi %a, %a : i32
  %t = arith.constant true
  %s = scf.if %c -> (i32) {
    scf.yield %x1 : i32
  } else {
    scf.yield %a : i32
  }
  %x2 = arith.addi %a, %a : i32
  %u = scf.if %t -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %x2 : i32
  }
  %x3 = scf.if %c -> i32 {
    %k = arith.divsi %a, %a : i32
    scf.yield %k : i32
  } else { 
    scf.yield %a : i32
  }
  scf.if %c {
    func.call @use(%s) : (i32) -> ()
    func.call @use(%x3) : (i32) -> ()
    scf.if %t {
      func.call @use(%u) : (i32) -> ()
    }
  }
  cf.cond_br %c, ^a, ^b
^a:
  %z = arith.subi %x2, %a : i32
  scf.if %c {
    scf.execute_region {
      cf.br ^x
    ^x:
      func.call @use(%z) : (i32) -> ()
      scf.yield
    }
    scf.if %c {
      func.call @use(%z) : (i32) -> ()
    }
  }
  return
^b:
  return
}
