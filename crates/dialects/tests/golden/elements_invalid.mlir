// expected-error @+1 {{parsed 4 elements, but type ('complex<i32>') expected 2 elements}}
"test.op"() {x = dense<((1, 2), (3, 4))> : tensor<2xcomplex<i32>>} : () -> ()

// -----

// expected-error @+1 {{parsed 5 elements, but type ('tensor<2xcomplex<i32>>') expected 4 elements}}
"test.op"() {x = dense<[((1, 2), (3, 4)), 1]> : tensor<2xcomplex<i32>>} : () -> ()

// -----

// expected-error @+1 {{expected ')' after complex elements}}
"test.op"() {x = dense<(1, 2, 3)> : tensor<3xi32>} : () -> ()

// -----

// expected-error @+1 {{expected ',' between complex elements}}
"test.op"() {x = dense<(1)> : tensor<1xi32>} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for type}}
"test.op"() {x = dense<(1, "a")> : tensor<2xi32>} : () -> ()

// -----

// expected-error @+1 {{expected 1-d tensor for sparse element values}}
"test.op"() {x = sparse<[0, 2], [[1], [2]]> : tensor<4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected shape ([4, 4]); inferred shape of indices literal ([2]); inferred shape of values literal ([2])}}
"test.op"() {x = sparse<[0, 2], [1, 2]> : tensor<4x4xi32>} : () -> ()

// -----

// expected-error @+1 {{elements hex data size is invalid for provided type: 'tensor<9223372036854775807xi1>'}}
"test.op"() {x = dense<"0x0000"> : tensor<9223372036854775807xi1>} : () -> ()
