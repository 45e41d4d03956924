// RUN: --canonicalize
// Unlike MLIR, which takes too long: the map of the last op would have sixteen million operations.

func.func @f(%a: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%a)
  %1 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%1)
  %3 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%2)
  %4 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%3)
  %5 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%4)
  %6 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%5)
  %7 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%6)
  %8 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%7)
  %9 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%8)
  %10 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%9)
  %11 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%10)
  %12 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%11)
  %13 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%12)
  %14 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%13)
  %15 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%14)
  %16 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%15)
  %17 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%16)
  %18 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%17)
  %19 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%18)
  %20 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%19)
  %21 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%20)
  %22 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%21)
  %23 = affine.apply affine_map<(d0) -> (d0 + d0 floordiv 3)>(%22)
  return %23 : index
}
