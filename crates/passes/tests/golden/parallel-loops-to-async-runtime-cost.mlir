// RUN: --parallel-loops-to-async-runtime --canonicalize
// Unlike MLIR: it has no such pass.

// How many iterations of work are not worth splitting is computed from the trip counts of inner loops, in sample
// iterations where they depend on the iteration.

// The middle iteration, and one near the beginning.
func.func @triangular(%n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = scf.for %k = %c0 to %i step %c1 iter_args(%a = %v) -> (f32) {
      %m = arith.mulf %a, %v : f32
      scf.yield %m : f32
    }
    memref.store %s, %x[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// Nobody divides by zero in a sample; the variable of an inner loop stands half way.
func.func @nested(%n: index, %m: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%m) to (%n) step (%c2) {
    %v = memref.load %x[%i] : memref<?xf32>
    %q = arith.floordivsi %n, %i : index
    scf.for %j = %q to %n step %c2 {
      scf.for %k = %c0 to %j step %c2 {
        memref.store %v, %x[%k] : memref<?xf32>
      }
    }
    scf.reduce
  }
  return
}

// A trip count from memory, and one that is no index: nothing is known.
func.func @unknown(%n: index, %w: i32, %x: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xindex>
    scf.for %k = %c0 to %v step %c1 {
      memref.store %k, %x[%i] : memref<?xindex>
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %k = %z to %w step %o : i32 {
      memref.store %i, %x[%i] : memref<?xindex>
    }
    scf.reduce
  }
  return
}

// Only results that somebody uses are computed.
func.func @one_of_three(%n: index, %x: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r:3 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %zero, %zero) -> (i32, i32, i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %d = arith.muli %v, %v : i32
    scf.reduce(%v, %d, %v : i32, i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.maxsi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.xori %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r#1 : i32
}

// Neighbouring elements: LLVM computes several iterations at a time.
func.func @contiguous(%n: index, %k: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %shifted = arith.addi %i, %k : index
    %v = memref.load %x[%shifted] : memref<?xi32>
    %first = memref.load %x[%k] : memref<?xi32>
    %s = arith.addi %v, %first : i32
    memref.store %s, %x[%i] : memref<?xi32>
  }
  return
}

// The same work for each iteration on its own: every second element, an element that another one names, a division.
func.func @strided(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %twice = arith.addi %i, %i : index
    %v = memref.load %x[%twice] : memref<?xi32>
    memref.store %v, %x[%i] : memref<?xi32>
  }
  return
}
func.func @gathered(%n: index, %x: memref<?xi32>, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %place = memref.load %y[%i] : memref<?xindex>
    %v = memref.load %x[%place] : memref<?xi32>
    memref.store %v, %x[%i] : memref<?xi32>
  }
  return
}
func.func @divided(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xi32>
    %d = arith.divui %v, %v : i32
    memref.store %d, %x[%i] : memref<?xi32>
  }
  return
}

// Columns of a matrix: the last index stays.
func.func @column(%n: index, %k: index, %x: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i, %k] : memref<?x?xi32>
    memref.store %v, %x[%i, %k] : memref<?x?xi32>
  }
  return
}

// Of the functions of the math dialect, some are an instruction, others call the C library, such as those of `f64`.
func.func @magnitudes(%n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %d = math.absf %v : f32
    memref.store %d, %x[%i] : memref<?xf32>
  }
  return
}
func.func @roots(%n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %d = math.sqrt %v : f32
    memref.store %d, %x[%i] : memref<?xf32>
  }
  return
}
func.func @sines(%n: index, %x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf64>
    %d = math.sin %v : f64
    memref.store %d, %x[%i] : memref<?xf64>
  }
  return
}

// Few long iterations are shared, too.
func.func @few_long(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %long = arith.constant 5000 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %m[%i] : memref<?xf32>
    %power = scf.for %j = %c0 to %long step %c1 iter_args(%y = %x) -> f32 {
      %z = arith.mulf %y, %x : f32
      scf.yield %z : f32
    }
    memref.store %power, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// Functions of narrow floats become instructions.
func.func @narrow_sines(%n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %d = math.sin %v : f32
    memref.store %d, %x[%i] : memref<?xf32>
  }
  return
}
