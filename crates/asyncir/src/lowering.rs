//! Lowering of programs from any level to the llvm dialect.

use std::str::FromStr;

use asyncir_codegen::UnknownWord;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::{func, llvm, math, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::verify::verify_op_on;
use asyncir_ir::{Body, Context, OpRef, Operation, OwnedOp, Type, TypeKind, WalkOrder};
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::install;

use crate::Error;
use crate::leftovers::{leftovers, unknown_ops};
use crate::loops::ParallelLoops;
use crate::small_integers::extend_arguments_of_declared;

/// Ops on whole tensors, and the softmax of memory, become parts, structured ops and loops.
const DECOMPOSE: &str = "decompose-tensor-ops";
/// Ops on elements of tensors, and padded tensors, become structured ops.
const TO_STRUCTURED: &str = "mark-manual-deallocation,convert-elementwise-to-linalg,convert-tensor-to-linalg";
/// What is computed element by element is computed in one loop, without the tensors in between.
const FUSE: &str = "linalg-fuse-elementwise-ops{no-recomputation=true}";
/// Tensors become memory: dense at the boundaries of functions, as callers in C expect it, and never that of an argument which
/// a caller outside gave. Copies of a part of memory to itself are dropped. Memory that the program did not allocate itself is
/// freed: behind its last use, where that is known, and otherwise at the end of the block that owns it.
const FROM_TENSORS: &str = "one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
                            function-boundary-type-conversion=identity-layout-map keep-public-arguments=true},\
                            canonicalize,cse,canonicalize,free-local-buffers,free-owned-buffers,\
                            canonicalize,buffer-deallocation-simplification";
/// Copies of memory that may be the same memory, and conditions for freeing it, become ops of memref.
const FROM_BUFFERIZATION: &str = "bufferization-lower-deallocations{inline-comparisons=true},\
                                  convert-bufferization-to-memref,cse,canonicalize";
/// Copies of parts of memory become structured ops.
const TO_STRUCTURED_COPIES: &str = "convert-strided-copies-to-linalg";
/// Structured ops become loops, parallel ones where iterations are independent; reductions in an order that processors like.
const TO_LOOPS: &str = "convert-linalg-reductions-to-tiled-loops,convert-linalg-to-parallel-loops";
/// Affine loops, accesses and expressions become those of scf, memref and arith. Lowering structured ops makes some.
const FROM_AFFINE: &str = "lower-affine";
/// Reductions along dimensions become those of rows, and ops take the masks around them.
const OF_VECTORS: &str = "func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction},lower-vector-mask)";
/// What makes accesses of memory valid is checked when the program runs.
const VERIFY_AT_RUNTIME: &str = "generate-runtime-verification";
/// Tasks that are awaited at once are done on the spot.
const DO_ON_THE_SPOT: &str = "async-inline-execute";
/// Asynchronous functions that never suspend are called as plain ones.
const CALL_PLAINLY: &str = "async-func-to-func";
/// Tasks with loops know of the memory that they use what the code around them knows.
const SAY_DISTINCT: &str = "async-distinct-captures";
/// What fails in functions that tasks and loops call reaches whoever awaits those.
const PROPAGATE_ERRORS: &str = "async-propagate-errors";
/// Functions that a host calls leave nothing behind when they fail, too.
const PROPAGATE_TO_HOST: &str = "async-propagate-errors{public-functions=true}";
/// From regions to coroutines; errors keep the messages of failed assertions.
const TO_COROUTINES: &str =
    "async-func-to-async-runtime{error-messages=true},async-to-async-runtime{error-messages=true}";
