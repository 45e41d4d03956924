//! `convert-math-to-llvm`: ops of `math` become LLVM intrinsics.

use asyncir_dialects::{llvm, math};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::{FloatSemantics, from_f64};
use asyncir_ir::rewrite::{ConversionPatterns, Rewriter};
use asyncir_ir::{AttrKind, Attribute, Context, Diagnostics, Location, OpId, OpRef, OwnedOp, Type, TypeKind, ValueId};

use super::fastmath::to_llvm_fastmath;
use super::llvm_common::rewrites::{NewAttributes, has_unsupported_floats, vector_one_to_one};
use super::llvm_common::{LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm, ops, types, vectors};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-math-to-llvm",
    class: "ConvertMathToLLVMPass",
    summary: "Convert Math dialect to LLVM dialect",
    anchor: None,
    options: &[
        OptionInfo::flag("approximate-log1p", "Enable approximation of Log1p.", "true"),
        OptionInfo::flag(
            "leave-to-libm",
            "Leave Log1p and Expm1 of floats that the C library has functions for, which are exact near zero.",
            "false",
        )
        .of_asyncir(),
    ],
    create: |options| {
        Ok(Box::new(Approximations {
            log1p: options.flag("approximate-log1p")?,
            leave_to_libm: options.flag("leave-to-libm")?,
        }))
    },
};

/// Which functions are computed by similar ones, without their accuracy near zero.
#[derive(Clone, Copy)]
pub(super) struct Approximations {
    log1p: bool,
    /// None that the C library has.
    leave_to_libm: bool,
}

impl Approximations {
    /// The approximations that MLIR makes.
    pub(super) const ALL: Self = Self {
        log1p: true,
        leave_to_libm: false,
    };

    /// Whether an op is left as it is.
    fn leaves(self, op: OpRef<'_>) -> bool {
        let is_exact = || op.data().is(math::ExpM1Op::DEF) || op.data().is(math::Log1pOp::DEF);
        let width = || {
            op.result_type(0)
                .element_or_self(op.ctx)
                .float(op.ctx)
                .map(FloatSemantics::width)
        };
        self.leave_to_libm && is_exact() && width().is_some_and(|width| width <= 64)
    }
}

impl Pass for Approximations {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        convert_to_llvm(op, cx, LowerToLlvmOptions::default(), |converter, patterns, _| {
            populate(converter, patterns, *self);
        })
    }
}

/// Ops that llvm has under another name.
static INTRINSICS: &[(&OpDef, &OpDef)] = &[
    (math::AbsFOp::DEF, llvm::FabsIntrOp::DEF),
    (math::AcosOp::DEF, llvm::AcosIntrOp::DEF),
    (math::AsinOp::DEF, llvm::AsinIntrOp::DEF),
    (math::Atan2Op::DEF, llvm::Atan2IntrOp::DEF),
    (math::AtanOp::DEF, llvm::AtanIntrOp::DEF),
    (math::CeilOp::DEF, llvm::CeilIntrOp::DEF),
    (math::CopySignOp::DEF, llvm::CopysignIntrOp::DEF),
    (math::CosOp::DEF, llvm::CosIntrOp::DEF),
    (math::CoshOp::DEF, llvm::CoshIntrOp::DEF),
    (math::CtPopOp::DEF, llvm::CtpopIntrOp::DEF),
    (math::Exp2Op::DEF, llvm::Exp2IntrOp::DEF),
    (math::ExpOp::DEF, llvm::ExpIntrOp::DEF),
    (math::FPowIOp::DEF, llvm::PowiIntrOp::DEF),
    (math::FloorOp::DEF, llvm::FloorIntrOp::DEF),
    (math::FmaOp::DEF, llvm::FmaIntrOp::DEF),
    (math::Log10Op::DEF, llvm::Log10IntrOp::DEF),
    (math::Log2Op::DEF, llvm::Log2IntrOp::DEF),
    (math::LogOp::DEF, llvm::LogIntrOp::DEF),
    (math::PowFOp::DEF, llvm::PowIntrOp::DEF),
    (math::RoundEvenOp::DEF, llvm::RoundevenIntrOp::DEF),
    (math::RoundOp::DEF, llvm::RoundIntrOp::DEF),
    (math::SinOp::DEF, llvm::SinIntrOp::DEF),
    (math::SinhOp::DEF, llvm::SinhIntrOp::DEF),
    (math::SqrtOp::DEF, llvm::SqrtIntrOp::DEF),
    (math::TanOp::DEF, llvm::TanIntrOp::DEF),
    (math::TanhOp::DEF, llvm::TanhIntrOp::DEF),
    (math::TruncOp::DEF, llvm::TruncIntrOp::DEF),
];

