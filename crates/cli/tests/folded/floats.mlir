// Arithmetic on floats of all formats: which NaN a result is, denormal numbers, and conversions.

llvm.func @i1(i1)
llvm.func @i8(i8)
llvm.func @f16(f16)
llvm.func @bf16(bf16)
llvm.func @f32(f32)
llvm.func @f64(f64)
llvm.func @f80(f80)
llvm.func @f128(f128)

llvm.func @arithmetic() {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %tenth = llvm.mlir.constant(0.1 : f32) : f32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %nan = llvm.mlir.constant(0xFF800001 : f32) : f32
  %undef = llvm.mlir.undef : f32
  %0 = llvm.fadd %one, %tenth : f32
  %1 = llvm.fdiv %zero, %zero : f32
  %2 = llvm.fsub %one, %nan : f32
  %3 = llvm.fneg %1 : f32
  %4 = llvm.fmul %undef, %one : f32
  %5 = llvm.fadd %undef, %one : f32
  %6 = llvm.frem %one, %tenth {fastmathFlags = #llvm.fastmath<fast>} : f32
  llvm.call @f32(%0) : (f32) -> ()
  llvm.call @f32(%1) : (f32) -> ()
  llvm.call @f32(%2) : (f32) -> ()
  llvm.call @f32(%3) : (f32) -> ()
  llvm.call @f32(%4) : (f32) -> ()
  llvm.call @f32(%5) : (f32) -> ()
  llvm.call @f32(%6) : (f32) -> ()
  llvm.return
}

llvm.func @formats() {
  %x = llvm.mlir.constant(8388608.0 : f64) : f64
  %nan = llvm.mlir.constant(0xFFF0000000000001 : f64) : f64
  %least = llvm.mlir.constant(0x0000000000000007 : f64) : f64
  %0 = llvm.fptrunc %x : f64 to f16
  %1 = llvm.fptrunc %nan : f64 to bf16
  %2 = llvm.fpext %x : f64 to f80
  %3 = llvm.fpext %nan : f64 to f128
  %4 = llvm.fadd %least, %least : f64
  %5 = llvm.fptosi %x : f64 to i8
  %6 = llvm.uitofp %5 : i8 to f32
  %half = llvm.mlir.constant(2.5 : f16) : f16
  %7 = llvm.bitcast %half : f16 to bf16
  llvm.call @f16(%0) : (f16) -> ()
  llvm.call @bf16(%1) : (bf16) -> ()
  llvm.call @f80(%2) : (f80) -> ()
  llvm.call @f128(%3) : (f128) -> ()
  llvm.call @f64(%x) : (f64) -> ()
  llvm.call @f64(%4) : (f64) -> ()
  llvm.call @i8(%5) : (i8) -> ()
  llvm.call @f32(%6) : (f32) -> ()
  llvm.call @bf16(%7) : (bf16) -> ()
  llvm.return
}

llvm.func @comparisons() {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %nan = llvm.mlir.constant(0x7FC00000 : f32) : f32
  %denormal = llvm.mlir.constant(0x00000001 : f32) : f32
  %undef = llvm.mlir.undef : f32
  %0 = llvm.fcmp "olt" %one, %nan : f32
  %1 = llvm.fcmp "une" %one, %nan : f32
  %2 = llvm.fcmp "ole" %one, %one : f32
  %3 = llvm.fcmp "olt" %denormal, %one : f32
  %4 = llvm.fcmp "ult" %undef, %one : f32
  llvm.call @i1(%0) : (i1) -> ()
  llvm.call @i1(%1) : (i1) -> ()
  llvm.call @i1(%2) : (i1) -> ()
  llvm.call @i1(%3) : (i1) -> ()
  llvm.call @i1(%4) : (i1) -> ()
  llvm.return
}
