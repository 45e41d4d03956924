// RUN: builtin.module(mem2reg)

func.func @straight(%a: i32, %b: i32) -> (i32, i32, i32) {
  %m = memref.alloca() : memref<i32>
  %before = memref.load %m[] : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %first = memref.load %m[] : memref<i32>
  memref.store %b, %m[] : memref<i32>
  %second = memref.load %m[] : memref<i32>
  return %before, %first, %second : i32, i32, i32
}

// A block where values meet gets an argument, if something is loaded from there on.
func.func @diamond(%c: i1, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<1xi32>
  %n = memref.alloca() : memref<i32>
  %i = arith.constant 0 : index
  memref.store %a, %m[%i] : memref<1xi32>
  cf.cond_br %c, ^store, ^end
^store:
  memref.store %b, %m[%i] : memref<1xi32>
  memref.store %b, %n[] : memref<i32>
  cf.br ^end
^end:
  %r = memref.load %m[%i] : memref<1xi32>
  return %r : i32
}

func.func @loop(%n: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %i = memref.alloca() : memref<i32>
  %sum = memref.alloca() : memref<i32>
  memref.store %0, %i[] : memref<i32>
  memref.store %0, %sum[] : memref<i32>
  cf.br ^head
^head:
  %iv = memref.load %i[] : memref<i32>
  %go = arith.cmpi slt, %iv, %n : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %s = memref.load %sum[] : memref<i32>
  %t = arith.addi %s, %iv : i32
  memref.store %t, %sum[] : memref<i32>
  %next = arith.addi %iv, %1 : i32
  memref.store %next, %i[] : memref<i32>
  cf.br ^head
^exit:
  %r = memref.load %sum[] : memref<i32>
  return %r : i32
}

// The value of a block that stands behind the one that uses it.
func.func @order(%c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  cf.br ^first
^second:
  %b = memref.load %m[] : memref<i32>
  return %b : i32
^first:
  %a = memref.load %m[] : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.br ^second
}

// An address that is stored is known once that memory is a value.
func.func @address(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %p = memref.alloca() : memref<memref<i32>>
  memref.store %m, %p[] : memref<memref<i32>>
  memref.store %a, %m[] : memref<i32>
  %q = memref.load %p[] : memref<memref<i32>>
  %r = memref.load %q[] : memref<i32>
  return %r : i32
}

// Blocks that nothing leads to pass poison.
func.func @dead(%c: i1, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^store, ^end
^store:
  memref.store %b, %m[] : memref<i32>
  cf.br ^end
^dead:
  cf.br ^end
^end:
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

// Memory of more than one element, and memory that other ops or regions see.
func.func @kept(%c: i1, %a: i32, %i: index) -> (i32, i32, i32) {
  %two = memref.alloca() : memref<2xi32>
  memref.store %a, %two[%i] : memref<2xi32>
  %x = memref.load %two[%i] : memref<2xi32>
  %seen = memref.alloca() : memref<i32>
  "test.use"(%seen) : (memref<i32>) -> ()
  %y = memref.load %seen[] : memref<i32>
  %region = memref.alloca() : memref<i32>
  scf.if %c {
    memref.store %a, %region[] : memref<i32>
  }
  %z = memref.load %region[] : memref<i32>
  return %x, %y, %z : i32, i32, i32
}

// A branch of an unknown op cannot pass the value.
func.func @unknown_branch(%c: i1, %a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  cf.cond_br %c, ^store, ^end
^store:
  memref.store %a, %m[] : memref<i32>
  "test.jump"()[^end] : () -> ()
^end:
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

func.func @in_region(%a: i32) {
  scf.execute_region {
    %m = memref.alloca() : memref<i32>
    memref.store %a, %m[] : memref<i32>
    %x = memref.load %m[] : memref<i32>
    "test.use"(%x) : (i32) -> ()
    scf.yield
  }
  return
}