/// Ops of llvm that take a flag, which is off.
static FLAGGED: &[(&OpDef, &OpDef, &str)] = &[
    (math::AbsIOp::DEF, llvm::AbsIntrOp::DEF, "is_int_min_poison"),
    (math::CountLeadingZerosOp::DEF, llvm::CtlzIntrOp::DEF, "is_zero_poison"),
    (math::CountTrailingZerosOp::DEF, llvm::CttzIntrOp::DEF, "is_zero_poison"),
];

/// Tests of a float for being of one of several classes, given as bits of `llvm.is.fpclass`. MLIR lowers the first and the
/// last one only.
static CLASS_TESTS: &[(&OpDef, i32)] = &[
    // Signalling and quiet NaN.
    (math::IsNaNOp::DEF, 0x003),
    // Infinity of both signs.
    (math::IsInfOp::DEF, 0x204),
    // Normal numbers of both signs.
    (math::IsNormalOp::DEF, 0x108),
    // Normal numbers, subnormal numbers and zeros of both signs.
    (math::IsFiniteOp::DEF, 0x1f8),
];

/// Ops that are an intrinsic and arithmetic with 1.
static COMPOSED: &[(&OpDef, Compose)] = &[(math::ExpM1Op::DEF, exp_minus_one), (math::RsqrtOp::DEF, one_by_sqrt)];

/// Adds the patterns of this pass.
pub(super) fn populate(
    converter: &LlvmTypeConverter,
    patterns: &mut ConversionPatterns,
    approximations: Approximations,
) {
    for &(def, intrinsic) in INTRINSICS {
        add(converter, patterns, def, move |converter, rw, op, operands| {
            let attributes = attributes_of(rw, op, intrinsic);
            vector_one_to_one(rw, op, intrinsic, operands, attributes, converter)
        });
    }
    for &(def, intrinsic, flag) in FLAGGED {
        add(converter, patterns, def, move |converter, rw, op, operands| {
            let properties = [(flag, Some(Attribute::FALSE))];
            lower_plain(converter, rw, op, intrinsic, operands, &properties)
        });
    }
    for &(def, classes) in CLASS_TESTS {
        add(converter, patterns, def, move |converter, rw, op, operands| {
            let properties = [("bit", Some(rw.ctx.i32_attr(classes)))];
            lower_plain(converter, rw, op, llvm::IsFpclassIntrOp::DEF, operands, &properties)
        });
    }
    let log1p: (&OpDef, Compose) = (math::Log1pOp::DEF, log_of_one_more);
    for &(def, compose) in COMPOSED.iter().chain(approximations.log1p.then_some(&log1p)) {
        add(converter, patterns, def, move |converter, rw, op, operands| {
            let is_left = approximations.leaves(rw.body.op_ref(rw.ctx, op));
            (!is_left).then(|| lower_composed(converter, rw, op, operands, compose))?
        });
    }
    add(converter, patterns, math::SincosOp::DEF, lower_sincos);
}

