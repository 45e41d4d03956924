// RUN: --sroa
// Memory on the stack of which single elements are used.
func.func @two_of_six(%a: f32, %b: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloca() {alignment = 64 : i64} : memref<2x3xf32>
  memref.store %a, %m[%c0, %c2] : memref<2x3xf32>
  memref.store %b, %m[%c1, %c0] : memref<2x3xf32>
  %x = memref.load %m[%c0, %c2] : memref<2x3xf32>
  return %x : f32
}

// The element is not known.
func.func @any_element(%a: f32, %i: index) -> f32 {
  %m = memref.alloca() : memref<4xf32>
  memref.store %a, %m[%i] : memref<4xf32>
  %x = memref.load %m[%i] : memref<4xf32>
  return %x : f32
}

// Too many elements, or one that is not there.
func.func @many(%a: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m = memref.alloca() : memref<17xf32>
  memref.store %a, %m[%c1] : memref<17xf32>
  %n = memref.alloca() : memref<4xf32>
  %x = memref.load %n[%c9] : memref<4xf32>
  return %x : f32
}

// In regions and other blocks.
func.func @elsewhere(%a: i32, %which: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xi32>
  scf.if %which {
    memref.store %a, %m[%c1] : memref<2xi32>
  }
  cf.cond_br %which, ^bb1, ^bb2
^bb1:
  memref.store %a, %m[%c0] : memref<2xi32>
  cf.br ^bb2
^bb2:
  %x = memref.load %m[%c1] : memref<2xi32>
  return %x : i32
}

// Its address goes elsewhere.
func.func private @take(memref<2xi32>)
func.func @escapes(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<2xi32>
  memref.store %a, %m[%c0] : memref<2xi32>
  call @take(%m) : (memref<2xi32>) -> ()
  return
}
