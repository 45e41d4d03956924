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

/// The fields of a node, in the order in which LLVM writes them.
struct Fields<'s, 'a> {
    state: &'s mut ModuleState<'a>,
    attr: Attribute,
    list: Vec<String>,
}

impl Fields<'_, '_> {
    fn param(&self, name: &str) -> Option<Attribute> {
        param(self.state.ctx, self.attr, name)
    }

    fn put(&mut self, name: &str, value: impl std::fmt::Display) {
        self.list.push(format!("{name}: {value}"));
    }

    /// A string that is not empty.
    fn string(&mut self, name: &str, param: &str) {
        let text = self.param(param).and_then(|text| text.as_str(self.state.ctx));
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.put(name, quoted(text.as_bytes()));
        }
    }

    /// A word of DWARF.
    fn word(&mut self, name: &str, param: &str) {
        if let Some(word) = self.param(param).and_then(|word| word.as_str(self.state.ctx)) {
            self.put(name, word);
        }
    }

    /// A tag, unless it is what a node of the kind has anyway.
    fn tag(&mut self, usual: &str) {
        let tag = self
            .param("tag")
            .and_then(|tag| tag.as_str(self.state.ctx))
            .unwrap_or("0");
        if tag != usual {
            self.put("tag", tag);
        }
    }

    /// A number that is not zero.
    fn number(&mut self, name: &str, param: &str) {
        let number = self.param(param).and_then(|number| number.as_i64(self.state.ctx));
        if let Some(number) = number.filter(|&number| number != 0) {
            self.put(name, number as u64);
        }
    }

    fn truth(&mut self, name: &str, param: &str) {
        let value = self.param(param) == Some(Attribute::TRUE);
        self.put(name, value);
    }

    /// Another node, if there is one.
    fn node(&mut self, name: &str, param: &str) {
        if let Some(attr) = self.param(param) {
            let reference = reference(self.state, Some(attr));
            if reference != "null" {
                self.put(name, reference);
            }
        }
    }

    /// Another node or `null`.
    fn node_or_null(&mut self, name: &str, param: &str) {
        let attr = self.param(param);
        let reference = reference(self.state, attr);
        self.put(name, reference);
    }

    fn expression(&mut self, name: &str, param: &str) {
        if let Some(expression) = self.param(param) {
            self.put(name, expression_text(self.state.ctx, expression));
        }
    }

    /// A number, a variable or an expression.
    fn bound(&mut self, name: &str, param: &str) {
        let Some(bound) = self.param(param) else { return };
        let ctx = self.state.ctx;
        if let Some(number) = bound.as_i64(ctx) {
            self.put(name, number);
        } else if bound.params_of(ctx, &di::EXPRESSION_DEF).is_some() {
            self.put(name, expression_text(ctx, bound));
        } else {
            self.node(name, param);
        }
    }

    fn flags(&mut self, name: &str, param: &str, def: &EnumDef, prefix: &str) {
        let value = self.param(param).and_then(|flags| flags.as_i64(self.state.ctx));
        let value = value.unwrap_or(0);
        if value != 0 {
            self.put(name, flags_text(def, value, prefix));
        }
    }

    /// A node that lists others, if there are some.
    fn nodes(&mut self, name: &str, param: &str) {
        if let Some(list) = self.param(param) {
            let list = list_node(self.state, list.as_array(self.state.ctx).unwrap_or_default());
            self.put(name, format!("!{list}"));
        }
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
    let mut fields = Fields {
        state,
        attr,
        list: Vec::new(),
    };
    let name = match kind {
        "file" | "compile_unit" | "module" | "namespace" | "imported_entity" | "common_block" => {
            unit(&mut fields, kind)
        }
        "subprogram"
        | "lexical_block"
        | "lexical_block_file"
        | "label"
        | "local_variable"
        | "global_variable"
        | "global_variable_expression" => scope(&mut fields, kind),
        _ => ty(&mut fields, kind),
    }?;
    Some(format!("{name}({})", fields.list.join(", ")))
}

