// RUN: --gpu-async-region
// Ops of the device run one after the other without the host; tasks hand tokens on.

module attributes {gpu.container_module} {
  gpu.module @kernels { gpu.func @kernel() kernel { gpu.return } }
  func.func private @foo()
  func.func @fork3(%sz : index) {
    %a0 = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a1 = async.execute [%a0] {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a2 = async.execute [%a0, %a1] {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a3 = async.execute [%a0] {
      %c = arith.constant 1 : index
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %c)
      async.yield
    }
    async.await %a0 : !async.token
    async.await %a2 : !async.token
    async.await %a3 : !async.token
    return
  }
  func.func @regions(%n: index, %b: i1, %m: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    scf.for %i = %c0 to %n step %c1 {
      %x = arith.addi %i, %c1 : index
    }
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
      gpu.memset %m, %v : memref<?xf32>, f32
      scf.if %b {
        gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
      }
    }
    %l = memref.load %m[%c0] : memref<?xf32>
    %a = gpu.alloc (%n) : memref<?xf32>
    gpu.memcpy %a, %m : memref<?xf32>, memref<?xf32>
    cf.cond_br %b, ^bb1, ^bb2
  ^bb1:
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    cf.br ^bb2
  ^bb2:
    gpu.dealloc %a : memref<?xf32>
    return
  }
  func.func @chain(%sz: index) -> !async.token {
    %a0, %v0 = async.execute -> !async.value<f32> {
      %f = arith.constant 1.0 : f32
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield %f : f32
    }
    %a1 = async.execute [%a0] (%v0 as %f : !async.value<f32>) {
      %b = arith.addf %f, %f : f32
      async.yield
    }
    %a2 = async.execute [%a1] {
      %in = async.execute {
        gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
        async.yield
      }
      async.await %in : !async.token
      async.yield
    }
    return %a2 : !async.token
  }
  func.func @values(%sz: index) {
    %a0, %v0 = async.execute -> !async.value<!gpu.async.token> {
      %t = gpu.wait async
      %u = gpu.launch_func async [%t] @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield %u : !gpu.async.token
    }
    %x = async.await %v0 : !async.value<!gpu.async.token>
    gpu.wait [%x]
    %y = async.await %v0 : !async.value<!gpu.async.token>
    %m, %s = gpu.alloc async [%y] () : memref<4xf32>
    call @foo() : () -> ()
    %z = async.await %v0 : !async.value<!gpu.async.token>
    gpu.wait [%z]
    return
  }
}
