//! Writes the reference page of a dialect in Markdown, from the definitions of its ops, attributes and types.
//!
//! ```
//! let ctx = asyncir::context();
//! let page = asyncir::reference::page(&ctx, ctx.dialect("async").expect("the dialect"));
//! assert!(page.starts_with("# 'async' Dialect\n"));
//! assert!(page.contains("### `async.await` (async::AwaitOp)\n"));
//! ```

use asyncir_ir::Context;
use asyncir_ir::def::{
    Arity, AttrDef, AttrForm, AttrSlot, Dialect, EnumDef, Format, OpDef, OpTrait, ParamFormat, Presence, RegionKind,
    TypeDef, ValueSlot,
};

/// Writes the page: the purpose of the dialect, then its ops, attributes and types, each sorted by name.
///
/// The dialect must be registered in the context. Default values of attributes are printed as this context prints them.
pub fn page(ctx: &Context, dialect: &Dialect) -> String {
    asyncir_text::install(ctx);
    let mut page = Page::default();
    page.line(&format!("# '{}' Dialect", dialect.name));
    page.paragraph(dialect.description);
    let mut ops = dialect.ops.to_vec();
    ops.sort_by_key(|def| def.name);
    page.chapter("Operations", &ops, |page, def| op(page, ctx, def));
    let mut attrs = dialect.attrs.to_vec();
    attrs.sort_by_key(|def| def.name);
    page.chapter("Attributes", &attrs, attribute);
    let mut types = dialect.types.to_vec();
    types.sort_by_key(|def| def.name);
    page.chapter("Types", &types, ty);
    page.text
}

/// What is written so far.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A block of text behind an empty line; nothing for an empty one.
    fn paragraph(&mut self, text: &str) {
        let text = without_indent(text);
        if !text.is_empty() {
            self.line("");
            self.line(&text);
        }
    }

    /// A heading with an entry for each definition; nothing if there are none.
    fn chapter<T>(&mut self, title: &str, definitions: &[T], entry: impl Fn(&mut Self, &T)) {
        if definitions.is_empty() {
            return;
        }
        self.paragraph(&format!("## {title}"));
        definitions.iter().for_each(|definition| entry(self, definition));
    }

    /// `Label: a, b`; nothing if there are none.
    fn names(&mut self, label: &str, names: &[String]) {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            self.paragraph(&format!("{label}: {}", names.join(", ")));
        }
    }

    /// A table under its heading; nothing if it has no rows.
    fn table<const N: usize>(&mut self, title: &str, columns: [&str; N], rows: &[[String; N]]) {
        if rows.is_empty() {
            return;
        }
        self.paragraph(&format!("#### {title}:"));
        self.line("");
        self.line(&format!("| {} |", columns.join(" | ")));
        self.line(&format!("|{}", " --- |".repeat(N)));
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            self.line(&format!("| {} |", cells.join(" | ")));
        }
    }
}

