// Wrong contractions, masks and reductions along dimensions, and what MLIR 22 says of them.

func.func @f(%a: vector<2x3xf32>, %b: vector<2xf32>) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'vector<2xf32>' is incompatible with source type 'vector<2x3xf32>'}}
  %0 = vector.multi_reduction <add>, %a, %b [0] : vector<2x3xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<2xf32>, %f: f32) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'f32' is incompatible with source type 'vector<2x3xf32>'}}
  %0 = vector.multi_reduction <add>, %a, %f [0] : vector<2x3xf32> to f32
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<2xf32>, %f: f32) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'vector<2xf32>' is incompatible with source type 'vector<2x3xf32>'}}
  %0 = vector.multi_reduction <add>, %a, %b [0, 1] : vector<2x3xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<2xf16>, %f: f32) {
  // expected-error @+1 {{'vector.multi_reduction' op failed to verify that source operand and result have same element type}}
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x3xf32> to vector<2xf16>
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<2xf32>, %f: f32) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'vector<2xf32>' is incompatible with source type 'vector<2x3xf32>'}}
  %0 = vector.multi_reduction <add>, %a, %b [2] : vector<2x3xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<2xf32>, %m: vector<3xi1>) {
  // expected-error @+1 {{'vector.mask' op expects number of results to match mask region yielded values}}
  vector.mask %m { vector.yield %a : vector<2x3xf32> } : vector<3xi1>
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a 'vector<3xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<3xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<3xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %0 = vector.mask %m { arith.addf %a, %a : vector<3xf32> } : vector<3xi1> -> vector<3xf32>
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<3xi1>) {
  // expected-error @+1 {{'vector.mask' op expects only one operation to mask}}
  %0 = vector.mask %m { %1 = vector.reduction <add>, %a : vector<3xf32> into f32 
   %2 = vector.reduction <add>, %a : vector<3xf32> into f32
   vector.yield %1 : f32 } : vector<3xi1> -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<3xi1>) {
  // expected-error @+1 {{'vector.mask' op expects only one operation to mask}}
  %0 = vector.mask %m { %1 = vector.reduction <add>, %a : vector<3xf32> into f32 
   %2 = vector.reduction <add>, %a : vector<3xf32> into f32 } : vector<3xi1> -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<3xi1>, %f: f32) {
  // expected-error @+1 {{'vector.mask' op expects all the results from the MaskableOpInterface to match all the values returned by the terminator}}
  %0 = vector.mask %m { %1 = vector.reduction <add>, %a : vector<3xf32> into f32 
   vector.yield %f : f32 } : vector<3xi1> -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<3xi1>, %f: f32) {
  // expected-error @+1 {{'vector.mask' op expects number of results to match mask region yielded values}}
  vector.mask %m { vector.reduction <add>, %a : vector<3xf32> into f32  } : vector<3xi1>
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<2xf32>, %m: vector<3xi1>, %f: f32) {
  // expected-error @+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %m, %f { vector.reduction <add>, %a : vector<3xf32> into f32  } : vector<3xi1> -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %mem: memref<8xf32>, %m: vector<3xi1>, %i: index) {
  // expected-error @+1 {{custom op 'vector.mask' expects a result if passthru operand is provided}}
  vector.mask %m, %a { vector.transfer_write %a, %mem[%i] : vector<3xf32>, memref<8xf32>  } : vector<3xi1>
  return
}

// -----

func.func @f(%a: vector<3xf32>, %mem: memref<8xf32>, %m: vector<3xi32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.mask' op operand #0 must be vector of 1-bit signless integer values, but got 'vector<3xi32>'}}
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<3xf32> into f32  } : vector<3xi32> -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %mem: memref<8xf32>, %m: vector<3xi1>, %i: index, %f: f32) {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<3xf32> into f32  } {foo = 1} : vector<3xi1> -> f32
  // expected-error @+1 {{expected ':'}}
  %1 = vector.mask %m { %4 = vector.reduction <add>, %a : vector<3xf32> into f32 vector.yield %4 {bar} : f32 } {foo = 1} : vector<3xi1> -> f32
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' expected "iterator_types" array attribute}}
  %0 = vector.contract {indexing_maps = #mm} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' unexpected iterator_type (foo)}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "foo", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected an indexing map for each vector operand}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x5xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<2x4xf32>'}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x5xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<5x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid contracting dimension map}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<5x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected at least one contracting dimension pair}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "parallel"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k)[s] -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to have no symbols}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 1 to have 3 number of inputs}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to have 2 number of outputs}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, i)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to be a projected permutation of its inputs}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op unsupported contraction type}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<xor>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

#dot = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]
func.func @c(%v: vector<3xf32>, %a: vector<1xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 2 to have 1 number of outputs}}
  %2 = vector.contract {indexing_maps = #dot, iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %a : vector<3xf32>, vector<3xf32> into vector<1xf32>
  return
}

// -----

#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @c(%a: vector<2x3xsi32>, %b: vector<3x4xsi32>, %c: vector<2x4xsi32>) {
  // expected-error @+1 {{'vector.contract' op only supports signless integer types}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xsi32>, vector<3x4xsi32> into vector<2x4xsi32>
  return
}

// -----

#mm = [affine_map<(i, j, k, l) -> (i, k)>, affine_map<(i, j, k, l) -> (k, j)>, affine_map<(i, j, k, l) -> (i, j)>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected all dimensions to be either a LHS or a RHS dimension}}
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction", "parallel"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}

// -----

func.func @f(%a: vector<3xf32>, %b: vector<3xf64>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op failed to verify that lhs and rhs have same element type}}
  %0 = "vector.contract"(%a, %b, %c) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<3xf32>, vector<3xf64>, f32) -> f32
  return
}

// -----

func.func @f(%a: vector<3xf32>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op failed to verify that third operand acc and result have same element type}}
  %0 = "vector.contract"(%a, %a, %c) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<3xf32>, vector<3xf32>, f32) -> index
  return
}

// -----

#dot = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]
func.func @c(%v: vector<3xf32>, %m: memref<3xf32>) {
  // expected-error @+1 {{'vector.contract' op unsupported contraction type}}
  %2 = vector.contract {indexing_maps = #dot, iterator_types = ["reduction"]} %v, %v, %m : vector<3xf32>, vector<3xf32> into memref<3xf32>
  return
}
