// RUN: --convert-index-to-llvm

func.func @f(%a: index, %b: index, %i: i32, %l: i64, %z : i128) {
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
  %22 = index.castu %a : index to i32
  %23 = index.castu %i : i32 to index
  %24 = index.casts %a : index to i64
  %25 = index.casts %z : i128 to index
  %26 = index.cmp slt(%a, %b)
  %27 = index.cmp ugt(%a, %b)
  %28 = index.constant 42
  %29 = index.bool.constant true
  %30 = index.sizeof
  %31 = index.constant -3000000000
  return
}
