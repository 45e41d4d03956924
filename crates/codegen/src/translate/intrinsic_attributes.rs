//! What LLVM 22 knows of its intrinsics: the attributes that it gives them, whoever declares them.

/// Attributes of many intrinsics.
const PURE: &str = "nocallback nofree nosync nounwind speculatable willreturn memory(none)";
/// Attributes of intrinsics whose results are undefined or poison only if an argument is.
const PURE_DEFINED: &str =
    "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)";

/// Names without `llvm.` and types, then the attributes of all of them. A star stands for any end.
const FUNCTIONS: &[(&str, &str)] = &[
    (
        "acos asin atan atan2 cosh sinh tan tanh sincos abs ctlz cttz sshl.sat ushl.sat strip.invariant.group \
         threadlocal.address vector.reduce.* vector.extract vector.insert vector.interleave2 vector.deinterleave2 \
         vscale get.active.lane.mask matrix.multiply matrix.transpose",
        PURE,
    ),
    (
        "cos sin exp exp2 exp10 log log2 log10 sqrt fabs ceil floor trunc rint nearbyint round roundeven pow \
         copysign maxnum minnum maximum minimum fma fmuladd powi ldexp frexp lrint llrint lround llround \
         is.fpclass smax smin umax umin sadd.sat uadd.sat ssub.sat usub.sat ctpop bitreverse bswap fshl fshr scmp \
         ucmp sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow smul.with.overflow \
         umul.with.overflow ptrmask",
        PURE_DEFINED,
    ),
    (
        "expect expect.with.probability ssa.copy stepvector",
        "nocallback nofree nosync nounwind willreturn memory(none)",
    ),
    (
        "is.constant",
        "convergent nocallback nofree nosync nounwind willreturn memory(none)",
    ),
    (
        "memcpy memmove memcpy.inline",
        "nocallback nofree nounwind willreturn memory(argmem: readwrite)",
    ),
    (
        "memset memset.inline",
        "nocallback nofree nounwind willreturn memory(argmem: write)",
    ),
    (
        "assume",
        "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)",
    ),
    (
        "trap ubsantrap",
        "cold noreturn nounwind memory(inaccessiblemem: write)",
    ),
    ("debugtrap coro.begin coro.suspend coro.end", "nounwind"),
    (
        "va_start va_copy va_end stacksave stackrestore",
        "nocallback nofree nosync nounwind willreturn",
    ),
    (
        "invariant.start invariant.end lifetime.start lifetime.end",
        "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)",
    ),
    (
        "launder.invariant.group",
        "nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)",
    ),
    (
        "prefetch",
        "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)",
    ),
    (
        "coro.id masked.load",
        "nocallback nofree nosync nounwind willreturn memory(argmem: read)",
    ),
    (
        "coro.size coro.align coro.promise eh.typeid.for",
        "nounwind memory(none)",
    ),
    ("coro.save", "nomerge nounwind"),
    ("coro.free", "nounwind memory(argmem: read)"),
    (
        "masked.store masked.compressstore",
        "nocallback nofree nosync nounwind willreturn memory(argmem: write)",
    ),
    (
        "masked.gather masked.expandload",
        "nocallback nofree nosync nounwind willreturn memory(read)",
    ),
    (
        "masked.scatter",
        "nocallback nofree nosync nounwind willreturn memory(write)",
    ),
    (
        "experimental.constrained.*",
        "nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)",
    ),
    (
        "experimental.noalias.scope.decl",
        "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)",
    ),
];

/// Names, and the attributes of parameters by their index.
const PARAMETERS: &[(&str, &[(usize, &str)])] = &[
    ("is.fpclass abs ctlz cttz vector.extract", &[(1, "immarg")]),
    ("expect.with.probability vector.insert", &[(2, "immarg")]),
    ("ssa.copy", &[(0, "returned")]),
    ("matrix.multiply", &[(2, "immarg"), (3, "immarg"), (4, "immarg")]),
    ("matrix.transpose", &[(1, "immarg"), (2, "immarg")]),
    (
        "memcpy memcpy.inline",
        &[
            (0, "noalias writeonly captures(none)"),
            (1, "noalias readonly captures(none)"),
            (3, "immarg"),
        ],
    ),
    (
        "memmove",
        &[
            (0, "writeonly captures(none)"),
            (1, "readonly captures(none)"),
            (3, "immarg"),
        ],
    ),
    (
        "memset memset.inline",
        &[(0, "writeonly captures(none)"), (3, "immarg")],
    ),
    ("assume", &[(0, "noundef")]),
    ("ubsantrap", &[(0, "immarg")]),
    ("invariant.start", &[(0, "immarg"), (1, "captures(none)")]),
    ("invariant.end", &[(1, "immarg"), (2, "captures(none)")]),
    ("lifetime.start lifetime.end coro.promise", &[(0, "captures(none)")]),
    (
        "prefetch",
        &[
            (0, "readonly captures(none)"),
            (1, "immarg"),
            (2, "immarg"),
            (3, "immarg"),
        ],
    ),
    ("threadlocal.address", &[(0, "nonnull")]),
    ("coro.id", &[(1, "readnone"), (2, "readonly captures(none)")]),
    ("coro.begin", &[(1, "writeonly")]),
    ("coro.free", &[(1, "readonly captures(none)")]),
    ("masked.load masked.expandload", &[(0, "captures(none)")]),
    ("masked.store masked.compressstore", &[(1, "captures(none)")]),
];

fn is_named(names: &str, intrinsic: &str) -> bool {
    names.split_whitespace().any(|name| match name.strip_suffix('*') {
        Some(start) => intrinsic.starts_with(start),
        None => name == intrinsic,
    })
}

/// The attributes of an intrinsic, given by its name without `llvm.` and types. None if this table does not know it.
pub(super) fn of_function(intrinsic: &str) -> Vec<String> {
    let row = FUNCTIONS.iter().find(|(names, _)| is_named(names, intrinsic));
    let Some((_, words)) = row else {
        return Vec::new();
    };
    let (plain, memory) = match words.split_once(" memory(") {
        Some((plain, memory)) => (plain, Some(format!("memory({memory}"))),
        None => (*words, None),
    };
    plain.split(' ').map(str::to_owned).chain(memory).collect()
}

/// The attributes of a parameter of an intrinsic.
pub(super) fn of_parameter(intrinsic: &str, index: usize) -> Option<&'static str> {
    let rows = PARAMETERS.iter().filter(|(names, _)| is_named(names, intrinsic));
    let mut entries = rows.flat_map(|(_, entries)| entries.iter());
    entries.find(|(at, _)| *at == index).map(|(_, words)| *words)
}

/// The attributes of the result of an intrinsic, with a space behind.
pub(super) fn of_result(intrinsic: &str, ty: &str) -> String {
    match intrinsic {
        "scmp" | "ucmp" => {
            let element = ty.rsplit(' ').next().unwrap_or(ty).trim_end_matches('>');
            format!("range({element} -1, 2) ")
        }
        "threadlocal.address" => "nonnull ".to_owned(),
        _ => String::new(),
    }
}
