func.func @f(%a: index, %b: index, %i: i32, %j: i64) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  %20 = index.casts %a : index to i32
  %21 = index.casts %i : i32 to index
  %22 = index.castu %j : i64 to index
  %23 = index.cmp slt(%a, %b)
  %24 = index.cmp eq(%a, %b) {foo}
  %25 = index.sizeof
  %26 = index.constant 42
  %27 = index.constant -1
  %28 = index.bool.constant true
  %29 = index.bool.constant false
  %30 = index.constant {foo} 3
  return
}

"test.op"() {predicates = [#index<cmp_predicate slt>, #index<cmp_predicate uge>]} : () -> ()
