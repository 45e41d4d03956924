//! `bufferization-lower-deallocations`: memory is freed by `memref.dealloc`, under conditions that are computed when the
//! program runs.
//!
//! Where one buffer is freed, its address is compared with those that are retained. Where several are, a function does
//! that, which the pass puts into the module: it gets all addresses and conditions in memory, and tells in memory which
//! buffers are to be freed, and which of the retained ones come with the duty to free them. With `inline-comparisons`, the
//! addresses of a few buffers are compared in place; MLIR has no such option.

mod helper;

use asyncir_dialects::arith::OrIOp;
use asyncir_dialects::arith::build::{ArithBuilder, constant, index, int_constant};
use asyncir_dialects::bufferization::DeallocOp;
use asyncir_dialects::{func, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{
    Body, Context, Diagnostics, Fallible, Ident, InsertPoint, Location, OpId, OpRef, OwnedOp, Type, ValueId, WalkOrder,
};

use crate::bodies::{for_each_body, is_module, on_inner_bodies, on_inner_modules};
use crate::scf::build::if_then;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "bufferization-lower-deallocations",
    class: "LowerDeallocationsPass",
    summary: "Lowers `bufferization.dealloc` operations to `memref.dealloc`operations",
    anchor: None,
    options: &[OptionInfo::flag(
        "inline-comparisons",
        "Compare the addresses of a few buffers where these are freed, instead of calling a function for that.",
        "false",
    )
    .of_asyncir()],
    create: |options| {
        Ok(Box::new(LowerDeallocations {
            is_inline: options.flag("inline-comparisons")?,
        }))
    },
};

struct LowerDeallocations {
    /// Whether the addresses of a few buffers are compared in place.
    is_inline: bool,
}

impl Pass for LowerDeallocations {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        run(op, cx, self.is_inline)?;
        if self.is_inline {
            return Ok(());
        }
        fold_others(op, cx)
    }
}

/// Folds all other ops, as MLIR's conversion does with those of dialects that it does not take to be legal.
fn fold_others(op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
    let mut target = ConversionTarget::new();
    target.legal_dialects(&["arith", "func", "memref", "scf"]);
    let patterns = ConversionPatterns::new();
    apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
}

/// Lowers what is in a module, which gets the function that it needs, or in another op.
///
/// # Errors
/// If the function is needed, and there is no module.
pub(crate) fn run(op: &mut OwnedOp, cx: &PassContext<'_>, is_inline: bool) -> Result<(), Diagnostics> {
    let way = Way {
        is_inline,
        helper: None,
    };
    if !is_module(op.operation()) {
        return for_each_body(op, cx, &|body| lower_all(cx.ctx, body, way));
    }
    let location = op.operation().location();
    let mut diagnostics = Diagnostics::new();
    if let Some(module) = op.body_mut() {
        lower_module(module, location, cx, way, &mut diagnostics);
    }
    diagnostics.into_result()
}

fn lower_module(module: &mut Body, location: Location, cx: &PassContext<'_>, way: Way, diagnostics: &mut Diagnostics) {
    on_inner_modules(module, |location, inner| {
        lower_module(inner, location, cx, way, diagnostics)
    });
    let needs_helper = needs_helper(cx.ctx, module, way);
    let helper = needs_helper.then(|| add_helper(cx.ctx, module, location));
    let way = Way { helper, ..way };
    diagnostics.take(lower_all(cx.ctx, module, way));
    let found = on_inner_bodies(module, cx, |owner, body| {
        if is_module(owner) {
            Ok(())
        } else {
            lower_all(cx.ctx, body, way)
        }
    });
    for result in found {
        diagnostics.take(result);
    }
}

/// Whether a body, or one in it that is not that of a module, frees several buffers at once.
fn needs_helper(ctx: &Context, body: &Body, way: Way) -> bool {
    body.walk_all(WalkOrder::Pre).into_iter().any(|op| {
        let view = body.op_ref(ctx, op);
        let inner = view.data().body().filter(|_| !is_module(view.data()));
        is_general(view, way) || inner.is_some_and(|inner| needs_helper(ctx, inner, way))
    })
}

fn is_general(op: OpRef<'_>, way: Way) -> bool {
    let view = op.data().is(DeallocOp::DEF).then_some(DeallocOp(op));
    view.is_some_and(|view| view.memrefs().len() > 1 && !way.compares(view.memrefs().len(), view.retained().len()))
}

/// How several buffers are freed at once.
#[derive(Clone, Copy)]
struct Way {
    /// Whether the addresses of a few buffers are compared in place.
    is_inline: bool,
    /// The function for several buffers, if there is one.
    helper: Option<Ident>,
}

/// More comparisons than these are left to the function.
const MAX_COMPARISONS: usize = 64;

