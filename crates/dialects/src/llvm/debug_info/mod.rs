//! Debug information: what debuggers are told of functions, variables and their types. These attributes become metadata of
//! LLVM IR, each the node of the same name.

pub mod build;
pub mod dwarf;
mod expression;
pub mod flags;

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, ParamFormat, ParamName};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible};

pub use expression::{EXPRESSION_DEF, EXPRESSION_ELEM_DEF};

use super::struct_params::{DISTINCT, Kind, STRING, attrs_of_params, optional, required};

/// All attributes of debug information.
pub const DEFS: &[&AttrDef] = &[
    &EXPRESSION_ELEM_DEF,
    &EXPRESSION_DEF,
    &NULL_TYPE_DEF,
    &BASIC_TYPE_DEF,
    &COMPILE_UNIT_DEF,
    &COMPOSITE_TYPE_DEF,
    &DERIVED_TYPE_DEF,
    &FILE_DEF,
    &GLOBAL_VARIABLE_EXPRESSION_DEF,
    &GLOBAL_VARIABLE_DEF,
    &LEXICAL_BLOCK_DEF,
    &LEXICAL_BLOCK_FILE_DEF,
    &LOCAL_VARIABLE_DEF,
    &SUBPROGRAM_DEF,
    &MODULE_DEF,
    &NAMESPACE_DEF,
    &IMPORTED_ENTITY_DEF,
    &ANNOTATION_DEF,
    &SUBRANGE_DEF,
    &COMMON_BLOCK_DEF,
    &GENERIC_SUBRANGE_DEF,
    &SUBROUTINE_TYPE_DEF,
    &LABEL_DEF,
    &STRING_TYPE_DEF,
];

