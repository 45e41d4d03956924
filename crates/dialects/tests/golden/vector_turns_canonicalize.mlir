// Elements of two vectors by turns, and other orders.

func.func @turns(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<8xf32> {
  %0 = vector.shuffle %a, %b [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<8xf32>
}

func.func @turns2(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<8xf32> {
  %0 = vector.shuffle %a, %b [4, 0, 5, 1, 6, 2, 7, 3] : vector<4xf32>, vector<4xf32>
  return %0 : vector<8xf32>
}

func.func @turns3(%a: vector<1xf32>, %b: vector<1xf32>) -> vector<2xf32> {
  %0 = vector.shuffle %a, %b [0, 1] : vector<1xf32>, vector<1xf32>
  return %0 : vector<2xf32>
}

func.func @turns4(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> vector<4x3xf32> {
  %0 = vector.shuffle %a, %b [0, 2, 1, 3] : vector<2x3xf32>, vector<2x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @turns5(%a: vector<f32>, %b: vector<f32>) -> vector<2xf32> {
  %0 = vector.shuffle %a, %b [0, 1] : vector<f32>, vector<f32>
  return %0 : vector<2xf32>
}

func.func @turns6(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<8xf32> {
  %0 = vector.shuffle %a, %b [0, 4, 1, -1, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<8xf32>
}

func.func @turns7(%a: vector<4xf32>, %b: vector<2xf32>) -> vector<6xf32> {
  %0 = vector.shuffle %a, %b [0, 3, 1, 4, 2, 5] : vector<4xf32>, vector<2xf32>
  return %0 : vector<6xf32>
}

func.func @turns8(%a: vector<4xf32>) -> vector<8xf32> {
  %0 = vector.shuffle %a, %a [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<8xf32>
}
