//! What is known of the globals and functions of a module where their addresses are used.

use std::cell::OnceCell;
use std::collections::HashMap;

use asyncir_ir::{Context, Ident, OpRef, Type};

use super::attributes as attrs;
use super::layout::{Kind, Layout};
use crate::dialect::{LlvmType, alignment, llvm_type, string, type_attr};

/// The ops of a module by the symbols that they define, found when they are needed first.
pub(super) struct Symbols<'a> {
    module: Option<OpRef<'a>>,
    table: OnceCell<HashMap<Ident, OpRef<'a>>>,
}

impl<'a> Symbols<'a> {
    pub(super) fn of(module: OpRef<'a>) -> Self {
        Self {
            module: Some(module),
            table: OnceCell::new(),
        }
    }

    /// An empty table, where there is no module.
    #[cfg(test)]
    pub(super) fn none() -> Self {
        Self {
            module: None,
            table: OnceCell::new(),
        }
    }

    fn find(&self, ctx: &Context, name: Ident) -> Option<OpRef<'a>> {
        let table = self.table.get_or_init(|| {
            let mut table = HashMap::new();
            if let Some(module) = self.module {
                let (body, regions) = asyncir_ir::asm::regions_of(module.body, module.op);
                for block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
                    for op in body.block_ops(block) {
                        let op = OpRef { body, op, ..module };
                        if let Some(symbol) = string(op, "sym_name") {
                            table.insert(ctx.ident(symbol), op);
                        }
                    }
                }
            }
            table
        });
        table.get(&name).copied()
    }

    fn variable(&self, ctx: &Context, name: Ident) -> Option<(OpRef<'a>, Type)> {
        let op = self.find(ctx, name).filter(|op| op.name() == "llvm.mlir.global")?;
        Some((op, type_attr(op, "global_type")?))
    }

    fn is_function(&self, ctx: &Context, name: Ident) -> bool {
        self.find(ctx, name).is_some_and(|op| op.name() == "llvm.func")
    }

    pub(super) fn is_variable_or_function(&self, ctx: &Context, name: Ident) -> bool {
        self.variable(ctx, name).is_some() || self.is_function(ctx, name)
    }

    pub(super) fn is_extern_weak(&self, ctx: &Context, name: Ident) -> bool {
        self.find(ctx, name)
            .is_none_or(|op| attrs::linkage(op) == "extern_weak")
    }

    /// Whether the address is certainly not null.
    pub(super) fn is_never_null(&self, ctx: &Context, name: Ident) -> bool {
        !self.is_extern_weak(ctx, name) && self.find(ctx, name).is_some_and(|op| op.name() != "llvm.mlir.alias")
    }

    /// Whether no other symbol has the same address.
    pub(super) fn has_own_address(&self, ctx: &Context, name: Ident) -> bool {
        const REPLACEABLE: [&str; 4] = ["weak", "linkonce", "extern_weak", "common"];
        let Some(op) = self.find(ctx, name).filter(|op| op.name() != "llvm.mlir.alias") else {
            return false;
        };
        let is_nothing = self.variable(ctx, name).is_some_and(|(_, ty)| is_empty(ctx, ty, 0));
        !is_nothing && !REPLACEABLE.contains(&attrs::linkage(op)) && attrs::unnamed_addr(op) != "unnamed_addr"
    }

    /// The bytes that may be accessed from the address of a variable on.
    pub(super) fn size_of(&self, ctx: &Context, layout: &Layout, name: Ident) -> Option<u64> {
        let (op, ty) = self.variable(ctx, name)?;
        (attrs::linkage(op) != "extern_weak").then_some(())?;
        layout.store_size(ctx, ty)
    }

    /// What an address is a multiple of; `of_functions` is for functions, unless the data layout says it.
    pub(super) fn alignment_of(&self, ctx: &Context, layout: &Layout, name: Ident, of_functions: u64) -> Option<u64> {
        if self.is_function(ctx, name) {
            return Some(layout.function_alignment().unwrap_or(of_functions));
        }
        let (op, ty) = self.variable(ctx, name)?;
        if let Some(own) = alignment(op) {
            return Some(own);
        }
        if !is_strong_definition(op) {
            return layout.of_type(ctx, ty, Kind::Abi);
        }
        // LLVM aligns what it lays out itself as is best, and large variables more.
        let preferred = layout.of_type(ctx, ty, Kind::Preferred)?;
        let is_large = layout.bits_of(ctx, ty)? > 128;
        Some(if is_large { preferred.max(16) } else { preferred })
    }
}

/// Whether the linker takes this definition of a variable and no other one.
fn is_strong_definition(op: OpRef<'_>) -> bool {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    let has_code = regions.first().is_some_and(|&region| !body.region(region).is_empty());
    let linkage = attrs::linkage(op);
    let has_value = has_code || crate::dialect::attr(op, "value").is_some() || !linkage.is_empty();
    has_value && matches!(linkage, "" | "internal" | "private" | "appending")
}

/// Whether values of a type take no memory.
fn is_empty(ctx: &Context, ty: Type, depth: u32) -> bool {
    const DEEPEST: u32 = 20;
    match llvm_type(ctx, ty) {
        Some(LlvmType::Array(size, element)) => size == 0 || depth < DEEPEST && is_empty(ctx, element, depth + 1),
        Some(LlvmType::Struct(fields)) => match fields.body {
            Some(fields) => depth < DEEPEST && fields.iter().all(|&field| is_empty(ctx, field, depth + 1)),
            None => true,
        },
        _ => false,
    }
}
