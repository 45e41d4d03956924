//! What a module defines, declares and refers to.

use std::collections::HashMap;

use asyncir_dialects::llvm::layout::layout_of;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Attribute, Body, Fallible, OpRef, Type, WalkOrder};

use super::{refused, refused_for, refused_type};
use crate::dialect::{LlvmType, array, attr, flag, integer, llvm_type, string, symbol, type_attr};
use crate::partition::Exports;

/// Whether a symbol is a function or a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Function,
    Global,
}

/// A function or global of the module.
pub(super) struct Symbol<'m> {
    pub(super) op: OpRef<'m>,
    pub(super) name: &'m str,
    pub(super) kind: Kind,
    pub(super) is_defined: bool,
    /// Whether something outside of the module may look for it.
    pub(super) is_exported: bool,
    /// How many ops its definition has: what it costs to compile.
    pub(super) cost: usize,
}

/// The symbols of a module that the exported ones lead to, in the module's order.
pub(super) struct Symbols<'m> {
    pub(super) list: Vec<Symbol<'m>>,
    by_name: HashMap<&'m str, usize>,
}

impl<'m> Symbols<'m> {
    /// Collects them.
    ///
    /// # Errors
    /// The module has something else than functions and globals, or one is used that Cranelift cannot make.
    pub(super) fn of(module: OpRef<'m>, exports: Exports<'_>) -> Fallible<Self> {
        let (body, regions) = asyncir_ir::asm::regions_of(module.body, module.op);
        let mut all = Self {
            list: Vec::new(),
            by_name: HashMap::new(),
        };
        if attr(module, "llvm.module_asm").is_some_and(|lines| lines.as_array(module.ctx) != Some(&[])) {
            return Err(refused_for(module, "assembly"));
        }
        for block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
            for op in body.block_ops(block) {
                let op = OpRef { body, op, ..module };
                if let Some(symbol) = Symbol::of(op, exports)? {
                    all.by_name.insert(symbol.name, all.list.len());
                    all.list.push(symbol);
                }
            }
        }
        all.reached()
    }

    /// The symbols that are exported, and those that they lead to.
    fn reached(mut self) -> Fallible<Self> {
        let (mut is_reached, mut size) = (vec![false; self.list.len()], 0_u64);
        let exported = self.list.iter().enumerate().filter(|(_, symbol)| symbol.is_exported);
        let mut open: Vec<usize> = exported.map(|(index, _)| index).collect();
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut is_reached[index], true) {
                continue;
            }
            check(&self.list[index])?;
            size = size.saturating_add(size_of(&self.list[index])?);
            if size > MAX_DATA {
                return Err(refused_for(self.list[index].op, "size"));
            }
            let mut references = Vec::new();
            self.list[index].cost = references_of(self.list[index].op, &mut references);
            for name in references {
                open.extend(self.by_name.get(name));
            }
        }
        let mut position = 0;
        self.list.retain(|_| {
            position += 1;
            is_reached[position - 1]
        });
        self.by_name = self
            .list
            .iter()
            .enumerate()
            .map(|(index, symbol)| (symbol.name, index))
            .collect();
        Ok(self)
    }

    /// Whether what other modules see is as they expect it: no definition gives way to another one, or is seen by some only.
    ///
    /// # Errors
    /// A symbol of which that is not so.
    pub(super) fn check_exported(&self) -> Fallible {
        for symbol in self.list.iter().filter(|symbol| symbol.is_exported) {
            if !is_external(symbol.op) && !LOCAL.contains(&linkage(symbol.op)) {
                return Err(refused_for(symbol.op, "linkage"));
            }
            if integer(symbol.op, "visibility_").is_some_and(|visibility| visibility != 0) {
                return Err(refused_for(symbol.op, "visibility"));
            }
        }
        Ok(())
    }

    /// The index of a symbol.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

impl<'m> Symbol<'m> {
    fn of(op: OpRef<'m>, exports: Exports<'_>) -> Fallible<Option<Self>> {
        let kind = match op.name() {
            "llvm.func" => Kind::Function,
            "llvm.mlir.global" => Kind::Global,
            // Both only give hints to linkers.
            "llvm.module_flags" | "llvm.linker_options" => return Ok(None),
            _ => return Err(refused(op)),
        };
        let name = symbol_name(op.ctx, op.data()).ok_or_else(|| refused(op))?;
        let name = op.ctx.str(name);
        let is_defined = match kind {
            Kind::Function => has_blocks(op),
            Kind::Global => has_blocks(op) || attr(op, "value").is_some() || !is_external(op),
        };
        let is_exported = is_defined
            && match exports {
                Exports::Everything => true,
                Exports::Public => {
                    let is_public = string(op, "sym_visibility").is_none_or(|visibility| visibility == "public");
                    is_public && !LOCAL.contains(&linkage(op))
                }
                Exports::Only(names) => names.iter().any(|exported| exported == name),
            };
        Ok(Some(Self {
            op,
            name,
            kind,
            is_defined,
            is_exported,
            cost: 0,
        }))
    }

