// Places in a file that were fused: what they have in common stays.

#file = #llvm.di_file<"sum.c" in "/src/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "hand", isOptimized = true, emissionKind = Full>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal>
#sum = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "sum", file = #file, subprogramFlags = Definition, type = #type>

llvm.func @sum(%a: i32) -> i32 {
  %x = llvm.add %a, %a : i32 loc(fused<#sum>["sum.c":3:5, "sum.c":4:5])
  %y = llvm.mul %x, %a : i32 loc(fused<#sum>["sum.c":6:1, "sum.c":6:9, "sum.c":6:1])
  %z = llvm.sub %y, %a : i32 loc(fused<#sum>["product"("sum.c":7:2), "sum.c":7:2])
  llvm.return %z : i32 loc(fused<#sum>["sum.c":9:1])
} loc(fused<#sum>["sum.c":1:1])
