// RUN: --buffer-results-to-out-params

func.func private @new(%a: memref<4xf32> {my.a}, %c: i1) -> (memref<4xf32> {my.b}, f32 {my.c}, memref<2xf32, 3>) {
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloca() : memref<2xf32, 3>
  %other = memref.alloc() : memref<8xf32>
  linalg.fill ins(%f : f32) outs(%0 : memref<4xf32>)
  memref.copy %a, %0 : memref<4xf32> to memref<4xf32>
  return %0, %f, %1 : memref<4xf32>, f32, memref<2xf32, 3>
}

// What is not allocated in the function is copied; so is what another type is given to.
func.func private @given(%a: memref<4xf32>, %b: memref<*xf32>) -> (memref<4xf32>, memref<*xf32>, memref<4xf32, strided<[?], offset: ?>>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.cast %0 : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return %a, %b, %1 : memref<4xf32>, memref<*xf32>, memref<4xf32, strided<[?], offset: ?>>
}

func.func private @declared(memref<4xf32>) -> memref<4xf32>

func.func private @two_returns(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) -> (memref<4xf32>, memref<4xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = memref.alloc() : memref<4xf32>
  return %a, %0 : memref<4xf32>, memref<4xf32>
^bb2:
  %1 = memref.alloc() : memref<4xf32>
  return %1, %b : memref<4xf32>, memref<4xf32>
}

func.func private @nothing(%a: f32) -> f32 {
  return %a : f32
}

func.func @main(%a: memref<4xf32>, %b: memref<*xf32>, %c: i1) -> memref<4xf32> {
  %0:3 = call @new(%a, %c) {my.attr} : (memref<4xf32>, i1) -> (memref<4xf32>, f32, memref<2xf32, 3>)
  %1:3 = call @given(%0#0, %b) : (memref<4xf32>, memref<*xf32>) -> (memref<4xf32>, memref<*xf32>, memref<4xf32, strided<[?], offset: ?>>)
  %2 = call @declared(%1#0) : (memref<4xf32>) -> memref<4xf32>
  %3 = scf.if %c -> memref<4xf32> {
    %4:2 = func.call @two_returns(%a, %2, %c) : (memref<4xf32>, memref<4xf32>, i1) -> (memref<4xf32>, memref<4xf32>)
    scf.yield %4#1 : memref<4xf32>
  } else {
    scf.yield %a : memref<4xf32>
  }
  %5 = call @nothing(%0#1) : (f32) -> f32
  "user.use"(%5, %0#2, %1#2, %1#1) : (f32, memref<2xf32, 3>, memref<4xf32, strided<[?], offset: ?>>, memref<*xf32>) -> ()
  return %3 : memref<4xf32>
}
