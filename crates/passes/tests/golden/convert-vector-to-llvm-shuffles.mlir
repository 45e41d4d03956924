// RUN: --convert-vector-to-llvm=vector-transpose-lowering=shuffle1d

func.func @matrix(%a: vector<3x2xi8>) -> vector<2x3xi8> {
  %r = vector.transpose %a, [1, 0] : vector<3x2xi8> to vector<2x3xi8>
  return %r : vector<2x3xi8>
}

func.func @single_places(%a: vector<2x1x2xf64>) -> vector<2x1x2xf64> {
  %r = vector.transpose %a, [2, 1, 0] : vector<2x1x2xf64> to vector<2x1x2xf64>
  return %r : vector<2x1x2xf64>
}

// These are no matrices that are turned.
func.func @others(%a: vector<1x2xf64>, %b: vector<2x1x2xf64>) -> (vector<2x1xf64>, vector<2x2x1xf64>) {
  %r = vector.transpose %a, [1, 0] : vector<1x2xf64> to vector<2x1xf64>
  %s = vector.transpose %b, [2, 0, 1] : vector<2x1x2xf64> to vector<2x2x1xf64>
  return %r, %s : vector<2x1xf64>, vector<2x2x1xf64>
}
