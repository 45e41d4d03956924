// What lives across suspension points: memory from the stack, wide vectors, structs, flags and halves of all widths,
// and sums that loops with and without suspension points carry.

async.func @later(%n: i64) -> !async.value<i64> {
  %token, %value = async.execute -> !async.value<i64> {
    %c3 = arith.constant 3 : i64
    %r = arith.muli %n, %c3 : i64
    async.yield %r : i64
  }
  %result = async.await %value : !async.value<i64>
  async.return %result : i64
}

// Memory that is written before, between and after awaits.
async.func @stack(%n: index, %seed: i64) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %buffer = memref.alloca() : memref<8xi64>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %buffer[%i] : memref<8xi64>
  }
  %start = async.call @later(%seed) : (i64) -> !async.value<i64>
  %a = async.await %start : !async.value<i64>
  %old = memref.load %buffer[%n] : memref<8xi64>
  %new = arith.addi %old, %a : i64
  memref.store %new, %buffer[%n] : memref<8xi64>
  %next = async.call @later(%new) : (i64) -> !async.value<i64>
  %b = async.await %next : !async.value<i64>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %b) -> (i64) {
    %x = memref.load %buffer[%i] : memref<8xi64>
    %t = arith.addi %s, %x : i64
    scf.yield %t : i64
  }
  async.return %sum : i64
}

// Vectors of 8 to 64 bytes, and small things in between.
async.func @kinds(%v: vector<16xf32>, %w: vector<2xi32>, %flag: i1, %byte: i8, %half: f16, %x: i64)
    -> !async.value<f32> {
  %start = async.call @later(%x) : (i64) -> !async.value<i64>
  %a = async.await %start : !async.value<i64>
  %b = arith.sitofp %a : i64 to f32
  %all = vector.reduction <add>, %v : vector<16xf32> into f32
  %more = arith.addf %all, %b : f32
  %next = async.call @later(%a) : (i64) -> !async.value<i64>
  %c = async.await %next : !async.value<i64>
  %pair = vector.reduction <add>, %w : vector<2xi32> into i32
  %pair64 = arith.extsi %pair : i32 to i64
  %byte64 = arith.extui %byte : i8 to i64
  %d = arith.addi %c, %pair64 : i64
  %e = arith.addi %d, %byte64 : i64
  %f = arith.select %flag, %e, %x : i64
  %g = arith.sitofp %f : i64 to f32
  %h = arith.extf %half : f16 to f32
  %m = arith.addf %more, %g : f32
  %r = arith.addf %m, %h : f32
  async.return %r : f32
}

// A loop that awaits in each iteration, around one that does not.
func.func @loops(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %token, %value = async.execute -> !async.value<i64> {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
      %x = arith.index_cast %i : index to i64
      %f = async.call @later(%x) : (i64) -> !async.value<i64>
      %y = async.await %f : !async.value<i64>
      %inner = scf.for %j = %c0 to %i step %c1 iter_args(%p = %y) -> (i64) {
        %jx = arith.index_cast %j : index to i64
        %q = arith.xori %p, %jx : i64
        %r = arith.addi %q, %s : i64
        scf.yield %r : i64
      }
      scf.yield %inner : i64
    }
    async.yield %sum : i64
  }
  %result = async.await %value : !async.value<i64>
  return %result : i64
}

func.func @main() {
  %n = arith.constant 5 : index
  %seed = arith.constant 11 : i64
  %stack = async.call @stack(%n, %seed) : (index, i64) -> !async.value<i64>
  %stack_result = async.await %stack : !async.value<i64>
  vector.print %stack_result : i64

  %v = arith.constant dense<1.5> : vector<16xf32>
  %w = arith.constant dense<[7, -2]> : vector<2xi32>
  %flag = arith.constant true
  %byte = arith.constant 200 : i8
  %half = arith.constant 0.25 : f16
  %kinds = async.call @kinds(%v, %w, %flag, %byte, %half, %seed)
      : (vector<16xf32>, vector<2xi32>, i1, i8, f16, i64) -> !async.value<f32>
  %kinds_result = async.await %kinds : !async.value<f32>
  vector.print %kinds_result : f32

  %loops = func.call @loops(%n) : (index) -> i64
  vector.print %loops : i64
  return
}
