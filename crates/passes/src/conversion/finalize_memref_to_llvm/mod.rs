//! `finalize-memref-to-llvm`: memrefs become descriptors, accesses address arithmetic, allocations calls.

mod access;
mod alloc;
mod atomic;
mod cast;
mod copy;
mod global;
mod metadata;
mod reshape;
mod scope;
mod size_of;

use std::sync::Arc;

use asyncir_dialects::memref::strides::is_identity_layout;
use asyncir_dialects::{func, memref};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{ConversionPatterns, ConversionTarget, Rewriter, apply_partial_conversion};
use asyncir_ir::{Attribute, Context, Diagnostics, OpId, OwnedOp, Type, TypeKind, ValueId};

pub(super) use copy::is_contiguous;

use super::llvm_common::{INDEX_BITWIDTH, LlvmTypeConverter, LowerToLlvmOptions, types};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "finalize-memref-to-llvm",
    class: "FinalizeMemRefToLLVMConversionPass",
    summary: "Finalize MemRef dialect to LLVM dialect conversion",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::flag(
            "use-aligned-alloc",
            "Use aligned_alloc in place of malloc for heap allocations",
            "false",
        ),
        INDEX_BITWIDTH,
        OptionInfo::flag(
            "use-generic-functions",
            "Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and 'free' functions",
            "false",
        ),
        OptionInfo::flag(
            "allocate-once",
            "Put the sizes of a memref on the stack once in a function, not each time that one of them is asked for",
            "false",
        )
        .of_asyncir(),
    ],
    create: |options| {
        Ok(Box::new(FinalizeMemRefToLlvm {
            options: LowerToLlvmOptions::parse(options)?,
            use_aligned_alloc: options.flag("use-aligned-alloc")?,
            use_generic_functions: options.flag("use-generic-functions")?,
            allocate_once: options.flag("allocate-once")?,
        }))
    },
};

struct FinalizeMemRefToLlvm {
    options: LowerToLlvmOptions,
    use_aligned_alloc: bool,
    use_generic_functions: bool,
    allocate_once: bool,
}

impl Pass for FinalizeMemRefToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        target
            .legal_dialect("llvm")
            .legal_op(func::FuncOp::DEF)
            .legal_op_named("builtin.unrealized_conversion_cast");
        let mut patterns = ConversionPatterns::new();
        let lowering = Lowering {
            types: LlvmTypeConverter::new(self.options),
            use_generic_functions: self.use_generic_functions,
            allocate_once: self.allocate_once,
            loads_sizes: true,
            inner_ops: [].into(),
        };
        add_patterns(&mut patterns, &lowering, self.use_aligned_alloc);
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

/// What all patterns need.
#[derive(Clone)]
struct Lowering {
    types: LlvmTypeConverter,
    use_generic_functions: bool,
    /// Whether memory for sizes is taken where a function starts, so that a loop takes it once.
    allocate_once: bool,
    /// Whether sizes may be read by `memref.load` with a converted index, which does not work while indices are converted.
    loads_sizes: bool,
    /// The ops that become llvm ops in the same conversion.
    inner_ops: Arc<[&'static OpDef]>,
}

type LoweringFn = fn(&Lowering, &mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()>;

/// Adds the patterns of this pass, as they are without its options, to those that convert further dialects with them.
pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let lowering = Lowering {
        types: converter.clone(),
        use_generic_functions: false,
        allocate_once: false,
        loads_sizes: false,
        inner_ops: patterns.roots().collect(),
    };
    add_patterns(patterns, &lowering, false);
}

fn add_patterns(patterns: &mut ConversionPatterns, lowering: &Lowering, use_aligned_alloc: bool) {
    let alloc: LoweringFn = if use_aligned_alloc {
        alloc::lower_alloc_aligned
    } else {
        alloc::lower_alloc
    };
    let table: &[(&'static OpDef, LoweringFn)] = &[
        (memref::AllocOp::DEF, alloc),
        (memref::AllocaOp::DEF, alloc::lower_alloca),
        (memref::AllocaScopeOp::DEF, scope::lower_alloca_scope),
        (memref::AssumeAlignmentOp::DEF, access::lower_assume_alignment),
        (memref::DistinctObjectsOp::DEF, access::lower_distinct_objects),
        (memref::AtomicRMWOp::DEF, atomic::lower_atomic_rmw),
        (memref::CastOp::DEF, cast::lower_cast),
        (memref::CopyOp::DEF, copy::lower_copy),
        (memref::DeallocOp::DEF, alloc::lower_dealloc),
        (memref::DimOp::DEF, metadata::lower_dim),
        (
            memref::ExtractAlignedPointerAsIndexOp::DEF,
            metadata::lower_extract_aligned_pointer,
        ),
        (
            memref::ExtractStridedMetadataOp::DEF,
            metadata::lower_extract_strided_metadata,
        ),
        (memref::GenericAtomicRMWOp::DEF, atomic::lower_generic_atomic_rmw),
        (memref::GetGlobalOp::DEF, global::lower_get_global),
        (memref::GlobalOp::DEF, global::lower_global),
        (memref::LoadOp::DEF, access::lower_load),
        (memref::MemorySpaceCastOp::DEF, cast::lower_memory_space_cast),
        (memref::PrefetchOp::DEF, access::lower_prefetch),
        (memref::RankOp::DEF, metadata::lower_rank),
        (memref::ReinterpretCastOp::DEF, cast::lower_reinterpret_cast),
        (memref::ReshapeOp::DEF, reshape::lower_reshape),
        (memref::StoreOp::DEF, access::lower_store),
        (memref::TransposeOp::DEF, cast::lower_transpose),
        (memref::ViewOp::DEF, cast::lower_view),
    ];
    for &(def, lower) in table {
        let lowering_of_pattern = lowering.clone();
        patterns.add(def, lowering.types.converter(), move |rw, op, operands| {
            lower(&lowering_of_pattern, rw, op, operands)
        });
    }
}

impl Lowering {
    /// The type of a pointer to elements of a memref.
    fn element_ptr(&self, ctx: &Context, memref: Type) -> Option<Type> {
        Some(types::ptr_in(ctx, self.types.address_space(ctx, memref)?))
    }

    /// What the elements of a memref become.
    fn element(&self, ctx: &Context, memref: Type) -> Option<Type> {
        self.types.convert(ctx, memref.element_or_self(ctx))
    }

    /// Whether a memref has a descriptor and lies densely, outermost dimension first.
    fn is_dense(&self, ctx: &Context, memref: Type) -> bool {
        let is_identity =
            matches!(memref.kind(ctx), &TypeKind::MemRef { layout, .. } if is_identity_layout(ctx, layout));
        is_identity && self.types.convert(ctx, memref).is_some()
    }
}

/// The value of an integer attribute, 0 if there is none.
fn int_or_zero(ctx: &Context, attr: Option<Attribute>) -> i64 {
    attr.and_then(|attr| attr.as_i64(ctx)).unwrap_or(0)
}
