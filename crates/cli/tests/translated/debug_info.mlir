// Debug information of a program that brings its own.

#file = #llvm.di_file<"shapes.c" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "none", isOptimized = true, emissionKind = Full, nameTableKind = None>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#null = #llvm.di_null_type
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64, alignInBits = 32, dwarfAddressSpace = 0>
#anything = #llvm.di_derived_type<tag = DW_TAG_pointer_type, name = "anything">
#self = #llvm.di_composite_type<recId = distinct[3]<>, isRecSelf = true>
#to_self = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #self, sizeInBits = 64>
#next = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #to_self, sizeInBits = 64, offsetInBits = 64>
#list = #llvm.di_composite_type<recId = distinct[3]<>, tag = DW_TAG_structure_type, name = "list", file = #file, line = 3, scope = #unit, flags = "TypePassByValue|NonTrivial", sizeInBits = 128, alignInBits = 64, elements = #next, #pointer>
#public = #llvm.di_composite_type<tag = DW_TAG_class_type, name = "seen", file = #file, flags = "Public|FwdDecl|BitField">
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #int, dataLocation = <[DW_OP_push_object_address, DW_OP_deref]>, elements = #llvm.di_subrange<count = 3 : i64, lowerBound = #llvm.di_expression<[DW_OP_lit0]>>>
#any_rank = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #int, rank = <[DW_OP_constu(7), DW_OP_plus]>, elements = #llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_over]>, upperBound = #llvm.di_expression<[DW_OP_over]>, stride = #llvm.di_expression<[DW_OP_dup]>>>
#string = #llvm.di_string_type<tag = DW_TAG_string_type, name = "text", sizeInBits = 32, stringLengthExp = <[DW_OP_deref]>, encoding = DW_ATE_ASCII>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #null, #int, #list, #array, #any_rank, #string, #public, #anything>
#inside = #llvm.di_subprogram<recId = distinct[4]<>, isRecSelf = true>
#kept = #llvm.di_local_variable<scope = #inside, name = "kept", file = #file, line = 7, type = #int, flags = Artificial>
#module = #llvm.di_module<file = #file, scope = #unit, name = "m", configMacros = "-DA", includePath = "/", apinotes = "n", line = 1, isDecl = true>
#import = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #inside, entity = #module, file = #file, line = 2, name = "alias">
#function = #llvm.di_subprogram<recId = distinct[4]<>, id = distinct[5]<>, compileUnit = #unit, scope = #file, name = "f", linkageName = "_f", file = #file, line = 6, scopeLine = 7, subprogramFlags = "Definition|Optimized", type = #type, retainedNodes = #kept, #import>
#inlined = #llvm.di_subprogram<id = distinct[6]<>, compileUnit = #unit, scope = #file, name = "inner", file = #file, line = 20, subprogramFlags = "LocalToUnit|Definition", type = #llvm.di_subroutine_type<>>
#declared = #llvm.di_subprogram<scope = #file, name = "outside", file = #file, line = 30, type = #llvm.di_subroutine_type<types = #int>>
#block = #llvm.di_lexical_block<scope = #function, file = #file, line = 8, column = 3>
#part = #llvm.di_lexical_block_file<scope = #block, file = #file, discriminator = 2>
#argument = #llvm.di_local_variable<scope = #function, name = "x", file = #file, line = 6, arg = 1, type = #int>
#local = #llvm.di_local_variable<scope = #block, name = "y", file = #file, line = 9, alignInBits = 32, type = #list>
#label = #llvm.di_label<scope = #function, name = "again", file = #file, line = 9>
#space = #llvm.di_namespace<name = "space", exportSymbols = true>
#in_space = #llvm.di_global_variable<scope = #space, name = "h", file = #file, line = 2, type = #int>
#common = #llvm.di_common_block<scope = #function, name = "shared", file = #file, line = 4>
#shared = #llvm.di_global_variable<scope = #common, name = "k", file = #file, line = 5, type = #int, isDefined = true>
#global = #llvm.di_global_variable<scope = #unit, name = "g", linkageName = "_g", file = #file, line = 1, type = #int, isLocalToUnit = true, isDefined = true, alignInBits = 64>
#place = #llvm.di_global_variable_expression<var = #global, expr = <[DW_OP_plus_uconst(8), DW_OP_stack_value]>>
#shared_place = #llvm.di_global_variable_expression<var = #shared, expr = <>>
#other_place = #llvm.di_global_variable_expression<var = #in_space>

llvm.mlir.global external @g(1 : i32) {dbg_exprs = [#place]} : i32
llvm.mlir.global external @k(3 : i32) {dbg_exprs = [#shared_place]} : i32
llvm.mlir.global internal @h(2 : i32) {dbg_exprs = [#other_place]} : i32

llvm.func @outside(i32) -> i32 loc(fused<#declared>["shapes.c":30:1])

llvm.func @f(%x: i32, %p: !llvm.ptr) -> i32 {
  llvm.intr.dbg.value #argument = %x : i32 loc(fused<#function>["shapes.c":6:5])
  llvm.intr.dbg.declare #local #llvm.di_expression<[DW_OP_deref, DW_OP_plus_uconst(4)]> = %p : !llvm.ptr loc(fused<#block>["shapes.c":9:5])
  %0 = llvm.load %p : !llvm.ptr -> i32 loc("shapes.c":10:9)
  %1 = llvm.add %0, %x : i32 loc(fused<#part>["shapes.c":11:2])
  %2 = llvm.call @outside(%1) : (i32) -> i32 loc(callsite(fused<#inlined>["shapes.c":21:4] at fused<#block>["shapes.c":12:6]))
  llvm.br ^again(%2 : i32) loc(unknown)
^again(%i: i32 loc("shapes.c":13:1)):
  llvm.intr.dbg.label #label loc("shapes.c":14:1)
  %3 = llvm.sub %i, %x : i32 loc("name"("shapes.c":14:2))
  %unscoped = llvm.add %i, %x : i32 loc(callsite("macros.h":3:1 at fused<#block>["shapes.c":14:9]))
  %4 = llvm.icmp "slt" %3, %x : i32 loc("shapes.c":14:100000)
  llvm.cond_br %4, ^end, ^again(%3 : i32) {loop_annotation = #llvm.loop_annotation<mustProgress = true, startLoc = loc(fused<#block>["shapes.c":13:3]), endLoc = loc(fused<#block>["shapes.c":15:3])>} loc("shapes.c":15:1)
^end:
  llvm.return %3 : i32 loc("shapes.c":16:1)
} loc(fused<#function>["shapes.c":6:1])

llvm.func @without(%x: i32, %p: !llvm.ptr) -> i32 {
  llvm.intr.dbg.value #argument = %x : i32 loc("shapes.c":6:5)
  %0 = llvm.load %p : !llvm.ptr -> i32 loc("shapes.c":10:9)
  llvm.return %0 : i32
}
