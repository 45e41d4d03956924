// RUN: builtin.module(buffer-results-to-out-params{hoist-dynamic-allocs=true hoist-static-allocs=true})

// The sizes of new memory are arguments, which who calls the function knows.
func.func private @sizes(%n: index, %a: memref<4xf32>, %k: index) -> (memref<?x?xf32>, f32, memref<4xf32>, memref<?xf32>) {
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc(%k, %n) : memref<?x?xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = memref.alloc(%k) {alignment = 64 : i64} : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%0 : memref<?x?xf32>)
  return %0, %f, %1, %2 : memref<?x?xf32>, f32, memref<4xf32>, memref<?xf32>
}

func.func @main(%n: index, %k: index, %a: memref<4xf32>) {
  %0:4 = call @sizes(%n, %a, %k) : (index, memref<4xf32>, index) -> (memref<?x?xf32>, f32, memref<4xf32>, memref<?xf32>)
  "user.use"(%0#0, %0#1, %0#2, %0#3) : (memref<?x?xf32>, f32, memref<4xf32>, memref<?xf32>) -> ()
  return
}
