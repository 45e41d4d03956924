// RUN: --arith-expand

func.func @divisions(%a: index, %b: index, %x: i32, %y: i32, %v: vector<4xi16>) -> (index, i32, index, i32, vector<4xi16>) {
  %0 = arith.ceildivsi %a, %b : index
  %1 = arith.ceildivui %x, %y : i32
  %2 = arith.floordivsi %a, %b : index
  %3 = arith.floordivsi %x, %y : i32
  %4 = arith.ceildivsi %v, %v : vector<4xi16>
  return %0, %1, %2, %3, %4 : index, i32, index, i32, vector<4xi16>
}

// Constants fold before anything is expanded.
func.func @folded() -> index {
  %ten = arith.constant 10 : index
  %three = arith.constant 3 : index
  %0 = arith.ceildivsi %ten, %three : index
  return %0 : index
}

func.func @extremes(%a: index, %b: index, %x: i8, %y: i8, %f: f32, %g: f32) -> (index, index, i8, i8, f32, f32, f32, f32) {
  %0 = arith.maxsi %a, %b : index
  %1 = arith.minsi %a, %b : index
  %2 = arith.maxui %x, %y : i8
  %3 = arith.minui %x, %y : i8
  %4 = arith.maximumf %f, %g : f32
  %5 = arith.minimumf %f, %g fastmath<nsz> : f32
  %6 = arith.maxnumf %f, %g : f32
  %7 = arith.minnumf %f, %g : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, i8, i8, f32, f32, f32, f32
}

func.func @kept(%a: index, %b: index, %h: bf16) -> (index, f32) {
  %0 = arith.remsi %a, %b : index
  %1 = arith.extf %h : bf16 to f32
  return %0, %1 : index, f32
}
