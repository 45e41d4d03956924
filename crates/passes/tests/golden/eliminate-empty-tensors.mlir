// RUN: --eliminate-empty-tensors

// The part of the other tensor is there where the empty one is made.
func.func @fill(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// What computes the place moves in front of the op that needs it.
func.func @late(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = arith.addi %o, %o : index
  %r = tensor.insert_slice %a into %t[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @middle(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %p = arith.addi %o, %o : index
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// Contents that nothing defines.
func.func @direct(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = tensor.insert_slice %e into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @cast(%t: tensor<?xf32>, %f: f32, %o: index, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %c = tensor.cast %e : tensor<?xf32> to tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @reduced(%t: tensor<8x?xf32>, %f: f32, %o: index, %n: index) -> tensor<8x?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %a into %t[%o, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

func.func @two_uses(%t: tensor<8xf32>, %f: f32, %o: index) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r, %a : tensor<8xf32>, tensor<4xf32>
}

func.func @shared_empty(%t: tensor<8xf32>, %f: f32, %o: index) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r, %b : tensor<8xf32>, tensor<4xf32>
}

func.func @loop(%t: tensor<8xf32>, %f: f32, %o: index, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<8xf32>) {
    %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.insert_slice %a into %u[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A loop that gives on the memory that it was given.
func.func @inner_loop(%t: tensor<8xf32>, %f: f32, %o: index, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %e) -> (tensor<4xf32>) {
    %a = tensor.insert %f into %u[%i] : tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  }
  %s = tensor.insert_slice %r into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %s : tensor<8xf32>
}

func.func @branches(%t: tensor<8xf32>, %f: f32, %o: index, %c: i1) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %a = scf.if %c -> tensor<4xf32> {
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %e2 : tensor<4xf32>
  }
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// The whole of a tensor, or of memory that nobody else uses.
func.func @materialize(%m: memref<4xf32>, %d: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %e2 = tensor.empty() : tensor<4xf32>
  %b = linalg.fill ins(%f : f32) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %r = bufferization.materialize_in_destination %b in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @linalg_copy(%d: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e2 = tensor.empty() : tensor<4xf32>
  %b = linalg.fill ins(%f : f32) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.copy ins(%b : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @parallel(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<8xf32> {
    %p = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %e = tensor.empty() : tensor<4xf32>
    %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %o[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

func.func @read_between(%t: tensor<8xf32>, %f: f32, %o: index) -> (tensor<8xf32>, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %t[%o] : tensor<8xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r, %x : tensor<8xf32>, f32
}

func.func private @callee(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %a = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

func.func @call(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = call @callee(%e, %f) : (tensor<4xf32>, f32) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// Other shapes are not followed.
func.func @expand(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = tensor.collapse_shape %a [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %r = tensor.insert_slice %c into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @chain(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = arith.addf %f, %f : f32
  %a = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = arith.addf %f, %f : f32
  %p = arith.addi %o, %o : index
  %z = arith.addf %f, %f : f32
  %q = arith.addi %p, %o : index
  %n = arith.muli %o, %o : index
  %c = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %r = tensor.insert_slice %c into %t[%q] [%n] [1] : tensor<?xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @order(%t: tensor<8x8xf32>, %f: f32, %o: index) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = arith.addi %o, %o : index
  %q = arith.muli %o, %o : index
  %r = tensor.insert_slice %a into %t[%q, %p] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// These places cannot be computed earlier.
func.func @effect(%t: tensor<8xf32>, %f: f32, %m: memref<index>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = memref.load %m[] : memref<index>
  %r = tensor.insert_slice %a into %t[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @div(%t: tensor<8xf32>, %f: f32, %m: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = arith.divui %m, %m : index
  %r = tensor.insert_slice %a into %t[%p] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @dest(%t: tensor<8xf32>, %f: f32, %o: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.map { arith.addf } ins(%a, %e : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>)
  %u = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %b into %u[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// The place depends on what is computed.
func.func @self(%t: tensor<8xf32>, %f: f32, %i: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xindex>
  %a = tensor.insert %i into %e[%i] : tensor<4xindex>
  %o = tensor.extract %a[%i] : tensor<4xindex>
  %g = tensor.empty() : tensor<8xindex>
  %r = tensor.insert_slice %a into %g[%o] [4] [1] : tensor<4xindex> into tensor<8xindex>
  %x = tensor.extract %r[%i] : tensor<8xindex>
  %u = tensor.insert %f into %t[%x] : tensor<8xf32>
  return %u : tensor<8xf32>
}

func.func @nested(%t: tensor<8xf32>, %f: f32, %o: index, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<8xf32>) {
    %b = linalg.map { math.exp } ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>)
    %s = tensor.insert_slice %b into %u[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// The second part is there too late.
func.func @twice(%t: tensor<8xf32>, %f: f32, %o: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %b = linalg.map { math.exp } ins(%r : tensor<8xf32>) outs(%r : tensor<8xf32>)
  %s = tensor.insert_slice %a into %b[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %s, %r : tensor<8xf32>, tensor<8xf32>
}

func.func @elem(%t: tensor<8xf32>, %f: i32, %o: index) -> (tensor<8xf32>) {
  %e = tensor.empty() : tensor<4xi32>
  %a = linalg.fill ins(%f : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %b = tensor.bitcast %a : tensor<4xi32> to tensor<4xf32>
  %r = tensor.insert_slice %b into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @select(%t: tensor<8xf32>, %f: f32, %o: index, %c: i1) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %s = arith.select %c, %e, %e2 : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @shared_memory(%m: memref<4xf32>, %f: f32) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %a in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// The part is taken in front of the op around the one that needs it.
func.func @in_branch(%t: tensor<8xf32>, %f: f32, %n: index, %c: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<8xf32>) {
    %s = scf.if %c -> (tensor<8xf32>) {
      %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %b = tensor.insert_slice %a into %u[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
      scf.yield %b : tensor<8xf32>
    } else {
      scf.yield %u : tensor<8xf32>
    }
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
