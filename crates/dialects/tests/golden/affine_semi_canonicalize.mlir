// Quotients, remainders and products of symbols.
func.func @a(%n: index, %p: index, %q: index) -> (index, index, index, index, index, index, index) {
  %0 = affine.apply affine_map<()[s0, s1] -> ((s0 * s1) mod s1)>()[%n, %p]
  %1 = affine.apply affine_map<()[s0, s1] -> ((s0 * s1) floordiv s1)>()[%n, %p]
  %2 = affine.apply affine_map<()[s0, s1] -> ((s0 * s1 + s1) ceildiv s1)>()[%n, %p]
  %3 = affine.apply affine_map<()[s0, s1, s2] -> (((s0 * s1) floordiv s2) floordiv s1)>()[%n, %p, %q]
  %4 = affine.apply affine_map<()[s0, s1, s2] -> (((s0 * s1) floordiv s2) ceildiv s1)>()[%n, %p, %q]
  %5 = affine.apply affine_map<(d0)[s0, s1] -> (d0 * s0 + s1 * s0 + d0 * s0)>(%n)[%p, %q]
  %6 = affine.apply affine_map<(d0, d1)[s0, s1] -> (d1 mod s0 + d0 * s1 + d0 floordiv s0 + 3)>(%n, %q)[%p, %q]
  return %0, %1, %2, %3, %4, %5, %6 : index, index, index, index, index, index, index
}
func.func @a2(%n: index, %p: index, %q: index) -> (index, index, index, index, index) {
  %0 = affine.apply affine_map<()[s0, s1] -> ((s0 * s1) mod s1)>()[%n, %p]
  %1 = affine.apply affine_map<()[s0, s1] -> ((s0 * s1) floordiv s1)>()[%n, %p]
  %2 = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv s0) * s0 + d0 mod s0)>(%n)[%p]
  %3 = affine.apply affine_map<(d0)[s0, s1] -> (d0 mod s0 + d0 mod s0 + (d0 floordiv s1) ceildiv s1)>(%n)[%p, %q]
  %4 = affine.apply affine_map<(d0)[s0] -> (d0 - (d0 floordiv s0) * s0)>(%n)[%p]
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
