//! Globals, aliases, indirect functions, comdats, and the tables of static initialisers.

use asyncir_ir::{AttrKind, Fallible, OpRef};

use super::attributes as attrs;
use super::data;
use super::debug_info;
use super::initializers;
use super::module_text::Symbol;
use super::state::{ModuleState, failed};
use super::text::{joined, name, put, quoted};
use crate::dialect::{array, attr, enum_value, flag, integer, keyword, leaf_symbol, string, symbol, type_attr};

/// Writes a global variable.
pub(super) fn global(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Symbol> {
    let location = op.location();
    let symbol = string(op, "sym_name").ok_or_else(|| failed(op))?;
    let linkage = attrs::linkage(op);
    // Structs that it names stand before those that its value names.
    let ty = state.ty(type_attr(op, "global_type").ok_or_else(|| failed(op))?, location)?;
    let value = value(state, op)?;
    // Linkages of definitions need a value; without one it is undefined.
    let initializer = match value.text {
        _ if linkage == "extern_weak" => None,
        None if !linkage.is_empty() => Some("undef".to_owned()),
        other => other,
    };
    let external = if linkage.is_empty() && initializer.is_none() {
        "external"
    } else {
        linkage
    };
    let mut words = String::from(if flag(op, "thread_local_") { "thread_local " } else { "" });
    words.push_str(&attrs::spaced(attrs::unnamed_addr(op)));
    match integer(op, "addr_space") {
        None | Some(0) => {}
        Some(space) => put!(words, "addrspace({space}) "),
    }
    words.push_str(if flag(op, "externally_initialized") {
        "externally_initialized "
    } else {
        ""
    });
    let kind = if flag(op, "constant") { "constant" } else { "global" };
    let ty = value.ty.unwrap_or(ty);
    let declaration = format!("{words}{kind} {ty}");
    let suffix = suffix(op, value.alignment) + &debug_info::of_global(state, op);
    Ok(Symbol {
        name: symbol.to_owned(),
        linkage: external,
        is_private: attrs::is_private(op),
        prefix: attrs::symbol_prefix(op, external),
        comment: String::new(),
        attached: String::new(),
        definition: initializer.map(|value| format!("{declaration} {value}{suffix}\n")),
        declaration: declaration + &suffix,
    })
}

/// What a global holds.
#[derive(Default)]
struct Value {
    text: Option<String>,
    /// The type of the value, if it is another one than that of the op.
    ty: Option<String>,
    /// The alignment of a global that has no other one.
    alignment: Option<u64>,
}

fn value(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Value> {
    let plain = |text| Value {
        text: Some(text),
        ..Value::default()
    };
    if let Some(value) = initializers::of(state, op)? {
        return Ok(plain(value));
    }
    let Some(value) = attr(op, "value") else {
        return Ok(Value::default());
    };
    if let AttrKind::String { value, .. } = value.kind(op.ctx) {
        // A string's length is not in the type.
        return Ok(Value {
            ty: Some(format!("[{} x i8]", value.len())),
            ..plain(if value.iter().all(|&byte| byte == 0) {
                "zeroinitializer".to_owned()
            } else {
                format!("c{}", quoted(value))
            })
        });
    }
    let ty = type_attr(op, "global_type").ok_or_else(|| failed(op))?;
    if data::is_too_large(op.ctx, ty, value) {
        return Err(op.error("has a constant of more than 2^30 bytes"));
    }
    let data = state.options.data_as_bytes.then(|| data::of(op.ctx, ty, value));
    match data.flatten() {
        Some(data) => Ok(Value {
            ty: Some(data.ty),
            alignment: Some(data::ALIGNMENT),
            ..plain(data.value)
        }),
        None => {
            let constant = state.constant(ty, value, op.location())?;
            Ok(plain(state.constant_text(&constant, op.location())?))
        }
    }
}

fn suffix(op: OpRef<'_>, alignment: Option<u64>) -> String {
    let own = integer(op, "alignment").and_then(|alignment| u64::try_from(alignment).ok());
    let alignment = own.or(alignment).map(|alignment| format!("align {alignment}"));
    let parts = [attrs::section(op), comdat(op), alignment];
    parts.into_iter().flatten().map(|part| format!(", {part}")).collect()
}

/// `comdat($name)`
pub(super) fn comdat(op: OpRef<'_>) -> Option<String> {
    let selector = leaf_symbol(op.ctx, attr(op, "comdat")?)?;
    Some(format!("comdat({})", name('$', op.ctx.str(selector))))
}

/// Writes the selectors of an `llvm.comdat`.
pub(super) fn comdats(op: OpRef<'_>, out: &mut String) -> Fallible {
    const KINDS: &[&str] = &["any", "exactmatch", "largest", "nodeduplicate", "samesize"];
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    for block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
        for selector in body.block_ops(block) {
            let selector = OpRef {
                ctx: op.ctx,
                body,
                op: selector,
            };
            let symbol = string(selector, "sym_name").ok_or_else(|| failed(selector))?;
            let kind = attr(selector, "comdat").and_then(|kind| keyword(op.ctx, kind, KINDS));
            put!(out, "{} = comdat {}\n", name('$', symbol), kind.unwrap_or("any"));
        }
    }
    Ok(())
}

/// Writes an alias.
pub(super) fn alias(state: &mut ModuleState<'_>, op: OpRef<'_>, out: &mut String) -> Fallible {
    let symbol = string(op, "sym_name").ok_or_else(|| failed(op))?;
    let ty = state.ty(type_attr(op, "alias_type").ok_or_else(|| failed(op))?, op.location())?;
    let target = initializers::typed(state, op)?.ok_or_else(|| failed(op))?;
    let linkage = attrs::linkage(op);
    let mut words = attrs::spaced(linkage) + &attrs::symbol_prefix(op, linkage);
    words.push_str(if flag(op, "thread_local_") { "thread_local " } else { "" });
    words.push_str(&attrs::spaced(attrs::unnamed_addr(op)));
    put!(out, "{} = {words}alias {ty}, {target}\n", name('@', symbol));
    Ok(())
}

/// Writes an indirect function.
pub(super) fn ifunc(state: &mut ModuleState<'_>, op: OpRef<'_>, out: &mut String) -> Fallible {
    let symbol_name = string(op, "sym_name").ok_or_else(|| failed(op))?;
    let resolver = symbol(op, "resolver").ok_or_else(|| failed(op))?;
    let ty = state.ty(type_attr(op, "i_func_type").ok_or_else(|| failed(op))?, op.location())?;
    let linkage = attrs::linkage(op);
    let words = attrs::spaced(linkage) + &attrs::symbol_prefix(op, linkage);
    put!(
        out,
        "{} = {words}ifunc {ty}, ptr {}\n",
        name('@', symbol_name),
        name('@', resolver)
    );
    Ok(())
}

/// The entries of the tables of static initialisers or finalisers, over all ops that add to one.
#[derive(Default)]
pub(super) struct StaticFunctions {
    present: bool,
    entries: Vec<String>,
}

impl StaticFunctions {
    /// Adds the entries of an op; `functions` is the name of its list.
    pub(super) fn add(&mut self, op: OpRef<'_>, functions: &'static str) -> Fallible {
        self.present = true;
        for (function, priority) in array(op, functions).iter().zip(array(op, "priorities")) {
            let function = function.as_flat_symbol(op.ctx).ok_or_else(|| failed(op))?;
            let priority = enum_value(op.ctx, *priority).ok_or_else(|| failed(op))?;
            let function = name('@', op.ctx.str(function));
            self.entries
                .push(format!("{ENTRY} {{ i32 {priority}, ptr {function}, ptr null }}"));
        }
        Ok(())
    }

    /// Writes the table of that name, if an op asked for it.
    pub(super) fn write(&self, table: &str, out: &mut String) {
        if !self.present {
            return;
        }
        let value = if self.entries.is_empty() {
            "zeroinitializer".to_owned()
        } else {
            format!("[{}]", joined(&self.entries, ", "))
        };
        put!(
            out,
            "@{table} = appending global [{} x {ENTRY}] {value}\n",
            self.entries.len()
        );
    }
}

/// The type of an entry: priority, function, data.
const ENTRY: &str = "{ i32, ptr, ptr }";