/// Files, units and what stands in them beside functions.
fn unit(fields: &mut Fields<'_, '_>, kind: &str) -> Option<&'static str> {
    Some(match kind {
        "file" => {
            for (name, param) in [("filename", "name"), ("directory", "directory")] {
                let text = fields.param(param).and_then(|text| text.as_str(fields.state.ctx));
                fields.put(name, quoted(text.unwrap_or_default().as_bytes()));
            }
            "DIFile"
        }
        "compile_unit" => {
            compile_unit(fields);
            "DICompileUnit"
        }
        "module" => {
            fields.node_or_null("scope", "scope");
            for name in ["name", "configMacros", "includePath", "apinotes"] {
                fields.string(name, name);
            }
            fields.node("file", "file");
            fields.number("line", "line");
            if fields.param("isDecl") == Some(Attribute::TRUE) {
                fields.put("isDecl", true);
            }
            "DIModule"
        }
        "namespace" => {
            fields.string("name", "name");
            fields.node_or_null("scope", "scope");
            if fields.param("exportSymbols") == Some(Attribute::TRUE) {
                fields.put("exportSymbols", true);
            }
            "DINamespace"
        }
        "imported_entity" => {
            fields.tag("");
            fields.string("name", "name");
            fields.node_or_null("scope", "scope");
            fields.node("entity", "entity");
            fields.node("file", "file");
            fields.number("line", "line");
            fields.nodes("elements", "elements");
            "DIImportedEntity"
        }
        "common_block" => {
            fields.node_or_null("scope", "scope");
            fields.node_or_null("declaration", "decl");
            fields.string("name", "name");
            fields.node("file", "file");
            fields.number("line", "line");
            "DICommonBlock"
        }
        _ => return None,
    })
}

/// The lists of a unit are known when all of the module is written; see [`super::finish`].
fn compile_unit(fields: &mut Fields<'_, '_>) {
    let ctx = fields.state.ctx;
    fields.word("language", "sourceLanguage");
    fields.node("file", "file");
    fields.string("producer", "producer");
    fields.truth("isOptimized", "isOptimized");
    fields.put("runtimeVersion", 0);
    fields.string("splitDebugFilename", "splitDebugFilename");
    let kind = fields
        .param("emissionKind")
        .and_then(|kind| kind.as_i64(ctx))
        .unwrap_or(0);
    let kind = match flags::EMISSION_KINDS.keyword(kind) {
        Some("None") | None => "NoDebug",
        Some("Full") => "FullDebug",
        Some(other) => other,
    };
    fields.put("emissionKind", kind);
    let tables = fields.param("nameTableKind").and_then(|kind| kind.as_i64(ctx));
    if let Some(kind) = tables.filter(|&kind| kind != 0) {
        fields.put(
            "nameTableKind",
            flags::NAME_TABLE_KINDS.keyword(kind).unwrap_or_default(),
        );
    }
    fields.state.debug_info.new_units.push(fields.attr);
}

/// Functions, their blocks and variables.
fn scope(fields: &mut Fields<'_, '_>, kind: &str) -> Option<&'static str> {
    Some(match kind {
        "subprogram" => {
            subprogram(fields);
            "DISubprogram"
        }
        "lexical_block" => {
            fields.node_or_null("scope", "scope");
            fields.node("file", "file");
            fields.number("line", "line");
            fields.number("column", "column");
            "DILexicalBlock"
        }
        "lexical_block_file" => {
            fields.node_or_null("scope", "scope");
            fields.node("file", "file");
            let discriminator = fields
                .param("discriminator")
                .and_then(|number| number.as_i64(fields.state.ctx));
            fields.put("discriminator", discriminator.unwrap_or(0));
            "DILexicalBlockFile"
        }
        "label" => {
            fields.node_or_null("scope", "scope");
            fields.string("name", "name");
            fields.node("file", "file");
            fields.number("line", "line");
            "DILabel"
        }
        "local_variable" => {
            fields.string("name", "name");
            fields.number("arg", "arg");
            fields.node_or_null("scope", "scope");
            fields.node("file", "file");
            fields.number("line", "line");
            fields.node("type", "type");
            fields.flags("flags", "flags", &flags::FLAGS, "DIFlag");
            fields.number("align", "alignInBits");
            "DILocalVariable"
        }
        "global_variable" => {
            fields.string("name", "name");
            fields.string("linkageName", "linkageName");
            fields.node_or_null("scope", "scope");
            fields.node("file", "file");
            fields.number("line", "line");
            fields.node("type", "type");
            fields.truth("isLocal", "isLocalToUnit");
            fields.truth("isDefinition", "isDefined");
            fields.number("align", "alignInBits");
            "DIGlobalVariable"
        }
        "global_variable_expression" => {
            fields.node_or_null("var", "var");
            let expression = fields
                .param("expr")
                .map(|expression| expression_text(fields.state.ctx, expression));
            fields.put("expr", expression.unwrap_or_else(|| "!DIExpression()".to_owned()));
            "DIGlobalVariableExpression"
        }
        _ => return None,
    })
}

