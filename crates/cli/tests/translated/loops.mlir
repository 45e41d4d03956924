// What becomes metadata of LLVM: loops, alias scopes, access groups, types.

#vec = #llvm.loop_vectorize<disable = false, predicateEnable = true, scalableEnable = false, followupVectorized = #llvm.loop_annotation<>, width = 4 : i32>
#il = #llvm.loop_interleave<count = 2 : i32>
#un = #llvm.loop_unroll<disable = true, count = 4 : i32, runtimeDisable = true, full = true>
#uj = #llvm.loop_unroll_and_jam<disable = true, count = 2 : i32>
#licm = #llvm.loop_licm<disable = true, versioningDisable = true>
#dist = #llvm.loop_distribute<disable = true>
#pipe = #llvm.loop_pipeline<disable = true, initiationinterval = 2 : i32>
#peel = #llvm.loop_peeled<count = 3 : i32>
#unsw = #llvm.loop_unswitch<partialDisable = true>
#ann = #llvm.loop_annotation<disableNonforced = true, vectorize = #vec, interleave = #il, unroll = #un, unrollAndJam = #uj, licm = #licm, distribute = #dist, pipeline = #pipe, peeled = #peel, unswitch = #unsw, mustProgress = true, isVectorized = true, parallelAccesses = #llvm.access_group<id = distinct[0]<>>>
#dom = #llvm.alias_scope_domain<id = distinct[1]<>, description = "d">
#sc = #llvm.alias_scope<id = distinct[2]<>, domain = #dom, description = "s">
#sc2 = #llvm.alias_scope<id = "named", domain = #dom>
#root = #llvm.tbaa_root<id = "Simple">
#ty = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#ty2 = #llvm.tbaa_type_desc<id = "st", members = {<#ty, 0>, <#ty, 4>}>
#tag = #llvm.tbaa_tag<base_type = #ty2, access_type = #ty, offset = 4>
#tag2 = #llvm.tbaa_tag<base_type = #ty, access_type = #ty, offset = 0, constant = true>
llvm.func @metadata(%p: !llvm.ptr, %c: i1) {
  llvm.br ^bb1 {loop_annotation = #ann}
^bb1:
  %0 = llvm.load %p {access_groups = [#llvm.access_group<id = distinct[0]<>>], alias_scopes = [#sc], noalias_scopes = [#sc2], tbaa = [#tag]} : !llvm.ptr -> i32
  llvm.store %0, %p {tbaa = [#tag2]} : i32, !llvm.ptr
  llvm.cond_br %c, ^bb1, ^bb2 {loop_annotation = #llvm.loop_annotation<mustProgress = true>}
^bb2:
  llvm.return
}

// Parameters that can be only one thing need no name, and scopes are declared.
#short = #llvm.loop_annotation<vectorize = <disable = true, followupAll = <unroll = <disable = false>>>, peeled = <count = 1 : i32>>
#short_scope = #llvm.alias_scope<id = distinct[4]<>, domain = <id = "domain">>
llvm.func @short(%c: i1) {
  llvm.intr.experimental.noalias.scope.decl #short_scope
  llvm.br ^bb1
^bb1:
  llvm.intr.experimental.noalias.scope.decl #sc {a}
  llvm.cond_br %c, ^bb1, ^bb2 {loop_annotation = #short}
^bb2:
  llvm.return
}