/// Documentation comments begin each line with the space behind their slashes.
fn without_indent(text: &str) -> String {
    let lines = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A summary as a sentence begins.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn op(page: &mut Page, ctx: &Context, def: &OpDef) {
    page.paragraph(&format!("### `{}` ({}::{})", def.name, def.dialect(), def.class));
    page.paragraph(&format!("_{}_", capital(def.summary)));
    if let Format::Assembly(format) = def.format {
        let separator = if format.is_empty() { "" } else { " " };
        page.paragraph(&format!(
            "Syntax:\n\n```\noperation ::= `{}`{separator}{format}\n```",
            def.name
        ));
    }
    page.paragraph(def.description);
    page.names("Traits", &traits(def));
    page.names("Interfaces", &interfaces(def));
    if def.has(OpTrait::Pure) || def.has(OpTrait::NoMemoryEffect) {
        page.names("Effects", &["MemoryEffects::Effect{}".to_owned()]);
    }
    let attributes: Vec<_> = def.attributes.iter().map(|slot| attribute_row(ctx, slot)).collect();
    page.table("Attributes", ["Attribute", "Presence", "Description"], &attributes);
    page.table("Operands", ["Operand", "Description"], &value_rows(def.operands));
    page.table("Results", ["Result", "Description"], &value_rows(def.results));
    let regions = def.regions.iter().map(|slot| [code(slot.name), region(slot.kind)]);
    page.table("Regions", ["Region", "Description"], &regions.collect::<Vec<_>>());
    let successors = def.successors.iter().map(|slot| {
        let number = if slot.variadic { "variadic of " } else { "" };
        [code(slot.name), format!("{number}any successor")]
    });
    page.table(
        "Successors",
        ["Successor", "Description"],
        &successors.collect::<Vec<_>>(),
    );
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// The traits under MLIR's names, sorted. Those that say what an interface says are among the interfaces.
fn traits(def: &OpDef) -> Vec<String> {
    let mut names: Vec<String> = def
        .traits
        .iter()
        .filter_map(|op_trait| match op_trait {
            OpTrait::Pure | OpTrait::AlwaysSpeculatable => Some("AlwaysSpeculatableImplTrait".to_owned()),
            OpTrait::Symbol | OpTrait::NoMemoryEffect | OpTrait::FunctionLike | OpTrait::LoopLike => None,
            OpTrait::GraphRegion => Some("HasOnlyGraphRegion".to_owned()),
            other => Some(format!("{other:?}")),
        })
        .collect();
    names.extend(
        def.implicit_terminator
            .map(|terminator| format!("SingleBlockImplicitTerminator<{terminator}>")),
    );
    if !def.parents.is_empty() {
        names.push(format!("HasParent<{}>", def.parents.join(", ")));
    }
    names.sort();
    names.dedup();
    names
}

/// The interfaces that the definition's traits and hooks amount to, under MLIR's names, sorted.
fn interfaces(def: &OpDef) -> Vec<String> {
    let hooks = &def.hooks;
    let calls = def.attribute("callee").is_some() || def.operand_slot("callee").is_some();
    let has = |op_trait| def.has(op_trait);
    let suggests_names = hooks.result_names.is_some() || hooks.argument_names.is_some();
    let all = [
        (hooks.branch.is_some(), "BranchOpInterface"),
        (calls, "CallOpInterface"),
        (has(OpTrait::FunctionLike), "CallableOpInterface"),
        (
            has(OpTrait::Pure) || has(OpTrait::AlwaysSpeculatable) || hooks.speculatable.is_some(),
            "ConditionallySpeculatable",
        ),
        (has(OpTrait::FunctionLike), "FunctionOpInterface"),
        (def.infers_results(), "InferTypeOpInterface"),
        (has(OpTrait::LoopLike), "LoopLikeOpInterface"),
        (hooks.effects.is_some(), "MemoryEffectOpInterface"),
        (
            has(OpTrait::Pure) || has(OpTrait::NoMemoryEffect),
            "NoMemoryEffect (MemoryEffectOpInterface)",
        ),
        (suggests_names || hooks.default_dialect.is_some(), "OpAsmOpInterface"),
        (hooks.region_branch.is_some(), "RegionBranchOpInterface"),
        (has(OpTrait::ReturnLike), "RegionBranchTerminatorOpInterface"),
        (has(OpTrait::GraphRegion), "RegionKindInterface"),
        (has(OpTrait::Symbol), "Symbol"),
        (hooks.verify_symbols.is_some(), "SymbolUserOpInterface"),
    ];
    let present = all.iter().filter(|(present, _)| *present);
    present.map(|(_, name)| (*name).to_owned()).collect()
}

fn attribute_row(ctx: &Context, slot: &AttrSlot) -> [String; 3] {
    let shown = |make: fn(&Context) -> asyncir_ir::Attribute| ctx.show_attr(make(ctx));
    let presence = match slot.presence {
        Presence::Required => "required".to_owned(),
        Presence::Optional => "optional".to_owned(),
        Presence::Default(make) => format!("default `{}`", shown(make)),
        Presence::OptionalDefault(make) => format!("optional, which means `{}`", shown(make)),
    };
    let cases = match slot.constraint.form {
        AttrForm::Enum(cases) => format!(" ({})", keywords(cases)),
        _ => String::new(),
    };
    [code(slot.name), presence, format!("{}{cases}", slot.constraint.summary)]
}

fn keywords(cases: &EnumDef) -> String {
    let keywords: Vec<String> = cases.cases.iter().map(|case| code(case.keyword)).collect();
    keywords.join(", ")
}

fn value_rows(slots: &[ValueSlot]) -> Vec<[String; 2]> {
    let row = |slot: &ValueSlot| {
        let number = match slot.arity {
            Arity::One => "",
            Arity::Optional => "optional ",
            Arity::Variadic => "variadic of ",
        };
        [code(slot.name), format!("{number}{}", slot.constraint.summary)]
    };
    slots.iter().map(row).collect()
}

fn region(kind: RegionKind) -> String {
    match kind {
        RegionKind::Any => "any region".to_owned(),
        RegionKind::Sized(blocks) => format!("region with {}", count(blocks)),
        RegionKind::MaxSized(blocks) => format!("region with at most {}", count(blocks)),
        RegionKind::MinSized(blocks) => format!("region with at least {}", count(blocks)),
        RegionKind::Variadic => "variadic of any region".to_owned(),
        RegionKind::VariadicSized(blocks) => format!("variadic of region with {}", count(blocks)),
    }
}

fn count(blocks: usize) -> String {
    format!("{blocks} block{}", if blocks == 1 { "" } else { "s" })
}

fn attribute(page: &mut Page, def: &&AttrDef) {
    page.paragraph(&format!("### {}Attr", class(def.name)));
    page.paragraph(&format!("_{}_", capital(def.summary)));
    syntax(page, '#', def.name, def.format);
    page.paragraph(def.description);
    if let Some(cases) = def.cases {
        let several = if cases.bits { ", which can be combined" } else { "" };
        page.paragraph(&format!("Cases{several}: {}", keywords(cases)));
    } else {
        parameters(page, def.params);
    }
}

fn ty(page: &mut Page, def: &&TypeDef) {
    page.paragraph(&format!("### {}Type", class(def.name)));
    page.paragraph(&format!("_{}_", capital(def.summary)));
    syntax(page, '!', def.name, def.format);
    page.paragraph(def.description);
    parameters(page, def.params);
}

/// How it is written, if that is its name alone; the parameters of others are told by a table and their description.
fn syntax(page: &mut Page, mark: char, name: &str, format: ParamFormat) {
    if let ParamFormat::None = format {
        page.paragraph(&format!("Syntax: `{mark}{name}`"));
    }
}

fn parameters(page: &mut Page, params: &[(&str, &str)]) {
    let rows: Vec<_> = params.iter().map(|(name, kind)| [code(name), code(kind)]).collect();
    page.table("Parameters", ["Parameter", "Kind"], &rows);
}

/// `async.coro.handle` is called `CoroHandle`.
fn class(name: &str) -> String {
    let mnemonic = name.split_once('.').map_or(name, |(_, mnemonic)| mnemonic);
    mnemonic.split(['.', '_']).map(capital).collect()
}
