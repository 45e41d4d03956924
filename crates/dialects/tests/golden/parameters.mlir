// Parameters of types and attributes in all their spellings.

module {
  "test.structs"() {
    any_order = #llvm.memory_effects<argMem = read, other = none, targetMem1 = write, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none>,
    unsigned = #llvm.dereferenceable<bytes = -1>,
    largest = #llvm.dereferenceable<mayBeNull = 1, bytes = 18446744073709551615>,
    truth = #llvm.dereferenceable<bytes = true, mayBeNull = false>,
    tag = #llvm.blocktag<id = -1>,
    address = #llvm.blockaddress<tag = #llvm.blocktag<id = 3>, function = @f>,
    no_options = #llvm.loop_annotation<>,
    options = #llvm.loop_annotation<unroll = #llvm.loop_unroll<count = 4 : i32>, vectorize = <disable = true>, parallelAccesses = <id = distinct[0]<>>, #llvm.access_group<id = distinct[1]<>>>,
    roots = [#llvm.tbaa_root, #llvm.tbaa_root<id = "root">],
    hint = #llvm.vec_type_hint<is_signed = true, hint = vector<4xf32>>,
    unsigned_hint = #llvm.vec_type_hint<hint = i32, is_signed = false>
  } : () -> ()
  "test.ranges"() {
    plain = #llvm.constant_range<i32, 0, 10>,
    truths = #llvm.constant_range<i1, true, false>,
    signless = [#llvm.constant_range<ui8, 0, 255>, #llvm.constant_range<si8, -1, 10>],
    dropped_bits = #llvm.constant_range<i8, 300, 0xff>
  } : () -> ()
  "test.enums"() {
    quoted = #llvm.framePointerKind<"non-leaf">,
    by_string = #arith.fastmath<"nnan",ninf>,
    combined = #llvm.overflow<nuw, nsw>
  } : () -> ()
  "test.types"() {
    known = [!llvm.ptr, !llvm.ptr, !llvm.ptr<1>, !llvm.ptr<1>, !llvm.ptr, !llvm.ptr<12>, !async.token, !async.token],
    space = [!llvm.ptr<4294967295>, !llvm.ptr<-1>, !llvm.ptr<0>],
    target = [!llvm.target<"a", i32, 1, -5>, !llvm.target<"b">],
    bare = [!llvm.array<2 x array<3 x ptr<4>>>, !llvm<ptr<5>>]
  } : () -> ()
}
