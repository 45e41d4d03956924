// RUN: --math-sincos-fusion
// Unlike MLIR: it takes the cosine from blocks inside, too, and puts the new op where the sine cannot use it.
func.func @f(%a: f32, %c: i1) {
  scf.if %c {
    %0 = math.cos %a : f32
    "test.use"(%0) : (f32) -> ()
  }
  %1 = math.sin %a : f32
  "test.use"(%1) : (f32) -> ()
  %2 = math.cos %a : f32
  "test.use"(%2) : (f32) -> ()
  return
}
