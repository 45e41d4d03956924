// Wrong programs and what is said about them.

func.func @a(%c: f32, %m: memref<4x4xf32>) {
  linalg.fill ins(%c, %c : f32, f32) outs(%m : memref<4x4xf32>)
  // expected-error @+1 {{custom op 'linalg.fill' [parseNamedStructuredOpRegion] ods-gen generated region expects 2 args, got 3}}
  return
}

// -----

func.func @a(%c: f32, %m: memref<4x4xf32>, %n: memref<4xf32>) {
  // expected-error @+1 {{'linalg.copy' op expected operand #0 rank (1) to match the result rank of indexing_map (2)}}
  linalg.copy ins(%n : memref<4xf32>) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @a(%c: f32, %m: memref<4x4xf32>, %n: memref<4x5xf32>) {
  // expected-error @+1 {{'linalg.copy' op inferred input/output operand #1 has shape's dimension #1 to be 5, but found 4}}
  linalg.copy ins(%n : memref<4x5xf32>) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @a(%c: f32, %m: memref<4x4xf32>, %n: memref<4x5xf32>) {
  // expected-error @+1 {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 5, but found 4}}
  linalg.matmul ins(%n, %n : memref<4x5xf32>, memref<4x5xf32>) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @a(%c: f32, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected type of bb argument #0 ('f16') to match element or self type of the corresponding operand ('f32')}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f16):
    linalg.yield %c : f32
  }
  return
}

// -----

func.func @a(%c: f32, %m: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    // expected-error @+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %c, %c : f32, f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    // expected-error @+1 {{'linalg.yield' op type of yield operand 1 ('f16') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %c : f16
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{custom op 'linalg.generic' unexpected iterator_type (parallell)}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallell"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected the number of indexing_map (2) to be equal to the number of input/output operands (1)}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op unexpected symbols in indexing_map #0}}
  linalg.generic {indexing_maps = [affine_map<(d0)[s0]->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected indexing_map #0 to have 2 dim(s) to match the number of loops}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected operand #0 rank (1) to match the result rank of indexing_map (2)}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1)->(d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0))}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1)->(d0)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    // expected-error @+1 {{'linalg.index' op expected dim (1) to be lower than the number of loops (1) of the enclosing LinalgOp}}
    %i = linalg.index 1 : index
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
    // expected-error @+1 {{'linalg.index' op expected parent op with LinalgOp interface}}
    %i = linalg.index 1 : index
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{custom op 'linalg.generic' expected "iterator_types" array attribute}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expects a non-empty block}}
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
  }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>) {
  // expected-error @+1 {{unregistered operation 'arith.foo' found in dialect ('arith') that does not allow unknown operations}}
  linalg.map {arith.foo} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>, %n: memref<5xf32>) {
  // expected-error @+1 {{'linalg.map' op expected shape of input (4) to match shape of output (5)}}
  linalg.map {math.exp} ins(%m : memref<4xf32>) outs(%n : memref<5xf32>)
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>, %n: memref<5xf32>) {
  // expected-error @+1 {{'linalg.map' op expects number of operands to match the arity of mapper, but got: 2 and 1}}
  linalg.map ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) (%x: f32) { linalg.yield %x : f32 }
  return
}

// -----

func.func @a(%c: f16, %m: memref<4xf32>, %n: memref<5xf32>) {
  // expected-error @+1 {{'linalg.map' op expected element type of input 'f32' to match bbArg type 'f16'}}
  linalg.map ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) (%x: f16, %y : f32) { linalg.yield %y : f32 }
  return
}

// -----

func.func @a(%c: memref<f32>, %m: memref<4x4xf32>) {
  // expected-error @+1 {{expected op with scalar input}}
  linalg.fill ins(%c : memref<f32>) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @a(%c: vector<4xf32>, %m: memref<4x4xf32>) {
  // expected-error @+1 {{'linalg.fill' op expected fill value type ('vector<4xf32>') to match output element type ('f32')}}
  linalg.fill ins(%c : vector<4xf32>) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @a(%c: i32, %m: memref<4x4xf32>) {
  // expected-error @+1 {{'linalg.fill' op expected fill value type ('i32') to match output element type ('f32')}}
  linalg.fill ins(%c : i32) outs(%m : memref<4x4xf32>)
  return
}

// -----

func.func @a(%c: f32, %m: memref<4xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.copy' op expected to have pure tensor or buffer semantics}}
  linalg.copy ins(%t : tensor<4xf32>) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @a(%c: f32, %m: memref<4xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.copy' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.copy ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>)
  return
}

// -----


func.func @f(%a: memref<4xi32>, %b: memref<4xi1>, %h: memref<4xf16>, %g: memref<4xf32>) {
  // expected-error @+1 {{custom op 'linalg.exp' unsupported non numeric type}}
  linalg.exp ins(%a: memref<4xi32>) outs(%a: memref<4xi32>)
  return
}

// -----

func.func @f(%a: memref<4xi32>, %b: memref<4xi1>, %h: memref<4xf16>, %g: memref<4xf32>) {
  // expected-error @+1 {{custom op 'linalg.sub' unsupported operation: sub with bools}}
  linalg.sub ins(%b, %b: memref<4xi1>, memref<4xi1>) outs(%b: memref<4xi1>)
  return
}

// -----

func.func @f(%a: memref<4xi32>, %b: memref<4xi1>, %h: memref<4xf16>, %g: memref<4xf32>) {
  // expected-error @+1 {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'f16' and 'i32'}}
  linalg.add ins(%h, %a: memref<4xf16>, memref<4xi32>) outs(%g: memref<4xf32>)
  return
}

// -----

func.func @f(%a: memref<4xi32>, %b: memref<4xi1>, %h: memref<4xf16>, %g: memref<4xf32>) {
  linalg.add ins(%h: memref<4xf16>) outs(%g: memref<4xf32>)
  // expected-error @+1 {{custom op 'linalg.add' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  return
}

// -----

func.func @f(%a: memref<4xindex>) {
  // expected-error @+1 {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'index' and 'index'}}
  linalg.add ins(%a, %a : memref<4xindex>, memref<4xindex>) outs(%a : memref<4xindex>)
  return
}

// -----

func.func @f(%a: memref<4xi1>) {
  // expected-error @+1 {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  linalg.div_unsigned ins(%a, %a : memref<4xi1>, memref<4xi1>) outs(%a : memref<4xi1>)
  return
}
