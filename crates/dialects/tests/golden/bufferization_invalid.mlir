// What the verifier and the parsers refuse.

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+2 {{shapes do not match}}
  // expected-error @+1 {{'bufferization.to_buffer' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%t: memref<4x?xf32>) {
  // expected-error @+2 {{shapes do not match}}
  // expected-error @+1 {{'bufferization.to_tensor' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %t : memref<4x?xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: memref<4x?xf32>) {
  // expected-error @+2 {{element types do not match}}
  // expected-error @+1 {{'bufferization.to_tensor' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %t : memref<4x?xf32> to tensor<4x?xi32>
  return
}

// -----

func.func @f(%t: memref<4x?xf32>) {
  // expected-error @+2 {{shapes do not match}}
  // expected-error @+1 {{'bufferization.to_tensor' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %t : memref<4x?xf32> to tensor<*xf32>
  return
}

// -----

func.func @f(%t: memref<4x?xf32>) {
  %0 = bufferization.to_tensor %t : memref<4x?xf32>
  // expected-error @+1 {{custom op 'bufferization.to_tensor' expected 'to'}}
  return
}

// -----

func.func @f(%t: memref<4x?xf32>, %i: index) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = bufferization.alloc_tensor() : tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
  // expected-error @+1 {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%i) copy(%t) : tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
// expected-note @above {{prior use here}}
  // expected-error @+1 {{use of value '%t' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<?xf32>'}}
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  return
}

// -----

  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
func.func @f(%t: tensor<?xf32>, %i: memref<?xf32>) { bufferization.materialize_in_destination %t in %i : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations}}
func.func @f(%t: tensor<?xf32>, %i: tensor<?xf32>) { bufferization.materialize_in_destination %t in restrict %i : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
func.func @f(%t: tensor<?xf32>, %i: tensor<?xf32>) { bufferization.materialize_in_destination %t in writable %i : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

  // expected-error @+1 {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
func.func @f(%t: tensor<?xf32>, %i: tensor<?xf32>) { bufferization.materialize_in_destination %t in %i : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

// -----

func.func @f(%t: tensor<3xf32>, %i: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  %0 = bufferization.materialize_in_destination %t in %i : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<3xf32>, %i: tensor<3x1xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op rank mismatch between source and destination shape}}
  %0 = bufferization.materialize_in_destination %t in %i : (tensor<3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  return
}

// -----

func.func @f(%t: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
  %0 = bufferization.materialize_in_destination %t in %i : (tensor<3xf32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @f(%t: tensor<3xf32>, %i: memref<3xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
  %0 = bufferization.materialize_in_destination %t in writable %i : (tensor<3xf32>, memref<3xf32>) -> tensor<3xf32>
  return
}

// -----

  // expected-error @+1 {{custom op 'bufferization.dealloc_tensor' invalid kind of type specified}}
func.func @f(%t: tensor<3xf32>, %m: memref<3xf32>) { bufferization.dealloc_tensor %m : memref<3xf32>
  return
}

// -----

  // expected-error @+1 {{'bufferization.materialize_in_destination' op operand #0 must be tensor of any type values, but got 'memref<3xf32>'}}
func.func @f(%t: tensor<3xf32>, %m: memref<3xf32>) { bufferization.materialize_in_destination %m in %m : (memref<3xf32>, memref<3xf32>) -> ()
  return
}

// -----

  // expected-error @+1 {{custom op 'bufferization.to_tensor' invalid kind of type specified}}
func.func @f(%t: tensor<3xf32>, %m: memref<3xf32>) { bufferization.to_tensor %t : tensor<3xf32> to tensor<3xf32>
  return
}

// -----

func.func @a(%m: memref<4xf32>, %c0: index) {
  // expected-error @+1 {{'memref.load' op attribute 'bufferization.manual_deallocation' can be used only on ops that have an allocation and/or free side effect}}
  %d = memref.load %m[%c0] {bufferization.manual_deallocation} : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{attribute '"bufferization.note"' not supported as an op attribute by the bufferization dialect}}
func.func @a() attributes {bufferization.note} {
  return
}
