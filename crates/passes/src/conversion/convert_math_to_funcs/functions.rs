//! The functions that compute ops of `math`: powers by squaring, and leading zeros one by one.

use asyncir_dialects::arith::build::{ArithBuilder, constant};
use asyncir_dialects::math::{CountLeadingZerosOp, FPowIOp, IPowIOp};
use asyncir_dialects::{arith, cf, func, llvm, scf};
use asyncir_ir::def::OpView;
use asyncir_ir::float::from_f64;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    ApInt, AttrKind, BlockId, Body, Context, Location, OpId, OpRef, OperationState, RegionId, Type, ValueId,
};

/// A function.
#[derive(Clone, Copy)]
pub(super) enum Function {
    /// The power of two integers of a type.
    IPowI(Type),
    /// The power of a float and an integer.
    FPowI(Type, Type),
    /// The number of leading zeros of an integer.
    Ctlz(Type),
}

impl Function {
    /// The function for an op of numbers, or of vectors of numbers.
    pub(super) fn of(op: OpRef<'_>) -> Option<Self> {
        let element = |index: usize| op.operand_type(index).element_or_self(op.ctx);
        let is_int = |ty: Type| ty.int_width(op.ctx).is_some();
        match op.data().def()? {
            def if def == IPowIOp::DEF && is_int(element(0)) => Some(Self::IPowI(element(0))),
            def if def == FPowIOp::DEF && is_int(element(1)) => Some(Self::FPowI(element(0), element(1))),
            def if def == CountLeadingZerosOp::DEF && is_int(element(0)) => Some(Self::Ctlz(element(0))),
            _ => None,
        }
    }

    pub(super) fn name(self, ctx: &Context) -> String {
        match self {
            Self::IPowI(ty) => format!("__mlir_math_ipowi_{}", ctx.show_type(ty)),
            Self::FPowI(base, exponent) => {
                format!("__mlir_math_fpowi_{}_{}", ctx.show_type(base), ctx.show_type(exponent))
            }
            Self::Ctlz(ty) => format!("__mlir_math_ctlz_{}", ctx.show_type(ty)),
        }
    }

    /// What the function is made from: modules that have it, too, keep one of them when they are linked.
    pub(super) fn state(self, ctx: &Context, at: Location) -> OperationState {
        let (inputs, result) = match self {
            Self::IPowI(ty) => (vec![ty, ty], ty),
            Self::FPowI(base, exponent) => (vec![base, exponent], base),
            Self::Ctlz(ty) => (vec![ty], ty),
        };
        let mut body = Body::new();
        let region = body.add_root_region();
        self.fill(&mut Code::new(&mut Rewriter::new(ctx, &mut body), at, region, &inputs));
        let mut state = func::build::private_function(ctx, at, &self.name(ctx), &inputs, &[result], body);
        let linkage = llvm::attrs::linkonce_odr(ctx);
        state.attrs = ctx.dict_attr(&[(ctx.ident("llvm.linkage"), linkage)]);
        state
    }

    fn fill(self, code: &mut Code<'_, '_>) {
        match self {
            Self::IPowI(_) => integer_power(code),
            Self::FPowI(..) => float_power(code),
            Self::Ctlz(_) => leading_zeros(code),
        }
    }
}

/// The code of a function while it is made.
struct Code<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    at: Location,
    region: RegionId,
    entry: BlockId,
    arguments: Vec<ValueId>,
}

impl<'r, 'a> Code<'r, 'a> {
    fn new(rw: &'r mut Rewriter<'a>, at: Location, region: RegionId, inputs: &[Type]) -> Self {
        let arguments: Vec<_> = inputs.iter().map(|&ty| (ty, at)).collect();
        let entry = rw.create_block(region, None, &arguments);
        let arguments = rw.body.block_args(entry).collect();
        Self {
            rw,
            at,
            region,
            entry,
            arguments,
        }
    }

    fn build(&mut self) -> ArithBuilder<'_, 'a> {
        ArithBuilder::new(self.rw, self.at)
    }

    fn int(&mut self, ty: Type, value: i64) -> ValueId {
        self.build().constant(ty, value)
    }

    fn wide(&mut self, ty: Type, value: ApInt) -> ValueId {
        constant(self.rw, self.at, self.rw.ctx.attr(AttrKind::Integer { ty, value }))
    }

    fn compare(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.build().cmpi(predicate, lhs, rhs)
    }