/// Reference counts, once all awaits are explicit, and short ways out of coroutines that fail.
const COUNT_REFERENCES: &str = "async-runtime-ref-counting,async-runtime-ref-counting-opt,async-runtime-merge-drops";
/// Loops become branches before payloads become structs.
const TO_BRANCHES: &str = "convert-scf-to-cf";
/// Tasks and coroutines. Passes behind this one merge equal blocks, and then the branches of a suspension pass memrefs, which
/// nothing converts any more: so what simplifies comes before.
const FROM_ASYNC: &str = "convert-async-to-llvm";
/// Arithmetic that LLVM has no instructions for is spelled out, but for minima and maxima: LLVM does not recognise these then.
const SPELL_OUT: &str =
    "arith-expand{include-f4e2m1=true include-f8e8m0=true include-narrow-floats=true keep-min-max=true}";
/// Functions that LLVM has no intrinsic for are those of the C library.
const TO_LIBM: &str = "convert-math-to-llvm{leave-to-libm=true},convert-math-to-libm";
/// Arithmetic.
const ARITHMETIC: &str = "convert-math-to-llvm,convert-arith-to-llvm";
/// What computes on floats of eight bits and less does so on wider ones.
const ON_WIDER_FLOATS: &str = "arith-emulate-unsupported-floats{source-types=f4E2M1FN,f6E2M3FN,f6E3M2FN,f8E5M2,f8E4M3,\
                               f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU target-type=f32},\
                               math-extend-to-supported-types{extra-types=f16,bf16,f80,f128 target-type=f32}";
/// Functions and branches; failed assertions outside of tasks go to the runtime as well.
const FUNCTIONS: &str = "convert-func-to-llvm,convert-cf-to-llvm{error-messages=true}";

