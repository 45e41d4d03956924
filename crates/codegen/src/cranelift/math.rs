//! Intrinsics on floats: instructions where there are some, C's functions elsewhere.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, types};

use super::function::Translator;
use super::refused;

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

/// Translates an op `llvm.intr.*` by the rest of its name, if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    intrinsic: &str,
) -> Fallible<Option<ir::Value>> {
    if let Some(&(_, wide, narrow)) = LIBRARY.iter().find(|(name, ..)| *name == intrinsic) {
        return library_call(to, op, wide, narrow).map(Some);
    }
    let is_known = matches!(
        intrinsic,
        "fabs"
            | "sqrt"
            | "ceil"
            | "floor"
            | "trunc"
            | "rint"
            | "nearbyint"
            | "roundeven"
            | "copysign"
            | "fmuladd"
            | "maximum"
            | "minimum"
    );
    if !is_known {
        return Ok(None);
    }
    to.result_leaf(op)?;
    let value = to.scalar(op, 0)?;
    let ins = to.builder.ins();
    Ok(Some(match intrinsic {
        "fabs" => ins.fabs(value),
        "sqrt" => ins.sqrt(value),
        "ceil" => ins.ceil(value),
        "floor" => ins.floor(value),
        "trunc" => ins.trunc(value),
        // To even where two integers are as near: the mode that programs run in.
        "rint" | "nearbyint" | "roundeven" => ins.nearest(value),
        "fmuladd" => {
            let (factor, summand) = (to.scalar(op, 1)?, to.scalar(op, 2)?);
            let product = to.builder.ins().fmul(value, factor);
            to.builder.ins().fadd(product, summand)
        }
        _ => {
            let other = to.scalar(op, 1)?;
            let ins = to.builder.ins();
            match intrinsic {
                "copysign" => ins.fcopysign(value, other),
                "maximum" => ins.fmax(value, other),
                _ => ins.fmin(value, other),
            }
        }
    }))
}

/// Calls a function of C's library with all operands, by the type of the first.
pub(super) fn library_call<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    wide: &'static str,
    narrow: &'static str,
) -> Fallible<ir::Value> {
    let (first, result) = (to.operand_leaf(op, 0)?, to.result_leaf(op)?);
    let name = match first.ty {
        types::F64 => wide,
        types::F32 => narrow,
        _ => return Err(to.refused_type(op)),
    };
    let mut arguments = Vec::new();
    let mut signature = Signature::new(to.builder.func.signature.call_conv);
    for index in 0..op.operands().len() {
        signature.params.push(AbiParam::new(to.operand_leaf(op, index)?.ty));
        arguments.push(to.scalar(op, index)?);
    }
    signature.returns.push(AbiParam::new(result.ty));
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
    let call = to.builder.ins().call(function, &arguments);
    Ok(to.builder.inst_results(call)[0])
}
