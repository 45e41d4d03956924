// RUN: --convert-vector-to-llvm

// Casts and transposes of scalable vectors: rows, and parts of rows, are taken out and put in one by one.

func.func @a(%w: vector<1x[4]xf32>) -> vector<[4]x1xf32> {
  %1 = vector.transpose %w, [1, 0] : vector<1x[4]xf32> to vector<[4]x1xf32>
  return %1 : vector<[4]x1xf32>
}
func.func @e(%w: vector<[4]x1xf32>) -> vector<1x[4]xf32> {
  %1 = vector.transpose %w, [1, 0] : vector<[4]x1xf32> to vector<1x[4]xf32>
  return %1 : vector<1x[4]xf32>
}
func.func @f(%w: vector<[1]x1xf32>) -> vector<1x[1]xf32> {
  %1 = vector.transpose %w, [1, 0] : vector<[1]x1xf32> to vector<1x[1]xf32>
  return %1 : vector<1x[1]xf32>
}
func.func @g(%w: vector<1x[1]xf32>) -> vector<[1]x1xf32> {
  %1 = vector.transpose %w, [1, 0] : vector<1x[1]xf32> to vector<[1]x1xf32>
  return %1 : vector<[1]x1xf32>
}
func.func @b(%w: vector<[1]x4xf32>) -> vector<4x[1]xf32> {
  %1 = vector.transpose %w, [1, 0] : vector<[1]x4xf32> to vector<4x[1]xf32>
  return %1 : vector<4x[1]xf32>
}
func.func @h(%w: vector<1x[4]xf32>) -> vector<1x[4]xf32> {
  %1 = vector.transpose %w, [0, 1] : vector<1x[4]xf32> to vector<1x[4]xf32>
  return %1 : vector<1x[4]xf32>
}
func.func @cast_a(%w: vector<1x[4]xf32>) -> vector<[4]xf32> {
  %1 = vector.shape_cast %w : vector<1x[4]xf32> to vector<[4]xf32>
  return %1 : vector<[4]xf32>
}
func.func @cast_b(%w: vector<1x[4]xf32>) -> vector<[4]xf32> {
  %t = vector.shape_cast %w : vector<1x[4]xf32> to vector<[4]x1xf32>
  %1 = vector.shape_cast %t : vector<[4]x1xf32> to vector<[4]xf32>
  return %1 : vector<[4]xf32>
}
func.func @cast_c(%w: vector<[4]xf32>) -> vector<1x[4]xf32> {
  %1 = vector.shape_cast %w : vector<[4]xf32> to vector<1x[4]xf32>
  return %1 : vector<1x[4]xf32>
}
func.func @cast_d(%w: vector<1x1x[4]xf32>) -> vector<[4]xf32> {
  %1 = vector.shape_cast %w : vector<1x1x[4]xf32> to vector<[4]xf32>
  return %1 : vector<[4]xf32>
}
func.func @cast_e(%w: vector<1x[4]xf32>) -> vector<1x1x[4]xf32> {
  %1 = vector.shape_cast %w : vector<1x[4]xf32> to vector<1x1x[4]xf32>
  return %1 : vector<1x1x[4]xf32>
}
func.func @cast_f(%w: vector<2x[4]xf32>) -> vector<[8]xf32> {
  %1 = vector.shape_cast %w : vector<2x[4]xf32> to vector<[8]xf32>
  return %1 : vector<[8]xf32>
}
func.func @cast_g(%w: vector<[8]xf32>) -> vector<2x[4]xf32> {
  %1 = vector.shape_cast %w : vector<[8]xf32> to vector<2x[4]xf32>
  return %1 : vector<2x[4]xf32>
}
func.func @cast_i(%w: vector<2x2x[4]xf32>) -> vector<2x[8]xf32> {
  %1 = vector.shape_cast %w : vector<2x2x[4]xf32> to vector<2x[8]xf32>
  return %1 : vector<2x[8]xf32>
}
func.func @cast_j(%w: vector<[4]x2xf32>) -> vector<[8]xf32> {
  %1 = vector.shape_cast %w : vector<[4]x2xf32> to vector<[8]xf32>
  return %1 : vector<[8]xf32>
}
func.func @cast_k(%w: vector<2x3x[4]xf32>) -> vector<3x2x[4]xf32> {
  %1 = vector.shape_cast %w : vector<2x3x[4]xf32> to vector<3x2x[4]xf32>
  return %1 : vector<3x2x[4]xf32>
}
func.func @cast_l(%w: vector<2x[8]xf32>) -> vector<4x[4]xf32> {
  %1 = vector.shape_cast %w : vector<2x[8]xf32> to vector<4x[4]xf32>
  return %1 : vector<4x[4]xf32>
}
