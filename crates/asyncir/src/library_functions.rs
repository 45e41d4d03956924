//! Functions and variables of the program that are named like functions of the C library.
//!
//! Code generators call `sin` for `llvm.intr.sin`, and find the program's if it has something of this name. So that gets another
//! name in machine code, unless it is seen from outside.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::function_like::declares_function;
use asyncir_dialects::llvm::GlobalOp;
use asyncir_dialects::llvm::func::{is_local, linkage};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Diagnostic, OpRef, OwnedOp, Type, WalkOrder};

use crate::Error;

/// What names begin with that only asyncir gives.
const RESERVED: &str = "asyncir.";

/// What the names of C's functions begin with where the program has functions of these names.
pub(crate) const LIBM_PREFIX: &str = "asyncir.libm.";

/// What the new names of the program's functions and variables end with.
const OWN_SUFFIX: &str = ".own";

/// C's functions on `double`; those on `float` and `long double` end with `f` and `l`.
const ON_FLOATS: [&str; 58] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmaximum",
    "fmaximum_num",
    "fmin",
    "fminimum",
    "fminimum_num",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "pow",
    "remainder",
    "rint",
    "round",
    "roundeven",
    "scalbn",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Functions of C that programs may define for themselves and all that is linked with them.
const REPLACEABLE: [&str; 3] = ["aligned_alloc", "free", "malloc"];

/// C's functions that code generators call for copies of memory.
const ON_MEMORY: [&str; 5] = ["bcmp", "memcmp", "memcpy", "memmove", "memset"];

/// Functions of C that give fresh memory, as LLVM takes for granted. So do those of C++, whose names begin with [`OF_CPP`].
const ON_FRESH_MEMORY: [&str; 4] = ["__strdup", "__strndup", "strdup", "strndup"];

/// What the names of C++'s `new` and `delete` begin with.
const OF_CPP: [&str; 4] = ["_Zda", "_Zdl", "_Zna", "_Znw"];

/// Functions of C that code generators may call for an op of another one: both the sine and the cosine of a number, and powers of
/// two and ten.
const RELATED: [&[&str]; 2] = [
    &["cos", "sin", "sincos"],
    &["exp", "exp10", "exp2", "ldexp", "pow", "sqrt"],
];

/// New names of symbols in machine code: of what the program defines with the name of a function of C, but for what is seen from
/// outside, and of C's functions beside it.
///
/// # Errors
/// If what is seen from outside has the name of a function of C that the program needs.
pub(crate) fn new_names<'a>(
    ctx: &'a Context,
    module: &'a OwnedOp,
    is_exported: &dyn Fn(OpRef<'a>) -> bool,
) -> Result<HashMap<&'a str, String>, Error> {
    let mut names = HashMap::new();
    let symbols: Vec<(OpRef<'a>, &str)> = symbols(ctx, module).collect();
    let known: HashSet<&str> = symbols.iter().map(|&(_, name)| name).collect();
    let of_library = symbols
        .iter()
        .filter_map(|&(_, name)| Some((name, name.strip_prefix(LIBM_PREFIX)?)));
    names.extend(of_library.map(|(name, function)| (name, function.to_owned())));
    let is_own = |(op, name): &(OpRef<'a>, &str)| is_defined(*op) && is_library_function(name);
    let own: Vec<_> = symbols.into_iter().filter(is_own).collect();
    if own.is_empty() {
        return Ok(names);
    }
    let mut called = functions_of_intrinsics(ctx, module);
    called.extend(names.values().cloned());
    for (op, name) in own {
        if !is_exported(op) {
            let mut own = format!("{name}{OWN_SUFFIX}");
            while known.contains(&*own) {
                own.push_str(OWN_SUFFIX);
            }
            names.insert(name, own);
        } else if may_be_called(&called, name) {
            return Err(Error::program(ctx, None, taken_from(op, name, "the program")));
        }
    }
    Ok(names)
}

/// Refuses what a library would export under a name that the runtime in it `needs` of others: linkers would give it to the
/// runtime. Functions that allocate and free memory may take the place of C's.
///
/// # Errors
/// If there is such a function or variable.
pub(crate) fn check_exports<'a>(
    ctx: &'a Context,
    module: &'a OwnedOp,
    is_exported: &dyn Fn(OpRef<'a>) -> bool,
    needs: &HashSet<String>,
) -> Result<(), Error> {
    let is_taken = |&(op, name): &(OpRef<'a>, &str)| {
        needs.contains(name) && !REPLACEABLE.contains(&name) && is_defined(op) && is_exported(op)
    };
    symbols(ctx, module).find(is_taken).map_or(Ok(()), |(op, name)| {
        Err(Error::program(ctx, None, taken_from(op, name, "the runtime")))
    })
}

/// Refuses symbols whose names are asyncir's own, such as those of the functions through which it calls a program's, and those
/// that linkers are told of although they are local.
///
/// # Errors
/// If a program, with its functions in the llvm dialect, defines one.
pub(crate) fn check_symbols(ctx: &Context, module: &OwnedOp) -> Result<(), Error> {
    let mut defined = symbols(ctx, module).filter(|&(op, _)| is_defined(op));
    let found = defined.find_map(|(op, name)| obstacle_to_linking(op, name));
    found.map_or(Ok(()), |error| Err(Error::program(ctx, None, error)))
}

/// The symbols of a module, with their names.
fn symbols<'a>(ctx: &'a Context, module: &'a OwnedOp) -> impl Iterator<Item = (OpRef<'a>, &'a str)> {
    let block = module.body().and_then(|body| Some((body, body.entry()?)));
    let ops = block.into_iter().flat_map(move |(body, block)| {
        let ops = body.block_ops(block);
        ops.map(move |op| body.op_ref(ctx, op))
    });
    ops.filter_map(move |op| Some((op, ctx.str(symbol_name(ctx, op.data())?))))
}

