// RUN: --convert-math-to-llvm
// Unlike MLIR: it leaves some of these ops, and makes invalid ones of others.

func.func @classes(%f: f32, %v: vector<4xf64>, %m: vector<2x4xf32>) {
  %0 = math.isinf %f : f32
  %1 = math.isnormal %v : vector<4xf64>
  %2 = math.isnan %m : vector<2x4xf32>
  %3 = math.isfinite %m : vector<2x4xf32>
  return
}

func.func @integers(%m: vector<1x2x4xi32>) {
  %0 = math.absi %m : vector<1x2x4xi32>
  %1 = math.ctlz %m : vector<1x2x4xi32>
  return
}
