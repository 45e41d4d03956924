func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %h: vector<4xf16>) {
  // expected-error @+1 {{'vector.maskedload' op base and result element type should match}}
  %0 = "vector.maskedload"(%m, %i, %k, %h) : (memref<8xf32>, index, vector<4xi1>, vector<4xf16>) -> vector<4xf16>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedload' op requires 1 indices}}
  %0 = "vector.maskedload"(%m, %k, %v) : (memref<8xf32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.maskedload' op expected result shape to match mask shape}}
  %0 = "vector.maskedload"(%m, %i, %k, %w) : (memref<8xf32>, index, vector<4xi1>, vector<8xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.maskedload' op expected pass_thru of same type as result type}}
  %0 = "vector.maskedload"(%m, %i, %k, %w) : (memref<8xf32>, index, vector<4xi1>, vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %h: vector<4xf16>) {
  // expected-error @+1 {{'vector.maskedstore' op base and valueToStore element type should match}}
  "vector.maskedstore"(%m, %i, %k, %h) : (memref<8xf32>, index, vector<4xi1>, vector<4xf16>) -> ()
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedstore' op requires 2 indices}}
  "vector.maskedstore"(%n, %i, %k, %v) : (memref<8x8xf32>, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.maskedstore' op expected valueToStore shape to match mask shape}}
  "vector.maskedstore"(%m, %i, %k, %w) : (memref<8xf32>, index, vector<4xi1>, vector<8xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %h: vector<4xf16>) {
  // expected-error @+1 {{'vector.expandload' op base and result element type should match}}
  %0 = "vector.expandload"(%m, %i, %k, %h) : (memref<8xf32>, index, vector<4xi1>, vector<4xf16>) -> vector<4xf16>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.expandload' op requires 2 indices}}
  %0 = "vector.expandload"(%n, %i, %k, %v) : (memref<8x8xf32>, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.expandload' op expected result dim to match mask dim}}
  %0 = "vector.expandload"(%m, %i, %k, %w) : (memref<8xf32>, index, vector<4xi1>, vector<8xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.expandload' op expected pass_thru of same type as result type}}
  %0 = "vector.expandload"(%m, %i, %k, %w) : (memref<8xf32>, index, vector<4xi1>, vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %h: vector<4xf16>) {
  // expected-error @+1 {{'vector.compressstore' op base and valueToStore element type should match}}
  "vector.compressstore"(%m, %i, %k, %h) : (memref<8xf32>, index, vector<4xi1>, vector<4xf16>) -> ()
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.compressstore' op requires 2 indices}}
  "vector.compressstore"(%n, %i, %k, %v) : (memref<8x8xf32>, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.compressstore' op expected valueToStore dim to match mask dim}}
  "vector.compressstore"(%m, %i, %k, %w) : (memref<8xf32>, index, vector<4xi1>, vector<8xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %h: vector<4xf16>) {
  // expected-error @+1 {{'vector.gather' op base and result element type should match}}
  %0 = "vector.gather"(%m, %i, %x, %k, %h) : (memref<8xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf16>) -> vector<4xf16>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.gather' op requires 2 indices}}
  %0 = "vector.gather"(%n, %i, %x, %k, %v) : (memref<8x8xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %y: vector<8xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.gather' op expected result dim to match indices dim}}
  %0 = "vector.gather"(%m, %i, %y, %k, %v) : (memref<8xf32>, index, vector<8xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k8: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.gather' op expected result dim to match mask dim}}
  %0 = "vector.gather"(%m, %i, %x, %k8, %v) : (memref<8xf32>, index, vector<4xi32>, vector<8xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.gather' op expected pass_thru of same type as result type}}
  %0 = "vector.gather"(%m, %i, %x, %k, %w) : (memref<8xf32>, index, vector<4xi32>, vector<4xi1>, vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %h: vector<4xf16>) {
  // expected-error @+1 {{'vector.scatter' op base and valueToStore element type should match}}
  "vector.scatter"(%m, %i, %x, %k, %h) : (memref<8xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf16>) -> ()
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.scatter' op requires 2 indices}}
  "vector.scatter"(%n, %i, %x, %k, %v) : (memref<8x8xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %y: vector<8xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.scatter' op expected valueToStore dim to match indices dim}}
  "vector.scatter"(%m, %i, %y, %k, %v) : (memref<8xf32>, index, vector<8xi32>, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k8: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.scatter' op expected valueToStore dim to match mask dim}}
  "vector.scatter"(%m, %i, %x, %k8, %v) : (memref<8xf32>, index, vector<4xi32>, vector<8xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %i, %i : vector<4xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.create_mask' op must specify exactly one operand for 0-D create_mask}}
  %0 = vector.create_mask : vector<i1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op must specify array attr of size equal vector result rank}}
  %0 = vector.constant_mask [1, 2] : vector<4xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [5] : vector<4xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [-1] : vector<4xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %0 = vector.constant_mask [0, 2] : vector<4x4xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions}}
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{mask dim size must be either 0 or 1 for 0-D vectors}}
  %0 = vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{array attr must have length 1 for 0-D vectors}}
  %0 = vector.constant_mask [0, 1] : vector<i1>
  return
}

// -----

func.func @f(%z: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction rank: 2}}
  %0 = vector.reduction <add>, %z : vector<2x4xf32> into f32
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction type ''f32'' for kind 'and'}}
  %0 = vector.reduction <and>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @f(%x: vector<4xi32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction type ''i32'' for kind 'maxnumf'}}
  %0 = vector.reduction <maxnumf>, %x : vector<4xi32> into i32
  return
}

// -----

func.func @f(%z: vector<2x4xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #1}}
  %0 = vector.outerproduct %z, %v : vector<2x4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %z: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #2}}
  %0 = vector.outerproduct %v, %z : vector<4xf32>, vector<2x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op unsupported outerproduct type}}
  %0 = vector.outerproduct %v, %v {kind = #vector.kind<and>} : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 2-d vector result}}
  %0 = "vector.outerproduct"(%v, %v) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected #1 operand dim to match result dim #1}}
  %0 = "vector.outerproduct"(%v, %v) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> vector<3x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %f: f32) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector result}}
  %0 = "vector.outerproduct"(%v, %f) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> vector<4x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected operand #3 of same type as result type}}
  %0 = "vector.outerproduct"(%v, %v, %w) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>, vector<8xf32>) -> vector<4x4xf32>
  return
}

// -----

func.func @f(%z: vector<2x4xf32>, %s: vector<f32>) {
  // expected-error @+1 {{'vector.scan' op initial value rank 0 has to be equal to 1}}
  %0, %1 = vector.scan <add>, %z, %s {inclusive = true, reduction_dim = 0} : vector<2x4xf32>, vector<f32>
  return
}

// -----

func.func @f(%z: vector<2x4xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.scan' op reduction dimension 2 has to be less than 2}}
  %0, %1 = vector.scan <add>, %z, %v {inclusive = true, reduction_dim = 2} : vector<2x4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%z: vector<2x4xf32>, %w: vector<8xf32>) {
  // expected-error @+1 {{'vector.scan' op incompatible input/initial value shapes}}
  %0, %1 = vector.scan <add>, %z, %w {inclusive = true, reduction_dim = 0} : vector<2x4xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%z: vector<2x4xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.scan' op unsupported reduction type 'f32' for kind 'and'}}
  %0, %1 = vector.scan <and>, %z, %v {inclusive = true, reduction_dim = 0} : vector<2x4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<4xf32>>'}}
  %0 = vector.type_cast %m : memref<8xf32> to memref<vector<4xf32>>
  return
}

// -----

func.func @f(%m: memref<8xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result in same memory space}}
  %0 = vector.type_cast %m : memref<8xf32> to memref<vector<8xf32>, 3>
  return
}