/// Thread-local variables that no loader knows.
const EMULATE_TLS: &str = "lower-emutls";

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
const PRINTERS: [&str; 12] = [
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
enum Part {
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
    /// Memory whose size changes.
    Reallocations,
    /// Updates of memory, atomic as a whole, by any ops.
    Updates,
    /// Functions of the C library for which LLVM has no intrinsic.
    Libm,
    /// Powers of integer exponents.
    Powers,
    /// Such powers where the exponents are vectors.
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
    /// Ops that only passes on `func.func` lower, in functions of the llvm dialect.
    OutOfReach,
}

impl Part {
    /// What an op is of.
    fn of(name: &str) -> impl Iterator<Item = Self> {
        let (dialect, mnemonic) = name.split_once('.').unwrap_or((name, ""));
        let is = |part, holds: bool| holds.then_some(part);
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
            is(
                Self::Libm,
                matches!(dialect, "linalg" | "complex") || LIBM.contains(&name),
            ),
            is(Self::Powers, matches!(name, "math.ipowi" | "math.fpowi")),
            is(Self::Reallocations, name == "memref.realloc"),
            is(Self::Updates, name == "memref.generic_atomic_rmw"),
            is(
                Self::Loops,
                matches!(name, "scf.parallel" | "scf.forall" | "affine.parallel"),
            ),
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
fn declared_part(op: OpRef<'_>) -> Option<Part> {
    let function = func::FuncOp::cast(op)?;
    match function.name() {
        name if PRINTERS.contains(&name) => Some(Part::DeclaredPrinting),
        name => CALLED.contains(&name).then_some(Part::DeclaredLibrary),
    }
}

/// Powers of vectors, for which LLVM has no intrinsic if their exponents are vectors, too.
fn power_of_vectors(op: OpRef<'_>) -> Option<Part> {
    let is_shaped = op.data().is(math::FPowIOp::DEF) && op.operand_type(1).is_shaped(op.ctx);
    is_shaped.then_some(Part::VectorPowers)
}

/// Copies of memory whose elements may lie apart.
fn strided_copy(op: OpRef<'_>) -> Option<Part> {
    let has_layout = |ty: &Type| matches!(ty.kind(op.ctx), TypeKind::MemRef { layout: Some(_), .. });
    let is_strided = op.data().is(memref::CopyOp::DEF) && op.operand_types().iter().any(has_layout);
    is_strided.then_some(Part::StridedCopies)
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

/// The parts that a program has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level(u32);

impl Level {
    fn of_module(ctx: &Context, module: &OwnedOp) -> Self {
        let mut level = Self::default();
        let Some(body) = module.body() else { return level };
        // Most programs have none of these types, and are not searched for one.
        let has = |is_one: &dyn Fn(Type) -> bool| ctx.any_type(is_one) && has_type(ctx, body, is_one);
        if has(&|ty| is_tensor(ctx, ty)) {
            level = level.with(Part::Tensors);
        }
        if has(&|ty| is_narrow_float(ctx, ty.element_or_self(ctx))) {
            level = level.with(Part::NarrowFloats);
        }
        level.add(ctx, body, false);
        level
    }

    /// Adds what is in a body, which is that of a function of the llvm dialect or another one.
    fn add(&mut self, ctx: &Context, body: &Body, is_llvm: bool) {
        for op in body.walk_all(WalkOrder::Pre) {
            let data = body.op(op);
            let name = data.name().as_str(ctx);
            Part::of(name).for_each(|part| *self = self.with(part));
            if is_llvm && IN_FUNC_ONLY.contains(&name) {
                *self = self.with(Part::OutOfReach);
            }
            let view = body.op_ref(ctx, op);
            let part = declared_part(view).or_else(|| power_of_vectors(view));
            if let Some(part) = part.or_else(|| strided_copy(view)) {
                *self = self.with(part);
            }
            if let Some(inner) = data.body() {
                self.add(ctx, inner, data.is(llvm::FuncOp::DEF));
            }
        }
    }

    fn with(self, part: Part) -> Self {
        const {
            assert!(
                (Part::OutOfReach as u32) < u32::BITS,
                "a bit for each part, of which this is the last"
            )
        };
        Self(self.0 | 1 << part as u16)
    }

    fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u16 != 0
    }
}

/// The pass pipeline that lowers `module` to the llvm dialect; `None` if the module is already in this dialect.
///
/// The pipeline does not add reference counts to a program whose async ops are all `async.runtime` and `async.coro` ops, and
/// which has reference counts already. Counting twice would free objects that are still in use.
pub fn lowering_pipeline(ctx: &Context, module: &OwnedOp, loops: ParallelLoops) -> Option<String> {
    pipeline_of(&lowering_passes(Level::of_module(ctx, module), loops, PROPAGATE_ERRORS))
}

fn pipeline_of(passes: &[String]) -> Option<String> {
    (!passes.is_empty()).then(|| format!("builtin.module({})", passes.join(",")))
}

/// The passes from a level to the llvm dialect; `propagation` is the one that has failures reach those who wait.
fn lowering_passes(level: Level, loops: ParallelLoops, propagation: &str) -> Vec<String> {
    let mut passes: Vec<String> = Vec::new();
    let mut level = level;
    passes.extend(to_memory(level, true).map(str::to_owned));
    if level.has(Part::Tensors) {
        // Parts of tensors become views, and tensors that are computed element by element structured ops.
        level = level.with(Part::Views).with(Part::Structured);
    }
    if level.has(Part::Reallocations) {
        passes.push("expand-realloc".to_owned());
        level = level.with(Part::Views);
    }
    if level.has(Part::Tensors) || level.has(Part::StridedCopies) {
        passes.push(TO_STRUCTURED_COPIES.to_owned());
        level = level.with(Part::Structured);
    }
    if level.has(Part::Structured) {
        passes.push(TO_LOOPS.to_owned());
    }
    if level.has(Part::Structured) || level.has(Part::Affine) {
        passes.push(FROM_AFFINE.to_owned());
    }
    // Counted references would not fit to tasks that are made now.
    let has_loops = level.has(Part::Loops) || level.has(Part::Structured);
    let loop_pass = loops.pass().filter(|_| has_loops && !level.has(Part::Counts));
    let makes_tasks = loop_pass.is_some();
    passes.extend(loop_pass);
    let to_coroutines = level.has(Part::HighLevel) || makes_tasks;
    if level.has(Part::HighLevel) {
        passes.push(SAY_DISTINCT.to_owned());
    }
    if to_coroutines {
        passes.push(propagation.to_owned());
        passes.push(TO_COROUTINES.to_owned());
    }
    if (level.has(Part::Async) || makes_tasks) && (level.has(Part::HighLevel) || !level.has(Part::Counts)) {
        passes.push(COUNT_REFERENCES.to_owned());
    }
    if level.has(Part::AboveLlvm) {
        // Functions that return early give poison.
        let level = if to_coroutines { level.with(Part::Ub) } else { level };
        passes.extend(to_llvm(level).map(str::to_owned));
    }
    passes
}

/// The passes from tensors to memory.
fn to_memory(level: Level, fuses: bool) -> impl Iterator<Item = &'static str> {
    let has_tensors = level.has(Part::Tensors);
    let steps = [
        (level.has(Part::Composed), DECOMPOSE),
        (has_tensors, TO_STRUCTURED),
        (has_tensors && fuses, FUSE),
        (has_tensors, FROM_TENSORS),
        (has_tensors || level.has(Part::Buffers), FROM_BUFFERIZATION),
    ];
    steps.into_iter().filter_map(|(applies, step)| applies.then_some(step))
}

/// The passes from branches, memory and arithmetic to the llvm dialect.
fn to_llvm(level: Level) -> impl Iterator<Item = &'static str> {
    let prints = level.has(Part::DeclaredPrinting) && level.has(Part::Vectors);
    let declared_early = prints || level.has(Part::DeclaredLibrary);
    let steps = [
        (level.has(Part::Complex), "convert-complex-to-standard"),
        // Ops that scale are not on wider floats.
        (level.has(Part::NarrowFloats), SPELL_OUT),
        (level.has(Part::NarrowFloats), ON_WIDER_FLOATS),
        (level.has(Part::Vectors), OF_VECTORS),
        // Transfers of vectors are lowered to affine sums of indices.
        (level.has(Part::Vectors), "convert-vector-to-scf,lower-affine"),
        (true, TO_BRANCHES),
        // LLVM has an intrinsic for exponents of 32 bits and less.
        (level.has(Part::VectorPowers), "convert-math-to-funcs"),
        (
            level.has(Part::Powers),
            "convert-math-to-funcs{min-width-of-fpowi-exponent=33}",
        ),
        // What LLVM has an intrinsic for becomes that, even if it is vectors of which the rest is taken apart.
        (level.has(Part::Libm), TO_LIBM),
        // What is declared already has to be found as a function of the llvm dialect.
        (declared_early, FROM_ASYNC),
        (declared_early, "convert-func-to-llvm"),
        (true, "convert-vector-to-llvm"),
        (level.has(Part::Views), "expand-strided-metadata,lower-affine"),
        (!declared_early, FROM_ASYNC),
        // What computes an update has to be lowered before it.
        (level.has(Part::Updates), SPELL_OUT),
        (level.has(Part::Updates), ARITHMETIC),
        (true, "finalize-memref-to-llvm"),
        (level.has(Part::Complex), "convert-complex-to-llvm"),
        (true, SPELL_OUT),
        (true, ARITHMETIC),
        (true, FUNCTIONS),
        (level.has(Part::Index), "convert-index-to-llvm"),
        // Transposed vectors start as poison.
        (level.has(Part::Ub) || level.has(Part::Vectors), "convert-ub-to-llvm"),
        (true, "reconcile-unrealized-casts"),
    ];
    steps
        .into_iter()
        .filter_map(|(wanted, passes)| wanted.then_some(passes))
}

/// Lowers a program to the llvm dialect. Its coroutines are not split.
///
/// # Errors
/// If an op of the program cannot be lowered.
pub fn lower_to_llvm_dialect(ctx: &Context, module: &mut OwnedOp, loops: ParallelLoops) -> Result<(), Error> {
    begin(ctx, module)?;
    let level = Level::of_module(ctx, module);
    run(ctx, module, &lowering_passes(level, loops, PROPAGATE_ERRORS))
}

/// How coroutines are split into plain functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coroutines {
    /// By the pass `split-coroutines`, before code is generated.
    #[default]
    Split,
    /// By the pass `split-coroutines`, with frames that the runtime checks. This finds invalid uses of coroutine frames, and
    /// is slower.
    Checked,
    /// By LLVM's coroutine passes.
    Llvm,
}

