module attributes {gpu.container_module} {
  func.func private @use(!gpu.async.token, index)

  func.func @waits(%t: !gpu.async.token, %u: !gpu.async.token) {
    gpu.wait
    %0 = gpu.wait async
    gpu.wait [%0]
    %1 = gpu.wait async [%0, %t]
    %2 = gpu.wait async [%t, %u]
    %3 = gpu.wait async [%t, %u]
    %c0 = arith.constant 0 : index
    call @use(%1, %c0) : (!gpu.async.token, index) -> ()
    call @use(%3, %c0) : (!gpu.async.token, index) -> ()
    gpu.wait [%0, %1]
    return
  }

  func.func @sizes(%n: index, %m: index, %t: !gpu.async.token) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = gpu.alloc (%n, %m) : memref<?x4x?xf32>
    %0 = memref.dim %a, %c0 : memref<?x4x?xf32>
    %1 = memref.dim %a, %c1 : memref<?x4x?xf32>
    %2 = memref.dim %a, %c2 : memref<?x4x?xf32>
    call @use(%t, %0) : (!gpu.async.token, index) -> ()
    call @use(%t, %1) : (!gpu.async.token, index) -> ()
    call @use(%t, %2) : (!gpu.async.token, index) -> ()
    return
  }

  func.func @copies(%m: memref<4xf32>, %t: !gpu.async.token, %v: f32) {
    %a = gpu.alloc () : memref<4xf32>
    gpu.memcpy %a, %m : memref<4xf32>, memref<4xf32>
    gpu.dealloc %a : memref<4xf32>
    %b, %t0 = gpu.alloc async [%t] () : memref<4xf32>
    %t1 = gpu.memcpy async [%t0] %b, %m : memref<4xf32>, memref<4xf32>
    %t2 = gpu.dealloc async [%t1] %b : memref<4xf32>
    gpu.wait [%t2]
    %c = gpu.alloc () : memref<4xf32>
    %t3 = gpu.memcpy async %c, %m : memref<4xf32>, memref<4xf32>
    gpu.wait [%t3]
    %d = gpu.alloc () : memref<4xf32>
    gpu.memcpy %d, %m : memref<4xf32>, memref<4xf32>
    gpu.memcpy %m, %d : memref<4xf32>, memref<4xf32>
    %e = memref.cast %m : memref<4xf32> to memref<?xf32>
    gpu.memset %e, %v : memref<?xf32>, f32
    gpu.memcpy %e, %d : memref<?xf32>, memref<4xf32>
    return
  }

  func.func @one_block(%n: index, %m: memref<?xindex>) {
    %c1 = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%nbx = %n, %nby = %c1, %nbz = %c1)
               threads(%tx, %ty, %tz) in (%ntx = %c1, %nty = %n, %ntz = %c1) {
      %0 = arith.addi %bx, %by : index
      %1 = arith.addi %tx, %ty : index
      memref.store %0, %m[%1] : memref<?xindex>
      gpu.terminator
    }
    return
  }
}
