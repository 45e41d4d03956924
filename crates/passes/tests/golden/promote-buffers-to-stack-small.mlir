// RUN: --promote-buffers-to-stack=max-alloc-size-in-bytes=64

func.func @unknown() {
  "op"() ({
    %0 = memref.alloc() : memref<3xf32>
    "end"() : () -> ()
  }) : () -> ()
  %1 = memref.alloc() : memref<256xf32>
  %2 = memref.alloc() : memref<257xf32>
  %3 = memref.alloc() : memref<8x40xvector<3xi8>>
  %4 = memref.alloc() : memref<64xcomplex<f64>>
  %5 = memref.alloc() : memref<129xindex>
  %6 = memref.alloc() : memref<1024xi1>
  return
}
