//! `ensure-debug-info-scope-on-llvm-func`: gives functions of the llvm dialect subprograms, so that debuggers find the lines
//! of their code.

use asyncir_dialects::llvm::FuncOp;
use asyncir_dialects::llvm::debug_info::flags::EMISSION_KINDS;
use asyncir_dialects::llvm::debug_info::{COMPILE_UNIT_DEF, SUBPROGRAM_DEF, build};
use asyncir_ir::def::{AttrDef, OpView};
use asyncir_ir::{Attribute, Body, Context, Diagnostics, Ident, Location, LocationKind, Operation, OwnedOp, WalkOrder};

use crate::options::OptionInfo;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "ensure-debug-info-scope-on-llvm-func",
    class: "DIScopeForLLVMFuncOpPass",
    summary: "Materialize LLVM debug info subprogram attribute on every LLVMFuncOp",
    anchor: Some("builtin.module"),
    options: &[OptionInfo::choice(
        "emission-kind",
        "Emission kind to generate debug info.",
        &["None", "Full", "LineTablesOnly", "DebugDirectivesOnly"],
        "LineTablesOnly",
    )],
    create: |options| {
        let kind = options.text("emission-kind")?;
        let emission_kind = EMISSION_KINDS.value(kind).unwrap_or(0);
        Ok(Box::new(EnsureDebugInfoScope { emission_kind }))
    },
};

struct EnsureDebugInfoScope {
    emission_kind: i64,
}

impl Pass for EnsureDebugInfoScope {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let location = op.operation().location();
        let unit = metadata(cx.ctx, location, &COMPILE_UNIT_DEF).unwrap_or_else(|| {
            let path = place(cx.ctx, location).map_or("<unknown>", |(file, _)| cx.ctx.str(file));
            build::compile_unit(cx.ctx, build::file(cx.ctx, path), "MLIR", self.emission_kind)
        });
        if let Some(body) = op.body_mut() {
            add_scopes(cx.ctx, body, unit);
        }
        Ok(())
    }
}

/// Gives all functions of a body, and of the modules in it, scopes.
fn add_scopes(ctx: &Context, body: &mut Body, unit: Attribute) {
    for owner in body.owners() {
        if body.op(owner).is(FuncOp::DEF) {
            let function = FuncOp(body.op_ref(ctx, owner));
            let (name, is_definition) = (function.name().to_owned(), !function.is_declaration());
            let function = body.op_mut(owner);
            let scope = add_subprogram(ctx, function, &name, unit, is_definition);
            add_blocks(ctx, function, scope);
        } else if let Some(inner) = body.op_mut(owner).body_mut() {
            add_scopes(ctx, inner, unit);
        }
    }
}

/// The subprogram of a function, a new one if it has none.
fn add_subprogram(
    ctx: &Context,
    function: &mut Operation,
    name: &str,
    unit: Attribute,
    is_definition: bool,
) -> Attribute {
    let location = function.location();
    if let Some(subprogram) = metadata(ctx, location, &SUBPROGRAM_DEF) {
        return subprogram;
    }
    let (file, line) = match place(ctx, location) {
        Some((file, line)) => (build::file(ctx, ctx.str(file)), line),
        None => (file_of(ctx, unit), 1),
    };
    let subprogram = build::subprogram(ctx, is_definition.then_some(unit), name, file, line);
    function.set_location(with_scope(ctx, location, subprogram));
    subprogram
}

fn file_of(ctx: &Context, unit: Attribute) -> Attribute {
    let params = unit.params_of(ctx, &COMPILE_UNIT_DEF);
    params
        .and_then(|params| params.get(2).copied())
        .unwrap_or(Attribute::UNIT)
}

/// Tells the ops of a function that are from other files than it which files they are from.
fn add_blocks(ctx: &Context, function: &mut Operation, scope: Attribute) {
    let own_file = place(ctx, function.location()).map(|(file, _)| file);
    let Some(body) = function.body_mut() else { return };
    for op in body.walk_all(WalkOrder::Post) {
        let op = body.op_mut(op);
        let location = op.location();
        if let LocationKind::CallSite { callee, caller } = location.kind(ctx) {
            let callee = inlined(ctx, callee, scope);
            op.set_location(Location::new(ctx, LocationKind::CallSite { callee, caller }));
            continue;
        }
        let (Some(own_file), Some((file, _))) = (own_file, place(ctx, location)) else {
            continue;
        };
        if file != own_file {
            op.set_location(with_scope(ctx, location, block_of(ctx, scope, file)));
        }
    }
}

/// The place of inlined code, with the files that it is from: what is inlined into that is from them in turn.
fn inlined(ctx: &Context, callee: Location, scope: Attribute) -> Location {
    let Some((file, _)) = place(ctx, callee) else {
        return callee;
    };
    let block = block_of(ctx, scope, file);
    let inner = match callee.kind(ctx) {
        LocationKind::CallSite { callee, .. } => inlined(ctx, callee, block),
        _ => callee,
    };
    with_scope(ctx, inner, block)
}

fn block_of(ctx: &Context, scope: Attribute, file: Ident) -> Attribute {
    build::lexical_block_file(ctx, scope, build::file(ctx, ctx.str(file)))
}

fn with_scope(ctx: &Context, location: Location, scope: Attribute) -> Location {
    let locations = [location].into();
    let metadata = Some(scope);
    Location::new(ctx, LocationKind::Fused { locations, metadata })
}

/// The file and line of a location; those of the caller of inlined code.
fn place(ctx: &Context, location: Location) -> Option<(Ident, u32)> {
    match location.kind(ctx) {
        LocationKind::Unknown => None,
        LocationKind::FileLineCol { file, line, .. } => Some((file, line)),
        LocationKind::FileRange { file, start, .. } => Some((file, start.0)),
        LocationKind::Name { child, .. } => place(ctx, child),
        LocationKind::Fused { locations, .. } => locations.iter().find_map(|&part| place(ctx, part)),
        LocationKind::CallSite { caller, .. } => place(ctx, caller),
    }
}

/// The metadata of a definition that a location has somewhere.
fn metadata(ctx: &Context, location: Location, def: &'static AttrDef) -> Option<Attribute> {
    match location.kind(ctx) {
        LocationKind::Fused {
            metadata: own,
            locations,
        } => own
            .filter(|own| own.params_of(ctx, def).is_some())
            .or_else(|| locations.iter().find_map(|&part| metadata(ctx, part, def))),
        LocationKind::Name { child, .. } => metadata(ctx, child, def),
        LocationKind::CallSite { callee, caller } => metadata(ctx, callee, def).or_else(|| metadata(ctx, caller, def)),
        _ => None,
    }
}
