// What becomes metadata of LLVM: all options of loops, scopes, groups and types of accesses of every kind.
#g0 = #llvm.access_group<id = distinct[0]<>>
#g1 = #llvm.access_group<id = distinct[1]<>>
#dom = #llvm.alias_scope_domain<id = distinct[2]<>>
#dom2 = #llvm.alias_scope_domain<id = "dn", description = "text">
#sc = #llvm.alias_scope<id = distinct[3]<>, domain = #dom>
#sc2 = #llvm.alias_scope<id = "named", domain = #dom2, description = "x\22y">
#root = #llvm.tbaa_root<id = "Simple">
#ty = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #ty, access_type = #ty, offset = 0>
#follow = #llvm.loop_annotation<unroll = <disable = false>>
#ann = #llvm.loop_annotation<vectorize = <disable = true, followupVectorized = #follow, followupEpilogue = #follow, followupAll = #follow>, unroll = <disable = false, full = false, followupUnrolled = #follow, followupRemainder = #follow, followupAll = #follow>, unrollAndJam = <disable = false, followupOuter = #follow, followupInner = #follow, followupRemainderOuter = #follow, followupRemainderInner = #follow, followupAll = #follow>, licm = <disable = false>, distribute = <disable = false, followupCoincident = #follow, followupSequential = #follow, followupFallback = #follow, followupAll = #follow>, pipeline = <disable = false>, mustProgress = false, isVectorized = false, parallelAccesses = #g0, #g1>
llvm.func @g(!llvm.ptr)
llvm.func @f(%p: !llvm.ptr, %c: i1, %i: i32, %n: i64, %b: i8) {
  llvm.intr.experimental.noalias.scope.decl #sc
  llvm.br ^bb1
^bb1:
  %0 = llvm.load %p {access_groups = [#g0, #g1], alias_scopes = [#sc, #sc2], noalias_scopes = [#sc2], tbaa = [#tag], nontemporal, invariant} : !llvm.ptr -> i32
  %1 = llvm.load %p invariant_group {access_groups = [#g1, #g0], tbaa = [#tag]} : !llvm.ptr -> i32
  %2 = llvm.atomicrmw add %p, %i monotonic {access_groups = [#g0], alias_scopes = [#sc]} : !llvm.ptr, i32
  %3 = llvm.cmpxchg %p, %i, %i acq_rel monotonic {tbaa = [#tag], alias_scopes = [#sc]} : !llvm.ptr, i32
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false, tbaa = [#tag], alias_scopes = [#sc], access_groups = [#g1]}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false, noalias_scopes = [#sc]}> : (!llvm.ptr, i8, i64) -> ()
  llvm.call @g(%p) {tbaa = [#tag], alias_scopes = [#sc2], access_groups = [#g1], noalias_scopes = [#sc]} : (!llvm.ptr) -> ()
  llvm.cond_br %c weights([1, 2]), ^bb1, ^bb2 {loop_annotation = #ann}
^bb2:
  llvm.switch %i : i32, ^bb3 [
    1: ^bb1
  ] {branch_weights = array<i32: 3, 4>}
^bb3:
  llvm.cond_br %c, ^bb1, ^bb4 {loop_annotation = #ann}
^bb4:
  llvm.return
}
