// C that clang and `mlir-translate --import-llvm` made a program of the llvm dialect from: flags and data layout of the module,
// debug information, a list on the stack.

#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
#di_composite_type = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>
#di_file = #llvm.di_file<"list.c" in "/src">
#di_subprogram1 = #llvm.di_subprogram<recId = distinct[1]<>, isRecSelf = true>
#loc1 = loc(unknown)
#loc12 = loc("list.c":4:0)
#loc13 = loc("list.c":6:3)
#loc14 = loc("list.c":6:50)
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#di_compile_unit = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "clang", isOptimized = true, emissionKind = Full, nameTableKind = None>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_member, name = "value", baseType = #di_basic_type, sizeInBits = 64>
#di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type, sizeInBits = 64>
#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram1, name = "total", file = #di_file, line = 5, type = #di_basic_type>
#di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #di_derived_type1, sizeInBits = 64, offsetInBits = 64>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#di_composite_type1 = #llvm.di_composite_type<recId = distinct[0]<>, tag = DW_TAG_structure_type, name = "item", file = #di_file, line = 3, sizeInBits = 128, elements = #di_derived_type, #di_derived_type2>
#di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_const_type, baseType = #di_composite_type1>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "long", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#di_derived_type4 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_derived_type3, sizeInBits = 64>
#di_local_variable4 = #llvm.di_local_variable<scope = #di_subprogram1, name = "list", file = #di_file, line = 4, arg = 1, type = #di_derived_type4>
#di_subroutine_type2 = #llvm.di_subroutine_type<types = #di_basic_type, #di_derived_type4>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "p1 _ZTS4item", members = {<#tbaa_type_desc2, 0>}>
#di_subprogram5 = #llvm.di_subprogram<recId = distinct[1]<>, id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "sum", file = #di_file, line = 4, scopeLine = 4, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type2, retainedNodes = #di_local_variable4, #di_local_variable>
#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram5, file = #di_file, line = 6, column = 3>
#di_local_variable5 = #llvm.di_local_variable<scope = #di_subprogram5, name = "list", file = #di_file, line = 4, arg = 1, type = #di_derived_type4>
#di_local_variable6 = #llvm.di_local_variable<scope = #di_subprogram5, name = "total", file = #di_file, line = 5, type = #di_basic_type>
#loc30 = loc(fused<#di_subprogram5>[#loc12])
#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "item", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc3, 8>}>
#loc33 = loc(fused<#di_lexical_block>[#loc13])
#loc34 = loc(fused<#di_lexical_block>[#loc14])
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc3, offset = 8>
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc33, endLoc = #loc34>
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "clang", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global private unnamed_addr constant @__const.entry.first() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<"struct.item", (i64, ptr)> {
    %0 = llvm.mlir.zero : !llvm.ptr loc(#loc1)
    %1 = llvm.mlir.constant(1 : i64) : i64 loc(#loc1)
    %2 = llvm.mlir.undef : !llvm.struct<"struct.item", (i64, ptr)> loc(#loc1)
    %3 = llvm.insertvalue %1, %2[0] : !llvm.struct<"struct.item", (i64, ptr)>  loc(#loc1)
    %4 = llvm.insertvalue %0, %3[1] : !llvm.struct<"struct.item", (i64, ptr)>  loc(#loc1)
    llvm.return %4 : !llvm.struct<"struct.item", (i64, ptr)> loc(#loc)
  } loc(#loc)
  llvm.module_flags [#llvm.mlir.module_flag<max, "Dwarf Version", 5 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>, #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>, #llvm.mlir.module_flag<max, "debug-info-assignment-tracking", 1 : i32>] loc(#loc)
  llvm.func local_unnamed_addr @main() attributes {dso_local, no_inline, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32 loc(#loc1)
    %1 = llvm.mlir.addressof @__const.entry.first : !llvm.ptr loc(#loc1)
    %2 = llvm.mlir.constant(16 : i64) : i64 loc(#loc1)
    %3 = llvm.mlir.constant(20 : i64) : i64 loc(#loc1)
    %4 = llvm.mlir.constant(8 : i64) : i64 loc(#loc1)
    %5 = llvm.mlir.constant(300 : i64) : i64 loc(#loc1)
    %6 = llvm.alloca %0 x !llvm.struct<"struct.item", (i64, ptr)> {alignment = 8 : i64} : (i32) -> !llvm.ptr loc(#loc1)
    %7 = llvm.alloca %0 x !llvm.struct<"struct.item", (i64, ptr)> {alignment = 8 : i64} : (i32) -> !llvm.ptr loc(#loc1)
    %8 = llvm.alloca %0 x !llvm.struct<"struct.item", (i64, ptr)> {alignment = 8 : i64} : (i32) -> !llvm.ptr loc(#loc1)
    llvm.intr.lifetime.start %6 : !llvm.ptr loc(#loc22)
    "llvm.intr.memcpy"(%6, %1, %2) <{arg_attrs = [{llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.nonnull, llvm.noundef}, {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.nonnull, llvm.noundef}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> () loc(#loc23)
    llvm.intr.lifetime.start %7 : !llvm.ptr loc(#loc22)
    llvm.store %3, %7 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : i64, !llvm.ptr loc(#loc24)
    %9 = llvm.getelementptr inbounds|nuw %7[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc24)
    llvm.store %6, %9 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr, !llvm.ptr loc(#loc24)
    llvm.intr.lifetime.start %8 : !llvm.ptr loc(#loc22)
    llvm.store %5, %8 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : i64, !llvm.ptr loc(#loc25)
    %10 = llvm.getelementptr inbounds|nuw %8[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc25)
    llvm.store %7, %10 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr, !llvm.ptr loc(#loc25)
    %11 = llvm.call fastcc @sum(%8) : (!llvm.ptr {llvm.noundef}) -> i64 loc(#loc26)
    llvm.call @printI64(%11) : (i64 {llvm.noundef}) -> () loc(#loc27)
    llvm.call @printNewline() : () -> () loc(#loc28)
    llvm.intr.lifetime.end %8 : !llvm.ptr loc(#loc29)
    llvm.intr.lifetime.end %7 : !llvm.ptr loc(#loc29)
    llvm.intr.lifetime.end %6 : !llvm.ptr loc(#loc29)
    llvm.return loc(#loc29)
  } loc(#loc21)
  llvm.func local_unnamed_addr @printI64(i64 {llvm.noundef}) attributes {passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} loc(#loc19)
  llvm.func internal unnamed_addr fastcc @sum(%arg0: !llvm.ptr {llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly} loc(fused<#di_subprogram5>[#loc12])) -> i64 attributes {dso_local, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    llvm.intr.dbg.value #di_local_variable5 = %arg0 : !llvm.ptr loc(#loc31)
    %0 = llvm.mlir.constant(0 : i64) : i64 loc(#loc1)
    llvm.intr.dbg.value #di_local_variable6 = %0 : i64 loc(#loc31)
    %1 = llvm.mlir.constant(8 : i64) : i64 loc(#loc1)
    %2 = llvm.mlir.zero : !llvm.ptr loc(#loc1)
    llvm.br ^bb1(%0, %arg0 : i64, !llvm.ptr) loc(#loc33)
  ^bb1(%3: i64 loc(unknown), %4: !llvm.ptr loc(unknown)):  // 2 preds: ^bb0, ^bb1
    llvm.intr.dbg.value #di_local_variable5 = %4 : !llvm.ptr loc(#loc31)
    llvm.intr.dbg.value #di_local_variable6 = %3 : i64 loc(#loc31)
    %5 = llvm.load %4 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i64 loc(#loc35)
    %6 = llvm.add %5, %3 overflow<nsw> : i64 loc(#loc36)
    llvm.intr.dbg.value #di_local_variable6 = %6 : i64 loc(#loc31)
    %7 = llvm.getelementptr inbounds|nuw %4[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc37)
    %8 = llvm.load %7 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> !llvm.ptr loc(#loc37)
    llvm.intr.dbg.value #di_local_variable5 = %8 : !llvm.ptr loc(#loc31)
    %9 = llvm.icmp "eq" %8, %2 : !llvm.ptr loc(#loc33)
    llvm.cond_br %9, ^bb2, ^bb1(%6, %8 : i64, !llvm.ptr) {loop_annotation = #loop_annotation} loc(#loc33)
  ^bb2:  // pred: ^bb1
    llvm.return %6 : i64 loc(#loc32)
  } loc(#loc30)
  llvm.func local_unnamed_addr @printNewline() attributes {passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} loc(#loc20)
} loc(#loc)
#di_null_type = #llvm.di_null_type
#di_subprogram = #llvm.di_subprogram<recId = distinct[4]<>, isRecSelf = true>
#loc = loc("list.c":0:0)
#loc2 = loc("list.c":9:0)
#loc3 = loc("list.c":10:3)
#loc4 = loc("list.c":10:15)
#loc5 = loc("list.c":10:40)
#loc6 = loc("list.c":10:62)
#loc7 = loc("list.c":11:12)
#loc8 = loc("list.c":11:3)
#loc9 = loc("list.c":12:3)
#loc10 = loc("list.c":13:1)
#loc11 = loc("list.c":1:0)
#loc15 = loc("list.c":6:41)
#loc16 = loc("list.c":6:29)
#loc17 = loc("list.c":7:3)
#loc18 = loc("list.c":2:0)
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_null_type>
#di_subroutine_type1 = #llvm.di_subroutine_type<types = #di_null_type, #di_basic_type>
#di_subprogram2 = #llvm.di_subprogram<scope = #di_file, name = "printI64", file = #di_file, line = 1, subprogramFlags = Optimized, type = #di_subroutine_type1>
#di_subprogram3 = #llvm.di_subprogram<scope = #di_file, name = "printNewline", file = #di_file, line = 2, subprogramFlags = Optimized, type = #di_subroutine_type>
#loc19 = loc(fused<#di_subprogram2>[#loc11])
#loc20 = loc(fused<#di_subprogram3>[#loc18])
#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram, name = "first", file = #di_file, line = 10, type = #di_composite_type1>
#di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram, name = "second", file = #di_file, line = 10, type = #di_composite_type1>
#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram, name = "third", file = #di_file, line = 10, type = #di_composite_type1>
#di_subprogram4 = #llvm.di_subprogram<recId = distinct[4]<>, id = distinct[5]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "entry", file = #di_file, line = 9, scopeLine = 9, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable1, #di_local_variable2, #di_local_variable3>
#loc21 = loc(fused<#di_subprogram4>[#loc2])
#loc22 = loc(fused<#di_subprogram4>[#loc3])
#loc23 = loc(fused<#di_subprogram4>[#loc4])
#loc24 = loc(fused<#di_subprogram4>[#loc5])
#loc25 = loc(fused<#di_subprogram4>[#loc6])
#loc26 = loc(fused<#di_subprogram4>[#loc7])
#loc27 = loc(fused<#di_subprogram4>[#loc8])
#loc28 = loc(fused<#di_subprogram4>[#loc9])
#loc29 = loc(fused<#di_subprogram4>[#loc10])
#loc31 = loc(fused<#di_subprogram5>[#loc])
#loc32 = loc(fused<#di_subprogram5>[#loc17])
#di_lexical_block1 = #llvm.di_lexical_block<scope = #di_lexical_block, file = #di_file, line = 6, column = 3>
#loc35 = loc(fused<#di_lexical_block1>[#loc14])
#loc36 = loc(fused<#di_lexical_block1>[#loc15])
#loc37 = loc(fused<#di_lexical_block1>[#loc16])
