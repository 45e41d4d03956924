// RUN: --drop-equivalent-buffer-results

// Casts do not make other memory.
func.func private @given_back(%a: memref<4xf32> {my.a}, %b: memref<?xf32>, %i: index) -> (memref<4xf32> {my.b}, memref<*xf32>, f32 {my.c}, index, memref<?xf32>) {
  %f = arith.constant 1.0 : f32
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<*xf32>
  %2 = memref.alloc(%i) : memref<?xf32>
  return %a, %1, %f, %i, %2 : memref<4xf32>, memref<*xf32>, f32, index, memref<?xf32>
}

// The same argument wherever a function returns.
func.func private @two_returns(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) -> (memref<4xf32>, memref<4xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a, %a : memref<4xf32>, memref<4xf32>
^bb2:
  return %a, %b : memref<4xf32>, memref<4xf32>
}

// These have callers that are not known, or nothing is known of them.
func.func private @declared(memref<4xf32>) -> memref<4xf32>
func.func @public(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// A function behind one that it calls drops what that gives, too.
func.func private @before(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = call @identity(%a) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func private @identity(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}
func.func private @behind(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = call @identity(%a) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func private @recursive(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = call @recursive(%a) : (memref<4xf32>) -> memref<4xf32>
  return %a : memref<4xf32>
}

func.func @main(%a: memref<4xf32>, %b: memref<?xf32>, %c: i1, %i: index) -> (memref<4xf32>, memref<*xf32>, f32, index, memref<?xf32>, memref<4xf32>, memref<4xf32>) {
  %0:5 = call @given_back(%a, %b, %i) {my.attr} : (memref<4xf32>, memref<?xf32>, index) -> (memref<4xf32>, memref<*xf32>, f32, index, memref<?xf32>)
  %1:2 = call @two_returns(%a, %a, %c) : (memref<4xf32>, memref<4xf32>, i1) -> (memref<4xf32>, memref<4xf32>)
  %2 = call @public(%a) : (memref<4xf32>) -> memref<4xf32>
  %3 = scf.if %c -> memref<4xf32> {
    %4 = func.call @behind(%1#0) : (memref<4xf32>) -> memref<4xf32>
    scf.yield %4 : memref<4xf32>
  } else {
    %4 = func.call @declared(%a) : (memref<4xf32>) -> memref<4xf32>
    scf.yield %4 : memref<4xf32>
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4, %1#1, %3 : memref<4xf32>, memref<*xf32>, f32, index, memref<?xf32>, memref<4xf32>, memref<4xf32>
}

module {
  func.func private @inner(%a: memref<4xf32>) -> memref<4xf32> {
    return %a : memref<4xf32>
  }
  func.func @caller(%a: memref<4xf32>) -> memref<4xf32> {
    %0 = call @inner(%a) : (memref<4xf32>) -> memref<4xf32>
    return %0 : memref<4xf32>
  }
}
