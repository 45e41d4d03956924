// RUN: builtin.module(scf-parallel-loop-fusion)
// Unlike MLIR: loops that write the same elements by different indices, that all use one element, that update memory
// atomically or that call functions are not fused.
func.func private @use(index)
func.func @waw() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %g = arith.constant 2.0 : f32
  %t = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %f, %t[%i] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %r = arith.subi %c8, %i : index
    %s = arith.subi %r, %c1 : index
    memref.store %g, %t[%s] : memref<8xf32>
  }
  return
}
func.func @atomic() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %t = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %1 = memref.atomic_rmw addf %f, %t[%c0] : (f32, memref<8xf32>) -> f32
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %t[%c0] : memref<8xf32>
    memref.store %v, %t[%i] : memref<8xf32>
  }
  return
}
func.func @call() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    func.call @use(%i) : (index) -> ()
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    func.call @use(%c8) : (index) -> ()
  }
  return
}
func.func @one_element(%f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  %u = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %t[%c0] : memref<8xf32>
    memref.store %v, %u[%i] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %f, %t[%c0] : memref<8xf32>
  }
  return
}
