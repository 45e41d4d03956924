module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel() kernel { gpu.return }
    gpu.func @args(%a: f32 {foo.bar}, %m: memref<?xf32>) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 8 : i64}, %w2 : memref<8xf32, 3>) private(%p : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 1, 2, 3>, foo} {
      gpu.return
    }
    gpu.func @device(%a: f32) -> f32 { gpu.return %a : f32 }
  }
  gpu.module @other attributes {a} {
  }
  func.func @f(%sz: index, %i: i64, %v: f32, %m: memref<?xf32>, %s: i32, %t: !gpu.async.token) {
    gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
    gpu.launch_func [%t] @kernels::@kernel blocks in (%i, %i, %i) threads in (%i, %i, %i) : i64
    %t0 = gpu.launch_func async [%t, %t] @kernels::@args clusters in (%sz, %sz, %sz) blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz) dynamic_shared_memory_size %s args(%v : f32, %m : memref<?xf32>) {x}
    gpu.launch_func <%t : !gpu.async.token> @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
    gpu.wait
    gpu.wait [%t0]
    %w = gpu.wait async
    %w1 = gpu.wait async [%w, %t]
    %a = gpu.alloc () : memref<7xf32>
    %a1, %at = gpu.alloc async [%w1] (%sz) : memref<?xf32>
    %a2 = gpu.alloc [%at] host_shared (%sz)[%sz] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    gpu.memcpy %a1, %m : memref<?xf32>, memref<?xf32>
    %c = gpu.memcpy async [%at] %a1, %m : memref<?xf32>, memref<?xf32> {b}
    gpu.memset %a1, %v : memref<?xf32>, f32
    %d = gpu.memset async [%c] %a1, %v : memref<?xf32>, f32
    gpu.dealloc %a : memref<7xf32>
    %e = gpu.dealloc async [%d] %a1 : memref<?xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %sz, %gy = %sz, %gz = %sz) threads(%tx, %ty, %tz) in (%sx = %sz, %sy = %sz, %szz = %sz) {
      %q = arith.addi %bx, %tx : index
      gpu.terminator
    }
    %l = gpu.launch async [%e] clusters(%cx, %cy, %cz) in (%ncx = %sz, %ncy = %sz, %ncz = %sz) blocks(%bx, %by, %bz) in (%gx = %sz, %gy = %sz, %gz = %sz) threads(%tx, %ty, %tz) in (%sx = %sz, %sy = %sz, %szz = %sz) dynamic_shared_memory_size %s module(@kernels) function(@fn) workgroup(%wg : memref<32xf32, 3>, %wg1 : memref<1xf32, 3>) private(%pr : memref<1xf32, 5>) {
      gpu.terminator
    } {attr = 1 : i32}
    return
  }
}