    /// Whether an integer is odd.
    fn is_odd(&mut self, value: ValueId, one: ValueId, zero: ValueId) -> ValueId {
        let lowest = self.build().andi(value, one);
        self.compare("ne", lowest, zero)
    }

    /// Makes a block with arguments of some types behind the others; the cursor goes there.
    fn block(&mut self, types: &[Type]) -> BlockId {
        let arguments: Vec<_> = types.iter().map(|&ty| (ty, self.at)).collect();
        self.rw.create_block(self.region, None, &arguments)
    }

    /// What follows is put into a block.
    fn begin(&mut self, block: BlockId) {
        self.rw.set_end(block);
    }

    fn block_arguments(&self, block: BlockId) -> Vec<ValueId> {
        self.rw.body.block_args(block).collect()
    }

    fn give(&mut self, value: ValueId) {
        self.rw
            .insert(func::ReturnOp::build(self.rw.ctx, self.at, &[value], &[]));
    }

    fn branch(&mut self, to: BlockId, values: &[ValueId]) {
        let state = cf::BranchOp::build(self.rw.ctx, self.at, values, &[]);
        self.rw.insert(state.successors(&[to]));
    }

    fn branch_if(&mut self, condition: ValueId, yes: (BlockId, &[ValueId]), no: (BlockId, &[ValueId])) {
        let state = cf::CondBranchOp::build(self.rw.ctx, self.at, condition, yes.1, no.1, None, &[]);
        self.rw.insert(state.successors(&[yes.0, no.0]));
    }
}

/// Blocks without arguments.
const PLAIN: &[Type] = &[];

/// The base is squared for each bit of the exponent. With a negative exponent, the power of one or minus one is one of
/// these, that of zero divides by zero, and that of any other number is zero.
fn integer_power(code: &mut Code<'_, '_>) {
    let [base, exponent] = code.arguments[..] else { return };
    let ty = code.rw.body.value_type(base);
    let (zero, one, minus_one) = (code.int(ty, 0), code.int(ty, 1), code.int(ty, -1));
    let step_types = [ty; 3];
    let names = [PLAIN; 11]
        .into_iter()
        .chain([&step_types[..], PLAIN, &step_types[..1], PLAIN, PLAIN]);
    let blocks: Vec<BlockId> = names.map(|types| code.block(types)).collect();
    let [
        give_one,
        not_zero,
        not_positive,
        divide,
        base_not_zero,
        base_is_one,
        base_not_one,
        base_is_minus_one,
        odd,
        even,
        give_zero,
        step,
        multiply,
        multiplied,
        done,
        square,
    ] = blocks[..]
    else {
        return;
    };
    code.begin(code.entry);
    let is_zero = code.compare("eq", exponent, zero);
    code.branch_if(is_zero, (give_one, &[]), (not_zero, &[]));
    code.begin(give_one);
    code.give(one);
    code.begin(not_zero);
    let is_not_positive = code.compare("sle", exponent, zero);
    code.branch_if(is_not_positive, (not_positive, &[]), (step, &[one, base, exponent]));
    code.begin(not_positive);
    let is_zero = code.compare("eq", base, zero);
    code.branch_if(is_zero, (divide, &[]), (base_not_zero, &[]));
    code.begin(divide);
    let quotient = code.build().binary(arith::DivSIOp::DEF, one, zero);
    code.give(quotient);
    code.begin(base_not_zero);
    let is_one = code.compare("eq", base, one);
    code.branch_if(is_one, (base_is_one, &[]), (base_not_one, &[]));
    code.begin(base_is_one);
    code.give(one);
    code.begin(base_not_one);
    let is_minus_one = code.compare("eq", base, minus_one);
    code.branch_if(is_minus_one, (base_is_minus_one, &[]), (give_zero, &[]));
    code.begin(base_is_minus_one);
    let is_odd = code.is_odd(exponent, one, zero);
    code.branch_if(is_odd, (odd, &[]), (even, &[]));
    for (block, value) in [(odd, minus_one), (even, one), (give_zero, zero)] {
        code.begin(block);
        code.give(value);
    }
    let state = code.multiply_step([step, multiply, multiplied], one, zero, multiply_integers);
    code.branch_if(state.is_done, (done, &[]), (square, &[]));
    code.begin(done);
    code.give(state.product);
    code.begin(square);
    code.square(step, &state, multiply_integers);
}