impl FromStr for Coroutines {
    type Err = UnknownWord;

    /// Parses `split`, `checked` or `llvm`.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "split" => Ok(Self::Split),
            "checked" => Ok(Self::Checked),
            "llvm" => Ok(Self::Llvm),
            _ => Err(UnknownWord::new("'split', 'checked' or 'llvm'", text)),
        }
    }
}

/// The pass that splits coroutines, unless LLVM splits them.
fn split_pass(way: Coroutines) -> Option<String> {
    let options = match way {
        Coroutines::Llvm => return None,
        Coroutines::Split => "runtime-extensions=true",
        Coroutines::Checked => "runtime-extensions=true check-frames=true",
    };
    Some(format!("split-coroutines{{{options}}}"))
}

/// Splits the coroutines of a program in the llvm dialect. It does nothing if LLVM is to split them.
///
/// # Errors
/// If a coroutine cannot be split.
pub fn split_coroutines(ctx: &Context, module: &mut OwnedOp, way: Coroutines) -> Result<(), Error> {
    begin(ctx, module)?;
    run(ctx, module, &Vec::from_iter(split_pass(way)))
}

/// Passes take valid programs, and one that was built op by op may not be one. What the parser has verified costs nothing
/// here. Messages show types as MLIR's text.
fn begin(ctx: &Context, module: &OwnedOp) -> Result<(), Error> {
    install(ctx);
    verify(ctx, module)
}