impl Way {
    /// Whether addresses are compared in place.
    fn compares(self, frees: usize, retains: usize) -> bool {
        self.is_inline && frees * (frees + retains) <= MAX_COMPARISONS
    }
}

fn add_helper(ctx: &Context, module: &mut Body, location: Location) -> Ident {
    let name = SymbolTable::of(ctx, module).unique_name(ctx, helper::NAME);
    if let Some(block) = module.entry() {
        let op = module.create_op(helper::state(ctx, location, name));
        module.insert_op(op, InsertPoint::End(block));
    }
    name
}

/// Lowers all ops of a body itself.
fn lower_all(ctx: &Context, body: &mut Body, way: Way) -> Fallible {
    for op in body.walk_all(WalkOrder::Pre) {
        if body.op(op).is(DeallocOp::DEF) {
            lower(&mut Rewriter::new(ctx, body), op, way)?;
        }
    }
    Ok(())
}

const NO_HELPER: &str = "library function required for generic lowering, but cannot be automatically inserted when \
                         operating on functions";

/// What an op frees and retains.
struct Dealloc {
    at: Location,
    memrefs: Vec<ValueId>,
    conditions: Vec<ValueId>,
    retained: Vec<ValueId>,
}

/// Lowers one op, with the function that frees several buffers if there is one.
///
/// # Errors
/// If the function is needed and there is none.
fn lower(rw: &mut Rewriter<'_>, op: OpId, way: Way) -> Fallible {
    let view = DeallocOp(rw.body.op_ref(rw.ctx, op));
    let dealloc = Dealloc {
        at: view.0.location(),
        memrefs: view.memrefs().to_vec(),
        conditions: view.conditions().to_vec(),
        retained: view.retained().to_vec(),
    };
    rw.set_before(op);
    let is_small = way.compares(dealloc.memrefs.len(), dealloc.retained.len());
    let results = match (&dealloc.memrefs[..], way.helper) {
        ([], _) => {
            let no = constant(rw, dealloc.at, int_constant(rw.ctx, Type::I1, 0));
            vec![no; dealloc.retained.len()]
        }
        ([memref], _) => dealloc.one(rw, *memref, dealloc.conditions[0]),
        _ if is_small => dealloc.few(rw),
        (_, Some(helper)) => dealloc.several(rw, helper),
        (_, None) => return Err(rw.body.op_ref(rw.ctx, op).bare_error(NO_HELPER)),
    };
    rw.replace(op, &results);
    Ok(())
}

impl Dealloc {
    fn address(&self, rw: &mut Rewriter<'_>, memref: ValueId) -> ValueId {
        let (ctx, at) = (rw.ctx, self.at);
        rw.insert_value(memref::ExtractAlignedPointerAsIndexOp::build(
            ctx,
            at,
            memref,
            &[Type::INDEX],
        ))
    }

    fn free(&self, rw: &mut Rewriter<'_>, memref: ValueId) {
        rw.insert(memref::DeallocOp::build(rw.ctx, self.at, memref, &[]));
    }

    fn free_if(&self, rw: &mut Rewriter<'_>, condition: ValueId, memref: ValueId) {
        if_then(rw, self.at, condition, |rw| self.free(rw, memref));
    }

    /// One buffer is freed unless it is one of those that are retained.
    fn one(&self, rw: &mut Rewriter<'_>, memref: ValueId, condition: ValueId) -> Vec<ValueId> {
        let at = self.at;
        if self.retained.is_empty() {
            self.free_if(rw, condition, memref);
            return Vec::new();
        }
        let address = self.address(rw, memref);
        let mut others = Vec::new();
        let mut frees = None;
        for &retained in &self.retained {
            let other = self.address(rw, retained);
            let is_other = ArithBuilder::new(rw, at).cmpi("ne", address, other);
            others.push(is_other);
            frees = Some(match frees {
                Some(all) => ArithBuilder::new(rw, at).andi(all, is_other),
                None => is_other,
            });
        }
        if let Some(all) = frees {
            let frees = ArithBuilder::new(rw, at).andi(all, condition);
            self.free_if(rw, frees, memref);
        }
        let yes = constant(rw, at, int_constant(rw.ctx, Type::I1, 1));
        let mut owns = |is_other| {
            let is_same = ArithBuilder::new(rw, at).xori(is_other, yes);
            ArithBuilder::new(rw, at).andi(is_same, condition)
        };
        others.into_iter().map(&mut owns).collect()
    }