/// The base is squared for each bit of the exponent. The power of a negative exponent is one divided by that of the
/// opposite one; as the smallest integer has no opposite, the base is multiplied once more then.
fn float_power(code: &mut Code<'_, '_>) {
    let [base, exponent] = code.arguments[..] else { return };
    let (float, int) = (code.rw.body.value_type(base), code.rw.body.value_type(exponent));
    let Some(width) = int.int_width(code.rw.ctx) else {
        return;
    };
    let Some(semantics) = float.float(code.rw.ctx) else {
        return;
    };
    let unit = code.rw.ctx.float_bits_attr(float, from_f64(semantics, 1.0));
    let unit = constant(code.rw, code.at, unit);
    let (zero, one) = (code.int(int, 0), code.int(int, 1));
    let smallest = code.wide(int, ApInt::signed_min(width));
    let greatest = code.wide(int, ApInt::signed_max(width));
    let names = [
        PLAIN,
        PLAIN,
        &[float, float, int],
        PLAIN,
        &[float],
        PLAIN,
        &[float],
        PLAIN,
        &[float],
        PLAIN,
        &[float],
    ];
    let blocks = names.map(|types| code.block(types));
    let [
        give_one,
        not_zero,
        step,
        multiply,
        multiplied,
        square,
        powered,
        once_more,
        complete,
        invert,
        done,
    ] = blocks;
    code.begin(code.entry);
    let is_zero = code.compare("eq", exponent, zero);
    code.branch_if(is_zero, (give_one, &[]), (not_zero, &[]));
    code.begin(give_one);
    code.give(unit);
    code.begin(not_zero);
    let is_negative = code.compare("sle", exponent, zero);
    let is_smallest = code.compare("eq", exponent, smallest);
    let opposite = code.build().subi(zero, exponent);
    let positive = code.build().select(is_negative, opposite, exponent);
    let positive = code.build().select(is_smallest, greatest, positive);
    code.branch(step, &[unit, base, positive]);
    let state = code.multiply_step([step, multiply, multiplied], one, zero, multiply_floats);
    code.branch_if(state.is_done, (powered, &[state.product]), (square, &[]));
    code.begin(square);
    code.square(step, &state, multiply_floats);
    code.change_if(is_smallest, [powered, once_more, complete], |build, power| {
        build.binary(arith::MulFOp::DEF, power, base)
    });
    code.change_if(is_negative, [complete, invert, done], |build, power| {
        build.binary(arith::DivFOp::DEF, unit, power)
    });
    code.begin(done);
    let power = code.block_arguments(done)[0];
    code.give(power);
}

fn multiply_integers(build: &mut ArithBuilder<'_, '_>, lhs: ValueId, rhs: ValueId) -> ValueId {
    build.muli(lhs, rhs)
}

fn multiply_floats(build: &mut ArithBuilder<'_, '_>, lhs: ValueId, rhs: ValueId) -> ValueId {
    build.binary(arith::MulFOp::DEF, lhs, rhs)
}

/// Multiplies two values.
type Multiply = fn(&mut ArithBuilder<'_, '_>, ValueId, ValueId) -> ValueId;

/// A power after one bit of the exponent.
struct Power {
    product: ValueId,
    base: ValueId,
    /// The bits of the exponent that are left.
    exponent: ValueId,
    is_done: ValueId,
}

impl Code<'_, '_> {
    /// `scf.if` with what the branches give.
    fn if_else(
        &mut self,
        condition: ValueId,
        types: &[Type],
        yes: impl FnOnce(&mut Self) -> Vec<ValueId>,
        no: impl FnOnce(&mut Self) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        let regions = [self.rw.body.create_region(), self.rw.body.create_region()];
        let mut state = OperationState::of(scf::IfOp::DEF, self.at)
            .operands(&[condition])
            .results(types);
        state.regions.extend(regions);
        let op = self.rw.insert(state);
        self.inside(regions[0], &[], |code, _| yes(code));
        self.inside(regions[1], &[], |code, _| no(code));
        self.results_of(op)
    }

