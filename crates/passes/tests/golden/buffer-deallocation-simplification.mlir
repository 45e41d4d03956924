// RUN: --buffer-deallocation-simplification
func.func @outside(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @passed(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m, %y = %o) -> (memref<4xf32>, i1) {
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %a, %z : memref<4xf32>, i1
  }
  return
}
func.func @sel(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %s = arith.select %o, %x, %a : memref<4xf32>
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%s : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @sel2(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    %s = arith.select %o, %x, %a : memref<4xf32>
    %z = bufferization.dealloc (%s : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @if(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %s = scf.if %o -> memref<4xf32> {
      scf.yield %x : memref<4xf32>
    } else {
      scf.yield %a : memref<4xf32>
    }
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%s : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @two(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %p, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %w = %a, %y = %o) -> (memref<4xf32>, memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%w : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %x, %z : memref<4xf32>, memref<4xf32>, i1
  }
  return
}
func.func @res(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<4xf32>
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m, %o : memref<4xf32>, i1
  }
  %z = bufferization.dealloc (%r : memref<4xf32>) if (%o) retain (%b : memref<4xf32>)
  %z2 = bufferization.dealloc (%r : memref<4xf32>) if (%o) retain (%a : memref<4xf32>)
  return
}
func.func @ifalloc(%a: memref<4xf32>, %n: index, %o: i1) {
  %s = scf.if %o -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  } else {
    scf.yield %a : memref<4xf32>
  }
  %z2 = bufferization.dealloc (%s : memref<4xf32>) if (%o) retain (%a : memref<4xf32>)
  %b2 = memref.alloc() : memref<4xf32>
  %z3 = bufferization.dealloc (%s : memref<4xf32>) if (%o) retain (%b2 : memref<4xf32>)
  return
}
func.func @nested(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %s = scf.if %o -> memref<4xf32> {
      %m = memref.alloc() : memref<4xf32>
      %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
      scf.yield %m : memref<4xf32>
    } else {
      scf.yield %a : memref<4xf32>
    }
    scf.yield %s, %y : memref<4xf32>, i1
  }
  return
}
func.func @nested2(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %s = scf.if %o -> memref<4xf32> {
      %m = memref.alloc() : memref<4xf32>
      scf.yield %m : memref<4xf32>
    } else {
      %m = memref.alloc() : memref<4xf32>
      scf.yield %m : memref<4xf32>
    }
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%s : memref<4xf32>)
    scf.yield %s, %y : memref<4xf32>, i1
  }
  return
}
func.func @cfg(%a: memref<4xf32>, %o: i1) -> i1 {
  cf.br ^1(%a: memref<4xf32>)
^1(%x: memref<4xf32>):
  %m = memref.alloc() : memref<4xf32>
  %z = bufferization.dealloc (%x : memref<4xf32>) if (%o) retain (%m : memref<4xf32>)
  cf.cond_br %z, ^1(%m : memref<4xf32>), ^2
^2:
  return %z: i1
}
func.func @inner(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %r1, %q1 = scf.for %j = %c0 to %n step %c1 iter_args(%x1 = %a, %y1 = %o) -> (memref<4xf32>, i1) {
      %m = memref.alloc() : memref<4xf32>
      %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
      scf.yield %m, %y : memref<4xf32>, i1
    }
    scf.yield %r1, %q1 : memref<4xf32>, i1
  }
  return
}
func.func @while(%a: memref<4xf32>, %n: index, %o: i1) {
  %r, %q = scf.while (%x = %a, %y = %o) : (memref<4xf32>, i1) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.condition (%z) %x, %y : memref<4xf32>, i1
  } do {
   ^bb0(%x: memref<4xf32>, %y: i1):
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %y : memref<4xf32>, i1
  }
  return
}
func.func @sub(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    %s = memref.subview %x[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
    %s2 = memref.subview %m[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
    %z = bufferization.dealloc (%s : memref<2xf32, strided<[1], offset: 1>>) if (%y) retain (%s2 : memref<2xf32, strided<[1], offset: 1>>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @sel_again(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %s = arith.select %o, %x, %a : memref<4xf32>
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%s : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @sel_two(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    %m2 = memref.alloc() : memref<4xf32>
    %s = arith.select %o, %m, %m2 : memref<4xf32>
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%s : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @clone(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %m = bufferization.clone %a : memref<4xf32> to memref<4xf32>
    %z = bufferization.dealloc (%x : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func private @made(memref<4xf32>) -> memref<4xf32>
func.func @before(%a: memref<4xf32>, %o: i1) -> i1 {
  %k = call @made(%a) : (memref<4xf32>) -> memref<4xf32>
  %m = memref.alloc() : memref<4xf32>
  %z = bufferization.dealloc (%k : memref<4xf32>) if (%o) retain (%m : memref<4xf32>)
  return %z : i1
}
func.func @after(%a: memref<4xf32>, %o: i1) -> i1 {
  %m = memref.alloc() : memref<4xf32>
  %k = call @made(%a) : (memref<4xf32>) -> memref<4xf32>
  %z = bufferization.dealloc (%k : memref<4xf32>) if (%o) retain (%m : memref<4xf32>)
  return %z : i1
}
func.func @swapped(%a: memref<4xf32>, %o: i1) -> i1 {
  %k = call @made(%a) : (memref<4xf32>) -> memref<4xf32>
  %m = memref.alloc() : memref<4xf32>
  %z = bufferization.dealloc (%m : memref<4xf32>) if (%o) retain (%k : memref<4xf32>)
  return %z : i1
}
func.func @calls(%a: memref<4xf32>, %o: i1) -> i1 {
  %k = call @made(%a) : (memref<4xf32>) -> memref<4xf32>
  %m = call @made(%a) : (memref<4xf32>) -> memref<4xf32>
  %z = bufferization.dealloc (%m : memref<4xf32>) if (%o) retain (%k : memref<4xf32>)
  return %z : i1
}
func.func @callarg(%a: memref<4xf32>, %o: i1) -> i1 {
  %k = call @made(%a) : (memref<4xf32>) -> memref<4xf32>
  %z = bufferization.dealloc (%a : memref<4xf32>) if (%o) retain (%k : memref<4xf32>)
  return %z : i1
}
memref.global @g : memref<4xf32>
func.func @global(%a: memref<4xf32>, %o: i1) -> i1 {
  %k = memref.get_global @g : memref<4xf32>
  %m = memref.alloc() : memref<4xf32>
  %z = bufferization.dealloc (%m : memref<4xf32>) if (%o) retain (%k : memref<4xf32>)
  return %z : i1
}
func.func @global2(%a: memref<4xf32>, %o: i1) -> i1 {
  %m = memref.alloc() : memref<4xf32>
  %k = memref.get_global @g : memref<4xf32>
  %z = bufferization.dealloc (%m : memref<4xf32>) if (%o) retain (%k : memref<4xf32>)
  return %z : i1
}
func.func @callalloc(%a: memref<4xf32>, %o: i1) -> i1 {
  %m = memref.alloc() : memref<4xf32>
  %k = call @made(%m) : (memref<4xf32>) -> memref<4xf32>
  %z = bufferization.dealloc (%m : memref<4xf32>) if (%o) retain (%k : memref<4xf32>)
  return %z : i1
}
func.func @loopcall(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %k = func.call @made(%x) : (memref<4xf32>) -> memref<4xf32>
    %m = memref.alloc() : memref<4xf32>
    %z = bufferization.dealloc (%k : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @loopcall2(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %m = memref.alloc() : memref<4xf32>
    %k = func.call @made(%x) : (memref<4xf32>) -> memref<4xf32>
    %z = bufferization.dealloc (%k : memref<4xf32>) if (%y) retain (%m : memref<4xf32>)
    scf.yield %m, %z : memref<4xf32>, i1
  }
  return
}
func.func @loopcall3(%a: memref<4xf32>, %n: index, %o: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %o) -> (memref<4xf32>, i1) {
    %k = func.call @made(%x) : (memref<4xf32>) -> memref<4xf32>
    %z = bufferization.dealloc (%k : memref<4xf32>) if (%y) retain (%x : memref<4xf32>)
    scf.yield %k, %z : memref<4xf32>, i1
  }
  return
}
