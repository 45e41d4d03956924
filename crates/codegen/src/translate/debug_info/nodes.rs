//! Nodes of debug information, from the attributes of the llvm dialect that have their names.

use asyncir_dialects::llvm::debug_info as di;
use asyncir_dialects::llvm::debug_info::flags;
use asyncir_ir::def::EnumDef;
use asyncir_ir::{AttrKind, Attribute, Context};

use super::super::metadata::{Metadata, param};
use super::super::state::ModuleState;
use super::super::text::quoted;

/// The node of an attribute; `None` for what is no node: nothing, and a mention of a recursive attribute that is nowhere.
pub(super) fn node(state: &mut ModuleState<'_>, attr: Attribute) -> Option<usize> {
    if let Some(&node) = state.debug_info.nodes.get(&attr) {
        return node;
    }
    let ctx = state.ctx;
    let recursive = param(ctx, attr, "recId");
    if param(ctx, attr, "isRecSelf") == Some(Attribute::TRUE) {
        return state.debug_info.recursive.get(&recursive?).copied();
    }
    let is_distinct = is_distinct(ctx, attr);
    // What may refer to itself has a number before it has a text.
    let reserved = (is_distinct || recursive.is_some()).then(|| state.metadata.reserve());
    if let Some(number) = reserved {
        state.debug_info.nodes.insert(attr, Some(number));
        if let Some(id) = recursive {
            state.debug_info.recursive.insert(id, number);
        }
    }
    let text = text(state, attr);
    let number = match (text, reserved) {
        (Some(text), Some(number)) => {
            state.metadata.define(number, &text, is_distinct);
            Some(number)
        }
        (Some(text), None) => Some(state.metadata.number(&text)),
        (None, _) => None,
    };
    state.debug_info.nodes.insert(attr, number);
    number
}

/// `!N` or `null`
pub(super) fn reference(state: &mut ModuleState<'_>, attr: Option<Attribute>) -> String {
    match attr.and_then(|attr| node(state, attr)) {
        Some(number) => format!("!{number}"),
        None => "null".to_owned(),
    }
}

/// Whether the node of an attribute equals no other, as MLIR makes it.
pub(super) fn is_distinct(ctx: &Context, attr: Attribute) -> bool {
    let is = |def| attr.params_of(ctx, def).is_some();
    if is(&di::SUBPROGRAM_DEF) {
        let flags = param(ctx, attr, "subprogramFlags").and_then(|flags| flags.as_i64(ctx));
        let definition = flags::SUBPROGRAM_FLAGS.value("Definition").unwrap_or(0);
        return flags.unwrap_or(0) & definition != 0;
    }
    if is(&di::COMPOSITE_TYPE_DEF) {
        let tag = param(ctx, attr, "tag").and_then(|tag| tag.as_str(ctx));
        return matches!(
            tag.and_then(|tag| tag.strip_prefix("DW_TAG_")),
            Some("class_type" | "structure_type" | "union_type" | "enumeration_type")
        );
    }
    is(&di::COMPILE_UNIT_DEF)
        || is(&di::GLOBAL_VARIABLE_DEF)
        || is(&di::LEXICAL_BLOCK_DEF)
        || is(&di::LEXICAL_BLOCK_FILE_DEF)
}

/// How a parameter of an attribute is written as a field of its node.
#[derive(Clone, Copy)]
enum Form {
    /// A string that is not empty.
    Text,
    /// A string.
    AnyText,
    /// A word of DWARF.
    Word,
    /// A tag, unless it is this one, which nodes of the kind have anyway.
    Tag(&'static str),
    /// A number that is not zero.
    Number,
    /// A number that is there.
    AnyNumber,
    /// `true` or `false`.
    Truth,
    /// `true`, or nothing.
    True,
    /// Another node, if there is one.
    Node,
    /// Another node or `null`.
    NodeOrNull,
    /// A node that lists others, if there are some.
    Nodes,
    /// A node that lists others.
    AnyNodes,
    /// An expression that is there.
    Expression,
    /// An expression.
    AnyExpression,
    /// A number, a variable or an expression.
    Bound,
    /// `DIFlagVector | DIFlagBitField`, unless there are none: the cases and what their names begin with.
    Flags(&'static EnumDef, &'static str),
    /// As `Flags`, but zero is written if there are none: LLVM takes a subprogram without flags for a definition.
    AnyFlags(&'static EnumDef, &'static str),
    /// A case of an enum in LLVM's words, in their order; the first one is not written if it has none.
    Case(&'static [&'static str]),
    /// A number that no attribute says.
    Constant(u32),
}
use Form::{
    AnyExpression, AnyFlags, AnyNodes, AnyNumber, AnyText, Bound, Case, Constant, Expression, Flags, Node, NodeOrNull,
    Nodes, Number, Tag, Text, True, Truth, Word,
};

