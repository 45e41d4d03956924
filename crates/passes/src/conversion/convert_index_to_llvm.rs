//! `convert-index-to-llvm`: arithmetic on indices becomes that of the llvm dialect.

use asyncir_dialects::enum_attrs::enum_value;
use asyncir_dialects::{index, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Diagnostics, Location, OpId, OwnedOp, Type, ValueId};

use super::llvm_common::{CAST, INDEX_BITWIDTH, LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm, ops};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-index-to-llvm",
    class: "ConvertIndexToLLVMPass",
    summary: "Lower the `index` dialect to the `llvm` dialect.",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    create: |options| {
        Ok(Box::new(IndexToLlvm {
            options: LowerToLlvmOptions::parse(options)?,
        }))
    },
};

struct IndexToLlvm {
    options: LowerToLlvmOptions,
}

impl Pass for IndexToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        convert_to_llvm(op, cx, self.options, |converter, patterns, target| {
            // Casts fold, unlike in the other passes to the llvm dialect.
            target.illegal_dialect("index").forget_op_named(CAST);
            populate(converter, patterns);
        })
    }
}

/// Ops that llvm has too.
fn one_to_one() -> [(&'static OpDef, &'static OpDef); 17] {
    [
        (index::AddOp::DEF, llvm::AddOp::DEF),
        (index::SubOp::DEF, llvm::SubOp::DEF),
        (index::MulOp::DEF, llvm::MulOp::DEF),
        (index::DivSOp::DEF, llvm::SDivOp::DEF),
        (index::DivUOp::DEF, llvm::UDivOp::DEF),
        (index::RemSOp::DEF, llvm::SRemOp::DEF),
        (index::RemUOp::DEF, llvm::URemOp::DEF),
        (index::MaxSOp::DEF, llvm::SmaxIntrOp::DEF),
        (index::MaxUOp::DEF, llvm::UmaxIntrOp::DEF),
        (index::MinSOp::DEF, llvm::SminIntrOp::DEF),
        (index::MinUOp::DEF, llvm::UminIntrOp::DEF),
        (index::ShlOp::DEF, llvm::ShlOp::DEF),
        (index::ShrSOp::DEF, llvm::AShrOp::DEF),
        (index::ShrUOp::DEF, llvm::LShrOp::DEF),
        (index::AndOp::DEF, llvm::AndOp::DEF),
        (index::OrOp::DEF, llvm::OrOp::DEF),
        (index::XOrOp::DEF, llvm::XOrOp::DEF),
    ]
}

/// Adds the patterns of this pass.
pub fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    for (source, target) in one_to_one() {
        patterns.add(source, converter.converter(), move |rw, op, operands| {
            let (loc, attrs) = (rw.location_of(op), rw.body.op(op).attrs());
            let ty = rw.body.value_type(*operands.first()?);
            let mut state = ops::state(rw.ctx, target, loc, operands, &[], &[ty]);
            state.attrs = attrs;
            rw.replace_with(op, state);
            Some(())
        });
    }
    for (source, extension) in [
        (index::CastSOp::DEF, llvm::SExtOp::DEF),
        (index::CastUOp::DEF, llvm::ZExtOp::DEF),
    ] {
        let llvm = converter.clone();
        patterns.add(source, converter.converter(), move |rw, op, operands| {
            convert_cast(rw, op, *operands.first()?, extension, &llvm)
        });
    }
    let divisions: [(&'static OpDef, Division); 3] = [
        (index::CeilDivSOp::DEF, |divider| divider.ceil_signed()),
        (index::CeilDivUOp::DEF, |divider| divider.ceil_unsigned()),
        (index::FloorDivSOp::DEF, |divider| divider.floor_signed()),
    ];
    for (source, divide) in divisions {
        patterns.add(source, converter.converter(), move |rw, op, operands| {
            let &[dividend, divisor] = operands else {
                return None;
            };
            let (loc, ty) = (rw.location_of(op), rw.body.value_type(dividend));
            let quotient = divide(&mut Divider {
                rw,
                loc,
                ty,
                dividend,
                divisor,
            });
            rw.replace(op, &[quotient]);
            Some(())
        });
    }
    patterns.add(index::CmpOp::DEF, converter.converter(), convert_cmp);
    populate_constants(converter, patterns);
}

fn populate_constants(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    patterns.add(index::ConstantOp::DEF, converter.converter(), move |rw, op, _| {
        let value = rw.body.op(op).property(rw.ctx, "value")?.as_i64(rw.ctx)?;
        replace_by_number(rw, op, llvm.index_type(rw.ctx), value)
    });
    let llvm = converter.clone();
    patterns.add(index::SizeOfOp::DEF, converter.converter(), move |rw, op, _| {
        replace_by_number(rw, op, llvm.index_type(rw.ctx), llvm.index_bitwidth().into())
    });
    patterns.add(index::BoolConstantOp::DEF, converter.converter(), |rw, op, _| {
        let (loc, value) = (rw.location_of(op), rw.body.op(op).property(rw.ctx, "value")?);
        let constant = ops::constant(rw, loc, Type::I1, value);
        rw.replace(op, &[constant]);
        Some(())
    });
}

fn replace_by_number(rw: &mut Rewriter<'_>, op: OpId, ty: Type, value: i64) -> Option<()> {
    let loc = rw.location_of(op);
    let constant = number(rw, loc, ty, value);
    rw.replace(op, &[constant]);
    Some(())
}

