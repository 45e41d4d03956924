// Affine ops in every form they can be written in.
#set = affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 1 == 0)>
#m = affine_map<(d0, d1)[s0] -> (d0 * 2 + s0 + d1 floordiv 3 - d1 ceildiv 5)>
func.func @f(%n: index, %a: memref<?x?xf32>, %v: f32, %b : memref<10xf32>) -> f32 {
  affine.for %i = 0 to 10 {
    %x = affine.load %b[%i] : memref<10xf32>
    affine.store %x, %b[%i] : memref<10xf32>
  }
  affine.for %i = 0 to %n step 2 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to min affine_map<(d0)[s0] -> (d0 + 10, s0)>(%i)[%n] {
      %x = affine.load %a[%i + 3, %j * 2 + symbol(%n)] {foo = 1 : i32} : memref<?x?xf32>
      affine.store %x, %a[%i, %j + 1] : memref<?x?xf32>
      affine.if #set(%i)[%n] {
        affine.store %v, %a[%i, %j] : memref<?x?xf32>
      } else {
        affine.store %v, %a[%j, %j] : memref<?x?xf32>
      }
      affine.if #set(%i)[%n] {
        affine.store %v, %a[%i, 0] : memref<?x?xf32>
      }
      %k = affine.apply #m(%i, %j)[%n]
      %l = affine.min affine_map<(d0)[s0] -> (1000, s0, d0 + 512)>(%i)[%n]
      %mm = affine.max affine_map<(d0)[s0] -> (1000, s0, d0 + 512)>(%i)[%n]
      memref.store %v, %a[%k, %l] : memref<?x?xf32>
      memref.store %v, %a[%k, %mm] : memref<?x?xf32>
    } {loop = "inner"}
  }
  %s = affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%n] to 10 iter_args(%acc = %v) -> (f32) {
    %y = arith.addf %acc, %v : f32
    affine.yield %y : f32
  }
  %t = affine.if #set(%n)[%n] -> f32 {
    affine.yield %s : f32
  } else {
    affine.yield %v : f32
  }
  affine.parallel (%i, %j) = (0, 0) to (10, symbol(%n)) {
    affine.store %t, %a[%i, %j] : memref<?x?xf32>
  }
  affine.parallel (%i, %j) = (0, 2) to (10, %n + 4) step (2, 3) {
    affine.store %t, %a[%i, %j] : memref<?x?xf32>
  }
  affine.parallel (%i) = (0) to (min(10, %n)) {
    affine.store %t, %a[%i, 0] : memref<?x?xf32>
  }
  %r = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32) {
    %x = affine.load %b[%i] : memref<10xf32>
    affine.yield %x : f32
  }
  affine.prefetch %b[%n], read, locality<3>, data : memref<10xf32>
  return %r : f32
}

func.func @reductions(%b: memref<10xf32>, %i: memref<10xi32>) {
  %addf = affine.parallel (%x) = (0) to (10) reduce ("addf") -> (f32) { %v = affine.load %b[%x] : memref<10xf32> 
 affine.yield %v : f32 }
  %mulf = affine.parallel (%x) = (0) to (10) reduce ("mulf") -> (f32) { %v = affine.load %b[%x] : memref<10xf32> 
 affine.yield %v : f32 }
  %maximumf = affine.parallel (%x) = (0) to (10) reduce ("maximumf") -> (f32) { %v = affine.load %b[%x] : memref<10xf32> 
 affine.yield %v : f32 }
  %minimumf = affine.parallel (%x) = (0) to (10) reduce ("minimumf") -> (f32) { %v = affine.load %b[%x] : memref<10xf32> 
 affine.yield %v : f32 }
  %addi = affine.parallel (%x) = (0) to (10) reduce ("addi") -> (i32) { %v = affine.load %i[%x] : memref<10xi32>
  affine.yield %v : i32 }
  %muli = affine.parallel (%x) = (0) to (10) reduce ("muli") -> (i32) { %v = affine.load %i[%x] : memref<10xi32>
  affine.yield %v : i32 }
  %ori = affine.parallel (%x) = (0) to (10) reduce ("ori") -> (i32) { %v = affine.load %i[%x] : memref<10xi32>
  affine.yield %v : i32 }
  %andi = affine.parallel (%x) = (0) to (10) reduce ("andi") -> (i32) { %v = affine.load %i[%x] : memref<10xi32>
  affine.yield %v : i32 }
  return
}

// Expressions are printed with as few parentheses as they need, and simplified.
func.func @expressions(%n: index, %a: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %0 = affine.load %a[(%i + 1) * 2 - symbol(%n)] : memref<?xf32>
    %1 = affine.load %a[-%i + 5 + 3] : memref<?xf32>
    %2 = affine.load %a[(%i + symbol(%n)) floordiv 4 mod 3] : memref<?xf32>
    %3 = affine.load %a[%i - (%i + symbol(%n)) * 2 ceildiv 3] : memref<?xf32>
    affine.prefetch %a[%i], write, locality<0>, instr : memref<?xf32>
  } {unroll}
  affine.parallel () = () to () {
  }
  affine.for %i = -1 to affine_map<()[s0] -> (s0 * 2)>()[%n] step 3 {
  }
  affine.if affine_set<() : (0 == 0)>() {
  } {likely}
  return
}
