// RUN: builtin.module(buffer-results-to-out-params{hoist-dynamic-allocs=true})

func.func private @sum(%n: index) -> memref<?xf32> {
  %0 = arith.addi %n, %n : index
  %1 = memref.alloc(%0) : memref<?xf32>
  return %1 : memref<?xf32>
}

func.func @main(%n: index) {
  // expected-error@below {{cannot create out param for dynamically shaped result}}
  %0 = call @sum(%n) : (index) -> memref<?xf32>
  return
}
