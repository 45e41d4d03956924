//! `lower-emutls`: thread-local variables are found by a call, where no loader gives each thread its own.
//!
//! A thread-local `x` becomes two variables: the constant `__emutls_t.x`, which holds the initial value, and
//! `__emutls_v.x`, which holds size, alignment, a place for the C runtime, and the address of the former. The address of
//! `x` is what `__emutls_get_address(&__emutls_v.x)` of libgcc or compiler-rt returns: the copy of the thread that calls
//! it. These are the names and the layout of LLVM's pass of this name, for machines with pointers of 64 bits.

use std::collections::HashSet;

use asyncir_dialects::llvm::layout::{Layout, layout_of};
use asyncir_dialects::llvm::{AddressOfOp, AliasOp, GlobalOp};
use asyncir_ir::asm::inner_ops;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{
    Attribute, Body, Context, Diagnostics, Fallible, Ident, Location, OpId, OpRef, Operation, OperationState, OwnedOp,
    Type, WalkOrder,
};

use crate::conversion::llvm_common::functions::{Prototype, declare};
use crate::conversion::llvm_common::{ops, types};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "lower-emutls",
    class: "LowerEmuTLSPass",
    summary: "Find thread-local variables by calls of __emutls_get_address",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(LowerEmuTls)),
};

/// The function of the C runtime.
const GET_ADDRESS: &str = "__emutls_get_address";

struct LowerEmuTls;

impl Pass for LowerEmuTls {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let ctx = cx.ctx;
        let names = thread_locals(op.op_ref(ctx))?;
        let location = op.operation().location();
        let Some(module) = op.body_mut().filter(|_| !names.is_empty()) else {
            return Ok(());
        };
        let prototype = Prototype {
            name: GET_ADDRESS,
            params: vec![types::ptr(ctx)],
            result: types::ptr(ctx),
        };
        declare(ctx, module, location, &prototype)?;
        for &(variable, _) in &names {
            emulate(ctx, module, variable);
        }
        let names: HashSet<Ident> = names.into_iter().map(|(_, name)| name).collect();
        crate::for_each_body(op, cx, &|body| {
            call_for_addresses(ctx, body, &names);
            Ok(())
        })
    }
}

/// The thread-local variables of a module.
///
/// # Errors
/// If one cannot be emulated.
fn thread_locals(module: OpRef<'_>) -> Result<Vec<(OpId, Ident)>, Diagnostics> {
    let ctx = module.ctx;
    let mut found = Diagnostics::new();
    let mut variables = Vec::new();
    for op in inner_ops(module).filter(|&op| is_thread_local(op)) {
        if let Some(name) = symbol_name(ctx, op.data())
            && found.take(check_variable(op)).is_some()
        {
            variables.push((op.op, name));
        }
    }
    let names: HashSet<Ident> = variables.iter().map(|&(_, name)| name).collect();
    for global in inner_ops(module).filter(|op| op.data().is(GlobalOp::DEF)) {
        let addresses =
            inner_ops(global).filter(|&op| address_of(ctx, op.data()).is_some_and(|name| names.contains(&name)));
        for address in addresses {
            found.push(address.error("the address of a thread-local variable is not constant"));
        }
    }
    found.into_result().map(|()| variables)
}

fn is_thread_local(op: OpRef<'_>) -> bool {
    let is_one = op.data().is(GlobalOp::DEF) || op.data().is(AliasOp::DEF);
    is_one && op.property("thread_local_").is_some()
}

/// Refuses what cannot be emulated.
fn check_variable(op: OpRef<'_>) -> Fallible {
    if op.data().is(AliasOp::DEF) {
        Err(op.error("another name of a thread-local variable cannot be emulated"))
    } else if !is_defined(op) {
        Err(op.error("a thread-local variable that is defined elsewhere cannot be emulated"))
    } else if value_layout(op).is_none() {
        Err(op.error("a thread-local variable whose size is not known cannot be emulated"))
    } else {
        Ok(())
    }
}

fn is_defined(global: OpRef<'_>) -> bool {
    global.property("value").is_some() || global.data().body().is_some_and(|body| body.entry().is_some())
}

fn value_type(global: OpRef<'_>) -> Option<Type> {
    global.required("global_type").as_type(global.ctx)
}

