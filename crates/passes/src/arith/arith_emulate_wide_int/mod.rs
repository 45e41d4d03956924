//! `arith-emulate-wide-int`: integers of twice the supported width become vectors of two halves, the low one first, and
//! vectors of such integers get another dimension for the halves.
//!
//! - `code`: takes values apart and puts them together;
//! - `basic`: constants, selection, comparison and bits;
//! - `arithmetic`: sums, differences and products;
//! - `shifts`: shifts;
//! - `casts`: conversions from and to other integers and `index`;
//! - `floats`: conversions from and to floats.

mod arithmetic;
mod basic;
mod casts;
mod code;
mod floats;
mod shifts;

use asyncir_dialects::{arith, vector};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{
    Conversion, ConversionPatterns, ConversionTarget, Rewriter, TypeConverter, apply_partial_conversion,
};
use asyncir_ir::{Context, Diagnostics, OpId, OwnedOp, Type, TypeKind, ValueId};

use crate::conversion::function_types;
use crate::options::PassOptions;
use crate::{OptionInfo, Pass, PassContext, PassInfo};
use code::Code;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "arith-emulate-wide-int",
    class: "ArithEmulateWideInt",
    summary: "Emulate 2*N-bit integer operations using N-bit operations",
    anchor: None,
    options: &[WIDEST_INT_SUPPORTED],
    create: |options| {
        Ok(Box::new(ArithEmulateWideInt {
            widest: widest(options)?,
        }))
    },
};

/// The width of the widest integers that a target has.
pub(crate) const WIDEST_INT_SUPPORTED: OptionInfo = OptionInfo::uint(
    "widest-int-supported",
    "Widest integer type supported by the target",
    "32",
);

/// What [`WIDEST_INT_SUPPORTED`] says.
///
/// # Errors
/// If it is no width that can be doubled again and again. MLIR's pass fails without a word then.
pub(crate) fn widest(options: &PassOptions) -> Result<u32, String> {
    let name = WIDEST_INT_SUPPORTED.name;
    let given = options.int(name)?;
    match u32::try_from(given) {
        Ok(width) if width > 1 && width.is_power_of_two() => Ok(width),
        _ => Err(format!("'{name}' must be a power of two from 2 on, but is {given}")),
    }
}

struct ArithEmulateWideInt {
    /// The width of the widest supported integers, in bits.
    widest: u32,
}

impl Pass for ArithEmulateWideInt {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let types = Types::new(self.widest);
        let mut target = ConversionTarget::new();
        target.legal_dialect("vector");
        let converter = types.converter.clone();
        target.dynamic_op(vector::PrintOp::DEF, move |op| converter.is_legal_op(op));
        let converter = types.converter.clone();
        target.dynamic_dialect("arith", move |op| converter.is_legal_op(op));
        function_types::add_legality(&mut target, &types.converter);
        let mut patterns = ConversionPatterns::new();
        add_patterns(&mut patterns, &types);
        function_types::add_patterns(&mut patterns, &types.converter);
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

/// How types are converted.
#[derive(Clone)]
pub(crate) struct Types {
    pub(crate) converter: TypeConverter,
    /// The width of a half, in bits.
    width: u32,
}

impl Types {
    pub(crate) fn new(width: u32) -> Self {
        let mut converter = TypeConverter::new();
        converter.add_conversion(move |_, ctx, ty| Some(convert_type(ctx, ty, width)));
        Self { converter, width }
    }

