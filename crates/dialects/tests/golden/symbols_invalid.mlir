// Symbols are looked up in the nearest table alone, and what an unknown op defines nobody knows.

func.func private @callee()
module {
  func.func @nested() {
    // expected-error @+1 {{'func.call' op 'callee' does not reference a valid function}}
    call @callee() : () -> ()
    return
  }
}

// -----

memref.global "private" @numbers : memref<2xi32>
"foo.unknown"() ({
  func.func @inside() {
    // expected-error @+1 {{'memref.get_global' op 'numbers' does not reference a valid global memref}}
    %0 = memref.get_global @numbers : memref<2xi32>
    return
  }
}) : () -> ()

// -----

func.func @recursive() -> (() -> ()) {
  %0 = "foo.unknown"() ({
    scf.execute_region {
      // expected-error @+1 {{'func.constant' op reference to undefined function 'recursive'}}
      %1 = func.constant @recursive : () -> (() -> ())
      scf.yield
    }
  }) : () -> (() -> ())
  return %0 : () -> ()
}

// -----

// Several regions are no symbol table, and neither is an op of a dialect that is known.
func.func private @callee()
"foo.unknown"() ({
  func.func @inside() {
    call @callee() : () -> ()
    return
  }
}, {
}) : () -> ()
"llvm.unknown"() ({
  func.func @inside_llvm() {
    call @callee() : () -> ()
    return
  }
}) : () -> ()

// -----

// What stands in a module is found from everywhere in it.
llvm.mlir.global external @number() : i32
"foo.unknown"() ({
  llvm.func @inside() {
    %0 = llvm.mlir.addressof @number : !llvm.ptr
    llvm.return
  }
}) : () -> ()