fn obstacle_to_linking(op: OpRef<'_>, name: &str) -> Option<Diagnostic> {
    if name.starts_with(RESERVED) {
        let message = format!("'{name}' cannot be defined: names that begin with '{RESERVED}' are asyncir's own");
        return Some(Diagnostic::error(op.location(), message));
    }
    let visibility = op.property("visibility_").and_then(|attr| attr.as_i64(op.ctx));
    let is_visible = visibility.is_some_and(|visibility| visibility != 0);
    (is_visible && is_local(op)).then(|| op.error("with local linkage must have default visibility"))
}

/// Whether the code for a program that needs these functions of C may call one of that name. Copies of memory are made for loops,
/// too.
fn may_be_called(called: &HashSet<String>, name: &str) -> bool {
    let is_needed = |related: &&[&str]| {
        let mut suffixes = related.iter().filter_map(|base| name.strip_prefix(base));
        let suffix = suffixes.find(|suffix| ["", "f", "l"].contains(suffix));
        suffix.is_some_and(|suffix| related.iter().any(|base| called.contains(&format!("{base}{suffix}"))))
    };
    ON_MEMORY.contains(&name) || called.contains(name) || RELATED.iter().any(is_needed)
}

fn taken_from(op: OpRef<'_>, name: &str, user: &str) -> Diagnostic {
    let message = format!(
        "'{name}' would take the place of the C library's, which {user} needs: make it private, or give it another name"
    );
    Diagnostic::error(op.location(), message)
}

/// Whether an op of a module defines its symbol.
pub(crate) fn is_defined(op: OpRef<'_>) -> bool {
    let is_variable_of_others = op.data().is(GlobalOp::DEF)
        && linkage(op).starts_with("extern")
        && op.property("value").is_none()
        && op.data().body().is_none_or(|body| body.entry().is_none());
    !declares_function(op) && !is_variable_of_others
}

/// Whether code generators take a function of this name for one of C's or C++'s, of which they know what it does.
fn is_library_function(name: &str) -> bool {
    let is_on_floats = |name: &str| ON_FLOATS.contains(&name);
    // Those that do without infinities.
    let finite = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_finite"));
    let name = finite.unwrap_or(name);
    let of_other_type = name.strip_suffix(['f', 'l']);
    is_on_floats(name)
        || of_other_type.is_some_and(is_on_floats)
        || ON_MEMORY.contains(&name)
        || ON_FRESH_MEMORY.contains(&name)
        || OF_CPP.iter().any(|start| name.starts_with(start))
}

/// The functions of C that stand for ops of the llvm dialect, as far as code generators may call them.
fn functions_of_intrinsics(ctx: &Context, module: &OwnedOp) -> HashSet<String> {
    let mut functions = HashSet::new();
    let mut pending: Vec<&Body> = module.body().into_iter().collect();
    while let Some(body) = pending.pop() {
        for op in body.walk_all(WalkOrder::Pre) {
            functions.extend(function_of(body.op_ref(ctx, op)));
            pending.extend(body.op(op).body());
        }
    }
    functions
}

/// The function of C that stands for an op, if there is one.
fn function_of(op: OpRef<'_>) -> Option<String> {
    let name = match op.name() {
        "llvm.frem" => "fmod",
        name => match name.strip_prefix("llvm.intr.")? {
            memory @ ("memcpy" | "memmove" | "memset") => return Some(memory.to_owned()),
            // Instructions.
            "copysign" | "fabs" | "sqrt" => return None,
            "maximum" => "fmaximum",
            "maxnum" => "fmax",
            "minimum" => "fminimum",
            "minnum" => "fmin",
            other => other,
        },
    };
    let float = op.operand_types().first()?.element_or_self(op.ctx);
    let suffix = match float {
        Type::F64 => "",
        Type::F16 | Type::BF16 | Type::F32 => "f",
        _ => "l",
    };
    Some(format!("{name}{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_library_are_known() {
        for name in [
            "sin",
            "sinf",
            "sinl",
            "fmaf",
            "erf",
            "memcpy",
            "ilogbf",
            "__exp_finite",
            "__powf_finite",
            "strdup",
            "_Znwm",
        ] {
            assert!(is_library_function(name), "{name}");
        }
        let needed =
            |functions: &[&str], name| may_be_called(&functions.iter().map(|&name| name.to_owned()).collect(), name);
        assert!(
            needed(&["sin"], "sin")
                && needed(&["sin"], "sincos")
                && needed(&["powf"], "exp2f")
                && needed(&[], "memset")
        );
        assert!(!needed(&["sin"], "sincosf") && !needed(&["exp"], "expm1") && !needed(&[], "sin"));
        for name in [
            "sinh2",
            "f",
            "l",
            "main",
            "mysin",
            "memcpyf",
            "malloc",
            "__f_finite",
            "_ZN1a1bEv",
        ] {
            assert!(!is_library_function(name), "{name}");
        }
    }
}