    /// The vector type that a type is converted to.
    fn halved(&self, ctx: &Context, ty: Type) -> Option<Type> {
        let converted = self.converter.convert_type(ctx, ty)?;
        matches!(converted.kind(ctx), TypeKind::Vector { .. }).then_some(converted)
    }
}

/// Function types follow their inputs and results, see [`function_types`]. Halves of scalable vectors are not made: parts
/// of these cannot be taken out.
fn convert_type(ctx: &Context, ty: Type, widest: u32) -> Conversion {
    let (element, shape, is_scalable): (_, &[i64], _) = match ty.kind(ctx) {
        TypeKind::Integer { .. } => (ty, &[], false),
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => (*element, shape, scalable.contains(&true)),
        _ => return Conversion::One(ty),
    };
    match element.int_width(ctx) {
        Some(width) if width > widest => {
            if u64::from(width) != 2 * u64::from(widest) || is_scalable {
                return Conversion::Fail;
            }
            let shape = [shape, &[2]].concat();
            Conversion::One(ctx.vector_type(&shape, ctx.int_type(widest)))
        }
        _ => Conversion::One(ty),
    }
}

/// Emulates an op, which has the converted operands; gives the value for its result.
type Emulate = fn(&mut Code<'_, '_>, OpId, &[ValueId]) -> Option<ValueId>;

/// Adds the emulations of ops of `arith`, and of `vector.print`.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, types: &Types) {
    for &(def, emulate) in EMULATIONS {
        let own = types.clone();
        patterns.add(def, &types.converter, move |rw, op, operands| {
            let value = emulate(&mut Code::new(rw, op, &own), op, operands)?;
            rw.replace(op, &[value]);
            Some(())
        });
    }
    patterns.add(vector::PrintOp::DEF, &types.converter, print);
}

static EMULATIONS: &[(&OpDef, Emulate)] = &[
    (arith::ConstantOp::DEF, basic::constant),
    (arith::CmpIOp::DEF, basic::cmpi),
    (arith::SelectOp::DEF, basic::select),
    (arith::AddIOp::DEF, arithmetic::addi),
    (arith::MulIOp::DEF, arithmetic::muli),
    (arith::ShLIOp::DEF, shifts::shli),
    (arith::ShRSIOp::DEF, shifts::shrsi),
    (arith::ShRUIOp::DEF, shifts::shrui),
    (arith::MaxUIOp::DEF, |c, op, _| basic::choose(c, op, "ugt")),
    (arith::MaxSIOp::DEF, |c, op, _| basic::choose(c, op, "sgt")),
    (arith::MinUIOp::DEF, |c, op, _| basic::choose(c, op, "ult")),
    (arith::MinSIOp::DEF, |c, op, _| basic::choose(c, op, "slt")),
    (arith::SubIOp::DEF, arithmetic::subi),
    (arith::AndIOp::DEF, |c, op, operands| {
        basic::bitwise(c, op, operands, arith::AndIOp::DEF)
    }),
    (arith::OrIOp::DEF, |c, op, operands| {
        basic::bitwise(c, op, operands, arith::OrIOp::DEF)
    }),
    (arith::XOrIOp::DEF, |c, op, operands| {
        basic::bitwise(c, op, operands, arith::XOrIOp::DEF)
    }),
    (arith::ExtSIOp::DEF, casts::extsi),
    (arith::ExtUIOp::DEF, casts::extui),
    (arith::TruncIOp::DEF, casts::trunci),
    (arith::IndexCastOp::DEF, |c, op, operands| {
        casts::index_cast(c, op, operands, [arith::IndexCastOp::DEF, arith::ExtSIOp::DEF])
    }),
    (arith::IndexCastUIOp::DEF, |c, op, operands| {
        casts::index_cast(c, op, operands, [arith::IndexCastUIOp::DEF, arith::ExtUIOp::DEF])
    }),
    (arith::SIToFPOp::DEF, floats::sitofp),
    (arith::UIToFPOp::DEF, floats::uitofp),
    (arith::FPToUIOp::DEF, floats::fptoui),
    (arith::FPToSIOp::DEF, floats::fptosi),
];

/// The halves are printed.
fn print(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let location = rw.location_of(op);
    let punctuation = rw.body.op(op).property(rw.ctx, "punctuation");
    let state = vector::PrintOp::build(rw.ctx, location, operands.first().copied(), punctuation, None, &[]);
    rw.replace_with(op, state);
    Some(())
}
