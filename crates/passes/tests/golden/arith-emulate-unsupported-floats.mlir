// RUN: --arith-emulate-unsupported-floats=source-types=bf16,f8E4M3FNUZ
// What does not compute stays: constants, conversions between floats, and selections.
func.func @scalars(%a: bf16, %b: bf16, %c: f16, %i: i32, %p: i1) {
  %0 = arith.constant 1.5 : bf16
  %1 = arith.addf %a, %0 fastmath<fast> {tag} : bf16
  %2 = arith.mulf %1, %b : bf16
  %3 = arith.cmpf olt, %2, %a : bf16
  %4 = arith.select %3, %1, %2 : bf16
  %5 = arith.negf %4 : bf16
  %6 = arith.bitcast %5 : bf16 to i16
  %7 = arith.extf %5 : bf16 to f32
  "test.use"(%3, %6, %7) : (i1, i16, f32) -> ()
  %8 = arith.sitofp %i : i32 to bf16
  %9 = arith.fptoui %8 : bf16 to i32
  %10 = arith.addf %c, %c : f16
  %11 = math.exp %8 : bf16
  "test.use"(%9, %10, %11) : (i32, f16, bf16) -> ()
  return
}

func.func @vectors(%v: vector<3x2xbf16>, %w: vector<3xbf16>, %x: bf16, %y: vector<2xf8E4M3FNUZ>, %z: vector<2x2xf8E4M3FNUZ>) {
  %0 = vector.fma %v, %v, %v : vector<3x2xbf16>
  %1 = vector.reduction <add>, %w, %x fastmath<fast> : vector<3xbf16> into bf16
  %2 = vector.multi_reduction <maxnumf>, %v, %w [1] : vector<3x2xbf16> to vector<3xbf16>
  %3 = vector.outerproduct %y, %y, %z {kind = #vector.kind<add>} : vector<2xf8E4M3FNUZ>, vector<2xf8E4M3FNUZ>
  %4:2 = vector.scan <mul>, %v, %w {inclusive = true, reduction_dim = 1} : vector<3x2xbf16>, vector<3xbf16>
  %5 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %v, %v, %w : vector<3x2xbf16>, vector<3x2xbf16> into vector<3xbf16>
  %6 = vector.broadcast %x : bf16 to vector<4xbf16>
  "test.use"(%0, %1, %2, %3, %4#0, %5, %6) : (vector<3x2xbf16>, bf16, vector<3xbf16>, vector<2x2xf8E4M3FNUZ>, vector<3x2xbf16>, vector<3xbf16>, vector<4xbf16>) -> ()
  return
}
