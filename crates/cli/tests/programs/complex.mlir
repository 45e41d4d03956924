// RUN: --convert-complex-to-standard --convert-scf-to-cf --convert-complex-to-llvm --finalize-memref-to-llvm --convert-math-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts

// Powers, roots and products of complex numbers, through memory, calls and loops.

func.func private @printF64(f64)
func.func private @printComma()
func.func private @printNewline()

func.func @print(%z: complex<f64>) {
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  func.call @printF64(%re) : (f64) -> ()
  func.call @printComma() : () -> ()
  func.call @printF64(%im) : (f64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @step(%z: complex<f64>, %c: complex<f64>) -> complex<f64> {
  %square = complex.mul %z, %z : complex<f64>
  %next = complex.add %square, %c : complex<f64>
  return %next : complex<f64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %c = complex.constant [0.25, 0.5] : complex<f64>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%z = %zero) -> (complex<f64>) {
    %next = func.call @step(%z, %c) : (complex<f64>, complex<f64>) -> complex<f64>
    scf.yield %next : complex<f64>
  }
  func.call @print(%last) : (complex<f64>) -> ()

  %memory = memref.alloc() : memref<8xcomplex<f64>>
  %quotient = complex.div %last, %c : complex<f64>
  %root = complex.sqrt %c : complex<f64>
  %conj = complex.conj %root : complex<f64>
  %norm = complex.mul %root, %conj : complex<f64>
  memref.store %quotient, %memory[%c0] : memref<8xcomplex<f64>>
  memref.store %root, %memory[%c1] : memref<8xcomplex<f64>>
  memref.store %norm, %memory[%c4] : memref<8xcomplex<f64>>
  %0 = memref.load %memory[%c0] : memref<8xcomplex<f64>>
  %1 = memref.load %memory[%c1] : memref<8xcomplex<f64>>
  %2 = memref.load %memory[%c4] : memref<8xcomplex<f64>>
  func.call @print(%0) : (complex<f64>) -> ()
  func.call @print(%1) : (complex<f64>) -> ()
  func.call @print(%2) : (complex<f64>) -> ()
  memref.dealloc %memory : memref<8xcomplex<f64>>

  %exp = complex.exp %c : complex<f64>
  func.call @print(%exp) : (complex<f64>) -> ()
  %sin = complex.sin %c : complex<f64>
  func.call @print(%sin) : (complex<f64>) -> ()
  %sign = complex.sign %zero : complex<f64>
  func.call @print(%sign) : (complex<f64>) -> ()
  %same = complex.eq %0, %quotient : complex<f64>
  %picked = arith.select %same, %exp, %sin : complex<f64>
  %difference = complex.sub %picked, %exp : complex<f64>
  func.call @print(%difference) : (complex<f64>) -> ()
  return
}
