// RUN: --int-range-optimizations
func.func @widened(%a: i8, %b: i16) -> (i1, i1, i32, i32) {
  %limit = arith.constant 300 : i32
  %least = arith.constant -32768 : i32
  %zero = arith.constant 0 : i32
  %unsigned = arith.extui %a : i8 to i32
  %signed = arith.extsi %b : i16 to i32
  %below = arith.cmpi ult, %unsigned, %limit : i32
  %above = arith.cmpi sge, %signed, %least : i32
  %rest = arith.remui %unsigned, %limit : i32
  %none = arith.minui %unsigned, %zero : i32
  return %below, %above, %rest, %none : i1, i1, i32, i32
}

// Sums and products that do not wrap around, and those that may.
func.func @wrapping(%a: i32) -> (i1, i1, i1) {
  %mask = arith.constant 15 : i32
  %most = arith.constant 2147483647 : i32
  %hundred = arith.constant 100 : i32
  %low = arith.andi %a, %mask : i32
  %sum = arith.addi %low, %mask : i32
  %far = arith.addi %low, %most : i32
  %far_nsw = arith.addi %low, %most overflow<nsw> : i32
  %first = arith.cmpi sle, %sum, %hundred : i32
  %second = arith.cmpi sge, %far, %hundred : i32
  %third = arith.cmpi sge, %far_nsw, %hundred : i32
  return %first, %second, %third : i1, i1, i1
}

// What loops count.
func.func @loops(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c3 {
    %is_inside = arith.cmpi ult, %i, %c10 : index
    "test.use"(%is_inside) : (i1) -> ()
    %same = arith.remui %i, %c10 : index
    memref.store %same, %m[%i] : memref<?xindex>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) {
    memref.store %i, %m[%j] : memref<?xindex>
    scf.reduce
  }
  scf.forall (%i) = (2) to (9) step (3) {
    %is_inside = arith.cmpi slt, %i, %c10 : index
    "test.use"(%is_inside) : (i1) -> ()
  }
  affine.for %i = 2 to 8 {
    %is_positive = arith.cmpi sgt, %i, %c1 : index
    "test.use"(%is_positive) : (i1) -> ()
  }
  return
}

// A value that goes around the loop and grows may be anything.
func.func @around(%n: index) -> (i32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> i32 {
    %next = arith.addi %acc, %one : i32
    scf.yield %next : i32
  }
  %is_positive = arith.cmpi sge, %sum, %zero : i32
  return %sum, %is_positive : i32, i1
}

// Blocks, calls, and code that is not reached.
func.func private @small(%which: i1) -> i32 {
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  cf.cond_br %which, ^bb1(%two : i32), ^bb1(%five : i32)
^bb1(%number: i32):
  return %number : i32
}
func.func @caller(%which: i1) -> (i32, i1) {
  %six = arith.constant 6 : i32
  %number = call @small(%which) : (i1) -> i32
  %is_less = arith.cmpi slt, %number, %six : i32
  cf.cond_br %is_less, ^bb1(%number : i32), ^bb1(%six : i32)
^bb1(%chosen: i32):
  %rest = arith.remsi %chosen, %six : i32
  return %rest, %is_less : i32, i1
}

// Indices may have 32 bits; vectors; sizes of memory.
func.func @others(%m: memref<4x?xf32>, %v: vector<4xi8>) -> (i1, i1, vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %big = index.constant 3000000000
  %twice = index.add %big, %big
  %is_more = index.cmp ugt(%twice, %big)
  %size = memref.dim %m, %c0 : memref<4x?xf32>
  %is_four = arith.cmpi eq, %size, %c4 : index
  %wide = arith.extui %v : vector<4xi8> to vector<4xi32>
  %limit = arith.constant dense<256> : vector<4xi32>
  %below = arith.cmpi ult, %wide, %limit : vector<4xi32>
  return %is_more, %is_four, %below : i1, i1, vector<4xi1>
}

// Vectors of numbers that are known, and the numbers in them.
func.func @vectors(%a: i8, %v: vector<4xi8>, %at: index) -> (vector<4xi1>, vector<4xi1>, i1, i1, i1) {
  %limit = arith.constant 256 : i32
  %steps = vector.step : vector<4xindex>
  %three = arith.constant dense<3> : vector<4xindex>
  %four = arith.constant dense<4> : vector<4xindex>
  %below_three = arith.cmpi ult, %steps, %three : vector<4xindex>
  %below_four = arith.cmpi ult, %steps, %four : vector<4xindex>
  %wide = arith.extui %a : i8 to i32
  %all = vector.broadcast %wide : i32 to vector<4xi32>
  %one = vector.extract %all[%at] : i32 from vector<4xi32>
  %first = arith.cmpi ult, %one, %limit : i32
  %wide_vector = arith.extui %v : vector<4xi8> to vector<4xi32>
  %square = vector.shape_cast %wide_vector : vector<4xi32> to vector<2x2xi32>
  %turned = vector.transpose %square, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  %corner = vector.extract %turned[%at, 1] : i32 from vector<2x2xi32>
  %second = arith.cmpi ult, %corner, %limit : i32
  %both = vector.insert %wide, %wide_vector [%at] : i32 into vector<4xi32>
  %either = vector.extract %both[%at] : i32 from vector<4xi32>
  %third = arith.cmpi ult, %either, %limit : i32
  return %below_three, %below_four, %first, %second, %third : vector<4xi1>, vector<4xi1>, i1, i1, i1
}

func.func @scalable_steps() -> vector<[4]xi1> {
  %steps = vector.step : vector<[4]xindex>
  %zero = arith.constant dense<0> : vector<[4]xindex>
  %above = arith.cmpi sge, %steps, %zero : vector<[4]xindex>
  return %above : vector<[4]xi1>
}

// Grids are not larger than 32 bits can tell.
func.func @kernel(%n: index, %a: i8) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %most = arith.constant 4294967295 : index
  %some = arith.index_castui %a : i8 to index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c8)
             threads(%tx, %ty, %tz) in (%lx = %some, %ly = %n, %lz = %c1) {
    %limit = arith.constant 255 : index
    %is_block = arith.cmpi ult, %bx, %most : index
    %is_positive = arith.cmpi uge, %gx, %c1 : index
    %is_small = arith.cmpi ult, %bz, %c8 : index
    %is_thread = arith.cmpi slt, %tx, %limit : index
    %is_smaller = arith.cmpi ult, %lx, %limit : index
    "test.use"(%is_block, %is_positive, %is_small, %is_thread, %is_smaller) : (i1, i1, i1, i1, i1) -> ()
    "test.use"(%by, %gy, %gz, %tz, %lz) : (index, index, index, index, index) -> ()
    gpu.terminator
  }
  return
}
