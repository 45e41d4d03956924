// RUN: --math-sincos-fusion
func.func @f(%a: f32, %v: vector<2xf64>) {
  %0 = math.sin %a : f32
  %1 = math.cos %a : f32
  "test.use"(%0, %1) : (f32, f32) -> ()
  %2 = math.cos %v fastmath<fast> : vector<2xf64>
  "test.use"(%2) : (vector<2xf64>) -> ()
  %3 = math.sin %v fastmath<fast> {tag} : vector<2xf64>
  "test.use"(%3) : (vector<2xf64>) -> ()
  %4 = math.sin %a fastmath<nnan> : f32
  "test.use"(%4) : (f32) -> ()
  cf.br ^next
^next:
  %5 = math.sin %a : f32
  "test.use"(%5) : (f32) -> ()
  return
}

func.func @several(%a: f32) {
  %0 = math.sin %a : f32
  %1 = math.sin %a : f32
  %2 = math.cos %a : f32
  "test.use"(%0, %1, %2) : (f32, f32, f32) -> ()
  return
}
