// Prints how far blocks from `aligned_alloc(8, 100)` are from a multiple of 64 (the bits of all, in one number), what a
// block says after it moved, and what one with another alignment says.
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @realloc(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %blocks = arith.constant 32 : index
  %alignment = arith.constant 8 : i64
  %size = arith.constant 100 : i64
  %mask = arith.constant 63 : i64
  %none = llvm.mlir.zero : !llvm.ptr
  %no_bits = arith.constant 0 : i64
  // Each block holds the address of the one before.
  %last, %bits = scf.for %i = %zero to %blocks step %one iter_args(%before = %none, %seen = %no_bits) -> (!llvm.ptr, i64) {
    %block = llvm.call @aligned_alloc(%alignment, %size) : (i64, i64) -> !llvm.ptr
    llvm.store %before, %block : !llvm.ptr, !llvm.ptr
    %address = llvm.ptrtoint %block : !llvm.ptr to i64
    %low = arith.andi %address, %mask : i64
    %all = arith.ori %seen, %low : i64
    scf.yield %block, %all : !llvm.ptr, i64
  }
  func.call @printI64(%bits) : (i64) -> ()
  func.call @printNewline() : () -> ()
  %end = scf.for %i = %zero to %blocks step %one iter_args(%block = %last) -> !llvm.ptr {
    %before = llvm.load %block : !llvm.ptr -> !llvm.ptr
    llvm.call @free(%block) : (!llvm.ptr) -> ()
    scf.yield %before : !llvm.ptr
  }
  llvm.call @free(%end) : (!llvm.ptr) -> ()

  %number = arith.constant 4711 : i64
  %large = arith.constant 100000 : i64
  %small = llvm.call @aligned_alloc(%alignment, %size) : (i64, i64) -> !llvm.ptr
  llvm.store %number, %small : i64, !llvm.ptr
  %moved = llvm.call @realloc(%small, %large) : (!llvm.ptr, i64) -> !llvm.ptr
  %again = llvm.call @realloc(%moved, %size) : (!llvm.ptr, i64) -> !llvm.ptr
  %kept = llvm.load %again : !llvm.ptr -> i64
  func.call @printI64(%kept) : (i64) -> ()
  func.call @printNewline() : () -> ()
  llvm.call @free(%again) : (!llvm.ptr) -> ()

  %wide = arith.constant 128 : i64
  %far = arith.constant 127 : i64
  %other = llvm.call @aligned_alloc(%wide, %wide) : (i64, i64) -> !llvm.ptr
  %place = llvm.ptrtoint %other : !llvm.ptr to i64
  %rest = arith.andi %place, %far : i64
  func.call @printI64(%rest) : (i64) -> ()
  func.call @printNewline() : () -> ()
  llvm.call @free(%other) : (!llvm.ptr) -> ()
  return
}
