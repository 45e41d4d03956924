// RUN: --finalize-memref-to-llvm
memref.global "private" constant @of_floats : memref<complex<f32>> = dense<(1.0, 2.5)>
memref.global "private" @of_doubles : memref<complex<f64>> = dense<(-0.0, 0x7FF0000000000000)>
memref.global @of_integers : memref<complex<i32>> = dense<(1, -2)>
memref.global @of_bytes : memref<complex<i8>> = dense<(3, -4)>
func.func @get() -> memref<complex<f32>> {
  %0 = memref.get_global @of_floats : memref<complex<f32>>
  return %0 : memref<complex<f32>>
}
