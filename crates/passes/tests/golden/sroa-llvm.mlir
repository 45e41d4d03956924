// RUN: --sroa
// Structures and arrays of the llvm dialect.
llvm.func @fields(%a: i32, %b: f32) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<"pair", (i32, f32, i64)> : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %m : !llvm.ptr
  %first = llvm.getelementptr inbounds %m[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"pair", (i32, f32, i64)>
  %second = llvm.getelementptr inbounds %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"pair", (i32, f32, i64)>
  llvm.store %a, %first : i32, !llvm.ptr
  llvm.store %b, %second : f32, !llvm.ptr
  %x = llvm.load %m : !llvm.ptr -> i32
  llvm.intr.lifetime.end %m : !llvm.ptr
  llvm.return %x : i32
}

// Nested parts are split after the parts that they are in, and bytes of a part are found by their distance.
llvm.func @nested(%a: i16, %b: i8) -> i16 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<(i64, array<3 x i16>)> : (i32) -> !llvm.ptr
  %element = llvm.getelementptr %m[0, 1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, array<3 x i16>)>
  llvm.store %a, %element : i16, !llvm.ptr
  %byte = llvm.getelementptr %m[9] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %b, %byte : i8, !llvm.ptr
  %x = llvm.load %element : !llvm.ptr -> i16
  llvm.return %x : i16
}

// Filled, and copied from elsewhere and to it, as a whole.
llvm.func @whole(%from: !llvm.ptr, %to: !llvm.ptr, %byte: i8) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.mlir.constant(8 : i64) : i64
  %most = llvm.mlir.constant(6 : i64) : i64
  %m = llvm.alloca %one x !llvm.array<2 x i32> : (i32) -> !llvm.ptr
  "llvm.intr.memset"(%m, %byte, %most) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy"(%m, %from, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%to, %m, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %second = llvm.getelementptr %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  %x = llvm.load %second : !llvm.ptr -> i32
  llvm.return %x : i32
}

// A part that is read beyond its end, volatile accesses, an address that is stored, copies of a part only.
llvm.func @not_split(%p: !llvm.ptr, %a: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %some = llvm.mlir.constant(4 : i64) : i64
  %m = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  llvm.store %a, %m : i64, !llvm.ptr
  %n = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %x = llvm.load volatile %n : !llvm.ptr -> i32
  %o = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  llvm.store %o, %p : !llvm.ptr, !llvm.ptr
  %q = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%q, %p, %some) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