/// A constant; numbers that are too wide wrap.
fn number(rw: &mut Rewriter<'_>, loc: Location, ty: Type, value: i64) -> ValueId {
    let value = rw.ctx.int_attr(ty, value.into());
    ops::constant(rw, loc, ty, value)
}

fn convert_cast(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operand: ValueId,
    extension: &'static OpDef,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let ty = converter.convert(ctx, rw.body.value_type(rw.body.result(op, 0)))?;
    let (from, to) = (rw.body.value_type(operand).int_width(ctx)?, ty.int_width(ctx)?);
    if from == to {
        rw.replace(op, &[operand]);
        return Some(());
    }
    let target = if from > to { llvm::TruncOp::DEF } else { extension };
    let value = ops::simple(rw, target, loc, &[operand], ty);
    rw.replace(op, &[value]);
    Some(())
}

fn convert_cmp(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let loc = rw.location_of(op);
    let predicate = index::CmpOp(rw.body.op_ref(rw.ctx, op)).pred()?;
    let relation = enum_value(rw.ctx, &index::CMP_PREDICATE_DEF, predicate)?;
    let keyword = index::CMP_PREDICATES.keyword(relation)?;
    let &[lhs, rhs] = operands else { return None };
    let value = ops::icmp(rw, loc, keyword, lhs, rhs);
    rw.replace(op, &[value]);
    Some(())
}

type Division = for<'r, 'a> fn(&mut Divider<'r, 'a>) -> ValueId;

/// Makes the ops of a division that rounds in a way LLVM does not.
struct Divider<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    loc: Location,
    ty: Type,
    dividend: ValueId,
    divisor: ValueId,
}

impl Divider<'_, '_> {
    fn number(&mut self, value: i64) -> ValueId {
        number(self.rw, self.loc, self.ty, value)
    }

    fn binary(&mut self, def: &'static OpDef, lhs: ValueId, rhs: ValueId) -> ValueId {
        ops::binary(self.rw, def, self.loc, lhs, rhs)
    }

    fn icmp(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        ops::icmp(self.rw, self.loc, predicate, lhs, rhs)
    }

    fn select(&mut self, condition: ValueId, on_true: ValueId, on_false: ValueId) -> ValueId {
        ops::select(self.rw, self.loc, condition, on_true, on_false)
    }

    /// `n` and `m` of the same sign and `n` not 0: `(n + (m > 0 ? -1 : 1)) / m + 1`; else `-(-n / m)`.
    fn ceil_signed(&mut self) -> ValueId {
        let (n, m) = (self.dividend, self.divisor);
        let (zero, one, minus_one) = (self.number(0), self.number(1), self.number(-1));
        let positive_divisor = self.icmp("sgt", m, zero);
        let step = self.select(positive_divisor, minus_one, one);
        let stepped = self.binary(llvm::AddOp::DEF, n, step);
        let quotient = self.binary(llvm::SDivOp::DEF, stepped, m);
        let same_sign = self.binary(llvm::AddOp::DEF, quotient, one);
        let negated = self.binary(llvm::SubOp::DEF, zero, n);
        let quotient = self.binary(llvm::SDivOp::DEF, negated, m);
        let other = self.binary(llvm::SubOp::DEF, zero, quotient);
        let positive_dividend = self.icmp("sgt", n, zero);
        let is_same_sign = self.icmp("eq", positive_dividend, positive_divisor);
        let is_not_zero = self.icmp("ne", n, zero);
        let condition = self.binary(llvm::AndOp::DEF, is_same_sign, is_not_zero);
        self.select(condition, same_sign, other)
    }

    /// `n == 0 ? 0 : (n - 1) / m + 1`
    fn ceil_unsigned(&mut self) -> ValueId {
        let (n, m) = (self.dividend, self.divisor);
        let (zero, one) = (self.number(0), self.number(1));
        let before = self.binary(llvm::SubOp::DEF, n, one);
        let quotient = self.binary(llvm::UDivOp::DEF, before, m);
        let rounded = self.binary(llvm::AddOp::DEF, quotient, one);
        let is_zero = self.icmp("eq", n, zero);
        self.select(is_zero, zero, rounded)
    }

    /// `n` and `m` of different signs and `n` not 0: `-1 - ((m < 0 ? 1 : -1) - n) / m`; else `n / m`.
    fn floor_signed(&mut self) -> ValueId {
        let (n, m) = (self.dividend, self.divisor);
        let (zero, one, minus_one) = (self.number(0), self.number(1), self.number(-1));
        let negative_divisor = self.icmp("slt", m, zero);
        let step = self.select(negative_divisor, one, minus_one);
        let stepped = self.binary(llvm::SubOp::DEF, step, n);
        let quotient = self.binary(llvm::SDivOp::DEF, stepped, m);
        let different_signs = self.binary(llvm::SubOp::DEF, minus_one, quotient);
        let other = self.binary(llvm::SDivOp::DEF, n, m);
        let negative_dividend = self.icmp("slt", n, zero);
        let is_different = self.icmp("ne", negative_dividend, negative_divisor);
        let is_not_zero = self.icmp("ne", n, zero);
        let condition = self.binary(llvm::AndOp::DEF, is_different, is_not_zero);
        self.select(condition, different_signs, other)
    }
}
