// RUN: --math-expand-ops
// Unlike MLIR: it mixes up the limits of math.clampf, makes constants of unknown shape, and crashes on an index. It takes the bias of a format that has NaN in the place of minus zero to be one less, shifts by more bits than there are for f80 and f128, gives f8E8M0FNU zeros and negative numbers, and takes zero for the infinity of f4E2M1FN.
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] fastmath<nnan> : f32
  return %0 : f32
}

func.func @unknown_shapes(%a: tensor<?xf32>, %b: tensor<*xf32>, %n: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<*xf32>, tensor<?xi32>) {
  %0 = math.tanh %a : tensor<?xf32>
  %1 = math.roundeven %a : tensor<?xf32>
  %2 = math.sinh %b : tensor<*xf32>
  %3 = math.ctlz %n : tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<*xf32>, tensor<?xi32>
}

func.func @index(%x: index) -> index {
  %0 = math.ctlz %x : index
  return %0 : index
}

func.func @formats(%a: f8E5M2FNUZ, %b: f80, %c: f128, %d: f8E8M0FNU) -> (f8E5M2FNUZ, f80, f128, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) {
  %0 = math.roundeven %a : f8E5M2FNUZ
  %1 = math.roundeven %b : f80
  %2 = math.roundeven %c : f128
  %3 = math.roundeven %d : f8E8M0FNU
  %4 = math.tanh %d : f8E8M0FNU
  %5 = math.rsqrt %d : f8E8M0FNU
  return %0, %1, %2, %3, %4, %5 : f8E5M2FNUZ, f80, f128, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU
}

func.func @no_infinity(%x: f4E2M1FN) -> f4E2M1FN {
  %minus_two = arith.constant -2 : i64
  %0 = math.fpowi %x, %minus_two : f4E2M1FN, i64
  return %0 : f4E2M1FN
}
