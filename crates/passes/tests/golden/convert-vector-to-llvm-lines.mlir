// RUN: --convert-vector-to-llvm

func.func @bc(%a: vector<2x4xf32>) -> vector<2x8xf16> {
  %0 = vector.bitcast %a : vector<2x4xf32> to vector<2x8xf16>
  return %0 : vector<2x8xf16>
}

func.func @bc3(%a: vector<2x1x4xi8>) -> vector<2x1x1xi32> {
  %0 = vector.bitcast %a : vector<2x1x4xi8> to vector<2x1x1xi32>
  return %0 : vector<2x1x1xi32>
}

func.func @bc4(%a: vector<2x[4]xi8>) -> vector<2x[1]xi32> {
  %0 = vector.bitcast %a : vector<2x[4]xi8> to vector<2x[1]xi32>
  return %0 : vector<2x[1]xi32>
}

func.func @bc5(%a: vector<[2]x4xi8>) -> vector<[2]x1xi32> {
  %0 = vector.bitcast %a : vector<[2]x4xi8> to vector<[2]x1xi32>
  return %0 : vector<[2]x1xi32>
}

func.func @bc6(%a: vector<i32>) -> vector<f32> {
  %0 = vector.bitcast %a : vector<i32> to vector<f32>
  return %0 : vector<f32>
}

func.func @il(%a: vector<2x4xf32>, %b: vector<2x4xf32>) -> vector<2x8xf32> {
  %0 = vector.interleave %a, %b : vector<2x4xf32> -> vector<2x8xf32>
  return %0 : vector<2x8xf32>
}

func.func @il3(%a: vector<2x1x4xf32>, %b: vector<2x1x4xf32>) -> vector<2x1x8xf32> {
  %0 = vector.interleave %a, %b : vector<2x1x4xf32> -> vector<2x1x8xf32>
  return %0 : vector<2x1x8xf32>
}

func.func @ils(%a: vector<2x[4]xf32>, %b: vector<2x[4]xf32>) -> vector<2x[8]xf32> {
  %0 = vector.interleave %a, %b : vector<2x[4]xf32> -> vector<2x[8]xf32>
  return %0 : vector<2x[8]xf32>
}

func.func @il0(%a: vector<f32>, %b: vector<f32>) -> vector<2xf32> {
  %0 = vector.interleave %a, %b : vector<f32> -> vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @dil(%a: vector<2x8xf32>) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %0, %1 = vector.deinterleave %a : vector<2x8xf32> -> vector<2x4xf32>
  return %0, %1 : vector<2x4xf32>, vector<2x4xf32>
}

func.func @dil3(%a: vector<2x1x8xf32>) -> (vector<2x1x4xf32>, vector<2x1x4xf32>) {
  %0, %1 = vector.deinterleave %a : vector<2x1x8xf32> -> vector<2x1x4xf32>
  return %0, %1 : vector<2x1x4xf32>, vector<2x1x4xf32>
}

func.func @dils(%a: vector<[2]x8xf32>) -> (vector<[2]x4xf32>, vector<[2]x4xf32>) {
  %0, %1 = vector.deinterleave %a : vector<[2]x8xf32> -> vector<[2]x4xf32>
  return %0, %1 : vector<[2]x4xf32>, vector<[2]x4xf32>
}

func.func @il1s(%a: vector<[4]xf32>, %b: vector<[4]xf32>) -> vector<[8]xf32> {
  %0 = vector.interleave %a, %b : vector<[4]xf32> -> vector<[8]xf32>
  return %0 : vector<[8]xf32>
}

func.func @dil1s(%a: vector<[8]xf32>) -> (vector<[4]xf32>, vector<[4]xf32>) {
  %0, %1 = vector.deinterleave %a : vector<[8]xf32> -> vector<[4]xf32>
  return %0, %1 : vector<[4]xf32>, vector<[4]xf32>
}

func.func @dil2s(%a: vector<2x[8]xf32>) -> (vector<2x[4]xf32>, vector<2x[4]xf32>) {
  %0, %1 = vector.deinterleave %a : vector<2x[8]xf32> -> vector<2x[4]xf32>
  return %0, %1 : vector<2x[4]xf32>, vector<2x[4]xf32>
}

func.func @ili(%a: vector<2x4xi32>, %b: vector<2x4xi32>) -> vector<2x8xi32> {
  %0 = vector.interleave %a, %b : vector<2x4xi32> -> vector<2x8xi32>
  return %0 : vector<2x8xi32>
}

func.func @ils0(%a: vector<[2]x4xi32>, %b: vector<[2]x4xi32>) -> vector<[2]x8xi32> {
  %0 = vector.interleave %a, %b : vector<[2]x4xi32> -> vector<[2]x8xi32>
  return %0 : vector<[2]x8xi32>
}
