// RUN: --arith-expand=include-bf16=true

func.func @scalars(%h: bf16, %f: f32, %d: f64) -> (f32, bf16, f64, bf16) {
  %0 = arith.extf %h : bf16 to f32
  %1 = arith.truncf %f : f32 to bf16
  %2 = arith.extf %h : bf16 to f64
  %3 = arith.truncf %d : f64 to bf16
  return %0, %1, %2, %3 : f32, bf16, f64, bf16
}

func.func @vectors(%h: vector<2xbf16>, %f: vector<2xf32>) -> (vector<2xf32>, vector<2xbf16>) {
  %0 = arith.extf %h : vector<2xbf16> to vector<2xf32>
  %1 = arith.truncf %f : vector<2xf32> to vector<2xbf16>
  return %0, %1 : vector<2xf32>, vector<2xbf16>
}
