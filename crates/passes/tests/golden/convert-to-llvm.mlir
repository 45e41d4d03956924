// RUN: builtin.module(convert-to-llvm)
// Ops of several dialects, in one go.
func.func @mixed(%n: index, %m: memref<?xf32>, %b: i1, %c: complex<f32>) -> f32 {
  %c0 = arith.constant 0 : index
  %l = memref.load %m[%c0] : memref<?xf32>
  %s = math.sin %l : f32
  %r = complex.re %c : complex<f32>
  %t = arith.addf %s, %r : f32
  cf.cond_br %b, ^yes, ^no
^yes:
  %v = vector.broadcast %t : f32 to vector<4xf32>
  %d = vector.extract %v[1] : f32 from vector<4xf32>
  vector.print %d : f32
  return %d : f32
^no:
  %u = ub.poison : f32
  %i = index.mul %n, %n
  %mask = vector.step : vector<4xindex>
  memref.dealloc %m : memref<?xf32>
  return %u : f32
}

// What has no direct form stays, behind casts.
func.func @left(%c: i1, %n: index, %x: f32) -> index {
  cf.assert %c, "no"
  %0 = scf.if %c -> index {
    scf.yield %n : index
  } else {
    scf.yield %n : index
  }
  %m = memref.alloc(%0) : memref<?xf32>
  %e = math.erf %x : f32
  memref.store %e, %m[%n] : memref<?xf32>
  %z = arith.ceildivsi %0, %n : index
  return %z : index
}

// The sizes of a shape in memory are read by ops that would need indices.
func.func @shapes(%a: memref<?xf32>, %s: memref<3xi32>, %t: memref<2xi32>) -> (memref<?x2x?xf32>, memref<4x2xf32>) {
  %0 = memref.reshape %a(%s) : (memref<?xf32>, memref<3xi32>) -> memref<?x2x?xf32>
  %1 = memref.reshape %a(%t) : (memref<?xf32>, memref<2xi32>) -> memref<4x2xf32>
  return %0, %1 : memref<?x2x?xf32>, memref<4x2xf32>
}
