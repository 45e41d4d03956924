//! `llvm-add-comdats`: gives functions that several modules may define a comdat each, so that the linker keeps one of them.

use asyncir_dialects::llvm::func::linkage;
use asyncir_dialects::llvm::{ComdatOp, ComdatSelectorOp, FuncOp};
use asyncir_ir::asm::inner_ops;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{
    AttrKind, BlockId, Body, Context, Diagnostics, Ident, InsertPoint, Location, OpId, OperationState, OwnedOp,
};

use crate::conversion::llvm_common::functions::insert_at_start;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "llvm-add-comdats",
    class: "LLVMAddComdats",
    summary: "Add comdats to linkonce and linkonce_odr functions",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(AddComdats)),
};

/// The op that holds the selectors.
const HOLDER: &str = "__llvm_comdat";

/// Any of the functions that are the same is kept.
const ANY: i64 = 0;

struct AddComdats;

impl Pass for AddComdats {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let location = op.operation().location();
        let Some(module) = op.body_mut() else { return Ok(()) };
        for function in shared_functions(cx.ctx, module) {
            add_comdat(cx.ctx, module, location, function);
        }
        Ok(())
    }
}

/// The functions of a module that others may define as well.
fn shared_functions(ctx: &Context, module: &Body) -> Vec<OpId> {
    let is_shared = |&op: &OpId| {
        module.op(op).is(FuncOp::DEF) && matches!(linkage(module.op_ref(ctx, op)), "linkonce" | "linkonce_odr")
    };
    module.owners().into_iter().filter(is_shared).collect()
}

fn add_comdat(ctx: &Context, module: &mut Body, location: Location, function: OpId) {
    let Some(name) = symbol_name(ctx, module.op(function)) else {
        return;
    };
    let Some(holder) = holder(ctx, module, location) else {
        return;
    };
    let selectors = module.op_ref(ctx, holder);
    let is_there = inner_ops(selectors).any(|selector| symbol_name(ctx, selector.data()) == Some(name));
    let block = module
        .op_regions(holder)
        .first()
        .and_then(|&region| module.region(region).first());
    if let Some(block) = block.filter(|_| !is_there) {
        add_selector(ctx, module, block, name);
    }
    let comdat = ctx.attr(AttrKind::SymbolRef {
        root: ctx.ident(HOLDER),
        nested: Box::new([name]),
    });
    module.op_mut(function).set_property(ctx, "comdat", Some(comdat));
}

/// The op that holds the selectors; a new one if no symbol has its name.
fn holder(ctx: &Context, module: &mut Body, location: Location) -> Option<OpId> {
    let blocks = module
        .root_regions()
        .iter()
        .flat_map(|&region| module.region_blocks(region));
    let name = ctx.ident(HOLDER);
    let named = blocks
        .flat_map(|block| module.block_ops(block))
        .find(|&op| symbol_name(ctx, module.op(op)) == Some(name));
    if let Some(found) = named {
        return module.op(found).is(ComdatOp::DEF).then_some(found);
    }
    let region = module.create_region();
    module.append_block(region);
    let mut state = OperationState::of(ComdatOp::DEF, location).property(ctx, "sym_name", ctx.str_attr(HOLDER));
    state.regions.push(region);
    insert_at_start(module, state)
}

fn add_selector(ctx: &Context, module: &mut Body, block: BlockId, name: Ident) {
    let location = module
        .block(block)
        .first_op()
        .map_or(Location::UNKNOWN, |op| module.op(op).location());
    let state = OperationState::of(ComdatSelectorOp::DEF, location)
        .property(ctx, "sym_name", ctx.str_attr(ctx.str(name)))
        .property(ctx, "comdat", ctx.i64_attr(ANY));
    let selector = module.create_op(state);
    let start: InsertPoint = module.start_of(block);
    module.insert_op(selector, start);
}
