// Affine maps: composition, terms in order, what loops tell of their operands.

func.func @maps(%a: index, %b: index, %m: memref<?x?xf32>) -> (index, index, index, index,index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2)>(%a)[%b]
  %1 = affine.apply affine_map<(d0) -> (d0 * 3 + 4)>(%0)
  %2 = affine.min affine_map<(d0)[s0] -> (d0 + 5, s0, 4)>(%0)[%a]
  %3 = affine.apply affine_map<(d0, d1) -> (d1 + d0 + d0 - d1)>(%a, %b)
  affine.for %i = 0 to 10 {
    %5 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2 + d0)>(%i)[%b]
    %6 = affine.load %m[%5, %i + %i] : memref<?x?xf32>
    affine.store %6, %m[%i, %5 mod 4] : memref<?x?xf32>
    %7 = affine.apply affine_map<(d0) -> (((d0 * 4) floordiv 4) + (d0 mod 2) + 3 - (d0 mod 2))>(%i)
    %8 = affine.max affine_map<(d0)[s0] -> (d0 * 2 + s0, s0, 4, d0)>(%7)[%a]
    "test.use"(%7, %8) : (index, index) -> ()
    affine.for %j = affine_map<(d0) -> (d0 + 4)>(%5) to min affine_map<(d0) -> (d0, 10)>(%7) {
      "test.use"(%j) : (index) -> ()
    }
  }
  %9 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2)>(%a)[%a]
  return %0, %1, %2, %3, %9 : index, index, index, index, index
}

func.func @loops(%a: index, %x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  affine.for %i = 0 to 10 { }
  affine.for %i = 10 to 10 { "test.a"() : () -> () }
  affine.for %i = 10 to 0 { "test.b"() : () -> () }
  affine.for %i = 0 to %a { }
  %0 = affine.for %i = 0 to 0 iter_args(%r = %x) -> (f32) { %t = arith.addf %r, %r : f32
    affine.yield %t : f32 }
  %1 = affine.for %i = 0 to 5 iter_args(%r = %x) -> (f32) { affine.yield %r : f32 }
  %2 = affine.for %i = 0 to 5 iter_args(%r = %x) -> (f32) { affine.yield %y : f32 }
  %3 = affine.for %i = 0 to %a iter_args(%r = %x) -> (f32) { affine.yield %y : f32 }
  %4 = affine.for %i = 0 to %a iter_args(%r = %x) -> (f32) { affine.yield %r : f32 }
  %5:2 = affine.for %i = 0 to 1 iter_args(%r = %x, %s = %y) -> (f32, f32) { affine.yield %s, %r : f32, f32 }
  %6:2 = affine.for %i = 0 to 2 iter_args(%r = %x, %s = %y) -> (f32, f32) { affine.yield %s, %r : f32, f32 }
  return %0, %1, %2, %3, %4, %5#0, %6#0 : f32, f32, f32, f32, f32, f32, f32
}
func.func @ifs(%a: index, %x: f32, %y: f32) -> (f32, f32) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%a) { "test.a"() : () -> () } else { }
  affine.if affine_set<() : (1 >= 0)>() { "test.b"() : () -> () } else { "test.c"() : () -> () }
  affine.if affine_set<() : (-1 >= 0)>() { "test.d"() : () -> () } else { "test.e"() : () -> () }
  affine.if affine_set<() : (-1 >= 0)>() { "test.d"() : () -> () }
  affine.if affine_set<() : (0 == 0)>() { "test.f"() : () -> () }
  affine.if affine_set<(d0) : (d0 - d0 == 0)>(%a) { "test.f2"() : () -> () }
  %c1 = arith.constant 1 : index
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%c1) { "test.g"() : () -> () } else { "test.h"() : () -> () }
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%c1) { "test.g"() : () -> () } else { "test.h"() : () -> () }
  %0 = affine.if affine_set<() : (1 >= 0)>() -> f32 { affine.yield %x : f32 } else { affine.yield %y : f32 }
  %1 = affine.if affine_set<(d0) : (d0 >= 0)>(%a) -> f32 { affine.yield %x : f32 } else { affine.yield %y : f32 }
  affine.if affine_set<(d0) : (d0 >= 0)>(%a) { }
  affine.if affine_set<(d0) : (d0 >= 0)>(%a) { } else { "test.i"() : () -> () }
  return %0, %1 : f32, f32
}
func.func @bounds(%m: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %m[%i mod 16] : memref<100xf32>
    affine.store %0, %m[%i floordiv 16] : memref<100xf32>
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8 + d0 ceildiv 20)>(%i)
    %2 = affine.min affine_map<(d0) -> (d0, 100)>(%i)
    %3 = affine.max affine_map<(d0)[s0] -> (d0, -3, s0)>(%i)[%n]
    "test.use"(%1, %2, %3) : (index, index, index) -> ()
    affine.for %j = 0 to 4 {
      %4 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) floordiv 4)>(%i, %j)
      %5 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) mod 4)>(%i, %j)
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 8 + d1) mod 4)>(%i, %j)
      "test.use"(%4, %5, %6) : (index, index, index) -> ()
    }
    affine.for %k = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 4, 32, 64)>(%i) {
      "test.use"(%k) : (index) -> ()
    }
  }
  return
}
func.func @parallel(%m: memref<100xf32>, %n: index) {
  %c4 = arith.constant 4 : index
  affine.parallel (%i, %j) = (0, 0) to (symbol(%c4) * 2, 10) {
    %a = affine.apply affine_map<(d0, d1) -> (d0 + d1 + d0)>(%i, %j)
    affine.prefetch %m[%a], read, locality<3>, data : memref<100xf32>
  }
  affine.parallel (%i) = (0) to (0) { "test.a"() : () -> () }
  return
}
func.func @linalg_index(%m: memref<10xindex>, %s: index) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%m : memref<10xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%s]
    %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%0)
    linalg.yield %1 : index
  }
  return
}
func.func @minmerge(%a: index, %b: index, %c: index) -> (index, index,index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0 + 4)>(%a)[%b]
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0 - 3)>(%0)[%c]
  %2 = affine.max affine_map<(d0) -> (d0 + 3)>(%c)
  %3 = affine.max affine_map<(d0, d1) -> (d0 + 3, d0 + 3, d1 mod 3)>(%c, %a)
  return %1, %2, %3 : index, index, index
}
