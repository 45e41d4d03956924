// RUN: builtin.module(llvm.func(mem2reg{region-simplify=false}))

llvm.func @diamond(%c: i1, %a: i32) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.cond_br %c, ^store, ^end
^store:
  llvm.store %a, %m : i32, !llvm.ptr
  llvm.br ^end
^end:
  %r = llvm.load %m : !llvm.ptr -> i32
  llvm.return %r : i32
}

llvm.func @switch(%f: i32, %a: i32) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.store %f, %m : i32, !llvm.ptr
  llvm.switch %f : i32, ^end(%a : i32) [
    3: ^store,
    4: ^end(%f : i32)
  ]
^store:
  llvm.store %a, %m : i32, !llvm.ptr
  llvm.br ^end(%a : i32)
^end(%x: i32):
  %r = llvm.load %m : !llvm.ptr -> i32
  %s = llvm.add %x, %r : i32
  llvm.return %s : i32
}

// Values are loaded as other types than they were stored as.
llvm.func @types(%f: f32, %p: !llvm.ptr, %v: vector<2xf32>) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x f32 : (i32) -> !llvm.ptr
  llvm.store %f, %m : f32, !llvm.ptr
  %bits = llvm.load %m : !llvm.ptr -> i32
  %n = llvm.alloca %1 x !llvm.ptr : (i32) -> !llvm.ptr
  llvm.store %p, %n : !llvm.ptr, !llvm.ptr
  %address = llvm.load %n : !llvm.ptr -> i64
  %other = llvm.load %n : !llvm.ptr -> !llvm.ptr<1>
  %w = llvm.alloca %1 x f64 : (i32) -> !llvm.ptr
  llvm.store %v, %w : vector<2xf32>, !llvm.ptr
  %double = llvm.load %w : !llvm.ptr -> f64
  llvm.call @use(%address, %other, %double) vararg(!llvm.func<void (...)>) : (i64, !llvm.ptr<1>, f64) -> ()
  llvm.return %bits : i32
}

llvm.func @use(...)

// The first bytes are stored and loaded alone.
llvm.func @parts(%a: i64, %b: i16) -> (f32) {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i64 : (i32) -> !llvm.ptr
  llvm.store %a, %m : i64, !llvm.ptr
  llvm.store %b, %m : i16, !llvm.ptr
  %r = llvm.load %m : !llvm.ptr -> f32
  llvm.return %r : f32
}

// Ops that only say something about the memory go away with it.
llvm.func @markers(%a: i32) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %m : !llvm.ptr
  %g = llvm.getelementptr %m[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %a, %m : i32, !llvm.ptr
  %r = llvm.load %m : !llvm.ptr -> i32
  llvm.intr.lifetime.end %g : !llvm.ptr
  llvm.return %r : i32
}

// All bytes are filled or copied.
llvm.func @bytes(%byte: i8, %p: !llvm.ptr, %q: !llvm.ptr) -> f32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %4 = llvm.mlir.constant(4 : i64) : i64
  %m = llvm.alloca %1 x f32 : (i32) -> !llvm.ptr
  "llvm.intr.memset"(%m, %byte, %4) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %r = llvm.load %m : !llvm.ptr -> f32
  "llvm.intr.memcpy"(%m, %p, %4) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%q, %m, %4) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return %r : f32
}

// Volatile accesses, addresses of parts, more bytes than there are, and memory that is allocated again and again.
llvm.func @kept(%a: i32, %b: i64) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.store volatile %a, %m : i32, !llvm.ptr
  %n = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %part = llvm.getelementptr %n[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %a, %n : i32, !llvm.ptr
  llvm.intr.lifetime.end %part : !llvm.ptr
  %o = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.store %b, %o : i64, !llvm.ptr
  %r = llvm.load %o : !llvm.ptr -> i32
  llvm.br ^later
^later:
  %q = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %s = llvm.load %q : !llvm.ptr -> i32
  llvm.return %s : i32
}

#file = #llvm.di_file<"a.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#function = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "f", file = #file, subprogramFlags = Definition>
#variable = #llvm.di_local_variable<scope = #function, name = "x", file = #file, line = 1>

// Debuggers learn the values of the variable.
llvm.func @variable(%a: i32, %b: i32, %c: i1) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.intr.dbg.declare #variable = %m : !llvm.ptr
  llvm.store %a, %m : i32, !llvm.ptr
  llvm.cond_br %c, ^store, ^end
^store:
  llvm.store %b, %m : i32, !llvm.ptr
  llvm.br ^end
^end:
  %r = llvm.load %m : !llvm.ptr -> i32
  llvm.return %r : i32
}

// Filled with a byte that is known.
llvm.func @known_byte() -> i24 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %byte = llvm.mlir.constant(-4 : i8) : i8
  %m = llvm.alloca %1 x i24 : (i32) -> !llvm.ptr
  "llvm.intr.memset.inline"(%m, %byte) <{isVolatile = false, len = 3 : i64}> : (!llvm.ptr, i8) -> ()
  %r = llvm.load %m : !llvm.ptr -> i24
  llvm.return %r : i24
}

// A region that only passes the address on.
llvm.func @passed_on_in_region(%a: i8, %c: i1) -> i8 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i8 : (i32) -> !llvm.ptr
  llvm.store %a, %m : i8, !llvm.ptr
  scf.if %c {
    %b = llvm.bitcast %m : !llvm.ptr to !llvm.ptr
    llvm.intr.lifetime.end %b : !llvm.ptr
  }
  %r = llvm.load %m : !llvm.ptr -> i8
  llvm.return %r : i8
}