// -----

func.func @f(%m: memref<8xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result and operand with same underlying scalar type: 'memref<vector<8xf16>>'}}
  %0 = vector.type_cast %m : memref<8xf32> to memref<vector<8xf16>>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires 1 indices}}
  %0 = vector.transfer_read %m[%i, %i], %f : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires 2 indices}}
  %0 = vector.transfer_read %n[%i], %f : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%i], %f {permutation_map = affine_map<(d0) -> (d0 + 1)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %n[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<8x8xf32>, vector<2x4xf32>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %n[%i, %i], %f {permutation_map = affine_map<(d0) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires permutation_map without symbols}}
  %0 = vector.transfer_read %n[%i, %i], %f {permutation_map = affine_map<(d0, d1)[s0] -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%n: memref<8x8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %n[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<2x4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0) -> (d0)> vs inBounds of size: 2}}
  %0 = vector.transfer_read %m[%i], %f {in_bounds = [true, true]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%i], %f {permutation_map = affine_map<(d0) -> (1)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %g: f16) {
  // expected-error @+1 {{'vector.transfer_read' op requires formal padding and source of the same elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %g) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, f16) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %f: f32, %k8: vector<8xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op inferred mask type ('vector<4xi1>') and mask operand type ('vector<8xi1>') don't match}}
  %0 = "vector.transfer_read"(%m, %i, %f, %k8) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, f32, vector<8xi1>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' expected a custom permutation_map when rank(source) != rank(destination)}}
  %0 = vector.transfer_read %m[%i], %f : memref<8xf32>, vector<2x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op requires 1 indices}}
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%i] {permutation_map = affine_map<(d0) -> (0)>} : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  vector.transfer_write %v, %m[%i] {permutation_map = affine_map<(d0) -> (d0 + 1)>} : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0) -> (d0)> vs inBounds of size: 2}}
  vector.transfer_write %v, %m[%i] {in_bounds = [true, true]} : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%z: vector<2x4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{custom op 'vector.transfer_write' expected a custom permutation_map when rank(source) != rank(destination)}}
  vector.transfer_write %z, %m[%i] : vector<2x4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %m: memref<8xf32, strided<[2]>>, %i: index) {
  // expected-error @+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

// One element has no neighbour.
func.func @f(%m: memref<8xf32, strided<[2]>>, %i: index) {
  %one = vector.load %m[%i] : memref<8xf32, strided<[2]>>, vector<1xf32>
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %four = vector.load %m[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<5xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %v : vector<5xf32> -> vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %w: vector<[16]xf32>) {
  // expected-error @+1 {{'vector.scalable.insert' op failed to verify that position is a multiple of the source length.}}
  %0 = vector.scalable.insert %v, %w[3] : vector<4xf32> into vector<[16]xf32>
  return
}

// -----

func.func @f(%w: vector<[16]xf32>) {
  // expected-error @+1 {{'vector.scalable.extract' op failed to verify that position is a multiple of the result length.}}
  %0 = vector.scalable.extract %w[3] : vector<4xf32> from vector<[16]xf32>
  return
}

// -----

func.func @f(%m: memref<f32>, %v: f32, %k: vector<i1>) {
  // expected-error @+1 {{'vector.transfer_read' op operand #2 must be vector of 1-bit signless integer values, but got 'vector<i1>'}}
  %0 = "vector.transfer_read"(%m, %v, %k) <{in_bounds = [], operandSegmentSizes = array<i32: 1, 0, 1, 1>, permutation_map = affine_map<() -> ()>}> : (memref<f32>, f32, vector<i1>) -> vector<f32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_read' op requires valid padding vector elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %v) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (memref<4xf32>, index, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %t: tensor<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "vector.transfer_write"(%v, %t, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (vector<4xf32>, tensor<8xf32>, index) -> ()
  return
}

// -----

func.func @f(%v: vector<4xf32>, %t: tensor<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op expected type of operand #1 ('tensor<8xf32>') to match type of corresponding result ('tensor<9xf32>')}}
  %0 = "vector.transfer_write"(%v, %t, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (vector<4xf32>, tensor<8xf32>, index) -> tensor<9xf32>
  return
}
