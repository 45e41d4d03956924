// RUN: --convert-complex-to-llvm
// Complex numbers as structs.

func.func @add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @add_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @sub_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @mul(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @mul_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @div_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @abs(%a: complex<f64>) -> f64 {
  %0 = complex.abs %a fastmath<contract> : complex<f64>
  return %0 : f64
}

func.func @re(%a: complex<f64>) -> f64 {
  %0 = complex.re %a : complex<f64>
  return %0 : f64
}

func.func @im(%a: complex<f64>) -> f64 {
  %0 = complex.im %a : complex<f64>
  return %0 : f64
}

func.func @create(%a: f64) -> complex<f64> {
  %0 = complex.create %a, %a : complex<f64>
  return %0 : complex<f64>
}

func.func @constant() -> complex<f64> {
  %0 = complex.constant [1.0, 2.0] {note} : complex<f64>
  return %0 : complex<f64>
}
