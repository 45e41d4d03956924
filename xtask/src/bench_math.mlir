// How long FUNCTION takes for each element of a loop, in nanoseconds: computed where the op stands, and by C's function.
func.func private @FUNCTION(OPERAND_TYPES) -> f64
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()

#same = affine_map<(i) -> (i)>

func.func @by_op(%x: memref<4096xf64>, %y: memref<4096xf64>, %results: memref<4096xf64>, %more: f64)
    attributes {passthrough = ["noinline"]} {
  linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%x, %y : memref<4096xf64>, memref<4096xf64>) outs(%results : memref<4096xf64>) {
  ^bb0(%from: f64, %b: f64, %init: f64):
    %a = arith.addf %from, %more : f64
    %result = math.FUNCTION OPERANDS : f64
    linalg.yield %result : f64
  }
  return
}

func.func @by_call(%x: memref<4096xf64>, %y: memref<4096xf64>, %results: memref<4096xf64>, %more: f64)
    attributes {passthrough = ["noinline"]} {
  linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%x, %y : memref<4096xf64>, memref<4096xf64>) outs(%results : memref<4096xf64>) {
  ^bb0(%from: f64, %b: f64, %init: f64):
    %a = arith.addf %from, %more : f64
    %result = func.call @FUNCTION(OPERANDS) : (OPERAND_TYPES) -> f64
    linalg.yield %result : f64
  }
  return
}

func.func @main() {
  %x = memref.alloc() : memref<4096xf64>
  %y = memref.alloc() : memref<4096xf64>
  %results = memref.alloc() : memref<4096xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = arith.constant 4096 : index
  %repetitions = arith.constant 300 : index
  %rounds = arith.constant 11 : index
  %elements = arith.constant 1228800.0 : f64
  %nanoseconds = arith.constant 1.0e9 : f64
  %first = arith.constant FIRST : f64
  %step = arith.constant STEP : f64
  %small = arith.constant 1.0e-9 : f64
  scf.for %i = %c0 to %count step %c1 {
    %number = arith.index_cast %i : index to i32
    %float = arith.sitofp %number : i32 to f64
    %distance = arith.mulf %float, %step : f64
    %value = arith.addf %first, %distance : f64
    memref.store %value, %x[%i] : memref<4096xf64>
    %left = arith.subi %count, %i : index
    %mirrored = arith.subi %left, %c1 : index
    memref.store %value, %y[%mirrored] : memref<4096xf64>
  }
  // The best of some rounds, in turns.
  %long = arith.constant 1.0e9 : f64
  %best:2 = scf.for %round = %c0 to %rounds step %c1 iter_args(%best0 = %long, %best1 = %long) -> (f64, f64) {
    %t0 = func.call @rtclock() : () -> f64
    scf.for %i = %c0 to %repetitions step %c1 {
      // Other arguments in each repetition, so that all are computed.
      %number = arith.index_cast %i : index to i32
      %float = arith.sitofp %number : i32 to f64
      %more = arith.mulf %float, %small : f64
      func.call @by_op(%x, %y, %results, %more) : (memref<4096xf64>, memref<4096xf64>, memref<4096xf64>, f64) -> ()
    }
    %t1 = func.call @rtclock() : () -> f64
    scf.for %i = %c0 to %repetitions step %c1 {
      %number = arith.index_cast %i : index to i32
      %float = arith.sitofp %number : i32 to f64
      %more = arith.mulf %float, %small : f64
      func.call @by_call(%x, %y, %results, %more) : (memref<4096xf64>, memref<4096xf64>, memref<4096xf64>, f64) -> ()
    }
    %t2 = func.call @rtclock() : () -> f64
    %time0 = arith.subf %t1, %t0 : f64
    %time1 = arith.subf %t2, %t1 : f64
    %next0 = arith.minimumf %best0, %time0 : f64
    %next1 = arith.minimumf %best1, %time1 : f64
    scf.yield %next0, %next1 : f64, f64
  }
  %seconds0 = arith.divf %best#0, %elements : f64
  %seconds1 = arith.divf %best#1, %elements : f64
  %by_op = arith.mulf %seconds0, %nanoseconds : f64
  %by_call = arith.mulf %seconds1, %nanoseconds : f64
  func.call @printF64(%by_op) : (f64) -> ()
  func.call @printNewline() : () -> ()
  func.call @printF64(%by_call) : (f64) -> ()
  func.call @printNewline() : () -> ()
  return
}
