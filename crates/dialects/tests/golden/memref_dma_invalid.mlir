// Transfers whose operands or types are wrong.
func.func @f(%m: tensor<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected source to be of memref type}}
  "memref.dma_start"(%m, %i, %n, %i, %i, %t, %i) : (tensor<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 5 operands}}
  "memref.dma_start"(%m, %i, %n, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected source indices to be of index type}}
  "memref.dma_start"(%m, %j, %n, %i, %i, %t, %i) : (memref<4xf32>, i32, memref<4xf32, 1>, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected destination to be of memref type}}
  "memref.dma_start"(%m, %i, %j, %i, %i, %t, %i) : (memref<4xf32>, index, i32, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected destination indices to be of index type}}
  "memref.dma_start"(%m, %i, %n, %j, %i, %t, %i) : (memref<4xf32>, index, memref<4xf32, 1>, i32, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected num elements to be of index type}}
  "memref.dma_start"(%m, %i, %n, %i, %j, %t, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, i32, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected tag to be of memref type}}
  "memref.dma_start"(%m, %i, %n, %i, %i, %j, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, i32, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected tag indices to be of index type}}
  "memref.dma_start"(%m, %i, %n, %i, %i, %t, %j) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>, i32) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 7 operands}}
  "memref.dma_start"(%m, %i, %n, %i, %i, %t) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op incorrect number of operands}}
  "memref.dma_start"(%m, %i, %n, %i, %i, %t, %i, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %j: i32) {
  // expected-error @+1 {{'memref.dma_start' op expected stride and num elements per stride to be of type index}}
  "memref.dma_start"(%m, %i, %n, %i, %i, %t, %i, %i, %j) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>, index, index, i32) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 4 operands}}
  "memref.dma_start"(%m) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<4x4x4xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 7 operands}}
  "memref.dma_start"(%m, %i, %i, %m, %i) : (memref<4x4x4xf32>, index, index, memref<4x4x4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  // expected-error @+1 {{custom op 'memref.dma_start' fewer/more types expected}}
  memref.dma_start %m[%i], %n[%i], %i, %t[%i] : memref<4xf32>, memref<4xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  // expected-error @+1 {{custom op 'memref.dma_start' expected two stride related operands}}
  memref.dma_start %m[%i], %n[%i], %i, %t[%i], %i : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op incorrect number of operands}}
  memref.dma_start %m[%i], %n[%i], %i, %t[%i, %i] : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  return
}

// -----

func.func @f(%t: memref<1xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 2}}
  memref.dma_wait %t[%i, %i], %i : memref<1xf32>
  return
}
