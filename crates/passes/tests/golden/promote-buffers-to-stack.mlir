// RUN: --promote-buffers-to-stack

func.func private @callee(memref<?xf32>) -> memref<?xf32>

func.func @branches(%c: i1, %n: index, %m: memref<?xf32>) -> memref<?xf32> {
  cf.cond_br %c, ^bb1, ^bb2(%m : memref<?xf32>)
^bb1:
  %0 = memref.alloc(%n) {alignment = 64, foo} : memref<?xf32>
  cf.br ^bb2(%0 : memref<?xf32>)
^bb2(%a: memref<?xf32>):
  memref.copy %m, %a : memref<?xf32> to memref<?xf32>
  return %a : memref<?xf32>
}

func.func @conditional(%c: i1, %n: index, %m: memref<?xf32>) {
  %0 = scf.if %c -> (memref<?xf32>) {
    %1 = memref.alloc(%n) : memref<?xf32>
    %2 = memref.cast %1 : memref<?xf32> to memref<?xf32>
    %3 = arith.select %c, %2, %m : memref<?xf32>
    scf.yield %3 : memref<?xf32>
  } else {
    %1 = arith.addi %n, %n : index
    %2 = memref.alloc(%1) : memref<?xf32>
    scf.yield %2 : memref<?xf32>
  }
  memref.copy %m, %0 : memref<?xf32> to memref<?xf32>
  return
}

func.func @loops(%c: i1, %n: index, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    %0 = memref.alloc() {alignment = 64, foo} : memref<4xf32>
    %1 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    %2 = memref.alloc(%i) : memref<?xf32>
    %3 = memref.rank %m : memref<4xf32>
    %4 = memref.alloc(%3) : memref<?xf32>
    %5 = memref.alloca() : memref<4xf32>
    affine.for %j = 0 to 10 {
      %6 = memref.alloc() : memref<8xf32>
      scf.if %c {
        %7 = memref.alloc() : memref<4xf32>
        memref.dealloc %7 : memref<4xf32>
      }
    }
    memref.copy %m, %0 : memref<4xf32> to memref<4xf32>
  }
  scf.while : () -> () {
    %0 = memref.alloc() : memref<4xf32>
    scf.condition(%c)
  } do {
    %0 = memref.alloc(%n) : memref<?xf32>
    scf.yield
  }
  return
}

func.func @parallel(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    %0 = memref.alloc() : memref<6xf32>
    scf.reduce
  }
  scf.forall (%i) in (%n) {
    %0 = memref.alloc() : memref<7xf32>
  }
  return
}

func.func @carried(%n: index, %m: memref<?xf32>) -> memref<?xf32> {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %m) -> (memref<?xf32>) {
    %1 = memref.alloc(%n) : memref<?xf32>
    %2 = func.call @callee(%1) : (memref<?xf32>) -> memref<?xf32>
    scf.yield %2 : memref<?xf32>
  }
  return %0 : memref<?xf32>
}

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
