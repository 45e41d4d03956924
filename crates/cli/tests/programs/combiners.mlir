// RUN: -convert-scf-to-cf -convert-complex-to-standard -convert-vector-to-llvm -convert-math-to-llvm -convert-arith-to-llvm -convert-index-to-llvm -finalize-memref-to-llvm -convert-complex-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Reductions whose combiners are no single op of arith: partial results can be combined by some, and not by others.
func.func @turns(%n: index) -> complex<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = complex.constant [1.0, 0.0] : complex<f64>
  %i_unit = complex.constant [0.0, 1.0] : complex<f64>
  %product = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%start) -> complex<f64> {
    scf.reduce(%i_unit : complex<f64>) {
    ^bb0(%a: complex<f64>, %b: complex<f64>):
      %0 = complex.mul %a, %b : complex<f64>
      scf.reduce.return %0 : complex<f64>
    }
  }
  return %product : complex<f64>
}

func.func @weighted(%n: index, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %k = arith.index_cast %i : index to i64
    %x = arith.sitofp %k : i64 to f64
    scf.reduce(%x : f64) {
    ^bb0(%a: f64, %b: f64):
      %0 = math.fma %b, %w, %a : f64
      scf.reduce.return %0 : f64
    }
  }
  return %sum : f64
}

// What was combined before and what is added are not the same kind of thing here.
func.func @large_and_left(%n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %limit = arith.constant 70000 : i64
  %count:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %n) -> (i64, index) {
    %k = arith.index_cast %i : index to i64
    scf.reduce(%k, %c1 : i64, index) {
    ^bb0(%a: i64, %b: i64):
      %is_large = arith.cmpi sgt, %b, %limit : i64
      %next = arith.addi %a, %one : i64
      %0 = arith.select %is_large, %next, %a : i64
      scf.reduce.return %0 : i64
    }, {
    ^bb0(%a: index, %b: index):
      %0 = index.sub %a, %b
      scf.reduce.return %0 : index
    }
  }
  return %count#0, %count#1 : i64, index
}

func.func @main() {
  %n = arith.constant 100003 : index
  %turned = call @turns(%n) : (index) -> complex<f64>
  %re = complex.re %turned : complex<f64>
  %im = complex.im %turned : complex<f64>
  vector.print %re : f64
  vector.print %im : f64
  %w = arith.constant 0.5 : f64
  %sum = call @weighted(%n, %w) : (index, f64) -> f64
  vector.print %sum : f64
  %large, %left = call @large_and_left(%n) : (index) -> (i64, index)
  vector.print %large : i64
  vector.print %left : index
  return
}
