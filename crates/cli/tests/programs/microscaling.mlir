// RUN: --arith-expand=include-f8e8m0=true --arith-expand=include-f4e2m1=true --test-lower-to-llvm
// Floats of four bits and scales of eight, of negative numbers. Zero is left out: MLIR drops its sign.

func.func private @printF32(f32)
func.func private @printNewline()
func.func @main() {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 12 : index
  %q = arith.constant -0.75 : f32
  scf.for %i = %c1 to %c9 step %c1 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %v = arith.mulf %f, %q : f32
    %t = arith.truncf %v : f32 to f4E2M1FN
    %b = arith.extf %t : f4E2M1FN to f32
    func.call @printF32(%b) : (f32) -> ()
    func.call @printNewline() : () -> ()
    %s = arith.truncf %v : f32 to f8E8M0FNU
    %e = arith.scaling_extf %t, %s : f4E2M1FN, f8E8M0FNU to f32
    func.call @printF32(%e) : (f32) -> ()
    func.call @printNewline() : () -> ()
  }
  return
}
