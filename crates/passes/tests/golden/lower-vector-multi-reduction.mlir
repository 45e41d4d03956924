// RUN: --lower-vector-multi-reduction

// Dimensions that are reduced are moved outside, and rows are combined.
func.func @reduce0(%a: vector<2x3x4xf32>, %b: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x3x4xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
func.func @reduce1(%a: vector<2x3x4xf32>,%c: vector<3xf32>) -> vector<3xf32> {
  %1 = vector.multi_reduction <mul>, %a, %c [0, 2] : vector<2x3x4xf32> to vector<3xf32>
  return %1 : vector<3xf32>
}
func.func @reduce2(%a: vector<2x3x4xf32>,%f: f32) -> f32 {
  %2 = vector.multi_reduction <maximumf>, %a, %f [0, 1, 2] : vector<2x3x4xf32> to f32
  return %2: f32
}
func.func @reduce3(%i: vector<4xi32>, %j: i32) -> i32 {
  %3 = vector.multi_reduction <xor>, %i, %j [0] : vector<4xi32> to i32
  return %3 : i32
}
func.func @reduce4(%a: vector<2x3xf32>,%b: vector<2xf32>) -> vector<2xf32> {
  %2 = vector.multi_reduction <add>, %a, %b [1] : vector<2x3xf32> to vector<2xf32>
  return %2: vector<2xf32>
}
func.func @reduce5(%a: vector<2x3xf32>,%b: vector<3xf32>) -> vector<3xf32> {
  %2 = vector.multi_reduction <add>, %a, %b [0] : vector<2x3xf32> to vector<3xf32>
  return %2: vector<3xf32>
}
func.func @reduce6(%m: vector<2x3x4xi1>, %a: vector<2x3x4xf32>,%b: vector<3xf32>) -> vector<3xf32> {
  %2 = vector.mask %m { vector.multi_reduction <add>, %a, %b [0, 2] : vector<2x3x4xf32> to vector<3xf32> } : vector<2x3x4xi1> -> vector<3xf32>
  return %2: vector<3xf32>
}
func.func @reduce7(%m: vector<2x3x4xi1>, %a: vector<2x3x4xf32>,%b: f32) -> f32 {
  %2 = vector.mask %m { vector.multi_reduction <add>, %a, %b [0, 1, 2] : vector<2x3x4xf32> to f32 } : vector<2x3x4xi1> -> f32
  return %2: f32
}
func.func @reduce8(%m: vector<2xi1>, %a: vector<2xf32>,%b: f32) -> f32 {
  %2 = vector.mask %m { vector.multi_reduction <add>, %a, %b [0] : vector<2xf32> to f32 } : vector<2xi1> -> f32
  return %2: f32
}
func.func @reduce9(%m: vector<2x3xi1>, %a: vector<2x3xi8>,%b: vector<3xi8>) -> vector<3xi8> {
  %2 = vector.mask %m { vector.multi_reduction <add>, %a, %b [0] : vector<2x3xi8> to vector<3xi8> } : vector<2x3xi1> -> vector<3xi8>
  return %2: vector<3xi8>
}
func.func @reduce10(%m: vector<2x3x4x5xi1>, %a: vector<2x3x4x5xi8>,%b: vector<3x5xi8>) -> vector<3x5xi8> {
  %2 = vector.multi_reduction <add>, %a, %b [0, 2] : vector<2x3x4x5xi8> to vector<3x5xi8>
  return %2: vector<3x5xi8>
}
func.func @reduce11(%a: vector<2x[4]xf32>,%b: vector<2xf32>, %c: vector<[4]xf32>, %d: vector<[4]x2xf32>) -> (vector<2xf32>, vector<[4]xf32>, vector<2xf32>) {
  %2 = vector.multi_reduction <add>, %a, %b [1] : vector<2x[4]xf32> to vector<2xf32>
  %3 = vector.multi_reduction <add>, %a, %c [0] : vector<2x[4]xf32> to vector<[4]xf32>
  %4 = vector.multi_reduction <add>, %d, %b [0] : vector<[4]x2xf32> to vector<2xf32>
  return %2, %3, %4: vector<2xf32>, vector<[4]xf32>, vector<2xf32>
}