    /// The type of a function.
    pub(super) fn function_type(&self) -> Option<(Type, Vec<Type>)> {
        let ty = type_attr(self.op, "function_type")?;
        match llvm_type(self.op.ctx, ty)? {
            LlvmType::Function {
                result,
                parameters,
                variadic: false,
            } => Some((result, parameters)),
            _ => None,
        }
    }
}

fn has_blocks(op: OpRef<'_>) -> bool {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    regions.iter().any(|&region| !body.region(region).is_empty())
}

/// `external`, by the dialect's number.
const EXTERNAL: i64 = 0;
/// Linkages that do not differ where a module is a program of its own: `external`, `linkonce`, `linkonce_odr`, `weak`,
/// `weak_odr`, `internal`, `private`.
const LINKAGES: [i64; 7] = [EXTERNAL, 2, 3, 4, 5, 7, 8];

/// Linkages of symbols that only their module sees: `internal`, `private`.
const LOCAL: [i64; 2] = [7, 8];

fn linkage(op: OpRef<'_>) -> i64 {
    integer(op, "linkage").unwrap_or(EXTERNAL)
}

fn is_external(op: OpRef<'_>) -> bool {
    linkage(op) == EXTERNAL
}

/// Attributes of functions and globals that change what the machine does.
const SPECIAL: [&str; 6] = [
    "comdat",
    "garbageCollector",
    "personality",
    "section",
    "thread_local_",
    "vscale_range",
];

/// Attributes of parameters that change how they are passed.
const SPECIAL_PARAMETERS: [&str; 8] = [
    "llvm.byref",
    "llvm.byval",
    "llvm.inalloca",
    "llvm.inreg",
    "llvm.nest",
    "llvm.preallocated",
    "llvm.sret",
    "llvm.swiftself",
];

/// Whether Cranelift can make or call the symbol.
fn check(symbol: &Symbol<'_>) -> Fallible {
    let op = symbol.op;
    // LLVM takes a leading one for the word that the rest is not to be mangled.
    if symbol.name.starts_with("llvm.") || symbol.name.contains(['\0', '\x01']) || symbol.name.is_empty() {
        return Err(refused_for(op, "its name"));
    }
    if let Some(name) = SPECIAL.into_iter().find(|&name| flag(op, name)) {
        return Err(refused_for(op, name));
    }
    if !LINKAGES.contains(&linkage(op)) {
        return Err(refused_for(op, "linkage"));
    }
    if integer(op, "addr_space").is_some_and(|space| space != 0) {
        return Err(refused_for(op, "address space"));
    }
    let is_naked = |name: &Attribute| name.as_str(op.ctx) == Some("naked");
    if array(op, "passthrough").iter().any(is_naked) {
        return Err(refused_for(op, "naked"));
    }
    if symbol.kind == Kind::Function {
        check_convention(op)?;
    }
    Ok(())
}

/// Whether calls of a function, or the call `op`, follow C's rules.
pub(super) fn check_convention(op: OpRef<'_>) -> Fallible {
    // `ccc` and `fastcc`: what both sides of a call agree on is not seen from outside.
    if !matches!(integer(op, "CConv"), None | Some(0 | 8)) {
        return Err(refused_for(op, "calling convention"));
    }
    let dicts = array(op, "arg_attrs").iter().chain(array(op, "res_attrs"));
    for dict in dicts {
        if SPECIAL_PARAMETERS.iter().any(|&name| dict.get(op.ctx, name).is_some()) {
            return Err(refused_for(op, "attribute of a parameter"));
        }
    }
    Ok(())
}

/// Bytes that all globals may have: code reaches them by distances of 32 bits.
const MAX_DATA: u64 = 1 << 30;

/// Bytes of a global that is defined.
fn size_of(symbol: &Symbol<'_>) -> Result<u64, asyncir_ir::Diagnostic> {
    if symbol.kind == Kind::Function || !symbol.is_defined {
        return Ok(0);
    }
    let ty = type_attr(symbol.op, "global_type").ok_or_else(|| refused_for(symbol.op, "type"))?;
    let layout = layout_of(symbol.op.ctx, ty).ok_or_else(|| refused_type(symbol.op, ty))?;
    Ok(layout.size)
}

/// Adds the names that an op's regions refer to; returns how many ops there are.
fn references_of<'m>(op: OpRef<'m>, names: &mut Vec<&'m str>) -> usize {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    names.extend(
        attr(op, "value")
            .and_then(|value| value.as_flat_symbol(op.ctx))
            .map(|name| op.ctx.str(name)),
    );
    regions
        .iter()
        .map(|&region| references_in(op, body, region, names))
        .sum()
}

fn references_in<'m>(op: OpRef<'m>, body: &'m Body, region: asyncir_ir::RegionId, names: &mut Vec<&'m str>) -> usize {
    let mut count = 0;
    for inner in body.walk_region(region, WalkOrder::Pre) {
        count += 1;
        names.extend(reference(OpRef { body, op: inner, ..op }));
    }
    count
}

/// The symbol that an op calls or whose address it takes.
fn reference<'m>(op: OpRef<'m>) -> Option<&'m str> {
    match op.name() {
        "llvm.call" => symbol(op, "callee"),
        "llvm.mlir.addressof" => symbol(op, "global_name"),
        _ => None,
    }
}
