// RUN: --affine-simplify-structures

func.func @maps(%n: index, %a: memref<100x100xf32>, %x: f32) {
  affine.for %i = 0 to affine_map<(d0) -> (d0 + d0 * 2 - 3 * d0 + 5)>(%n) {
    %0 = affine.apply affine_map<(d0, d1) -> (d0 - 8 + 3 + d1 - d0 + 5)>(%i, %n)
    %1 = affine.apply affine_map<(d0) -> (d0 * 0 + 7)>(%i)
    %2 = affine.min affine_map<(d0) -> (d0 * 2 + d0 - d0, d0)>(%i)
    %3 = affine.apply affine_map<(d0) -> (d0 + 7)>(%i)
    "test.use"(%0, %1, %2) {map = affine_map<(d0) -> (d0 + d0 - d0)>} : (index, index, index) -> ()
    affine.store %x, %a[%i + %i - %i, %0] : memref<100x100xf32>
  }
  return
}

func.func @sets(%n: index) {
  affine.for %i = 0 to 100 {
    affine.if affine_set<(d0)[s0] : (d0 floordiv 2 - 1 >= 0, 2 * d0 - 3 >= 0, d0 - 7 >= 0, s0 - d0 >= 0, d0 mod 4 == 0)>(%i)[%n] {
      "test.quotients"(%i) : (index) -> ()
    }
    affine.if affine_set<(d0)[s0] : (d0 ceildiv 3 - 4 >= 0, (d0 + s0) floordiv 2 - 9 >= 0)>(%i)[%n] {
      "test.rounded_up"(%i) : (index) -> ()
    }
    affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, -d0 + 5 >= 0)>(%i)[%n] {
      "test.never"(%i) : (index) -> ()
    } else {
      "test.always"(%i) : (index) -> ()
    }
    affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, 3 * d0 - 30 >= 0, s0 >= 0, 0 >= 0, 5 == 5)>(%i)[%n] {
      "test.redundant"(%i) : (index) -> ()
    } else {
    }
    affine.if affine_set<(d0) : (3 * d0 - 31 >= 0, 2 * d0 - 8 == 0)>(%i) {
      "test.rounded"(%i) : (index) -> ()
    }
    "test.attribute"() {set = affine_set<(d0) : (d0 + d0 >= 0, d0 >= 0)>} : () -> ()
  }
  return
}

// Ops of other dialects stay as they are.
func.func @others(%x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 5 {
    }
  }
  affine.if affine_set<() : (1 == 0)>() {
    "test.never"() : () -> ()
  }
  %c4 = arith.constant 4 : index
  %0 = arith.addi %c4, %c4 : index
  return
}
