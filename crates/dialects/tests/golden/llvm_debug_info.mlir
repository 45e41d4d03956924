// Debug information: attributes of every kind, and the intrinsics that mention them.

#file = #llvm.di_file<"shapes.c" in "/src">
#other = #llvm.di_file<"in \"quotes\"" in "">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "none", isOptimized = true, emissionKind = Full>
#lines = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = <"a" in "b">, isOptimized = false, emissionKind = LineTablesOnly, nameTableKind = GNU, splitDebugFilename = "split.dwo">
#default = #llvm.di_compile_unit<nameTableKind = Default, id = distinct[2]<>, isOptimized = 0, sourceLanguage = DW_LANG_Mojo, emissionKind = None, file = #other>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#bare = #llvm.di_basic_type<name = "bare", sizeInBits = 0>
#null = #llvm.di_null_type
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64, alignInBits = 32, offsetInBits = 8, dwarfAddressSpace = 0, extraData = #null>
#node = #llvm.di_composite_type<recId = distinct[3]<>, isRecSelf = true>
#next = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #node>
#list = #llvm.di_composite_type<recId = distinct[3]<>, tag = DW_TAG_structure_type, name = "list", file = #file, line = 3, scope = #unit, flags = "TypePassByValue|NonTrivial", sizeInBits = 18446744073709551615, alignInBits = 64, elements = #next, #pointer>
#flags = #llvm.di_composite_type<tag = DW_TAG_class_type, flags = "Bit0|Vector|BitField">
#public = #llvm.di_composite_type<flags = Public, isRecSelf = false>
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #int, dataLocation = <[DW_OP_push_object_address, DW_OP_deref]>, rank = <[DW_OP_constu(7), DW_OP_plus]>, allocated = <>, associated = #llvm.di_expression<[DW_OP_lit0]>, elements = #llvm.di_subrange<count = 3 : i64, lowerBound = #llvm.di_expression<>>>
#generic = #llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_over]>, stride = #llvm.di_expression<[DW_OP_dup]>>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #null, #int, #pointer>
#plain = #llvm.di_subroutine_type<>
#self = #llvm.di_subprogram<recId = distinct[4]<>, isRecSelf = true>
#variable = #llvm.di_local_variable<scope = #self, name = "x", file = #file, line = 7, arg = 1, alignInBits = 32, type = #int, flags = Artificial>
#string = #llvm.di_string_type<tag = DW_TAG_string_type, name = "text", sizeInBits = 32, alignInBits = 8, stringLength = #variable, stringLengthExp = <>, stringLocationExp = <[DW_OP_deref]>, encoding = DW_ATE_ASCII>
#function = #llvm.di_subprogram<recId = distinct[4]<>, id = distinct[5]<>, compileUnit = #unit, scope = #file, name = "f", linkageName = "_f", file = #file, line = 6, scopeLine = 7, subprogramFlags = "Definition|Optimized", type = #type, retainedNodes = #variable>
#noted = #llvm.di_subprogram<subprogramFlags = Definition, annotations = #llvm.di_annotation<name = "key", value = "word">>
#block = #llvm.di_lexical_block<scope = #function, file = #file, line = 8, column = 3>
#part = #llvm.di_lexical_block_file<scope = #block, discriminator = 0>
#label = #llvm.di_label<scope = #block, name = "again", file = #file, line = 9>
#module = #llvm.di_module<file = #file, scope = #unit, name = "m", configMacros = "-DA", includePath = "/", apinotes = "n", line = 1, isDecl = true>
#namespace = #llvm.di_namespace<name = "space", scope = #unit, exportSymbols = true>
#import = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #unit, entity = #namespace, file = #file, line = 2, name = "alias", elements = #int, #bare>
#global = #llvm.di_global_variable<scope = #unit, name = "g", linkageName = "_g", file = #file, line = 1, type = #int, isLocalToUnit = true, isDefined = true, alignInBits = 4294967295>
#common = #llvm.di_common_block<scope = #function, decl = #global, name = "shared", file = #file, line = 4>
#place = #llvm.di_global_variable_expression<var = #global, expr = <[DW_OP_plus_uconst(8), DW_OP_LLVM_convert(32, DW_ATE_signed), DW_OP_LLVM_fragment(0, 3), DW_OP_constu(18446744073709551615), DW_OP_stack_value]>>
#nowhere = #llvm.di_global_variable_expression<var = <file = #file, line = 0, type = #null>>

llvm.mlir.global external @g(1 : i32) {dbg_exprs = [#place, #nowhere]} : i32

llvm.func @f(%x: !llvm.ptr, %y: i32) {
  llvm.intr.dbg.declare #variable = %x : !llvm.ptr
  llvm.intr.dbg.declare #variable #llvm.di_expression<[DW_OP_deref]> = %x : !llvm.ptr {note}
  llvm.intr.dbg.value #variable #llvm.di_expression<> = %y : i32
  llvm.intr.dbg.label #label
  llvm.return
}

"test.attributes"() {
  units = [#lines, #default], types = [#bare, #list, #flags, #public, #array, #generic, #string, #plain],
  scopes = [#noted, #part, #module, #namespace, #common], import = #import
} : () -> ()
