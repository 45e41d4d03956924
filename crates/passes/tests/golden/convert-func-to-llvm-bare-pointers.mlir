// RUN: --convert-func-to-llvm=use-bare-ptr-memref-call-conv=true

// Memrefs are passed and returned as pointers to their elements.
func.func @args(%a: memref<4xf32>, %b: i32, %c: memref<2x3xf64, strided<[3, 1], offset: 5>, 1>) -> f32 {
  %i = arith.constant 0 : index
  %0 = memref.load %a[%i] : memref<4xf32>
  return %0 : f32
}
func.func @id(%a: memref<4xf32>) -> memref<4xf32> { return %a : memref<4xf32> }
func.func @two(%a: memref<4xf32>, %i: i32) -> (memref<4xf32>, i32) { return %a, %i : memref<4xf32>, i32 }
func.func private @ext(memref<4xf32>, i32) -> memref<8xi8>
func.func @call(%a: memref<4xf32>, %i: i32) -> memref<8xi8> {
  %0 = call @ext(%a, %i) : (memref<4xf32>, i32) -> memref<8xi8>
  %1:2 = call @two(%a, %i) : (memref<4xf32>, i32) -> (memref<4xf32>, i32)
  return %0 : memref<8xi8>
}
func.func @indirect(%f: (memref<4xf32>) -> memref<4xf32>, %a: memref<4xf32>) -> memref<4xf32> {
  %0 = call_indirect %f(%a) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @const() -> ((memref<4xf32>) -> memref<4xf32>) { %0 = func.constant @id : (memref<4xf32>) -> memref<4xf32> return %0 : (memref<4xf32>) -> memref<4xf32> }
func.func @attrs(%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.align = 16 : i64}) -> (memref<4xf32> {llvm.noalias}) { return %a : memref<4xf32> }

// Several descriptors, in and out.
func.func @many(%a: memref<4xf32>, %b: memref<2xf32>) -> (memref<4xf32>, memref<2xf32>) {
  return %a, %b : memref<4xf32>, memref<2xf32>
}
func.func @branch(%a: memref<4xf32>, %c: i1) -> memref<4xf32> {
  cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb2
^bb1(%x: memref<4xf32>):
  return %x : memref<4xf32>
^bb2:
  return %a : memref<4xf32>
}

// C code can call it as it is.
func.func @interface(%a: memref<4xf32>) -> memref<4xf32> attributes {llvm.emit_c_interface} {
  return %a : memref<4xf32>
}

// Where the type does not say all there is to know, there is no such pointer: these are left alone.
func.func @dynamic(%a: memref<?xf32>) {
  return
}
func.func @strided(%a: memref<4xf32, strided<[?], offset: ?>>) {
  return
}
func.func @unranked(%a: memref<*xf32>) -> memref<*xf32> {
  return %a : memref<*xf32>
}
func.func @dynamic_result(%a: memref<4xf32>) -> memref<?xf32> {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