/// How a program is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// How parallel loops are run.
    pub loops: ParallelLoops,
    /// How coroutines are split into plain functions.
    pub coroutines: Coroutines,
    /// Whether every task is started. Otherwise the regions of tasks that are awaited immediately are executed in place.
    /// [`Coroutines::Checked`] also starts every task.
    pub keep_tasks: bool,
    /// Whether the program checks its accesses of memory while it runs, by the pass `generate-runtime-verification`: indices,
    /// the sizes of views, casts, and the shapes of what ops of linalg combine. A check that fails is a failed assertion. The
    /// checks take time, in loops several times that of the loop.
    pub runtime_verification: bool,
    /// Whether the program is loaded by a JIT, whose linkers know no thread-local variables: their addresses are calls then.
    pub emulated_tls: bool,
    /// Whether the program's caller goes on when the program fails. Then public functions drop their references to
    /// tokens, values and groups before they fail.
    pub failures_are_caught: bool,
}

/// Lowers a program to the form that code is generated from: plain functions in the llvm dialect.
///
/// With [`Coroutines::Llvm`], programs are lowered as in MLIR, and LLVM splits the coroutines later. Otherwise two passes
/// avoid coroutines first: `async-inline-execute` executes the regions of tasks that are awaited immediately in place, and
/// `async-func-to-func` calls async functions that never suspend as plain functions.
///
/// # Errors
/// If an op of the program cannot be lowered, or a coroutine cannot be split.
pub fn lower(ctx: &Context, module: &mut OwnedOp, options: &LowerOptions) -> Result<(), Error> {
    begin(ctx, module)?;
    extend_arguments_of_declared(ctx, module);
    let way = options.coroutines;
    let mut level = Level::of_module(ctx, module);
    let mut passes = Vec::new();
    if way != Coroutines::Llvm {
        let keep_tasks = options.keep_tasks || way == Coroutines::Checked;
        passes.extend(without_tasks(level, keep_tasks).map(str::to_owned));
    }
    if options.runtime_verification {
        // What is checked is memory, for each op as the program has it.
        passes.extend(to_memory(level, false).map(str::to_owned));
        run_unverified(ctx, module, &std::mem::take(&mut passes))?;
        add_runtime_verification(ctx, module)?;
        level = Level::of_module(ctx, module);
    }
    let propagation = if options.failures_are_caught {
        PROPAGATE_TO_HOST
    } else {
        PROPAGATE_ERRORS
    };
    passes.extend(lowering_passes(level, options.loops, propagation));
    run_unverified(ctx, module, &passes)?;
    let left = leftovers(ctx, module, level.has(Part::OutOfReach));
    if left.has_errors() {
        return Err(Error::program(ctx, None, left));
    }
    let emulate = options.emulated_tls.then(|| EMULATE_TLS.to_owned());
    run_unverified(ctx, module, &Vec::from_iter(split_pass(way).into_iter().chain(emulate)))?;
    verify(ctx, module)
}

