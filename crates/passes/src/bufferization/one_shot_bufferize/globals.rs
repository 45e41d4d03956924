//! Constants as memory of the module.

use std::collections::HashMap;

use asyncir_dialects::memref::GlobalOp;
use asyncir_dialects::memref::strides::MemRef;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{Attribute, Body, Context, Ident, Location, OperationState, Type};

/// The constants of a module that are in memory, and those that are to be put there.
pub(super) struct Globals {
    symbols: SymbolTable,
    /// By initial value, type and alignment.
    names: HashMap<(Attribute, Type, i64), Ident>,
    new: Vec<OperationState>,
}

impl Globals {
    /// The constants that a module has in memory.
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let mut globals = Self {
            symbols: SymbolTable::of(ctx, module),
            names: HashMap::new(),
            new: Vec::new(),
        };
        let blocks = module
            .root_regions()
            .iter()
            .flat_map(|&region| module.region_blocks(region));
        for op in blocks.flat_map(|block| module.block_ops(block)) {
            let Some(global) = GlobalOp::cast(module.op_ref(ctx, op)) else {
                continue;
            };
            let name = global.sym_name().and_then(|name| name.as_str(ctx));
            if let (Some(name), Some(value), Some(ty)) = (name, global.constant_value(), global.memref_type()) {
                let alignment = global.alignment().and_then(|attr| attr.as_i64(ctx)).unwrap_or(0);
                globals
                    .names
                    .entry((value, ty, alignment))
                    .or_insert_with(|| ctx.ident(name));
            }
        }
        globals
    }

    /// The name of the memory of a constant.
    pub(super) fn name_of(
        &mut self,
        ctx: &Context,
        location: Location,
        value: Attribute,
        memref: &MemRef,
        alignment: i64,
    ) -> Ident {
        let ty = memref.ty(ctx);
        if let Some(&name) = self.names.get(&(value, ty, alignment)) {
            return name;
        }
        let sizes: Vec<String> = memref.shape.iter().map(i64::to_string).collect();
        let name = format!("__constant_{}x{}", sizes.join("x"), ctx.show_type(memref.element));
        let name = self.symbols.unique_name(ctx, &name);
        let state = GlobalOp::build(
            ctx,
            location,
            ctx.str_attr(ctx.str(name)),
            Some(ctx.str_attr("private")),
            ctx.type_attr(ty),
            Some(value),
            Some(Attribute::UNIT),
            (alignment > 0).then(|| ctx.i64_attr(alignment)),
            &[],
        );
        // The symbol table only has to know that the name is taken.
        self.symbols.insert(name, asyncir_ir::OpId::from_u32(u32::MAX - 1));
        self.names.insert((value, ty, alignment), name);
        self.new.push(state);
        name
    }

    /// Puts the new ones in front of the other ops of the module, the last one first.
    pub(super) fn insert(self, module: &mut Body) {
        let Some(block) = module.entry() else { return };
        for state in self.new {
            let op = module.create_op(state);
            let start = module.start_of(block);
            module.insert_op(op, start);
        }
    }
}