/// Adds a pattern for ops whose floats are those of LLVM: others have become integers.
fn add(
    converter: &LlvmTypeConverter,
    patterns: &mut ConversionPatterns,
    def: &'static OpDef,
    lower: impl Fn(&LlvmTypeConverter, &mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()> + Send + Sync + 'static,
) {
    let for_pattern = converter.clone();
    patterns.add(def, converter.converter(), move |rw, op, operands| {
        let has_others = has_unsupported_floats(rw, op, &for_pattern);
        (!has_others).then(|| lower(&for_pattern, rw, op, operands))?
    });
}

/// The flags of an op in llvm's form.
fn flags_of(rw: &Rewriter<'_>, op: OpId) -> Option<Attribute> {
    let flags = rw.body.op(op).property(rw.ctx, "fastmath")?;
    Some(to_llvm_fastmath(rw.ctx, Some(flags), 0))
}

/// The attributes of an op for an intrinsic: flags only where it has a place for them.
fn attributes_of(rw: &Rewriter<'_>, op: OpId, intrinsic: &OpDef) -> NewAttributes {
    let attributes = NewAttributes::discardable_of(rw, op);
    let has_flags = intrinsic.attributes.iter().any(|slot| slot.name == "fastmathFlags");
    match flags_of(rw, op).filter(|_| has_flags) {
        Some(flags) => attributes.with(rw.ctx, "fastmathFlags", flags),
        None => attributes,
    }
}

fn is_array(ctx: &Context, ty: Type) -> bool {
    types::array_parts(ctx, ty).is_some()
}

/// Lowers an op; vectors of several dimensions, with which MLIR does not, innermost vector by innermost vector.
fn lower_plain(
    converter: &LlvmTypeConverter,
    rw: &mut Rewriter<'_>,
    op: OpId,
    intrinsic: &'static OpDef,
    operands: &[ValueId],
    properties: &[(&'static str, Option<Attribute>)],
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result = rw.body.value_type(rw.body.result(op, 0));
    let ty = converter.convert(ctx, result)?;
    let mut create = |rw: &mut Rewriter<'_>, ty: Type, operands: &[ValueId]| {
        rw.insert_value(ops::state(ctx, intrinsic, loc, operands, properties, &[ty]))
    };
    let value = if is_array(ctx, ty) {
        vectors::for_each_innermost(rw, loc, converter, result, operands, &mut create)?
    } else {
        create(rw, ty, operands)
    };
    rw.replace(op, &[value]);
    Some(())
}

/// Where ops are put, of what type, with which attributes.
struct Site {
    loc: Location,
    ty: Type,
    attributes: NewAttributes,
}

impl Site {
    fn insert(&self, rw: &mut Rewriter<'_>, def: &'static OpDef, operands: &[ValueId]) -> ValueId {
        rw.insert_value(self.attributes.state(rw.ctx, def, self.loc, operands, self.ty))
    }

    /// A constant 1, or a vector of it.
    fn one(&self, rw: &mut Rewriter<'_>) -> Option<ValueId> {
        let ctx = rw.ctx;
        let element = self.ty.element_or_self(ctx);
        let semantics = element.float(ctx)?;
        let bits = from_f64(semantics, 1.0);
        let value = match self.ty.kind(ctx) {
            TypeKind::Vector { .. } => ctx.attr(AttrKind::DenseElements {
                ty: self.ty,
                splat: true,
                data: bits.to_le_bytes()[..semantics.width().div_ceil(8) as usize].into(),
            }),
            _ => ctx.float_bits_attr(element, bits),
        };
        Some(ops::constant(rw, self.loc, self.ty, value))
    }
}

type Compose = fn(&Site, &mut Rewriter<'_>, ValueId) -> Option<ValueId>;

fn exp_minus_one(site: &Site, rw: &mut Rewriter<'_>, operand: ValueId) -> Option<ValueId> {
    let one = site.one(rw)?;
    let exp = site.insert(rw, llvm::ExpIntrOp::DEF, &[operand]);
    Some(site.insert(rw, llvm::FSubOp::DEF, &[exp, one]))
}

fn one_by_sqrt(site: &Site, rw: &mut Rewriter<'_>, operand: ValueId) -> Option<ValueId> {
    let one = site.one(rw)?;
    let sqrt = site.insert(rw, llvm::SqrtIntrOp::DEF, &[operand]);
    Some(site.insert(rw, llvm::FDivOp::DEF, &[one, sqrt]))
}

fn log_of_one_more(site: &Site, rw: &mut Rewriter<'_>, operand: ValueId) -> Option<ValueId> {
    let one = site.one(rw)?;
    let more = site.insert(rw, llvm::FAddOp::DEF, &[one, operand]);
    Some(site.insert(rw, llvm::LogIntrOp::DEF, &[more]))
}

fn lower_composed(
    converter: &LlvmTypeConverter,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    compose: Compose,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result = rw.body.value_type(rw.body.result(op, 0));
    let ty = converter.convert(ctx, result)?;
    let attributes = attributes_of(rw, op, llvm::ExpIntrOp::DEF);
    let value = if is_array(ctx, ty) {
        vectors::for_each_innermost(rw, loc, converter, result, operands, &mut |rw, ty, parts| {
            let site = Site { loc, ty, attributes };
            // The innermost vectors hold floats of LLVM, of which 1 always is one.
            compose(&site, rw, parts[0]).unwrap_or(parts[0])
        })?
    } else {
        ty.element_or_self(ctx).float(ctx)?;
        compose(&Site { loc, ty, attributes }, rw, *operands.first()?)?
    };
    rw.replace(op, &[value]);
    Some(())
}

fn lower_sincos(converter: &LlvmTypeConverter, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let ty = converter.convert(ctx, rw.body.value_type(rw.body.result(op, 0)))?;
    if is_array(ctx, ty) {
        return None;
    }
    let both = types::literal_struct(ctx, &[ty, ty]);
    let properties = [("fastmathFlags", flags_of(rw, op))];
    let state = ops::state(ctx, llvm::SincosIntrOp::DEF, loc, operands, &properties, &[both]);
    let pair = rw.insert_value(state);
    let sine = ops::extract_value(rw, loc, pair, &[0]);
    let cosine = ops::extract_value(rw, loc, pair, &[1]);
    rw.replace(op, &[sine, cosine]);
    Some(())
}