/// Adds the checks of accesses of memory. Those of affine have none of their own, so they are lowered before.
fn add_runtime_verification(ctx: &Context, module: &mut OwnedOp) -> Result<(), Error> {
    let is_affine = Level::of_module(ctx, module).has(Part::Affine);
    let passes = is_affine.then_some(FROM_AFFINE).into_iter().chain([VERIFY_AT_RUNTIME]);
    run_unverified(ctx, module, &passes.map(str::to_owned).collect::<Vec<_>>())
}

/// The passes that do without tasks and coroutines what can be done without. Each may make more for the other one.
fn without_tasks(level: Level, keep_tasks: bool) -> impl Iterator<Item = &'static str> {
    let steps = [
        (level.has(Part::HighLevel) && !keep_tasks, DO_ON_THE_SPOT),
        (level.has(Part::AsyncFunctions), CALL_PLAINLY),
        (level.has(Part::AsyncFunctions) && !keep_tasks, DO_ON_THE_SPOT),
    ];
    steps.into_iter().filter_map(|(wanted, pass)| wanted.then_some(pass))
}

fn run(ctx: &Context, module: &mut OwnedOp, passes: &[String]) -> Result<(), Error> {
    if passes.is_empty() {
        return Ok(());
    }
    run_unverified(ctx, module, passes)?;
    verify(ctx, module)
}

/// What passes make is verified at the end. After each one is for those who work on passes.
fn verify(ctx: &Context, module: &OwnedOp) -> Result<(), Error> {
    let errors = verify_op_on(module.op_ref(ctx), true);
    if errors.has_errors() {
        Err(Error::program(ctx, None, errors))
    } else {
        Ok(())
    }
}

fn run_unverified(ctx: &Context, module: &mut OwnedOp, passes: &[String]) -> Result<(), Error> {
    let Some(pipeline) = pipeline_of(passes) else {
        return Ok(());
    };
    let pipeline = PassManager::parse(&Registry::new(), &pipeline);
    let pipeline = pipeline.map_err(|diagnostic| Error::Options(diagnostic.message().to_owned()))?;
    let config = RunConfig {
        verify_each: cfg!(debug_assertions),
        ..RunConfig::default()
    };
    let outcome = pipeline.run(ctx, module, &config);
    outcome.map(drop).map_err(|found| {
        let unknown = unknown_ops(ctx, module);
        let causes = if unknown.has_errors() { unknown } else { found };
        Error::program(ctx, None, causes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_how_coroutines_are_split() {
        assert_eq!("split".parse(), Ok(Coroutines::Split));
        assert_eq!("checked".parse(), Ok(Coroutines::Checked));
        assert_eq!("llvm".parse(), Ok(Coroutines::Llvm));
        let error = "Split".parse::<Coroutines>().map_err(|error| error.to_string());
        assert!(error.is_err_and(|error| error.contains("'split', 'checked' or 'llvm'")));
    }
}
