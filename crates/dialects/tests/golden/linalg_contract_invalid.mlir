// Wrong contractions, elementwise functions and products, and what MLIR 22 says of them.

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{custom op 'linalg.elementwise' expected ElementwiseKind attribute}}
  linalg.elementwise kind=1 ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+2 {{expected attribute value}}
  // expected-error @+1 {{custom op 'linalg.elementwise' expected operation 'kind' attribute}}
  linalg.elementwise kind= ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{custom op 'linalg.elementwise' expected 'kind'}}
  linalg.elementwise ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  // expected-error @+2 {{custom op 'linalg.elementwise' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  // expected-error @+1 {{custom op 'linalg.elementwise' unable to parse elemwise op}}
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{custom op 'linalg.elementwise' expected affine map attribute}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [1] ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>] ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op inferred input/output operand #1 has shape's dimension #0 to be 16, but found 8}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: f32) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x16xf32>) outs(%b : f32)
  // expected-error @+1 {{custom op 'linalg.elementwise' return type needs to be shaped type}}
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op invalid indexing maps are non-invertible: ((d0, d1, d2) -> (d0, d1, d0, d1))}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]  ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op expected indexing_map #0 to have 1 dim(s) to match the number of loops}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>]  ins(%a : memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  linalg.contract ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+2 {{custom op 'linalg.contract' invalid kind of attribute specified}}
  // expected-error @+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  linalg.contract indexing_maps = 1 ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+2 {{custom op 'linalg.contract' element of indexing_maps array is not an affine_map}}
  // expected-error @+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  linalg.contract indexing_maps = [1] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{iteration spaces of provided affine_maps differ}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1, d2)->(d0, d1)>,affine_map<(d0, d1, d2)->(d0)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{provided affine_map is not a projected permutation}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0, d1 + 1)>,affine_map<(d0, d1)->(d0)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{ranks of shaped operand and results of corresponding affine_map differ}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0)>,affine_map<(d0, d1)->(d0)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>, %c: f32) {
  // expected-error @+1 {{affine_map specifies shaped access while operand has non-shaped type}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0)>,affine_map<(d0, d1)->(d0)>] ins(%a, %c : memref<8x16xf32>, f32) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{iteration space dim at index 2 not used to access any operand}}
  linalg.contract indexing_maps = [affine_map<(d0, d1, d2)->(d0, d1)>, affine_map<(d0, d1, d2)->(d0, d1)>,affine_map<(d0, d1, d2)->(d0)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{iteration space dim at index 1 is neither a contracting dim nor of parallel iteration type}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0)>,affine_map<(d0, d1)->(d0)>] ins(%a, %b : memref<8x16xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{'indexing_maps' do not specify a contracting dimension}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0, d1)>,affine_map<(d0, d1)->(d0, d1)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %c: memref<16xf32>) {
  // expected-error @+1 {{'linalg.contract' op inferred input/output operand #2 has shape's dimension #0 to be 8, but found 16}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%c : memref<16xf32>)
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{'linalg.contract' op expected the number of indexing_map (4) to be equal to the number of input/output operands (3)}}
  linalg.contract indexing_maps = [affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->(d0)>, affine_map<(d0, d1)->(d0)>] ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<?xf32>, %b: memref<?x?xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Invalid broadcast requested, should be (d2).}}
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2)->(d0)>, affine_map<(d0, d1, d2)->(d2, d1)>, affine_map<(d0, d1, d2)->(d0, d1)>] ins(%a, %b : memref<?xf32>, memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  return
}

// -----

func.func @f(%b: memref<?x?xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Unexpected dim expression in map result.}}
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2)->(d0, d1)>, affine_map<(d0, d1, d2)->(d2, d1)>, affine_map<(d0, d1, d2)->(d0, d1)>] ins(%b, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  return
}

// -----

func.func @f(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid broadcast requested.}}
  linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d0, d1)>, affine_map<(d0, d1, d2, d3)->(d0, d3, d2)>, affine_map<(d0, d1, d2, d3)->(d0, d1, d2)>] ins(%a, %b : memref<?x?xf32>, memref<?x?x?xf32>) outs(%b : memref<?x?x?xf32>)
  return
}

// -----

func.func @f(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op Invalid broadcast requested.}}
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d0, d1, d3)>, affine_map<(d0, d1, d2, d3)->(d0, d2)>, affine_map<(d0, d1, d2, d3)->(d1, d2)>] ins(%b, %a : memref<?x?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}

// -----

func.func @f(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op Unexpected result dim expression (outside the set of default result dims).}}
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d0, d1, d2)>, affine_map<(d0, d1, d2, d3)->(d0, d3, d2)>, affine_map<(d0, d1, d2, d3)->(d1, d2)>] ins(%b, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}

// -----

func.func @f(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op Invalid batch dimension expression.}}
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d1, d0, d3)>, affine_map<(d0, d1, d2, d3)->(d0, d3, d2)>, affine_map<(d0, d1, d2, d3)->(d1, d2)>] ins(%b, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}

// -----

func.func @f(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op Invalid output map result dimension.}}
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d0, d1, d3)>, affine_map<(d0, d1, d2, d3)->(d0, d3, d2)>, affine_map<(d0, d1, d2, d3)->(d2, d1)>] ins(%b, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}

// -----

func.func @f(%a: memref<?xf32>, %b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op expects 2 dims, but got (1).}}
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d0, d1, d3)>, affine_map<(d0, d1, d2, d3)->(d0, d3, d2)>, affine_map<(d0, d1, d2, d3)->(d1)>] ins(%b, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%a : memref<?xf32>)
  return
}

// -----

func.func @f(%b: memref<?x?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid output map result dimension.}}
  linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3)->(d0, d1, d3)>, affine_map<(d0, d1, d2, d3)->(d0, d3, d2)>, affine_map<(d0, d1, d2, d3)->(d1, d0, d2)>] ins(%b, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%b : memref<?x?x?xf32>)
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0, d0))}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
    ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<5xf32>) {
  // expected-error @+1 {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 5, but found 4}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["parallel", "parallel"]} ins(%n : memref<5xf32>) outs(%m : memref<4xf32>) {
    ^bb0(%x: f16, %y: f32):
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @f(%a: memref<2xf32>, %b: memref<2xf32>, %c: memref<f32>) {
  // expected-error @+1 {{expected add/mul op in the body}}
  "linalg.dot"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.subf %x, %y : f32
    linalg.yield %p : f32
  }) : (memref<2xf32>, memref<2xf32>, memref<f32>) -> ()
  return
}

// -----

func.func @f(%a: memref<2x2xf32>, %b: memref<2xf32>, %c: memref<2xf32>) {
  // expected-error @+1 {{expected add/mul op in the body}}
  "linalg.matvec"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }) : (memref<2x2xf32>, memref<2xf32>, memref<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<2xf32>, %b: memref<2x2xf32>, %c: memref<2xf32>) {
  // expected-error @+1 {{expected add/mul op in the body}}
  "linalg.vecmat"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.addf %x, %y : f32
    %s = arith.mulf %p, %z : f32
    linalg.yield %s : f32
  }) : (memref<2xf32>, memref<2x2xf32>, memref<2xf32>) -> ()
  return
}
