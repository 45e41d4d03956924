// RUN: --convert-bufferization-to-memref

#transposed = affine_map<(d0, d1) -> (d1, d0)>

func.func @transposed(%a: memref<?x4xf32, #transposed>) -> memref<?x4xf32, #transposed> {
  // expected-error@below {{failed to legalize operation 'bufferization.clone' that was explicitly marked illegal}}
  %0 = bufferization.clone %a : memref<?x4xf32, #transposed> to memref<?x4xf32, #transposed>
  return %0 : memref<?x4xf32, #transposed>
}
