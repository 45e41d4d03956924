// RUN: builtin.module(convert-complex-to-libm)
// Nothing becomes a constant on the way, but values are seen through.
func.func @unfolded(%v: vector<4xf32>) -> (index, index, index, index, f32, i1, f32) { %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<2x3xf32>
  %d = memref.dim %a, %c1 : memref<2x3xf32>
  %i1 = index.constant 1
  %i2 = index.constant 2
  %s = index.add %i1, %i2
  %ap = affine.apply affine_map<(d0) -> (d0 + 1)>(%c1)
  %sum = arith.addi %c1, %c1 : index
  %f = arith.constant 4.0 : f32
  %q = math.sqrt %f : f32
  %t = arith.constant true
  %r = scf.if %t -> i1 { scf.yield %t : i1 } else { scf.yield %t : i1 }
  %br = vector.broadcast %f : f32 to vector<4xf32>
  %ex = vector.extract %br[2] : f32 from vector<4xf32>
  return %d, %s, %ap, %sum, %q, %r, %ex : index, index, index, index, f32, i1, f32 }
