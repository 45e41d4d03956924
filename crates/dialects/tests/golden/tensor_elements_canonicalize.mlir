// New tensors, casts, and single elements.

func.func @empty(%n: index) -> (tensor<4x8xf32>, tensor<?x?xf32>, tensor<4x?xf32>, index, index) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty(%c4, %n) : tensor<?x?xf32>
  %1 = tensor.empty(%n, %c4) : tensor<?x?xf32>
  %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<4x8xf32>
  %3 = tensor.empty(%n, %n) : tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<4x?xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %3, %c0 : tensor<?x?xf32>
  %e = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %2, %0, %4, %d, %e : tensor<4x8xf32>, tensor<?x?xf32>, tensor<4x?xf32>, index, index
}
func.func @casts(%t: tensor<4x8xf32>, %u: tensor<?x?xf32>) -> (tensor<4x8xf32>, tensor<4x?xf32>, tensor<?x8xf32>, tensor<5x?xf32>, index, tensor<*xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  %3 = tensor.cast %u : tensor<?x?xf32> to tensor<4x8xf32>
  %4 = tensor.cast %3 : tensor<4x8xf32> to tensor<?x8xf32>
  %5 = tensor.cast %u : tensor<?x?xf32> to tensor<*xf32>
  %6 = tensor.cast %u : tensor<?x?xf32> to tensor<?x8xf32>
  %7 = tensor.cast %6 : tensor<?x8xf32> to tensor<5x?xf32>
  %d = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %1, %2, %4, %7, %d, %5 : tensor<4x8xf32>, tensor<4x?xf32>, tensor<?x8xf32>, tensor<5x?xf32>, index, tensor<*xf32>
}
func.func @dim_of_cast(%u: tensor<?x?xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %5 = tensor.cast %u : tensor<?x?xf32> to tensor<*xf32>
  %6 = tensor.cast %u : tensor<?x?xf32> to tensor<?x8xf32>
  %d = tensor.dim %5, %c0 : tensor<*xf32>
  %e = tensor.dim %6, %c0 : tensor<?x8xf32>
  return %d, %e : index, index
}
func.func @extract(%x: f32, %y: f32, %i: index, %t: tensor<4x8xf32>) -> (f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %s = arith.constant dense<7.0> : tensor<2x2xf32>
  %f = tensor.from_elements %x, %y, %y, %x : tensor<2x2xf32>
  %0 = tensor.extract %f[%c0, %c1] : tensor<2x2xf32>
  %1 = tensor.extract %k[%c1, %c0] : tensor<2x2xf32>
  %2 = tensor.extract %s[%i, %c0] : tensor<2x2xf32>
  %sp = tensor.splat %x : tensor<4xf32>
  %3 = tensor.extract %sp[%i] : tensor<4xf32>
  %c = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %4 = tensor.extract %c[%i, %i] : tensor<?x?xf32>
  %g = tensor.generate %i {
  ^bb0(%a: index):
    %q = arith.index_cast %a : index to i32
    %r = arith.sitofp %q : i32 to f32
    tensor.yield %r : f32
  } : tensor<?xf32>
  %5 = tensor.extract %g[%c1] : tensor<?xf32>
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
func.func @insert() -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %s = arith.constant dense<7.0> : tensor<4xf32>
  %x = arith.constant 7.0 : f32
  %y = arith.constant 8.0 : f32
  %0 = tensor.insert %x into %s[%c0] : tensor<4xf32>
  %1 = tensor.insert %y into %s[%c0] : tensor<4xf32>
  %2 = tensor.from_elements %x, %y, %y, %x : tensor<2x2xf32>
  %3 = tensor.splat %x : tensor<4xf32>
  %i1 = arith.constant 1 : i32
  %4 = tensor.from_elements %i1, %i1 : tensor<2xi32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2xi32>
}
func.func @generate() -> (tensor<?x3xindex>, index) {
  %c5 = arith.constant 5 : index
  %c0 = arith.constant 0 : index
  %g = tensor.generate %c5 {
  ^bb0(%a: index, %b: index):
    tensor.yield %b : index
  } : tensor<?x3xindex>
  %d = tensor.dim %g, %c0 : tensor<?x3xindex>
  return %g, %d : tensor<?x3xindex>, index
}
func.func @dim_generate(%n: index, %m: index, %x: f32) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = tensor.generate %n, %m {
  ^bb0(%a: index, %b: index):
    tensor.yield %x : f32
  } : tensor<?x?xf32>
  %d = tensor.dim %g, %c1 : tensor<?x?xf32>
  %s = tensor.splat %x[%m] : tensor<?xf32>
  %e = tensor.dim %s, %c0 : tensor<?xf32>
  %f = tensor.insert %x into %g[%c0, %c0] : tensor<?x?xf32>
  %fd = tensor.dim %f, %c0 : tensor<?x?xf32>
  return %d, %e, %fd : index, index, index
}
func.func @index_cast(%x: index, %y: i32, %c: tensor<4xi32>, %i: index) -> (index, i32) {
  %0 = arith.index_cast %c : tensor<4xi32> to tensor<4xindex>
  %1 = tensor.extract %0[%i] : tensor<4xindex>
  %f = tensor.from_elements %x, %x : tensor<2xindex>
  %g = arith.index_cast %f : tensor<2xindex> to tensor<2xi32>
  %2 = tensor.extract %g[%i] : tensor<2xi32>
  return %1, %2 : index, i32
}
func.func @just_written(%t: tensor<4xf32>, %x: f32, %i: index, %j: index) -> (f32, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  %2 = tensor.extract %0[%j] : tensor<4xf32>
  return %1, %2 : f32, f32
}
func.func @insert_into_cast(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %0 = tensor.insert %x into %c[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @written_at_known_place(%t: tensor<4x4xf32>, %x: f32, %i: index, %j: index) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%i, %c0] : tensor<4x4xf32>
  %1 = tensor.extract %0[%i, %c0] : tensor<4x4xf32>
  %2 = tensor.insert %x into %t[%c0, %c1] : tensor<4x4xf32>
  %3 = tensor.extract %2[%c0, %c1] : tensor<4x4xf32>
  %4 = tensor.extract %2[%c1, %c1] : tensor<4x4xf32>
  %c = tensor.cast %t : tensor<4x4xf32> to tensor<?x4xf32>
  %5 = tensor.insert %x into %c[%c1, %c1] : tensor<?x4xf32>
  %6 = tensor.extract %5[%c1, %c1] : tensor<?x4xf32>
  return %1, %3, %4, %6 : f32, f32, f32, f32
}

func.func @from_constants() -> (tensor<0xi32>, tensor<2x0xf32>, tensor<1xcomplex<f32>>, tensor<2xindex>) {
  %c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %i = arith.constant 3 : index
  %0 = tensor.from_elements : tensor<0xi32>
  %1 = tensor.from_elements : tensor<2x0xf32>
  %2 = tensor.from_elements %c : tensor<1xcomplex<f32>>
  %3 = tensor.from_elements %i, %i : tensor<2xindex>
  return %0, %1, %2, %3 : tensor<0xi32>, tensor<2x0xf32>, tensor<1xcomplex<f32>>, tensor<2xindex>
}