/// Size and alignment of a variable.
fn value_layout(global: OpRef<'_>) -> Option<Layout> {
    let layout = layout_of(global.ctx, value_type(global)?)?;
    let asked = global.property("alignment").and_then(|attr| attr.as_i64(global.ctx));
    let asked = asked.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(0);
    Some(Layout {
        align: layout.align.max(asked),
        ..layout
    })
}

/// Makes the variable the template of each thread's copy, and puts what the C runtime knows of it behind it.
fn emulate(ctx: &Context, module: &mut Body, variable: OpId) {
    let op = module.op_ref(ctx, variable);
    let (Some(layout), Some(name)) = (value_layout(op), symbol_name(ctx, op.data())) else {
        return;
    };
    let (location, linkage) = (op.data().location(), op.property("linkage"));
    let template = ctx.ident(&format!("__emutls_t.{}", ctx.str(name)));
    let data = module.op_mut(variable);
    data.set_property(ctx, "sym_name", Some(ctx.str_attr(ctx.str(template))));
    data.set_property(ctx, "linkage", Some(types::linkage(ctx, "private")));
    data.set_property(ctx, "constant", Some(Attribute::UNIT));
    data.set_property(ctx, "thread_local_", None);
    let state = control(ctx, location, linkage, name, layout, template);
    let control = module.create_op(state);
    let behind = module.after(variable);
    module.insert_op(control, behind);
}

/// `llvm.mlir.global @__emutls_v.x() : !llvm.struct<(i64, i64, ptr, ptr)>` with the values that the C runtime expects.
fn control(
    ctx: &Context,
    location: Location,
    linkage: Option<Attribute>,
    name: Ident,
    layout: Layout,
    template: Ident,
) -> OperationState {
    let (word, ptr) = (Type::I64, types::ptr(ctx));
    let ty = types::literal_struct_of(ctx, &[word, word, ptr, ptr], false);
    let mut state = OperationState::of(GlobalOp::DEF, location);
    let properties = [
        ("global_type", Some(ctx.type_attr(ty))),
        ("sym_name", Some(ctx.str_attr(&control_name(ctx, name)))),
        ("linkage", linkage),
    ];
    state.set_properties(ctx, &properties, &[]);
    let mut body = Body::new();
    let region = body.add_root_region();
    let block = body.append_block(region);
    let mut rw = Rewriter::new(ctx, &mut body);
    rw.set_end(block);
    let number = |rw: &mut Rewriter<'_>, value: u64| {
        let value = ctx.int_attr(word, i128::from(value));
        ops::constant(rw, location, word, value)
    };
    let fields = [
        number(&mut rw, layout.size),
        number(&mut rw, layout.align),
        ops::zero(&mut rw, location, ptr),
        ops::address_of(&mut rw, location, template, ptr),
    ];
    let mut whole = ops::poison(&mut rw, location, ty);
    for (position, field) in (0..).zip(fields) {
        whole = ops::insert_value(&mut rw, location, whole, field, &[position]);
    }
    ops::return_op(&mut rw, location, Some(whole));
    state.body = Some(Box::new(body));
    state
}

fn control_name(ctx: &Context, variable: Ident) -> String {
    format!("__emutls_v.{}", ctx.str(variable))
}

/// The variable or function whose address an op gives.
fn address_of(ctx: &Context, op: &Operation) -> Option<Ident> {
    op.is(AddressOfOp::DEF)
        .then(|| op.symbol_property(ctx, "global_name"))?
}

/// Replaces the addresses of thread-local variables by calls.
fn call_for_addresses(ctx: &Context, body: &mut Body, names: &HashSet<Ident>) {
    for op in body.walk_all(WalkOrder::Pre) {
        if let Some(name) = address_of(ctx, body.op(op)).filter(|name| names.contains(name)) {
            call_for_address(ctx, body, op, name);
        }
    }
}

fn call_for_address(ctx: &Context, body: &mut Body, op: OpId, name: Ident) {
    let location = body.op(op).location();
    let ptr = types::ptr(ctx);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let control = ops::address_of(&mut rw, location, ctx.ident(&control_name(ctx, name)), ptr);
    let call = ops::call(&mut rw, location, ctx.ident(GET_ADDRESS), &[control], Some(ptr));
    let address: Vec<_> = rw.body.results(call).collect();
    rw.replace(op, &address);
}
