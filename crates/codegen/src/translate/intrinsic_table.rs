//! Which types of an intrinsic's call are part of its name, and which attributes of its op are arguments.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How the call of an intrinsic follows from its op, `llvm.intr.<name>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intrinsic {
    /// Results whose types are part of the name. The results of an op with several are the fields of a struct.
    pub(super) results: Overloads,
    /// Arguments whose types are part of the name, behind those of the results.
    pub(super) arguments: &'static [usize],
    /// Arguments that are attributes of the op: position and name, in order.
    pub(super) immediates: &'static [(usize, &'static str)],
}

/// The results whose types are part of an intrinsic's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overloads {
    /// None.
    None,
    /// The only one.
    Result,
    /// The first fields of the struct that holds them.
    Fields(usize),
}

use Overloads::{Fields, None as NoResult, Result as TheResult};

type Row = (
    &'static str,
    Overloads,
    &'static [usize],
    &'static [(usize, &'static str)],
);

/// Names, then what holds for all of them.
const TABLE: &[Row] = &[
    ("abs", NoResult, &[0], &[(1, "is_int_min_poison")]),
    ("ctlz cttz", NoResult, &[0], &[(1, "is_zero_poison")]),
    ("is.fpclass", NoResult, &[0], &[(1, "bit")]),
    ("expect.with.probability", NoResult, &[0], &[(2, "prob")]),
    ("prefetch", NoResult, &[0], &[(1, "rw"), (2, "hint"), (3, "cache")]),
    ("invariant.start", NoResult, &[1], &[(0, "size")]),
    ("invariant.end", NoResult, &[2], &[(1, "size")]),
    ("ubsantrap", NoResult, &[], &[(0, "failureKind")]),
    ("memcpy memmove", NoResult, &[0, 1, 2], &[(3, "isVolatile")]),
    ("memcpy.inline", NoResult, &[0, 1, 2], &[(2, "len"), (3, "isVolatile")]),
    ("memset", NoResult, &[0, 2], &[(3, "isVolatile")]),
    ("memset.inline", NoResult, &[0, 2], &[(2, "len"), (3, "isVolatile")]),
    ("vector.extract", TheResult, &[0], &[(1, "pos")]),
    ("vector.insert", TheResult, &[1], &[(2, "pos")]),
    (
        "acos asin atan atan2 bitreverse bswap ceil copysign cos cosh ctpop eh.typeid.for exp exp10 exp2 expect \
         fabs floor fma fmuladd fshl fshr is.constant launder.invariant.group lifetime.end lifetime.start log \
         log10 log2 masked.compressstore maximum maxnum minimum minnum nearbyint pow rint round roundeven \
         sadd.sat sin sincos sinh smax smin sqrt ssa.copy sshl.sat ssub.sat stackrestore strip.invariant.group \
         tan tanh threadlocal.address trunc uadd.sat umax umin ushl.sat usub.sat vacopy vaend vastart \
         vector.deinterleave2 vector.reduce.add vector.reduce.and vector.reduce.fmax vector.reduce.fmaximum \
         vector.reduce.fmin vector.reduce.fminimum vector.reduce.mul vector.reduce.or vector.reduce.smax \
         vector.reduce.smin vector.reduce.umax vector.reduce.umin vector.reduce.xor",
        NoResult,
        &[0],
        &[],
    ),
    (
        "vector.reduce.fadd vector.reduce.fmul vp.merge vp.reduce.add vp.reduce.and vp.reduce.fadd vp.reduce.fmax \
         vp.reduce.fmin vp.reduce.fmul vp.reduce.mul vp.reduce.or vp.reduce.smax vp.reduce.smin vp.reduce.umax \
         vp.reduce.umin vp.reduce.xor vp.select",
        NoResult,
        &[1],
        &[],
    ),
    ("ldexp powi ptrmask var.annotation vp.store", NoResult, &[0, 1], &[]),
    ("experimental.vp.strided.store", NoResult, &[0, 1, 2], &[]),
    (
        "coro.align coro.size masked.expandload stacksave stepvector vector.interleave2 vp.add vp.and vp.ashr \
         vp.fadd vp.fdiv vp.fma vp.fmul vp.fmuladd vp.fneg vp.frem vp.fsub vp.lshr vp.mul vp.or vp.sdiv vp.shl \
         vp.smax vp.smin vp.srem vp.sub vp.udiv vp.umax vp.umin vp.urem vp.xor vscale",
        TheResult,
        &[],
        &[],
    ),
    (
        "get.active.lane.mask llrint llround lrint lround scmp ucmp vp.fpext vp.fptosi vp.fptoui vp.fptrunc \
         vp.inttoptr vp.load vp.ptrtoint vp.sext vp.sitofp vp.trunc vp.uitofp vp.zext \
         experimental.constrained.fpext experimental.constrained.fptrunc experimental.constrained.sitofp \
         experimental.constrained.uitofp",
        TheResult,
        &[0],
        &[],
    ),
    ("annotation ptr.annotation", TheResult, &[2], &[]),
    ("experimental.vp.strided.load", TheResult, &[0, 1], &[]),
    (
        "sadd.with.overflow smul.with.overflow ssub.with.overflow uadd.with.overflow umul.with.overflow \
         usub.with.overflow",
        Fields(1),
        &[],
        &[],
    ),
    ("frexp", Fields(2), &[], &[]),
    (
        "assume coro.begin coro.end coro.free coro.id coro.promise coro.resume coro.save coro.suspend debugtrap trap",
        NoResult,
        &[],
        &[],
    ),
];

/// The intrinsic of that name, without `llvm.` in front.
pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    static BY_NAME: LazyLock<HashMap<&'static str, Intrinsic>> = LazyLock::new(|| {
        let rows = TABLE.iter().flat_map(|&(names, results, arguments, immediates)| {
            names.split_whitespace().map(move |name| {
                (
                    name,
                    Intrinsic {
                        results,
                        arguments,
                        immediates,
                    },
                )
            })
        });
        rows.collect()
    });
    BY_NAME.get(name).copied()
}
