// RUN: --ownership-based-buffer-deallocation=private-function-dynamic-ownership
func.func private @callee(%a: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %m : memref<4xf32>
  return %s : memref<4xf32>
}
func.func @caller(%a: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = call @callee(%a, %c) : (memref<4xf32>, i1) -> memref<4xf32>
  return %r : memref<4xf32>
}

func.func private @two_callee(%a: memref<4xf32>, %c: i1) -> (memref<4xf32>, i32) {
  %i = arith.constant 3 : i32
  %m = memref.alloc() : memref<4xf32>
  return %m, %i : memref<4xf32>, i32
}
func.func @two_caller(%a: memref<4xf32>, %c: i1) -> (memref<4xf32>, i32) {
  %r:2 = call @two_callee(%a, %c) : (memref<4xf32>, i1) -> (memref<4xf32>, i32)
  return %r#0, %r#1 : memref<4xf32>, i32
}
