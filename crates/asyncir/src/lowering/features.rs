//! What there is in a program that has to be lowered.

use std::collections::HashMap;

use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::{func, llvm, math, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpRef, Operation, OwnedOp, Type, TypeKind, WalkOrder};

/// Ops on memory that are spelled out as sizes, offsets and strides.
const VIEWS: [&str; 4] = [
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.extract_strided_metadata",
    "memref.subview",
];

/// Ops that are composed of others.
const COMPOSED: [&str; 5] = [
    "linalg.softmax",
    "tensor.bitcast",
    "tensor.concat",
    "tensor.gather",
    "tensor.scatter",
];

/// Ops of math that LLVM has no intrinsic for. Ops of linalg may contain them, and ops of complex become some.
const LIBM: [&str; 8] = [
    "math.acosh",
    "math.asinh",
    "math.atanh",
    "math.cbrt",
    "math.erf",
    "math.erfc",
    "math.expm1",
    "math.log1p",
];

/// Ops that only passes on `func.func` lower.
pub(crate) const IN_FUNC_ONLY: [&str; 2] = ["vector.mask", "vector.multi_reduction"];

/// Functions of the C library and of the runtime that lowered programs call.
const CALLED: [&str; 7] = [
    "abort",
    "aligned_alloc",
    "asyncirRuntimeFail",
    "free",
    "malloc",
    "memrefCopy",
    "puts",
];

/// Functions of the runtime that print parts of vectors.
pub(crate) const PRINTERS: [&str; 12] = [
    "printApFloat",
    "printBF16",
    "printClose",
    "printComma",
    "printF16",
    "printF32",
    "printF64",
    "printI64",
    "printNewline",
    "printOpen",
    "printString",
    "printU64",
];

/// What there is in a program that has to be lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Tensors.
    Tensors,
    /// Ops of `bufferization` on memory.
    Buffers,
    /// Ops on whole tensors or memory that are composed of others.
    Composed,
    /// Ops of linalg.
    Structured,
    /// Ops of affine.
    Affine,
    /// Parallel loops.
    Loops,
    /// Ops on complex numbers.
    Complex,
    /// Ops on vectors.
    Vectors,
    /// Ops that compute views of memory.
    Views,
    /// Copies of memory with layouts of their own.
    StridedCopies,
    /// Memory on the stack.
    StackMemory,
    /// Scopes of stack memory.
    StackScopes,
    /// Cases of indices.
    IndexSwitches,
    /// Memory whose size changes.
    Reallocations,
    /// Updates of memory, atomic as a whole, by any ops.
    Updates,
    /// Ops of math.
    Math,
    /// Functions of the C library for which LLVM has no intrinsic.
    Libm,
    /// Numbers that are clamped.
    Clamps,
    /// Powers of integer exponents.
    Powers,
    /// Powers of integer exponents that are vectors.
    VectorPowers,
    /// Functions that print, declared or defined, that the lowering of vectors declares, too.
    DeclaredPrinting,
    /// Functions of the C library, declared or defined, that lowering declares, too.
    DeclaredLibrary,
    /// Floats of eight bits and less.
    NarrowFloats,
    /// Ops of `index`.
    Index,
    /// Ops of `ub`.
    Ub,
    /// Ops that are not of the llvm dialect.
    AboveLlvm,
    /// Async ops.
    Async,
    /// Asynchronous functions.
    AsyncFunctions,
    /// Async ops above `async.runtime` and `async.coro`.
    HighLevel,
    /// Reference counts.
    Counts,
    /// Assertions.
    Assertions,
    /// Ops that only passes on `func.func` lower, in functions of the llvm dialect.
    OutOfReach,
}

impl Feature {
    /// What an op is of.
    fn of(name: &str) -> impl Iterator<Item = Self> {
        let (dialect, mnemonic) = name.split_once('.').unwrap_or((name, ""));
        let is = |feature, holds: bool| holds.then_some(feature);
        let of_dialect = match dialect {
            "linalg" => Some(Self::Structured),
            "affine" => Some(Self::Affine),
            "complex" => Some(Self::Complex),
            "vector" => Some(Self::Vectors),
            "index" => Some(Self::Index),
            "ub" => Some(Self::Ub),
            "async" => Some(Self::Async),
            _ => None,
        };
        let is_async = dialect == "async";
        [
            of_dialect,
            is(Self::AboveLlvm, !matches!(dialect, "llvm" | "builtin")),
            is(
                Self::Buffers,
                matches!(name, "bufferization.clone" | "bufferization.dealloc"),
            ),
            is(Self::Composed, COMPOSED.contains(&name)),
            is(Self::Views, VIEWS.contains(&name)),
            is(Self::Math, matches!(dialect, "math" | "linalg" | "complex")),
            is(
                Self::Libm,
                matches!(dialect, "linalg" | "complex") || LIBM.contains(&name),
            ),
            is(Self::Clamps, name == "math.clampf"),
            is(Self::Powers, matches!(name, "math.ipowi" | "math.fpowi")),
            is(Self::StackMemory, name == "memref.alloca"),
            is(Self::StackScopes, name == "memref.alloca_scope"),
            is(Self::IndexSwitches, name == "scf.index_switch"),
            is(Self::Reallocations, name == "memref.realloc"),
            is(Self::Updates, name == "memref.generic_atomic_rmw"),
            is(
                Self::Loops,
                matches!(name, "scf.parallel" | "scf.forall" | "affine.parallel"),
            ),
            is(Self::Assertions, name == "cf.assert"),
            is(Self::AsyncFunctions, name == "async.func"),
            is(Self::HighLevel, is_async && !mnemonic.contains('.')),
            is(
                Self::Counts,
                matches!(name, "async.runtime.add_ref" | "async.runtime.drop_ref"),
            ),
        ]
        .into_iter()
        .flatten()
    }
}

