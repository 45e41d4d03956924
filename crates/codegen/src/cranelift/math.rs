//! Intrinsics on floats: instructions where there are some, C's functions elsewhere.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, types};

use super::function::Translator;
use super::refused;
use super::types::Leaf;

/// Functions of C's library: the intrinsic, the function for `f64`, the one for `f32`.
const LIBRARY: &[(&str, &str, &str)] = &[
    ("acos", "acos", "acosf"),
    ("asin", "asin", "asinf"),
    ("atan", "atan", "atanf"),
    ("atan2", "atan2", "atan2f"),
    ("cos", "cos", "cosf"),
    ("cosh", "cosh", "coshf"),
    ("exp", "exp", "expf"),
    ("exp10", "exp10", "exp10f"),
    ("exp2", "exp2", "exp2f"),
    ("fma", "fma", "fmaf"),
    ("ldexp", "ldexp", "ldexpf"),
    ("log", "log", "logf"),
    ("log10", "log10", "log10f"),
    ("log2", "log2", "log2f"),
    ("llrint", "llrint", "llrintf"),
    ("llround", "llround", "llroundf"),
    ("lrint", "lrint", "lrintf"),
    ("lround", "lround", "lroundf"),
    ("maxnum", "fmax", "fmaxf"),
    ("minnum", "fmin", "fminf"),
    ("pow", "pow", "powf"),
    ("powi", "__powidf2", "__powisf2"),
    ("round", "round", "roundf"),
    ("sin", "sin", "sinf"),
    ("sinh", "sinh", "sinhf"),
    ("tan", "tan", "tanf"),
    ("tanh", "tanh", "tanhf"),
];

/// Translates one lane of an op `llvm.intr.*` by the rest of its name, if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    intrinsic: &str,
    lanes: &[ir::Value],
    leaf: Leaf,
) -> Fallible<Option<ir::Value>> {
    if let Some(&(_, wide, narrow)) = LIBRARY.iter().find(|(name, ..)| *name == intrinsic) {
        return library_call(to, op, [wide, narrow], lanes, leaf.ty).map(Some);
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

/// Calls one of two functions of C's library, the first for `f64`, the second for `f32` as the first argument.
pub(super) fn library_call<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    [wide, narrow]: [&'static str; 2],
    arguments: &[ir::Value],
    result: ir::Type,
) -> Fallible<ir::Value> {
    let type_of = |value: ir::Value| to.builder.func.dfg.value_type(value);
    let name = match arguments.first().map(|&first| type_of(first)) {
        Some(types::F64) => wide,
        Some(types::F32) => narrow,
        _ => return Err(to.refused_type(op)),
    };
    let mut signature = Signature::new(to.builder.func.signature.call_conv);
    signature
        .params
        .extend(arguments.iter().map(|&argument| AbiParam::new(type_of(argument))));
    signature.returns.push(AbiParam::new(result));
    let function = match to.library.get(name) {
        Some(&known) => known,
        None => {
            let made = to
                .names
                .library_in(&mut to.builder, name, &signature)
                .ok_or_else(|| refused(op))?;
            to.library.insert(name, made);
            made
        }
    };
    let call = to.builder.ins().call(function, arguments);
    Ok(to.builder.inst_results(call)[0])
}
