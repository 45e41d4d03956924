func.func @f(%a: index, %b: index) -> (index, index, index,index, index, index,index, index, index,index, index, index,index, index, index,index, index, index,index,i1,i1,i1,i1, i1, index, index, i32, index, index) {
  %c3 = index.constant 3
  %c5 = index.constant 5
  %cm7 = index.constant -7
  %0 = index.constant 0
  %1 = index.constant 1
  %z0 = index.add %c3, %cm7
  %z1 = index.sub %c3, %c5
  %z2 = index.mul %cm7, %c5
  %z3 = index.divs %cm7, %c5
  %z4 = index.divu %cm7, %c5
  %z5 = index.ceildivs %cm7, %c5
  %z6 = index.floordivs %cm7, %c5
  %z7 = index.rems %cm7, %c5
  %z8 = index.divs %a, %0
  %z9 = index.shl %c3, %c5
  %z10 = index.shrs %cm7, %1
  %z11 = index.shru %cm7, %1
  %z12 = index.xor %cm7, %c5
  %z13 = index.add %a, %0
  %z14 = index.add %0, %a
  %z15 = index.sub %a, %a
  %z16 = index.mul %a, %0
  %z17 = index.mul %a, %1
  %y0 = index.add %a, %c3
  %z18 = index.add %y0, %c5
  %z19 = index.cmp slt(%c3, %c5)
  %z20 = index.cmp slt(%a, %a)
  %z21 = index.cmp sle(%a, %a)
  %y1 = index.sub %a, %b
  %z22 = index.cmp eq(%y1, %0)
  %z23 = index.cmp ult(%cm7, %c5)
  %z24 = index.sub %a, %0
  %z25 = index.maxs %cm7, %c5
  %z26 = index.casts %c3 : index to i32
  %z27 = index.and %a, %0
  %z28 = index.or %a, %0
  return %z0, %z1, %z2, %z3, %z4, %z5, %z6, %z7, %z8, %z9, %z10, %z11, %z12, %z13, %z14, %z15, %z16, %z17, %z18, %z19, %z20, %z21, %z22, %z23, %z24, %z25, %z26, %z27, %z28: index, index, index,index, index, index,index, index, index,index, index, index,index, index, index,index, index, index,index,i1,i1,i1,i1, i1, index, index, i32, index, index
}
func.func @g(%a: index, %i: i32) -> (index, index, index, index, index, index, index, index, i32, i64, index, i1, i1, i1, index, index, index, index, index) {
  %c3 = index.constant 3
  %c5 = index.constant 5
  %c70 = index.constant 70
  %big = index.constant 5000000000
  %0 = index.constant 0
  %m1 = index.constant -1
  %z0 = index.shl %c3, %c70
  %z1 = index.mul %big, %c3
  %z2 = index.shru %m1, %c3
  %y = index.mul %a, %c3
  %z3 = index.mul %y, %c5
  %y2 = index.maxs %a, %c3
  %z4 = index.maxs %y2, %c5
  %y3 = index.and %a, %c3
  %z5 = index.and %y3, %c5
  %z6 = index.sub %z5, %c3
  %z7 = index.remu %m1, %c5
  %z8 = index.casts %m1 : index to i32
  %z9 = index.castu %m1 : index to i64
  %y4 = index.casts %i : i32 to index
  %z10 = index.casts %i : i32 to index
  %z11 = index.cmp ult(%big, %m1)
  %y5 = index.maxs %a, %c5
  %z12 = index.cmp slt(%y5, %c3)
  %y6 = index.add %a, %c3
  %z13 = index.cmp eq(%y6, %c5)
  %z14 = index.ceildivu %m1, %c5
  %z15 = index.divu %a, %0
  %z16 = index.add %a, %m1
  %z17 = index.or %a, %m1
  %z18 = index.xor %a, %0
  return %z0, %z1, %z2, %z3, %z4, %z5, %z6, %z7, %z8, %z9, %z10, %z11, %z12, %z13, %z14, %z15, %z16, %z17, %z18 : index, index, index, index, index, index, index, index, i32, i64, index, i1, i1, i1, index, index, index, index, index
}
func.func @h(%a: index, %b: index, %i: i32) -> (i1, i1, i1, i1, i1, i1,i1, i32, index, i1, i1, index, i1, i1) {
  %0 = index.constant 0
  %c3 = index.constant 3
  %c5 = index.constant 5
  %y = index.sub %a, %b
  %z0 = index.cmp slt(%y, %0)
  %z1 = index.cmp ult(%y, %0)
  %z2 = index.cmp ne(%y, %0)
  %m = index.maxu %a, %c5
  %z3 = index.cmp ult(%m, %c3)
  %z4 = index.cmp slt(%m, %c3)
  %m2 = index.mins %a, %c3
  %z5 = index.cmp eq(%m2, %c5)
  %z6 = index.cmp ne(%m2, %c5)
  %q = index.casts %i : i32 to index
  %z7 = index.casts %q : index to i32
  %ci = arith.constant 7 : i32
  %z8 = index.casts %ci : i32 to index
  %z9 = index.cmp slt(%m2, %c5)
  %z10 = index.cmp uge(%m2, %c5)
  %q2 = index.castu %i : i32 to index
  %e = index.add %c3, %a
  %z11 = index.add %e, %c5
  %z12 = index.cmp slt(%c3, %m2)
  %z13 = index.cmp slt(%c3, %a)
  return %z0, %z1, %z2, %z3, %z4, %z5,%z6, %z7, %z8, %z9, %z10, %z11, %z12, %z13: i1, i1, i1, i1, i1, i1, i1, i32, index, i1, i1, index, i1, i1
}

// What a minimum or maximum with a constant can be, read with and without a sign.
func.func @limited(%a: index) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %m3 = index.constant -3
  %k0 = index.constant 0
  %k5 = index.constant 5
  %k6 = index.constant 6
  %least = index.mins %a, %m3
  %0 = index.cmp eq(%least, %k6)
  %1 = index.cmp ugt(%least, %k6)
  %small = index.minu %a, %k5
  %2 = index.cmp slt(%small, %k6)
  %3 = index.cmp ne(%small, %k6)
  %4 = index.cmp sge(%small, %k5)
  %zero = index.minu %a, %k0
  %5 = index.cmp eq(%zero, %k0)
  %large = index.maxs %a, %k5
  %6 = index.cmp ule(%large, %k0)
  %7 = index.cmp eq(%large, %k6)
  %other = index.mins %a, %k5
  %8 = index.cmp eq(%other, %k6)
  %huge = index.maxu %a, %m3
  %9 = index.cmp sgt(%huge, %k0)
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