    /// `scf.for` over indices with values that are carried.
    fn count_up(
        &mut self,
        bounds: (ValueId, ValueId, ValueId),
        inits: &[ValueId],
        body: impl FnOnce(&mut Self, &[ValueId]) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        let types: Vec<Type> = inits.iter().map(|&value| self.rw.body.value_type(value)).collect();
        let region = self.rw.body.create_region();
        let op = self.rw.insert(scf::ForOp::with_region(
            self.rw.ctx,
            self.at,
            bounds,
            inits,
            &types,
            region,
        ));
        let inputs: Vec<Type> = std::iter::once(Type::INDEX).chain(types).collect();
        self.inside(region, &inputs, |code, arguments| body(code, &arguments[1..]));
        self.results_of(op)
    }

    /// Makes the block of a region, which yields what `fill` gives.
    fn inside(&mut self, region: RegionId, inputs: &[Type], fill: impl FnOnce(&mut Self, &[ValueId]) -> Vec<ValueId>) {
        let point = self.rw.point();
        let arguments: Vec<_> = inputs.iter().map(|&ty| (ty, self.at)).collect();
        let block = self.rw.create_block(region, None, &arguments);
        let arguments = self.block_arguments(block);
        let values = fill(self, &arguments);
        self.rw.insert(scf::YieldOp::build(self.rw.ctx, self.at, &values, &[]));
        self.rw.set_point(point);
    }

    fn results_of(&self, op: OpId) -> Vec<ValueId> {
        self.rw.body.results(op).collect()
    }

    /// The step for one bit of the exponent: `step` takes the product, the base and the exponent. What follows goes into
    /// the last block.
    fn multiply_step(
        &mut self,
        [step, multiply, multiplied]: [BlockId; 3],
        one: ValueId,
        zero: ValueId,
        product_of: Multiply,
    ) -> Power {
        let [product, base, exponent] = self.rw.body.block_args(step).collect::<Vec<_>>()[..] else {
            unreachable!("a step takes three values")
        };
        self.begin(step);
        let is_odd = self.is_odd(exponent, one, zero);
        self.branch_if(is_odd, (multiply, &[]), (multiplied, &[product]));
        self.begin(multiply);
        let larger = product_of(&mut self.build(), product, base);
        self.branch(multiplied, &[larger]);
        self.begin(multiplied);
        let exponent = self.build().binary(arith::ShRUIOp::DEF, exponent, one);
        let is_done = self.compare("eq", exponent, zero);
        let product = self.block_arguments(multiplied)[0];
        Power {
            product,
            base,
            exponent,
            is_done,
        }
    }

    /// Squares the base for the next step.
    fn square(&mut self, step: BlockId, power: &Power, product_of: Multiply) {
        let square = product_of(&mut self.build(), power.base, power.base);
        self.branch(step, &[power.product, square, power.exponent]);
    }

    /// Changes the value that the first block takes if a condition holds, and passes it on to the last one.
    fn change_if(
        &mut self,
        condition: ValueId,
        [from, change, to]: [BlockId; 3],
        changed: impl Fn(&mut ArithBuilder<'_, '_>, ValueId) -> ValueId,
    ) {
        let value = self.block_arguments(from)[0];
        self.begin(from);
        self.branch_if(condition, (change, &[]), (to, &[value]));
        self.begin(change);
        let value = changed(&mut self.build(), value);
        self.branch(to, &[value]);
    }
}

/// The integer is shifted to the left until its highest bit is set.
fn leading_zeros(code: &mut Code<'_, '_>) {
    let [value] = code.arguments[..] else { return };
    let ty = code.rw.body.value_type(value);
    let Some(width) = ty.int_width(code.rw.ctx).map(i64::from) else {
        return;
    };
    let (all, zero) = (code.int(ty, width), code.int(ty, 0));
    let is_zero = code.compare("eq", value, zero);
    let count = code.if_else(
        is_zero,
        &[ty],
        |_| vec![all],
        |code| {
            let (first, one) = (code.int(Type::INDEX, 1), code.int(ty, 1));
            let (end, none) = (code.int(Type::INDEX, width), code.int(ty, 0));
            let step = first;
            code.count_up((first, end, step), &[value, none], |code, carried| {
                let (value, count) = (carried[0], carried[1]);
                let is_negative = code.compare("slt", value, zero);
                let shift = |code: &mut Code<'_, '_>| {
                    let count = code.build().addi(count, one);
                    vec![code.build().shli(value, one), count]
                };
                code.if_else(is_negative, &[ty, ty], |_| vec![value, count], shift)
            })[1..]
                .to_vec()
        },
    );
    code.give(count[0]);
}