/// A field: LLVM's name, the name of the parameter, how it is written.
type Field = (&'static str, &'static str, Form);

/// The attribute behind `llvm.di_`, LLVM's node, its fields in the order in which LLVM writes them.
type Row = (&'static str, &'static str, &'static [Field]);

const FLAGS: Form = Flags(&flags::FLAGS, "DIFlag");
const SUBPROGRAM_FLAGS: Form = AnyFlags(&flags::SUBPROGRAM_FLAGS, "DISPFlag");
const EMISSION_KIND: Form = Case(&["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"]);
const NAME_TABLES: Form = Case(&["", "GNU", "None", "Apple"]);
const FILE: Field = ("file", "file", Node);
const LINE: Field = ("line", "line", Number);
const NAME: Field = ("name", "name", Text);
const LINKAGE_NAME: Field = ("linkageName", "linkageName", Text);
const SCOPE: Field = ("scope", "scope", NodeOrNull);
const SIZE: Field = ("size", "sizeInBits", Number);
const ALIGN: Field = ("align", "alignInBits", Number);
const ENCODING: Field = ("encoding", "encoding", Word);
const ELEMENTS: Field = ("elements", "elements", Nodes);

#[rustfmt::skip]
const NODES: &[Row] = &[
    ("file", "DIFile", &[("filename", "name", AnyText), ("directory", "directory", AnyText)]),
    // The lists of a compile unit are known when all of the module is written; see `add_globals`.
    ("compile_unit", "DICompileUnit", &[
        ("language", "sourceLanguage", Word), FILE, ("producer", "producer", Text), ("isOptimized", "isOptimized", Truth),
        ("runtimeVersion", "", Constant(0)), ("splitDebugFilename", "splitDebugFilename", Text),
        ("emissionKind", "emissionKind", EMISSION_KIND), ("nameTableKind", "nameTableKind", NAME_TABLES),
    ]),
    ("module", "DIModule", &[
        SCOPE, NAME, ("configMacros", "configMacros", Text), ("includePath", "includePath", Text),
        ("apinotes", "apinotes", Text), FILE, LINE, ("isDecl", "isDecl", True),
    ]),
    ("namespace", "DINamespace", &[NAME, SCOPE, ("exportSymbols", "exportSymbols", True)]),
    ("imported_entity", "DIImportedEntity", &[
        ("tag", "tag", Tag("")), NAME, SCOPE, ("entity", "entity", Node), FILE, LINE, ELEMENTS,
    ]),
    ("common_block", "DICommonBlock", &[SCOPE, ("declaration", "decl", NodeOrNull), NAME, FILE, LINE]),
    ("subprogram", "DISubprogram", &[
        NAME, LINKAGE_NAME, SCOPE, FILE, LINE, ("type", "type", Node), ("scopeLine", "scopeLine", Number),
        ("spFlags", "subprogramFlags", SUBPROGRAM_FLAGS), ("unit", "compileUnit", Node),
        ("retainedNodes", "retainedNodes", Nodes), ("annotations", "annotations", Nodes),
    ]),
    ("lexical_block", "DILexicalBlock", &[SCOPE, FILE, LINE, ("column", "column", Number)]),
    ("lexical_block_file", "DILexicalBlockFile", &[SCOPE, FILE, ("discriminator", "discriminator", AnyNumber)]),
    ("label", "DILabel", &[SCOPE, NAME, FILE, LINE]),
    ("local_variable", "DILocalVariable", &[
        NAME, ("arg", "arg", Number), SCOPE, FILE, LINE, ("type", "type", Node), ("flags", "flags", FLAGS), ALIGN,
    ]),
    ("global_variable", "DIGlobalVariable", &[
        NAME, LINKAGE_NAME, SCOPE, FILE, LINE, ("type", "type", Node), ("isLocal", "isLocalToUnit", Truth),
        ("isDefinition", "isDefined", Truth), ALIGN,
    ]),
    ("global_variable_expression", "DIGlobalVariableExpression", &[
        ("var", "var", NodeOrNull), ("expr", "expr", AnyExpression),
    ]),
    ("basic_type", "DIBasicType", &[("tag", "tag", Tag("DW_TAG_base_type")), NAME, SIZE, ENCODING]),
    ("string_type", "DIStringType", &[
        ("tag", "tag", Tag("DW_TAG_string_type")), NAME, ("stringLength", "stringLength", Node),
        ("stringLengthExpression", "stringLengthExp", Expression),
        ("stringLocationExpression", "stringLocationExp", Expression), SIZE, ALIGN, ENCODING,
    ]),
    ("derived_type", "DIDerivedType", &[
        ("tag", "tag", Tag("")), NAME, ("baseType", "baseType", NodeOrNull), SIZE, ALIGN,
        ("offset", "offsetInBits", Number), ("extraData", "extraData", Node),
        ("dwarfAddressSpace", "dwarfAddressSpace", AnyNumber),
    ]),
    ("composite_type", "DICompositeType", &[
        ("tag", "tag", Tag("")), NAME, ("scope", "scope", Node), FILE, LINE, ("baseType", "baseType", Node), SIZE, ALIGN,
        ("flags", "flags", FLAGS), ELEMENTS, ("dataLocation", "dataLocation", Expression),
        ("associated", "associated", Expression), ("allocated", "allocated", Expression), ("rank", "rank", Expression),
    ]),
    ("subroutine_type", "DISubroutineType", &[("cc", "callingConvention", Word), ("types", "types", AnyNodes)]),
    ("subrange", "DISubrange", BOUNDS),
    ("generic_subrange", "DIGenericSubrange", BOUNDS),
];

const BOUNDS: &[Field] = &[
    ("count", "count", Bound),
    ("lowerBound", "lowerBound", Bound),
    ("upperBound", "upperBound", Bound),
    ("stride", "stride", Bound),
];

/// The text of the node of an attribute; `None` for what is no node.
fn text(state: &mut ModuleState<'_>, attr: Attribute) -> Option<String> {
    let AttrKind::Dialect { def, .. } = attr.kind(state.ctx) else {
        return None;
    };
    let kind = def.name.strip_prefix("llvm.di_")?;
    if kind == "annotation" {
        let part = |name| {
            let text = param(state.ctx, attr, name).and_then(|text| text.as_str(state.ctx));
            quoted(text.unwrap_or_default().as_bytes())
        };
        return Some(format!("{{!{}, !{}}}", part("name"), part("value")));
    }
    if kind == "compile_unit" {
        state.debug_info.new_units.push(attr);
    }
    let (_, node, fields) = NODES.iter().find(|(name, ..)| *name == kind)?;
    let mut list = Vec::with_capacity(fields.len());
    for &(name, of, form) in *fields {
        let value = field(state, param(state.ctx, attr, of), form);
        list.extend(value.map(|value| format!("{name}: {value}")));
    }
    Some(format!("{node}({})", list.join(", ")))
}

/// The value of a field; `None` if it is not written.
fn field(state: &mut ModuleState<'_>, value: Option<Attribute>, form: Form) -> Option<String> {
    let ctx = state.ctx;
    let string = || value.and_then(|value| value.as_str(ctx));
    let number = || value.and_then(|value| value.as_i64(ctx));
    let list = || value.and_then(|value| value.as_array(ctx)).unwrap_or_default();
    let is_true = value == Some(Attribute::TRUE);
    match form {
        Text => string()
            .filter(|text| !text.is_empty())
            .map(|text| quoted(text.as_bytes())),
        AnyText => Some(quoted(string().unwrap_or_default().as_bytes())),
        Word => string().map(str::to_owned),
        Tag(usual) => Some(string().unwrap_or("0").to_owned()).filter(|tag| tag != usual),
        Number => number()
            .filter(|&number| number != 0)
            .map(|number| (number as u64).to_string()),
        AnyNumber => number().map(|number| (number as u64).to_string()),
        Truth => Some(is_true.to_string()),
        True => is_true.then(|| "true".to_owned()),
        Node => node(state, value?).map(|node| format!("!{node}")),
        NodeOrNull => Some(reference(state, value)),
        Nodes if value.is_none() => None,
        Nodes | AnyNodes => Some(format!("!{}", list_node(state, list()))),
        Expression => value.map(|value| expression_text(ctx, value)),
        AnyExpression => Some(value.map_or_else(|| "!DIExpression()".to_owned(), |value| expression_text(ctx, value))),
        Bound => bound(state, value?),
        Flags(def, prefix) => number()
            .filter(|&bits| bits != 0)
            .map(|bits| flags_text(def, bits, prefix)),
        AnyFlags(def, prefix) => Some(field(state, value, Flags(def, prefix)).unwrap_or_else(|| "0".to_owned())),
        Case(words) => {
            let word = usize::try_from(number().unwrap_or(0))
                .ok()
                .and_then(|case| words.get(case));
            word.filter(|word| !word.is_empty()).map(|word| (*word).to_owned())
        }
        Constant(number) => Some(number.to_string()),
    }
}

/// A bound of an array.
fn bound(state: &mut ModuleState<'_>, bound: Attribute) -> Option<String> {
    if let Some(number) = bound.as_i64(state.ctx) {
        return Some(number.to_string());
    }
    match bound.params_of(state.ctx, &di::EXPRESSION_DEF) {
        Some(_) => Some(expression_text(state.ctx, bound)),
        None => node(state, bound).map(|node| format!("!{node}")),
    }
}

/// The node `!{!1, null, !2}` of others.
fn list_node(state: &mut ModuleState<'_>, attrs: &[Attribute]) -> usize {
    let list: Vec<String> = attrs.iter().map(|&attr| reference(state, Some(attr))).collect();
    state.metadata.number(&format!("{{{}}}", list.join(", ")))
}

fn flags_text(def: &EnumDef, value: i64, prefix: &str) -> String {
    let visibility = (value & 3 != 0 && def.value("Public") == Some(3)).then_some(value & 3);
    let bits = (0..32)
        .map(|bit| 1i64 << bit)
        .filter(|bit| value & bit != 0 && (visibility.is_none() || *bit > 3));
    let words = visibility.into_iter().chain(bits).filter_map(|bits| {
        let mut cases = def.cases.iter().filter(|case| !matches!(case.keyword, "Bit0" | "Bit1"));
        cases.find(|case| case.value == bits)
    });
    let words: Vec<String> = words.map(|case| format!("{prefix}{}", case.keyword)).collect();
    words.join(" | ")
}

/// `!DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref)`
pub(super) fn expression_text(ctx: &Context, expression: Attribute) -> String {
    let operations = param(ctx, expression, "operations").and_then(|list| list.as_array(ctx));
    let words = operations.unwrap_or_default().iter().flat_map(|&operation| {
        let arguments = param(ctx, operation, "arguments").and_then(|list| list.as_array(ctx));
        let opcode = param(ctx, operation, "opcode");
        opcode.into_iter().chain(arguments.unwrap_or_default().iter().copied())
    });
    let words: Vec<String> = words
        .map(|word| match word.as_i64(ctx) {
            Some(number) => (number as u64).to_string(),
            None => word.as_str(ctx).unwrap_or_default().to_owned(),
        })
        .collect();
    format!("!DIExpression({})", words.join(", "))
}

/// The compile unit that a global variable belongs to, by its scope.
pub(super) fn unit_of_global(ctx: &Context, variable: Attribute) -> Option<Attribute> {
    let mut scope = param(ctx, variable, "scope")?;
    for def in [&di::MODULE_DEF, &di::COMMON_BLOCK_DEF] {
        if scope.params_of(ctx, def).is_some() {
            scope = param(ctx, scope, "scope")?;
        }
    }
    if scope.params_of(ctx, &di::SUBPROGRAM_DEF).is_some() {
        scope = param(ctx, scope, "compileUnit")?;
    }
    scope.params_of(ctx, &di::COMPILE_UNIT_DEF).map(|_| scope)
}

/// Writes the list of its global variables into a unit.
pub(super) fn add_globals(metadata: &mut Metadata, unit: usize, list: usize) {
    metadata.edit(unit, |text| {
        let field = format!(", globals: !{list}");
        let place = text.rfind(", nameTableKind: ").unwrap_or(text.len() - 1);
        text.insert_str(place, &field);
    });
}