/// What an op declares or defines that lowering may declare, too.
fn declared_feature(op: OpRef<'_>) -> Option<Feature> {
    let function = func::FuncOp::cast(op)?;
    match function.name() {
        name if PRINTERS.contains(&name) => Some(Feature::DeclaredPrinting),
        name => CALLED.contains(&name).then_some(Feature::DeclaredLibrary),
    }
}

/// Powers of vectors, for which LLVM has no intrinsic if their exponents are vectors, too.
fn power_of_vectors(op: OpRef<'_>) -> Option<Feature> {
    let is_shaped = op.data().is(math::FPowIOp::DEF) && op.operand_type(1).is_shaped(op.ctx);
    is_shaped.then_some(Feature::VectorPowers)
}

/// Copies of memory whose elements may lie apart.
fn strided_copy(op: OpRef<'_>) -> Option<Feature> {
    let has_layout = |ty: &Type| matches!(ty.kind(op.ctx), TypeKind::MemRef { layout: Some(_), .. });
    let is_strided = op.data().is(memref::CopyOp::DEF) && op.operand_types().iter().any(has_layout);
    is_strided.then_some(Feature::StridedCopies)
}

/// Whether a program has values of such types, or functions that take or give some.
fn has_type(ctx: &Context, body: &Body, is_one: &dyn Fn(Type) -> bool) -> bool {
    let is_value_one = |value| is_one(body.value_type(value));
    let blocks = body.all_regions().into_iter();
    let mut blocks = blocks.flat_map(|region| body.region_blocks(region));
    let in_signature = |op: &Operation| {
        let ty = op.property(ctx, "function_type").and_then(|attr| attr.as_type(ctx));
        let ty = ty.and_then(|ty| ty.function(ctx));
        ty.is_some_and(|(inputs, results)| inputs.iter().chain(results).any(|&ty| is_one(ty)))
    };
    let mut ops = body.walk_all(WalkOrder::Pre).into_iter();
    blocks.any(|block| body.block_args(block).any(is_value_one))
        || ops.any(|op| {
            let data = body.op(op);
            body.results(op).any(is_value_one)
                || in_signature(data)
                || data.body().is_some_and(|inner| has_type(ctx, inner, is_one))
        })
}

/// Whether LLVM has no type for these floats, which are kept as integers.
fn is_narrow_float(ctx: &Context, ty: Type) -> bool {
    ty.float(ctx).is_some_and(|semantics| semantics.width() <= 8)
}

/// The features that a program has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features(u32);

impl Features {
    pub(super) fn of_module(ctx: &Context, module: &OwnedOp) -> Self {
        let mut features = Self::default();
        let Some(body) = module.body() else { return features };
        // Most programs have none of these types, and are not searched for one.
        let has = |is_one: &dyn Fn(Type) -> bool| ctx.any_type(is_one) && has_type(ctx, body, is_one);
        if has(&|ty| is_tensor(ctx, ty)) {
            features = features.with(Feature::Tensors);
        }
        if has(&|ty| is_narrow_float(ctx, ty.element_or_self(ctx))) {
            features = features.with(Feature::NarrowFloats);
        }
        features.add(ctx, body, false, &mut HashMap::new());
        features
    }

    /// Those that all ops of a name have, in a function of the llvm dialect or elsewhere.
    fn of_name(name: &str, is_llvm: bool) -> Self {
        let features = Feature::of(name).fold(Self::default(), Self::with);
        if is_llvm && IN_FUNC_ONLY.contains(&name) {
            features.with(Feature::OutOfReach)
        } else {
            features
        }
    }

    /// Adds what is in a body, which is that of a function of the llvm dialect or another one. `known` has what names say.
    fn add<'c>(&mut self, ctx: &'c Context, body: &Body, is_llvm: bool, known: &mut HashMap<(&'c str, bool), Self>) {
        for op in body.walk_all(WalkOrder::Pre) {
            let data = body.op(op);
            let name = data.name().as_str(ctx);
            let named = known.entry((name, is_llvm));
            self.0 |= named.or_insert_with(|| Self::of_name(name, is_llvm)).0;
            let view = body.op_ref(ctx, op);
            let feature = declared_feature(view).or_else(|| power_of_vectors(view));
            if let Some(feature) = feature.or_else(|| strided_copy(view)) {
                *self = self.with(feature);
            }
            if let Some(inner) = data.body() {
                self.add(ctx, inner, data.is(llvm::FuncOp::DEF), known);
            }
        }
    }

    pub(super) fn with(self, feature: Feature) -> Self {
        const {
            assert!(
                (Feature::OutOfReach as u32) < u32::BITS,
                "a bit for each feature, of which this is the last"
            )
        };
        Self(self.0 | 1 << feature as u16)
    }

    pub(super) fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u16 != 0
    }
}