    /// Each of a few buffers is freed unless it is retained, or another name of one that is freed before it.
    fn few(&self, rw: &mut Rewriter<'_>) -> Vec<ValueId> {
        let at = self.at;
        let mut addresses =
            |values: &[ValueId]| -> Vec<ValueId> { values.iter().map(|&value| self.address(rw, value)).collect() };
        let (frees, retains) = (addresses(&self.memrefs), addresses(&self.retained));
        let no = constant(rw, at, int_constant(rw.ctx, Type::I1, 0));
        let mut owners = vec![no; retains.len()];
        let mut to_free = self.conditions.clone();
        for (number, (&address, &condition)) in frees.iter().zip(&self.conditions).enumerate() {
            for (&earlier, &is_freed) in frees.iter().zip(&self.conditions).take(number) {
                let is_same = ArithBuilder::new(rw, at).cmpi("eq", address, earlier);
                let is_freed = ArithBuilder::new(rw, at).andi(is_same, is_freed);
                let frees = ArithBuilder::new(rw, at).select(is_freed, no, to_free[number]);
                to_free[number] = frees;
            }
            for (&retained, owner) in retains.iter().zip(&mut owners) {
                let is_same = ArithBuilder::new(rw, at).cmpi("eq", address, retained);
                let owned = self.either(rw, condition, *owner);
                *owner = ArithBuilder::new(rw, at).select(is_same, owned, *owner);
                to_free[number] = ArithBuilder::new(rw, at).select(is_same, no, to_free[number]);
            }
        }
        for (&memref, condition) in self.memrefs.iter().zip(to_free) {
            self.free_if(rw, condition, memref);
        }
        owners
    }

    fn either(&self, rw: &mut Rewriter<'_>, a: ValueId, b: ValueId) -> ValueId {
        ArithBuilder::new(rw, self.at).binary(OrIOp::DEF, a, b)
    }

    /// A function tells which of several buffers are freed.
    fn several(&self, rw: &mut Rewriter<'_>, helper: Ident) -> Vec<ValueId> {
        let (ctx, at) = (rw.ctx, self.at);
        let (frees, retains) = (self.memrefs.len(), self.retained.len());
        let addresses = self.alloc(rw, frees, Type::INDEX);
        let conditions = self.alloc(rw, frees, Type::I1);
        let retained = self.alloc(rw, retains, Type::INDEX);
        for (number, &memref) in self.memrefs.iter().enumerate() {
            let address = self.address(rw, memref);
            self.store(rw, address, addresses, number);
        }
        for (number, &condition) in self.conditions.iter().enumerate() {
            self.store(rw, condition, conditions, number);
        }
        for (number, &memref) in self.retained.iter().enumerate() {
            let address = self.address(rw, memref);
            self.store(rw, address, retained, number);
        }
        let [address_list, condition_list, retained_list] =
            [addresses, conditions, retained].map(|memref| self.open(rw, memref));
        let (frees, owns) = (self.alloc(rw, frees, Type::I1), self.alloc(rw, retains, Type::I1));
        let [free_list, own_list] = [frees, owns].map(|memref| self.open(rw, memref));
        let callee = ctx.symbol_of(helper);
        let operands = [address_list, retained_list, condition_list, free_list, own_list];
        rw.insert(func::build::call(ctx, at, callee, &operands, &[]));
        for (number, &memref) in self.memrefs.iter().enumerate() {
            let condition = self.load(rw, frees, number);
            self.free_if(rw, condition, memref);
        }
        let results = (0..retains).map(|number| self.load(rw, owns, number)).collect();
        for memory in [addresses, retained, conditions, frees, owns] {
            self.free(rw, memory);
        }
        results
    }

    fn alloc(&self, rw: &mut Rewriter<'_>, size: usize, element: Type) -> ValueId {
        let ty = rw.ctx.memref_type(&[size as i64], element);
        rw.insert_value(memref::AllocOp::build(rw.ctx, self.at, &[], &[], None, &[ty]))
    }

    /// Memory of a size that is not known to the function that gets it.
    fn open(&self, rw: &mut Rewriter<'_>, memref: ValueId) -> ValueId {
        let element = rw.body.value_type(memref).element_or_self(rw.ctx);
        let ty = helper::list_type(rw.ctx, element);
        rw.insert_value(memref::CastOp::build(rw.ctx, self.at, memref, &[ty]))
    }

    fn store(&self, rw: &mut Rewriter<'_>, value: ValueId, memref: ValueId, number: usize) {
        let place = index(rw, self.at, number as i64);
        rw.insert(memref::StoreOp::build(
            rw.ctx,
            self.at,
            value,
            memref,
            &[place],
            None,
            None,
            &[],
        ));
    }

    fn load(&self, rw: &mut Rewriter<'_>, memref: ValueId, number: usize) -> ValueId {
        let place = index(rw, self.at, number as i64);
        let ty = rw.body.value_type(memref).element_or_self(rw.ctx);
        rw.insert_value(memref::LoadOp::build(
            rw.ctx,
            self.at,
            memref,
            &[place],
            None,
            None,
            &[ty],
        ))
    }
}