fn is_one_of(kind: &AttrKind, defs: &[&'static AttrDef]) -> bool {
    matches!(kind, AttrKind::Dialect { def, .. } if defs.contains(def))
}

fn is_type(_: &Context, kind: &AttrKind) -> bool {
    let types: [&'static AttrDef; 6] = [
        &NULL_TYPE_DEF,
        &BASIC_TYPE_DEF,
        &COMPOSITE_TYPE_DEF,
        &DERIVED_TYPE_DEF,
        &STRING_TYPE_DEF,
        &SUBROUTINE_TYPE_DEF,
    ];
    is_one_of(kind, &types)
}

fn is_scope(ctx: &Context, kind: &AttrKind) -> bool {
    let scopes: [&'static AttrDef; 8] = [
        &COMMON_BLOCK_DEF,
        &COMPILE_UNIT_DEF,
        &COMPOSITE_TYPE_DEF,
        &FILE_DEF,
        &LEXICAL_BLOCK_DEF,
        &LEXICAL_BLOCK_FILE_DEF,
        &MODULE_DEF,
        &NAMESPACE_DEF,
    ];
    is_one_of(kind, &scopes) || is_one_of(kind, &[&SUBPROGRAM_DEF]) && is_node(ctx, kind)
}

/// Whether a scope is in a function.
pub fn is_local_scope(ctx: &Context, scope: Attribute) -> bool {
    is_one_of(
        scope.kind(ctx),
        &[&SUBPROGRAM_DEF, &LEXICAL_BLOCK_DEF, &LEXICAL_BLOCK_FILE_DEF],
    )
}

fn is_variable(_: &Context, kind: &AttrKind) -> bool {
    is_one_of(kind, &[&LOCAL_VARIABLE_DEF, &GLOBAL_VARIABLE_DEF])
}

fn is_node(_: &Context, kind: &AttrKind) -> bool {
    let others: [&'static AttrDef; 3] = [&EXPRESSION_ELEM_DEF, &EXPRESSION_DEF, &GLOBAL_VARIABLE_EXPRESSION_DEF];
    is_one_of(kind, DEFS) && !is_one_of(kind, &others)
}

const TYPE: Kind = Kind::Of("DITypeAttr", is_type);
const SCOPE: Kind = Kind::Of("DIScopeAttr", is_scope);
const NODE: Kind = Kind::Of("DINodeAttr", is_node);
const VARIABLE: Kind = Kind::Of("DIVariableAttr", is_variable);
const NODES: Kind = Kind::RestOf("::llvm::ArrayRef<DINodeAttr>", is_node);
const TYPES: Kind = Kind::RestOf("::llvm::ArrayRef<DITypeAttr>", is_type);
const FILE: Kind = Kind::Def("DIFileAttr", || &FILE_DEF);
const UNIT: Kind = Kind::Def("DICompileUnitAttr", || &COMPILE_UNIT_DEF);
const SUBROUTINE_TYPE: Kind = Kind::Def("DISubroutineTypeAttr", || &SUBROUTINE_TYPE_DEF);
const GLOBAL_VARIABLE: Kind = Kind::Def("DIGlobalVariableAttr", || &GLOBAL_VARIABLE_DEF);
const EXPRESSION: Kind = Kind::Def("DIExpressionAttr", || &EXPRESSION_DEF);
const TAG: Kind = Kind::Word(&dwarf::TAGS);
const ENCODING: Kind = Kind::Word(&dwarf::ENCODINGS);
const UNSIGNED: Kind = Kind::Number("unsigned");
const UINT32: Kind = Kind::Number("uint32_t");
const UINT64: Kind = Kind::Number("uint64_t");
const FLAGS: Kind = Kind::Flags(&flags::FLAGS);
const ATTRIBUTE: Kind = Kind::Of("::mlir::Attribute", |_, _| true);

attrs_of_params! {
    /// A type that consists of no others.
    BASIC_TYPE_DEF "llvm.di_basic_type" "LLVM_DIBasicTypeAttr" "basic type" = [
        optional "tag" TAG, required "name" STRING, optional "sizeInBits" UINT64, optional "encoding" ENCODING,
    ];
    /// What was compiled together: all other information is about a part of it.
    COMPILE_UNIT_DEF "llvm.di_compile_unit" "LLVM_DICompileUnitAttr" "compile unit" = [
        required "id" DISTINCT, required "sourceLanguage" Kind::Word(&dwarf::LANGUAGES), required "file" FILE,
        optional "producer" STRING, required "isOptimized" Kind::Bool,
        required "emissionKind" Kind::Keyword("DIEmissionKind", &flags::EMISSION_KINDS),
        optional "nameTableKind" Kind::Keyword("DINameTableKind", &flags::NAME_TABLE_KINDS),
        optional "splitDebugFilename" STRING,
    ];
    /// A structure, union, enumeration or array. One that contains itself has a `recId`, and inside it stands a type of
    /// that `recId` with `isRecSelf`.
    COMPOSITE_TYPE_DEF "llvm.di_composite_type" "LLVM_DICompositeTypeAttr" "composite type" = [
        optional "recId" DISTINCT, optional "isRecSelf" Kind::Bool, optional "tag" TAG, optional "name" STRING,
        optional "file" FILE, optional "line" UINT32, optional "scope" SCOPE, optional "baseType" TYPE,
        optional "flags" FLAGS, optional "sizeInBits" UINT64, optional "alignInBits" UINT64,
        optional "dataLocation" EXPRESSION, optional "rank" EXPRESSION, optional "allocated" EXPRESSION,
        optional "associated" EXPRESSION, optional "elements" NODES,
    ];
    /// A type that is made of another one, or a member.
    DERIVED_TYPE_DEF "llvm.di_derived_type" "LLVM_DIDerivedTypeAttr" "derived type" = [
        optional "tag" TAG, optional "name" STRING, optional "baseType" TYPE, optional "sizeInBits" UINT64,
        optional "alignInBits" UINT32, optional "offsetInBits" UINT64,
        optional "dwarfAddressSpace" Kind::OptionalNumber("std::optional<unsigned>"), optional "extraData" NODE,
    ];
    /// A global variable, and where its value is.
    GLOBAL_VARIABLE_EXPRESSION_DEF "llvm.di_global_variable_expression" "LLVM_DIGlobalVariableExpressionAttr" "place of a global variable" = [
        required "var" GLOBAL_VARIABLE, optional "expr" EXPRESSION,
    ];
    /// A global variable.
    GLOBAL_VARIABLE_DEF "llvm.di_global_variable" "LLVM_DIGlobalVariable" "global variable" = [
        optional "scope" SCOPE, optional "name" STRING, optional "linkageName" STRING, required "file" FILE,
        required "line" UNSIGNED, required "type" TYPE, optional "isLocalToUnit" Kind::Bool,
        optional "isDefined" Kind::Bool, optional "alignInBits" UNSIGNED,
    ];
    /// A block of a function.
    LEXICAL_BLOCK_DEF "llvm.di_lexical_block" "LLVM_DILexicalBlockAttr" "lexical block" = [
        required "scope" SCOPE, optional "file" FILE, optional "line" UNSIGNED, optional "column" UNSIGNED,
    ];
    /// A part of a block that is from another file, or told apart by a number.
    LEXICAL_BLOCK_FILE_DEF "llvm.di_lexical_block_file" "LLVM_DILexicalBlockFile" "lexical block of a file" = [
        required "scope" SCOPE, optional "file" FILE, required "discriminator" UNSIGNED,
    ];
    /// A local variable or an argument.
    LOCAL_VARIABLE_DEF "llvm.di_local_variable" "LLVM_DILocalVariableAttr" "local variable" = [
        required "scope" SCOPE, optional "name" STRING, optional "file" FILE, optional "line" UNSIGNED,
        optional "arg" UNSIGNED, optional "alignInBits" UNSIGNED, optional "type" TYPE, optional "flags" FLAGS,
    ];
    /// A function. One that is mentioned in what it contains has a `recId`, and there stands one of that `recId` with
    /// `isRecSelf`.
    SUBPROGRAM_DEF "llvm.di_subprogram" "LLVM_DISubprogramAttr" "subprogram" = [
        optional "recId" DISTINCT, optional "isRecSelf" Kind::Bool, optional "id" DISTINCT, optional "compileUnit" UNIT,
        optional "scope" SCOPE, optional "name" STRING, optional "linkageName" STRING, optional "file" FILE,
        optional "line" UNSIGNED, optional "scopeLine" UNSIGNED,
        optional "subprogramFlags" Kind::Flags(&flags::SUBPROGRAM_FLAGS), optional "type" SUBROUTINE_TYPE,
        optional "retainedNodes" NODES, optional "annotations" NODES,
    ];
    /// A module of a language that has them.
    MODULE_DEF "llvm.di_module" "LLVM_DIModuleAttr" "module" = [
        optional "file" FILE, optional "scope" SCOPE, optional "name" STRING, optional "configMacros" STRING,
        optional "includePath" STRING, optional "apinotes" STRING, optional "line" UNSIGNED, optional "isDecl" Kind::Bool,
    ];
    /// A namespace.
    NAMESPACE_DEF "llvm.di_namespace" "LLVM_DINamespaceAttr" "namespace" = [
        optional "name" STRING, optional "scope" SCOPE, required "exportSymbols" Kind::Bool,
    ];
    /// What a scope takes from another one.
    IMPORTED_ENTITY_DEF "llvm.di_imported_entity" "LLVM_DIImportedEntityAttr" "imported entity" = [
        optional "tag" TAG, required "scope" SCOPE, required "entity" NODE, optional "file" FILE,
        optional "line" UNSIGNED, optional "name" STRING, optional "elements" NODES,
    ];
    /// A note of the source.
    ANNOTATION_DEF "llvm.di_annotation" "LLVM_DIAnnotationAttr" "annotation" = [
        required "name" STRING, required "value" STRING,
    ];
    /// A dimension of an array. Its bounds are integers, variables or expressions.
    SUBRANGE_DEF "llvm.di_subrange" "LLVM_DISubrangeAttr" "subrange" = [
        optional "count" ATTRIBUTE, optional "lowerBound" ATTRIBUTE, optional "upperBound" ATTRIBUTE,
        optional "stride" ATTRIBUTE,
    ];
    /// Variables of Fortran that several subprograms share.
    COMMON_BLOCK_DEF "llvm.di_common_block" "LLVM_DICommonBlockAttr" "common block" = [
        required "scope" SCOPE, optional "decl" GLOBAL_VARIABLE, required "name" STRING, optional "file" FILE,
        optional "line" UNSIGNED,
    ];
    /// All dimensions of an array whose rank is not known. Its bounds are variables or expressions.
    GENERIC_SUBRANGE_DEF "llvm.di_generic_subrange" "LLVM_DIGenericSubrangeAttr" "subrange of any dimension" = [
        optional "count" ATTRIBUTE, required "lowerBound" ATTRIBUTE, optional "upperBound" ATTRIBUTE,
        required "stride" ATTRIBUTE,
    ];
    /// The type of a subprogram: that of the result, then those of the arguments.
    SUBROUTINE_TYPE_DEF "llvm.di_subroutine_type" "LLVM_DISubroutineTypeAttr" "type of a subprogram" = [
        optional "callingConvention" Kind::Word(&dwarf::CALLING_CONVENTIONS), optional "types" TYPES,
    ];
    /// A label.
    LABEL_DEF "llvm.di_label" "LLVM_DILabelAttr" "label" = [
        required "scope" SCOPE, optional "name" STRING, optional "file" FILE, optional "line" UNSIGNED,
    ];
    /// A string of Fortran.
    STRING_TYPE_DEF "llvm.di_string_type" "LLVM_DIStringTypeAttr" "string type" = [
        optional "tag" TAG, required "name" STRING, optional "sizeInBits" UINT64, optional "alignInBits" UINT32,
        optional "stringLength" VARIABLE, optional "stringLengthExp" EXPRESSION,
        optional "stringLocationExp" EXPRESSION, optional "encoding" ENCODING,
    ];
}

/// No type, such as that of a function without a result.
pub static NULL_TYPE_DEF: AttrDef = AttrDef {
    name: "llvm.di_null_type",
    summary: "no type",
    description: "No type, such as that of a function without a result.\n",
    params: &[],
    cases: None,
    format: ParamFormat::None,
    verify: None,
};

/// `#llvm.di_file<"a.c" in "/src">`
pub static FILE_DEF: AttrDef = AttrDef {
    name: "llvm.di_file",
    summary: "file",
    description: "A file of the source, and the folder that its name is relative to.\n",
    params: &[("name", "StringAttr"), ("directory", "StringAttr")],
    cases: None,
    format: ParamFormat::Custom(parse_file, print_file),
    verify: None,
};

fn parse_file(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    let part = |parser: &mut dyn AsmParser, name| {
        ParamName::new("LLVM_DIFileAttr", name, "StringAttr").read(parser, |parser| {
            let at = parser.position();
            let text = parser.attribute(None)?;
            match text.as_str(parser.ctx()) {
                Some(_) => Ok(text),
                None => Err(parser.error(at, "invalid kind of attribute specified")),
            }
        })
    };
    parser.punct("<")?;
    let name = part(parser, "name")?;
    parser.keyword("in")?;
    let directory = part(parser, "directory")?;
    parser.punct(">")?;
    Ok(vec![name, directory])
}

fn print_file(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[name, directory] = params else { return };
    printer.text("<");
    printer.attribute(name);
    printer.text(" in ");
    printer.attribute(directory);
    printer.text(">");
}

/// A local variable.
pub static LOCAL_VARIABLE_ATTR: AttrConstraint =
    constraint("", |ctx, attr| attr.params_of(ctx, &LOCAL_VARIABLE_DEF).is_some())
        .form(AttrForm::Dialect(&LOCAL_VARIABLE_DEF));

/// A label.
pub static LABEL_ATTR: AttrConstraint =
    constraint("", |ctx, attr| attr.params_of(ctx, &LABEL_DEF).is_some()).form(AttrForm::Dialect(&LABEL_DEF));

/// An expression.
pub static EXPRESSION_ATTR: AttrConstraint =
    constraint("", |ctx, attr| attr.params_of(ctx, &EXPRESSION_DEF).is_some()).form(AttrForm::Dialect(&EXPRESSION_DEF));

/// The places of a global variable.
pub static GLOBAL_VARIABLE_EXPRESSIONS_ATTR: AttrConstraint =
    constraint("an array of variable expressions", |ctx, attr| {
        let list = attr.as_array(ctx);
        list.is_some_and(|list| {
            let mut list = list.iter();
            list.all(|place| place.params_of(ctx, &GLOBAL_VARIABLE_EXPRESSION_DEF).is_some())
        })
    });

const fn constraint(words: &'static str, check: fn(&Context, Attribute) -> bool) -> AttrConstraint {
    AttrConstraint::new(words, check)
}

/// The expression that computes nothing.
pub fn no_expression(ctx: &Context) -> Attribute {
    ctx.dialect_attr(&EXPRESSION_DEF, &[ctx.array_attr(&[])])
}
