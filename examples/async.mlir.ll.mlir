module {
  llvm.func @abort()
  llvm.func @puts(!llvm.ptr)
  llvm.mlir.global private constant @assert_msg(dense<[65, 119, 97, 105, 116, 101, 100, 32, 97, 115, 121, 110, 99, 32, 111, 112, 101, 114, 97, 110, 100, 32, 105, 115, 32, 105, 110, 32, 101, 114, 114, 111, 114, 32, 115, 116, 97, 116, 101, 0]> : tensor<40xi8>) {addr_space = 0 : i32} : !llvm.array<40 x i8>
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @printNewline()
  llvm.func @printF32(f32)
  llvm.func @free(!llvm.ptr)
  llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
  llvm.func @main() {
    %0 = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.mlir.constant(true) : i1
    %2 = llvm.mlir.constant(0 : index) : i64
    %3 = llvm.mlir.constant(1 : index) : i64
    %4 = llvm.mlir.constant(4 : index) : i64
    %5 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %6 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %7 = llvm.mlir.constant(4 : index) : i64
    %8 = llvm.mlir.constant(1 : index) : i64
    %9 = llvm.mlir.zero : !llvm.ptr
    %10 = llvm.getelementptr %9[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %11 = llvm.ptrtoint %10 : !llvm.ptr to i64
    %12 = llvm.call @malloc(%11) : (i64) -> !llvm.ptr
    %13 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %14 = llvm.insertvalue %12, %13[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %15 = llvm.insertvalue %12, %14[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %16 = llvm.mlir.constant(0 : index) : i64
    %17 = llvm.insertvalue %16, %15[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %18 = llvm.insertvalue %7, %17[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %19 = llvm.insertvalue %8, %18[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    llvm.br ^bb1(%2 : i64)
  ^bb1(%20: i64):  // 2 preds: ^bb0, ^bb2
    %21 = llvm.icmp "slt" %20, %4 : i64
    llvm.cond_br %21, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %22 = llvm.extractvalue %19[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %23 = llvm.getelementptr inbounds|nuw %22[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %5, %23 : f32, !llvm.ptr
    %24 = llvm.add %20, %3 : i64
    llvm.br ^bb1(%24 : i64)
  ^bb3:  // pred: ^bb1
    %25 = llvm.extractvalue %19[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %26 = llvm.getelementptr inbounds|nuw %25[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %6, %26 : f32, !llvm.ptr
    %27 = llvm.extractvalue %19[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %28 = llvm.extractvalue %19[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %29 = llvm.extractvalue %19[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %30 = llvm.extractvalue %19[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %31 = llvm.extractvalue %19[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %32 = llvm.call @async_execute_fn_0(%27, %28, %29, %30, %31) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> !llvm.ptr
    llvm.call @mlirAsyncRuntimeAwaitToken(%32) : (!llvm.ptr) -> ()
    %33 = llvm.call @mlirAsyncRuntimeIsTokenError(%32) : (!llvm.ptr) -> i1
    llvm.call @mlirAsyncRuntimeDropRef(%32, %0) : (!llvm.ptr, i64) -> ()
    %34 = llvm.xor %33, %1 : i1
    llvm.cond_br %34, ^bb4, ^bb8
  ^bb4:  // pred: ^bb3
    llvm.br ^bb5(%2 : i64)
  ^bb5(%35: i64):  // 2 preds: ^bb4, ^bb6
    %36 = llvm.icmp "slt" %35, %4 : i64
    llvm.cond_br %36, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    %37 = llvm.extractvalue %19[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %38 = llvm.getelementptr inbounds|nuw %37[%35] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %39 = llvm.load %38 : !llvm.ptr -> f32
    llvm.call @printF32(%39) : (f32) -> ()
    llvm.call @printNewline() : () -> ()
    %40 = llvm.add %35, %3 : i64
    llvm.br ^bb5(%40 : i64)
  ^bb7:  // pred: ^bb5
    %41 = llvm.extractvalue %19[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    llvm.call @free(%41) : (!llvm.ptr) -> ()
    llvm.return
  ^bb8:  // pred: ^bb3
    %42 = llvm.mlir.addressof @assert_msg : !llvm.ptr
    %43 = llvm.getelementptr %42[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<40 x i8>
    llvm.call @puts(%43) : (!llvm.ptr) -> ()
    llvm.call @abort() : () -> ()
    llvm.unreachable
  }
  llvm.func @async_execute_fn(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine"], sym_visibility = "private"} {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.insertvalue %arg4, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.mlir.constant(false) : i1
    %7 = llvm.mlir.addressof @__resume : !llvm.ptr
    %8 = llvm.mlir.constant(0 : i64) : i64
    %9 = llvm.mlir.constant(1 : i64) : i64
    %10 = llvm.mlir.zero : !llvm.ptr
    %11 = llvm.mlir.constant(0 : i32) : i32
    %12 = llvm.mlir.constant(2 : index) : i64
    %13 = llvm.mlir.constant(3.000000e+00 : f32) : f32
    %14 = llvm.call @mlirAsyncRuntimeCreateToken() : () -> !llvm.ptr
    %15 = llvm.intr.coro.id %11, %10, %10, %10 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
    %16 = llvm.intr.coro.size : i64
    %17 = llvm.intr.coro.align : i64
    %18 = llvm.add %16, %17 : i64
    %19 = llvm.sub %18, %9 : i64
    %20 = llvm.sub %8, %17 : i64
    %21 = llvm.and %19, %20 : i64
    %22 = llvm.call @aligned_alloc(%17, %21) : (i64, i64) -> !llvm.ptr
    %23 = llvm.intr.coro.begin %15, %22 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    %24 = llvm.intr.coro.save %23 : (!llvm.ptr) -> !llvm.token
    llvm.call @mlirAsyncRuntimeExecute(%23, %7) : (!llvm.ptr, !llvm.ptr) -> ()
    %25 = llvm.intr.coro.suspend %24, %6 : i8
    %26 = llvm.sext %25 : i8 to i32
    llvm.switch %26 : i32, ^bb3 [
      0: ^bb1,
      1: ^bb2
    ]
  ^bb1:  // pred: ^bb0
    %27 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %28 = llvm.getelementptr inbounds|nuw %27[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %13, %28 : f32, !llvm.ptr
    llvm.call @mlirAsyncRuntimeEmplaceToken(%14) : (!llvm.ptr) -> ()
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    %29 = llvm.intr.coro.free %15, %23 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    llvm.call @free(%29) : (!llvm.ptr) -> ()
    llvm.br ^bb3
  ^bb3:  // 2 preds: ^bb0, ^bb2
    %30 = llvm.mlir.none : !llvm.token
    %31 = llvm.intr.coro.end %23, %6, %30 : (!llvm.ptr, i1, !llvm.token) -> i1
    llvm.return %14 : !llvm.ptr
  }
  llvm.func @async_execute_fn_0(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine"], sym_visibility = "private"} {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.insertvalue %arg4, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.mlir.constant(1 : i64) : i64
    %7 = llvm.mlir.constant(false) : i1
    %8 = llvm.mlir.addressof @__resume : !llvm.ptr
    %9 = llvm.mlir.constant(0 : i64) : i64
    %10 = llvm.mlir.constant(1 : i64) : i64
    %11 = llvm.mlir.zero : !llvm.ptr
    %12 = llvm.mlir.constant(0 : i32) : i32
    %13 = llvm.mlir.constant(3 : index) : i64
    %14 = llvm.mlir.constant(4.000000e+00 : f32) : f32
    %15 = llvm.mlir.constant(1 : index) : i64
    %16 = llvm.mlir.constant(2.000000e+00 : f32) : f32
    %17 = llvm.call @mlirAsyncRuntimeCreateToken() : () -> !llvm.ptr
    %18 = llvm.intr.coro.id %12, %11, %11, %11 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
    %19 = llvm.intr.coro.size : i64
    %20 = llvm.intr.coro.align : i64
    %21 = llvm.add %19, %20 : i64
    %22 = llvm.sub %21, %10 : i64
    %23 = llvm.sub %9, %20 : i64
    %24 = llvm.and %22, %23 : i64
    %25 = llvm.call @aligned_alloc(%20, %24) : (i64, i64) -> !llvm.ptr
    %26 = llvm.intr.coro.begin %18, %25 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    %27 = llvm.intr.coro.save %26 : (!llvm.ptr) -> !llvm.token
    llvm.call @mlirAsyncRuntimeExecute(%26, %8) : (!llvm.ptr, !llvm.ptr) -> ()
    %28 = llvm.intr.coro.suspend %27, %7 : i8
    %29 = llvm.sext %28 : i8 to i32
    llvm.switch %29 : i32, ^bb6 [
      0: ^bb1,
      1: ^bb5
    ]
  ^bb1:  // pred: ^bb0
    %30 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %31 = llvm.getelementptr inbounds|nuw %30[%15] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %16, %31 : f32, !llvm.ptr
    %32 = llvm.extractvalue %5[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %33 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %34 = llvm.extractvalue %5[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %35 = llvm.extractvalue %5[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %36 = llvm.extractvalue %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %37 = llvm.call @async_execute_fn(%32, %33, %34, %35, %36) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> !llvm.ptr
    %38 = llvm.intr.coro.save %26 : (!llvm.ptr) -> !llvm.token
    llvm.call @mlirAsyncRuntimeAwaitTokenAndExecute(%37, %26, %8) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    %39 = llvm.intr.coro.suspend %38, %7 : i8
    %40 = llvm.sext %39 : i8 to i32
    llvm.switch %40 : i32, ^bb6 [
      0: ^bb2,
      1: ^bb5
    ]
  ^bb2:  // pred: ^bb1
    %41 = llvm.call @mlirAsyncRuntimeIsTokenError(%37) : (!llvm.ptr) -> i1
    llvm.call @mlirAsyncRuntimeDropRef(%37, %6) : (!llvm.ptr, i64) -> ()
    llvm.cond_br %41, ^bb4, ^bb3
  ^bb3:  // pred: ^bb2
    %42 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %43 = llvm.getelementptr inbounds|nuw %42[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %14, %43 : f32, !llvm.ptr
    llvm.call @mlirAsyncRuntimeEmplaceToken(%17) : (!llvm.ptr) -> ()
    llvm.br ^bb5
  ^bb4:  // pred: ^bb2
    llvm.call @mlirAsyncRuntimeSetTokenError(%17) : (!llvm.ptr) -> ()
    llvm.br ^bb5
  ^bb5:  // 4 preds: ^bb0, ^bb1, ^bb3, ^bb4
    %44 = llvm.intr.coro.free %18, %26 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    llvm.call @free(%44) : (!llvm.ptr) -> ()
    llvm.br ^bb6
  ^bb6:  // 3 preds: ^bb0, ^bb1, ^bb5
    %45 = llvm.mlir.none : !llvm.token
    %46 = llvm.intr.coro.end %26, %7, %45 : (!llvm.ptr, i1, !llvm.token) -> i1
    llvm.return %17 : !llvm.ptr
  }
  llvm.func @mlirAsyncRuntimeAddRef(!llvm.ptr, i64) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeDropRef(!llvm.ptr, i64) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeCreateToken() -> !llvm.ptr attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeCreateValue(i64) -> !llvm.ptr attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeCreateGroup(i64) -> !llvm.ptr attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeEmplaceToken(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeEmplaceValue(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeSetTokenError(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeSetValueError(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeIsTokenError(!llvm.ptr) -> i1 attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeIsValueError(!llvm.ptr) -> i1 attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeIsGroupError(!llvm.ptr) -> i1 attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAwaitToken(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAwaitValue(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAwaitAllInGroup(!llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeExecute(!llvm.ptr, !llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeGetValueStorage(!llvm.ptr) -> !llvm.ptr attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAddTokenToGroup(!llvm.ptr, !llvm.ptr) -> i64 attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAwaitTokenAndExecute(!llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAwaitValueAndExecute(!llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimeAwaitAllInGroupAndExecute(!llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {sym_visibility = "private"}
  llvm.func @mlirAsyncRuntimGetNumWorkerThreads() -> i64 attributes {sym_visibility = "private"}
  llvm.func @__resume(%arg0: !llvm.ptr) attributes {sym_visibility = "private"} {
    llvm.intr.coro.resume %arg0 : !llvm.ptr
    llvm.return
  }
}

