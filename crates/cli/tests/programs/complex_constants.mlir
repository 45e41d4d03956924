// RUN: -convert-complex-to-llvm -convert-vector-to-llvm -finalize-memref-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts
// Complex numbers in memory that is there from the start.
memref.global "private" constant @different : memref<2xcomplex<f32>> = dense<[(1.5, 2.5), (3.5, 5.0)]>
memref.global "private" constant @equal : memref<2xcomplex<f64>> = dense<(0.5, -1.0)>
func.func @main() {
  %c1 = arith.constant 1 : index
  %different = memref.get_global @different : memref<2xcomplex<f32>>
  %equal = memref.get_global @equal : memref<2xcomplex<f64>>
  %x = memref.load %different[%c1] : memref<2xcomplex<f32>>
  %y = memref.load %equal[%c1] : memref<2xcomplex<f64>>
  %x_re = complex.re %x : complex<f32>
  %x_im = complex.im %x : complex<f32>
  %y_re = complex.re %y : complex<f64>
  %y_im = complex.im %y : complex<f64>
  vector.print %x_re : f32
  vector.print %x_im : f32
  vector.print %y_re : f64
  vector.print %y_im : f64
  return
}