fn subprogram(fields: &mut Fields<'_, '_>) {
    fields.string("name", "name");
    fields.string("linkageName", "linkageName");
    fields.node_or_null("scope", "scope");
    fields.node("file", "file");
    fields.number("line", "line");
    fields.node("type", "type");
    fields.number("scopeLine", "scopeLine");
    // LLVM takes a subprogram without this field for a definition.
    if fields
        .param("subprogramFlags")
        .and_then(|flags| flags.as_i64(fields.state.ctx))
        .unwrap_or(0)
        == 0
    {
        fields.put("spFlags", 0);
    }
    fields.flags("spFlags", "subprogramFlags", &flags::SUBPROGRAM_FLAGS, "DISPFlag");
    fields.node("unit", "compileUnit");
    fields.nodes("retainedNodes", "retainedNodes");
    fields.nodes("annotations", "annotations");
}

fn ty(fields: &mut Fields<'_, '_>, kind: &str) -> Option<&'static str> {
    Some(match kind {
        "basic_type" => {
            fields.tag("DW_TAG_base_type");
            fields.string("name", "name");
            fields.number("size", "sizeInBits");
            fields.word("encoding", "encoding");
            "DIBasicType"
        }
        "string_type" => {
            fields.tag("DW_TAG_string_type");
            fields.string("name", "name");
            fields.node("stringLength", "stringLength");
            fields.expression("stringLengthExpression", "stringLengthExp");
            fields.expression("stringLocationExpression", "stringLocationExp");
            fields.number("size", "sizeInBits");
            fields.number("align", "alignInBits");
            fields.word("encoding", "encoding");
            "DIStringType"
        }
        "derived_type" => {
            derived_type(fields);
            "DIDerivedType"
        }
        "composite_type" => {
            composite_type(fields);
            "DICompositeType"
        }
        "subroutine_type" => {
            fields.word("cc", "callingConvention");
            let types = fields.param("types").and_then(|types| types.as_array(fields.state.ctx));
            let types = list_node(fields.state, types.unwrap_or_default());
            fields.put("types", format!("!{types}"));
            "DISubroutineType"
        }
        "subrange" | "generic_subrange" => {
            for name in ["count", "lowerBound", "upperBound", "stride"] {
                fields.bound(name, name);
            }
            if kind == "subrange" {
                "DISubrange"
            } else {
                "DIGenericSubrange"
            }
        }
        _ => return None,
    })
}

fn derived_type(fields: &mut Fields<'_, '_>) {
    fields.tag("");
    fields.string("name", "name");
    fields.node_or_null("baseType", "baseType");
    fields.number("size", "sizeInBits");
    fields.number("align", "alignInBits");
    fields.number("offset", "offsetInBits");
    fields.node("extraData", "extraData");
    let space = fields
        .param("dwarfAddressSpace")
        .and_then(|space| space.as_i64(fields.state.ctx));
    if let Some(space) = space {
        fields.put("dwarfAddressSpace", space);
    }
}

fn composite_type(fields: &mut Fields<'_, '_>) {
    fields.tag("");
    fields.string("name", "name");
    fields.node("scope", "scope");
    fields.node("file", "file");
    fields.number("line", "line");
    fields.node("baseType", "baseType");
    fields.number("size", "sizeInBits");
    fields.number("align", "alignInBits");
    fields.flags("flags", "flags", &flags::FLAGS, "DIFlag");
    fields.nodes("elements", "elements");
    for name in ["dataLocation", "associated", "allocated", "rank"] {
        fields.expression(name, name);
    }
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
