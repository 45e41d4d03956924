//! The function that tells which of several buffers are freed.

use asyncir_dialects::arith::OrIOp;
use asyncir_dialects::arith::build::{ArithBuilder, constant, index, int_constant};
use asyncir_dialects::{func, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, DYNAMIC, Ident, Location, OperationState, Type, ValueId};

use crate::scf::build::{for_loop, for_loop_carrying, if_then};

/// What the function is called if nothing else is.
pub(super) const NAME: &str = "dealloc_helper";

/// A list in memory.
pub(super) fn list_type(ctx: &Context, element: Type) -> Type {
    ctx.memref_type(&[DYNAMIC], element)
}

/// What the function is made from. Its arguments are lists: the addresses of buffers to be freed, those of buffers that
/// are retained, and the conditions of the first; and two to be filled: which are freed, and which of the retained are
/// to be freed by who retains them.
pub(super) fn state(ctx: &Context, at: Location, name: Ident) -> OperationState {
    let (indices, bools) = (list_type(ctx, Type::INDEX), list_type(ctx, Type::I1));
    let inputs = [indices, indices, bools, bools, bools];
    let ty = ctx.type_attr(ctx.function_type(&inputs, &[]));
    let (name, private) = (ctx.str_attr(ctx.str(name)), Some(ctx.str_attr("private")));
    let mut state = func::FuncOp::build(ctx, at, name, ty, private, None, None, None, &[]);
    let mut body = Body::new();
    let region = body.add_root_region();
    let mut rw = Rewriter::new(ctx, &mut body);
    let arguments = inputs.map(|ty| (ty, at));
    let entry = rw.create_block(region, None, &arguments);
    let arguments: Vec<ValueId> = rw.body.block_args(entry).collect();
    if let &[addresses, retained, conditions, frees, owns] = &arguments[..] {
        let lists = Lists {
            addresses,
            retained,
            conditions,
            frees,
            owns,
        };
        Code { rw: &mut rw, at }.fill(&lists);
    }
    rw.insert(func::ReturnOp::build(ctx, at, &[], &[]));
    state.body = Some(Box::new(body));
    state
}

/// The arguments.
struct Lists {
    addresses: ValueId,
    retained: ValueId,
    conditions: ValueId,
    frees: ValueId,
    owns: ValueId,
}

/// What all of the code uses.
#[derive(Clone, Copy)]
struct Numbers {
    zero: ValueId,
    one: ValueId,
    yes: ValueId,
    num_retained: ValueId,
}

struct Code<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    at: Location,
}

impl<'a> Code<'_, 'a> {
    fn fill(&mut self, lists: &Lists) {
        let at = self.at;
        let (zero, one) = (index(self.rw, at, 0), index(self.rw, at, 1));
        let [yes, no] = [1, 0].map(|value| constant(self.rw, at, int_constant(self.rw.ctx, Type::I1, value)));
        let num_addresses = self.size(lists.addresses, zero);
        let num_retained = self.size(lists.retained, zero);
        for_loop(self.rw, at, (zero, num_retained), one, |rw, number| {
            Code { rw, at }.store(no, lists.owns, number);
        });
        let numbers = Numbers {
            zero,
            one,
            yes,
            num_retained,
        };
        for_loop(self.rw, at, (zero, num_addresses), one, |rw, number| {
            Code { rw, at }.decide(lists, numbers, number);
        });
    }

    /// Decides on the buffer with a number: it is freed on its condition, if none of the retained is the same, and none of
    /// the buffers before it.
    fn decide(&mut self, lists: &Lists, numbers: Numbers, number: ValueId) {
        let (at, Numbers { zero, one, yes, .. }) = (self.at, numbers);
        let address = self.load(lists.addresses, number);
        let condition = self.load(lists.conditions, number);
        let bounds = (zero, numbers.num_retained);
        let is_new = for_loop_carrying(self.rw, at, bounds, one, &[yes], |rw, other, carried| {
            let mut code = Code { rw, at };
            let retained = code.load(lists.retained, other);
            let is_same = code.arith().cmpi("eq", retained, address);
            if_then(code.rw, at, is_same, |rw| {
                Code { rw, at }.own(lists.owns, other, condition)
            });
            vec![code.and_differs(carried[0], retained, address)]
        })[0];
        let is_first = for_loop_carrying(self.rw, at, (zero, number), one, &[is_new], |rw, other, carried| {
            let mut code = Code { rw, at };
            let before = code.load(lists.addresses, other);
            vec![code.and_differs(carried[0], before, address)]
        })[0];
        let frees = self.arith().andi(is_first, condition);
        self.store(frees, lists.frees, number);
    }

    /// Who retains a buffer is to free it, if that was so before, or on a condition.
    fn own(&mut self, owns: ValueId, number: ValueId, condition: ValueId) {
        let before = self.load(owns, number);
        let now = self.arith().binary(OrIOp::DEF, before, condition);
        self.store(now, owns, number);
    }

    fn and_differs(&mut self, all: ValueId, lhs: ValueId, rhs: ValueId) -> ValueId {
        let differs = self.arith().cmpi("ne", lhs, rhs);
        self.arith().andi(all, differs)
    }

    fn arith(&mut self) -> ArithBuilder<'_, 'a> {
        ArithBuilder::new(self.rw, self.at)
    }

    fn size(&mut self, list: ValueId, zero: ValueId) -> ValueId {
        let state = memref::DimOp::build(self.rw.ctx, self.at, list, zero, &[Type::INDEX]);
        self.rw.insert_value(state)
    }

    fn load(&mut self, list: ValueId, number: ValueId) -> ValueId {
        let ty = self.rw.body.value_type(list).element_or_self(self.rw.ctx);
        let state = memref::LoadOp::build(self.rw.ctx, self.at, list, &[number], None, None, &[ty]);
        self.rw.insert_value(state)
    }

    fn store(&mut self, value: ValueId, list: ValueId, number: ValueId) {
        let state = memref::StoreOp::build(self.rw.ctx, self.at, value, list, &[number], None, None, &[]);
        self.rw.insert(state);
    }
}
