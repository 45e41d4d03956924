//! Intrinsics on floats: instructions where there are some, C's functions elsewhere.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, types};

use super::function::Translator;
use super::refused_for;
use super::types::Leaf;

/// Functions of C's library: the intrinsic, the function for `f64`, the one for `f32`, and what they take and give.
const LIBRARY: &[(&str, &str, &str, Kind)] = &[
    ("acos", "acos", "acosf", Kind::Floats),
    ("asin", "asin", "asinf", Kind::Floats),
    ("atan", "atan", "atanf", Kind::Floats),
    ("atan2", "atan2", "atan2f", Kind::Floats),
    ("cos", "cos", "cosf", Kind::Floats),
    ("cosh", "cosh", "coshf", Kind::Floats),
    ("exp", "exp", "expf", Kind::Floats),
    ("exp10", "exp10", "exp10f", Kind::Floats),
    ("exp2", "exp2", "exp2f", Kind::Floats),
    ("fma", "fma", "fmaf", Kind::Floats),
    ("ldexp", "ldexp", "ldexpf", Kind::Exponent),
    ("log", "log", "logf", Kind::Floats),
    ("log10", "log10", "log10f", Kind::Floats),
    ("log2", "log2", "log2f", Kind::Floats),
    ("llrint", "llrint", "llrintf", Kind::ToInteger),
    ("llround", "llround", "llroundf", Kind::ToInteger),
    ("lrint", "lrint", "lrintf", Kind::ToInteger),
    ("lround", "lround", "lroundf", Kind::ToInteger),
    ("pow", "pow", "powf", Kind::Floats),
    ("powi", "__powidf2", "__powisf2", Kind::Exponent),
    ("round", "round", "roundf", Kind::Floats),
    ("sin", "sin", "sinf", Kind::Floats),
    ("sinh", "sinh", "sinhf", Kind::Floats),
    ("tan", "tan", "tanf", Kind::Floats),
    ("tanh", "tanh", "tanhf", Kind::Floats),
];

/// What a function of C's library takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Floats of one type.
    Floats,
    /// A float and an `int`; it gives a float.
    Exponent,
    /// A float; it gives a `long`.
    ToInteger,
}

/// Translates one lane of an op `llvm.intr.*` by the rest of its name, if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    intrinsic: &str,
    lanes: &[ir::Value],
    leaf: Leaf,
) -> Fallible<Option<ir::Value>> {
    if let Some(&(_, wide, narrow, kind)) = LIBRARY.iter().find(|(name, ..)| *name == intrinsic) {
        return library_call(to, op, [wide, narrow], kind, lanes, leaf).map(Some);
    }
    if let (Some(better), [lhs, rhs]) = (better_number(intrinsic), lanes) {
        return Ok(Some(choose_number(to, better, *lhs, *rhs)));
    }
    let ins = to.builder.ins();
    Ok(Some(match (intrinsic, lanes) {
        ("fabs", [value]) => ins.fabs(*value),
        ("sqrt", [value]) => ins.sqrt(*value),
        ("ceil", [value]) => ins.ceil(*value),
        ("floor", [value]) => ins.floor(*value),
        ("trunc", [value]) => ins.trunc(*value),
        // To even where two integers are as near: the mode that programs run in.
        ("rint" | "nearbyint" | "roundeven", [value]) => ins.nearest(*value),
        ("copysign", [value, sign]) => ins.fcopysign(*value, *sign),
        ("maximum", [lhs, rhs]) => ins.fmax(*lhs, *rhs),
        ("minimum", [lhs, rhs]) => ins.fmin(*lhs, *rhs),
        ("fmuladd", [lhs, rhs, summand]) => {
            let product = ins.fmul(*lhs, *rhs);
            to.builder.ins().fadd(product, *summand)
        }
        _ => return Ok(None),
    }))
}

/// How the operand compares to the other one that an intrinsic chooses.
fn better_number(intrinsic: &str) -> Option<FloatCC> {
    match intrinsic {
        "maxnum" => Some(FloatCC::GreaterThan),
        "minnum" => Some(FloatCC::LessThan),
        _ => None,
    }
}

/// The better one of two floats, or the one that is a number.
pub(super) fn choose_number(
    to: &mut Translator<'_, '_, '_>,
    better: FloatCC,
    lhs: ir::Value,
    rhs: ir::Value,
) -> ir::Value {
    let is_better = to.builder.ins().fcmp(better, lhs, rhs);
    let is_only_one = to.builder.ins().fcmp(FloatCC::Unordered, rhs, rhs);
    let takes_lhs = to.builder.ins().bor(is_better, is_only_one);
    to.builder.ins().select(takes_lhs, lhs, rhs)
}

/// Calls one of two functions of C's library, the first for `f64`, the second for `f32` as the first argument.
pub(super) fn library_call<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    [wide, narrow]: [&'static str; 2],
    kind: Kind,
    arguments: &[ir::Value],
    result: Leaf,
) -> Fallible<ir::Value> {
    let given: Vec<ir::Type> = arguments
        .iter()
        .map(|&value| to.builder.func.dfg.value_type(value))
        .collect();
    let (name, float) = match given.first() {
        Some(&types::F64) => (wide, types::F64),
        Some(&types::F32) => (narrow, types::F32),
        _ => return Err(to.refused_type(op)),
    };
    let (taken, returned) = match kind {
        Kind::Floats => (vec![float; given.len()], float),
        Kind::Exponent => (vec![float, types::I32], float),
        Kind::ToInteger => (vec![float], types::I64),
    };
    let fits = result.ty == returned || (kind == Kind::ToInteger && result.ty == types::I32);
    if given != taken || !fits {
        return Err(to.refused_type(op));
    }
    let function = library_function(to, op, name, &taken, returned)?;
    let call = to.builder.ins().call(function, arguments);
    let value = to.builder.inst_results(call)[0];
    Ok(if result.ty == returned {
        value
    } else {
        to.builder.ins().ireduce(result.ty, value)
    })
}

fn library_function<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    name: &'static str,
    taken: &[ir::Type],
    returned: ir::Type,
) -> Fallible<ir::FuncRef> {
    if let Some(&known) = to.library.get(name) {
        return Ok(known);
    }
    let mut signature = Signature::new(to.builder.func.signature.call_conv);
    signature.params.extend(taken.iter().map(|&ty| AbiParam::new(ty)));
    signature.returns.push(AbiParam::new(returned));
    let made = to
        .names
        .library_in(&mut to.builder, name, &signature)
        .ok_or_else(|| refused_for(op, &format!("the module has its own '{name}'")))?;
    to.library.insert(name, made);
    Ok(made)
}
