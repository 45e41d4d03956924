// RUN: --inline
// Affine loops and conditionals take only what the dialect can reason about; a symbol of a function becomes a dimension where
// it is the variable of a loop.

func.func private @double(%i: index) -> index {
  %two = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%i]
  return %two : index
}
func.func private @smaller(%i: index) -> index {
  %min = affine.min affine_map<()[s0] -> (s0 * 2, 5)>()[%i]
  return %min : index
}
func.func private @copy(%m: memref<100xf32>, %i: index) {
  %f = affine.load %m[symbol(%i) + 1] : memref<100xf32>
  affine.store %f, %m[%i] : memref<100xf32>
  return
}
func.func private @copy_last(%m: memref<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %size = memref.dim %m, %c0 : memref<?xf32>
  %square = arith.muli %i, %i : index
  %f = affine.load %m[symbol(%size) - 1] : memref<?xf32>
  affine.store %f, %m[0] : memref<?xf32>
  return
}
func.func @inlined(%m: memref<100xf32>, %d: memref<?xf32>, %a: memref<4xindex>, %n: index) {
  affine.for %i = 0 to 4 {
    %x = func.call @double(%i) : (index) -> index
    affine.store %x, %a[%i] : memref<4xindex>
    %y = func.call @smaller(%i) : (index) -> index
    affine.store %y, %a[%i] : memref<4xindex>
    func.call @copy(%m, %i) : (memref<100xf32>, index) -> ()
    func.call @copy(%m, %n) : (memref<100xf32>, index) -> ()
    func.call @copy_last(%d, %n) : (memref<?xf32>, index) -> ()
  }
  affine.parallel (%i) = (0) to (4) {
    func.call @copy(%m, %i) : (memref<100xf32>, index) -> ()
  }
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) {
    func.call @copy(%m, %n) : (memref<100xf32>, index) -> ()
  }
  return
}

func.func private @plain_copy(%m: memref<100xf32>, %i: index) {
  %f = memref.load %m[%i] : memref<100xf32>
  memref.store %f, %m[%i] : memref<100xf32>
  return
}
func.func private @copy_square(%m: memref<100xf32>, %i: index) {
  %square = arith.muli %i, %i : index
  %f = affine.load %m[%square] : memref<100xf32>
  affine.store %f, %m[%i] : memref<100xf32>
  return
}
func.func private @loop(%m: memref<100xf32>) {
  affine.for %i = 0 to 4 {
    %f = affine.load %m[%i] : memref<100xf32>
    affine.store %f, %m[%i + 4] : memref<100xf32>
  }
  return
}
func.func private @outside(index)
func.func private @callee(%i: index) {
  func.call @outside(%i) : (index) -> ()
  return
}
func.func @left(%m: memref<100xf32>, %n: index, %c: i1) {
  affine.for %i = 0 to 4 {
    func.call @plain_copy(%m, %i) : (memref<100xf32>, index) -> ()
    func.call @copy_square(%m, %n) : (memref<100xf32>, index) -> ()
    func.call @loop(%m) : (memref<100xf32>) -> ()
    func.call @callee(%n) : (index) -> ()
    // Within other ops, anything but affine ops.
    scf.if %c {
      func.call @plain_copy(%m, %n) : (memref<100xf32>, index) -> ()
      func.call @loop(%m) : (memref<100xf32>) -> ()
      func.call @copy(%m, %n) : (memref<100xf32>, index) -> ()
    }
  }
  return
}

// What stands in other loops of the callee counts, too: a bound would be no symbol in the loop around the call.
func.func private @inner_loop(%n: index, %m: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    affine.for %k = 0 to %n {
      affine.store %zero, %m[%k] : memref<?xf32>
    }
  }
  return
}
func.func @kept_in_while(%size: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %end = scf.while (%n = %size) : (index) -> index {
    %more = arith.cmpi ne, %n, %c0 : index
    scf.condition(%more) %n : index
  } do {
  ^bb0(%n: index):
    %half = arith.divui %n, %c2 : index
    func.call @inner_loop(%half, %m) : (index, memref<?xf32>) -> ()
    scf.yield %half : index
  }
  return
}
func.func @inlined_in_function(%n: index, %m: memref<?xf32>) {
  call @inner_loop(%n, %m) : (index, memref<?xf32>) -> ()
  return
}
