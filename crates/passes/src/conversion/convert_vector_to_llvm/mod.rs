//! `convert-vector-to-llvm`: ops on vectors become llvm ops; printing becomes calls.
//!
//! First the module is folded, and ops that others can express are replaced by those; then what is left is converted.

mod elements;
mod indexed;
mod interleave;
mod masked_reduction;
mod memory;
mod print;
mod reduction;
mod scalable;
pub(crate) mod simplify;

use asyncir_dialects::vector;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{ConversionPatterns, ConversionTarget, FrozenPatternSet, Rewriter, apply_partial_conversion};
use asyncir_ir::{AttrKind, Attribute, Context, Diagnostics, OpId, OwnedOp, ValueId};

use super::llvm_common::{LlvmTypeConverter, LowerToLlvmOptions};
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo, PassOptions};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-vector-to-llvm",
    class: "ConvertVectorToLLVMPass",
    summary: "Lower the operations from the vector dialect into the LLVM dialect",
    anchor: None,
    options: &[
        OptionInfo::flag(
            "reassociate-fp-reductions",
            "Allows llvm to reassociate floating-point reductions for speed",
            "false",
        ),
        OptionInfo::flag(
            "force-32bit-vector-indices",
            "Allows compiler to assume vector indices fit in 32-bit if that yields faster code",
            "true",
        ),
        OptionInfo::flag(
            "use-vector-alignment",
            "Use the preferred alignment of a vector type in load/store operations instead of the alignment of the element type of the memref. This flag is intended for use with hardware which requires vector alignment, or in application contexts where it is known all vector accesses are naturally aligned. If operations have an alignment attribute set, the alignment attribute takes priority over this option",
            "false",
        ),
        OptionInfo::flag("enable-amx", "Use the dialect for AMX (not supported)", "false"),
        OptionInfo::flag(
            "enable-arm-bf16",
            "Use the dialect for Arm's FEAT_BF16 (not supported)",
            "false",
        ),
        OptionInfo::flag(
            "enable-arm-i8mm",
            "Use the dialect for Arm's FEAT_I8MM (not supported)",
            "false",
        ),
        OptionInfo::flag(
            "enable-arm-neon",
            "Use the dialect for Arm's Neon (not supported)",
            "false",
        ),
        OptionInfo::flag(
            "enable-arm-sve",
            "Use the dialect for Arm's SVE (not supported)",
            "false",
        ),
        OptionInfo::flag(
            "enable-x86vector",
            "Use the dialect for vectors of x86 (not supported)",
            "false",
        ),
        OptionInfo::choice(
            "vector-contract-lowering",
            "How `vector.contract` is lowered (only dot and outerproduct are supported)",
            &["dot", "llvmintr", "outerproduct", "parallelarith"],
            "dot",
        ),
        OptionInfo::choice(
            "vector-transpose-lowering",
            "How `vector.transpose` is lowered (only eltwise and shuffle1d are supported)",
            &["eltwise", "llvmintr", "shuffle1d", "shuffle16x16"],
            "eltwise",
        ),
    ],
    create: |options| {
        refuse_unsupported(options)?;
        Ok(Box::new(ConvertVectorToLlvm {
            options: Options {
                narrow_masks: options.flag("force-32bit-vector-indices")?,
                reassociate: options.flag("reassociate-fp-reductions")?,
                use_vector_alignment: options.flag("use-vector-alignment")?,
                outer_products: options.text("vector-contract-lowering")? == "outerproduct",
                shuffles: options.text("vector-transpose-lowering")? == "shuffle1d",
            },
        }))
    },
};

/// MLIR's options are all there, so that the pipelines that it prints can be read. Of these, only the default is supported.
const FIXED_FLAGS: [&str; 6] = [
    "enable-amx",
    "enable-arm-bf16",
    "enable-arm-i8mm",
    "enable-arm-neon",
    "enable-arm-sve",
    "enable-x86vector",
];
/// Of options that choose a word, only two words are.
const CHOICES: [(&str, [&str; 2]); 2] = [
    ("vector-contract-lowering", ["dot", "outerproduct"]),
    ("vector-transpose-lowering", ["eltwise", "shuffle1d"]),
];

fn refuse_unsupported(options: &PassOptions) -> Result<(), String> {
    let refusal = |name: &str, default: &str| Err(format!("{name} is supported only as '{default}'"));
    for name in FIXED_FLAGS {
        if options.flag(name)? {
            return refusal(name, "false");
        }
    }
    for (name, choices) in CHOICES {
        if !choices.contains(&options.text(name)?) {
            return refusal(name, &choices.join("' or '"));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Options {
    /// Indices of lanes fit in 32 bits.
    narrow_masks: bool,
    /// Float reductions may add in any order.
    reassociate: bool,
    /// Vectors in memory are aligned as a whole.
    use_vector_alignment: bool,
    /// Products of matrices are sums of products of a column and a row.
    outer_products: bool,
    /// Matrices are transposed by one shuffle.
    shuffles: bool,
}

struct ConvertVectorToLlvm {
    options: Options,
}

impl Pass for ConvertVectorToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let ctx = cx.ctx;
        let simplifications = FrozenPatternSet::new(simplify::patterns(&self.options));
        for_each_body(op, cx, &|body| {
            apply_patterns_greedily(ctx, body, &simplifications, &GreedyConfig::default());
            Ok(())
        })?;
        let mut patterns = ConversionPatterns::new();
        let lowering = Lowering {
            types: LlvmTypeConverter::new(LowerToLlvmOptions::default()),
            options: self.options,
        };
        add_patterns(&mut patterns, &lowering);
        print::add_pattern(&mut patterns, &lowering.types);
        let mut target = ConversionTarget::new();
        target
            .legal_dialects(&["llvm", "arith", "memref"])
            .legal_op_named("builtin.unrealized_conversion_cast");
        let config = cx.conversion_config();
        apply_partial_conversion(ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

/// What all patterns need.
#[derive(Clone)]
struct Lowering {
    types: LlvmTypeConverter,
    options: Options,
}

type LoweringFn = fn(&Lowering, &mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()>;

static TABLE: &[(&OpDef, LoweringFn)] = &[
    (vector::BitcastOp::DEF, elements::lower_bitcast),
    (vector::BroadcastOp::DEF, elements::lower_broadcast),
    (vector::CompressstoreOp::DEF, memory::lower_compress_store),
    (vector::ExpandloadOp::DEF, memory::lower_expand_load),
    (vector::VectorScaleOp::DEF, memory::lower_scale),
    (vector::DeinterleaveOp::DEF, interleave::lower_deinterleave),
    (vector::ExtractOp::DEF, elements::lower_extract),
    (vector::FMAOp::DEF, elements::lower_fma),
    (vector::FromElementsOp::DEF, elements::lower_from_elements),
    (vector::GatherOp::DEF, indexed::lower_gather),
    (vector::InsertOp::DEF, elements::lower_insert),
    (vector::InterleaveOp::DEF, interleave::lower_interleave),
    (vector::LoadOp::DEF, memory::lower_load),
    (vector::MaskOp::DEF, masked_reduction::lower),
    (vector::MaskedloadOp::DEF, memory::lower_masked_load),
    (vector::MaskedstoreOp::DEF, memory::lower_masked_store),
    (vector::ReductionOp::DEF, reduction::lower_reduction),
    (vector::ScalableExtractOp::DEF, scalable::lower_extract),
    (vector::ScalableInsertOp::DEF, scalable::lower_insert),
    (vector::ScatterOp::DEF, indexed::lower_scatter),
    (vector::ShuffleOp::DEF, elements::lower_shuffle),
    (vector::StoreOp::DEF, memory::lower_store),
    (vector::StepOp::DEF, scalable::lower_step),
    (vector::ToElementsOp::DEF, elements::lower_to_elements),
    (vector::TypeCastOp::DEF, interleave::lower_type_cast),
];

/// Adds the patterns that convert.
pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let lowering = Lowering {
        types: converter.clone(),
        options: Options::default(),
    };
    add_patterns(patterns, &lowering);
    print::add_pattern(patterns, converter);
}

fn add_patterns(patterns: &mut ConversionPatterns, lowering: &Lowering) {
    for &(def, lower) in TABLE {
        let lowering = lowering.clone();
        let converter = lowering.types.converter().clone();
        patterns.add(def, &converter, move |rw, op, operands| {
            lower(&lowering, rw, op, operands)
        });
    }
    let lowering = lowering.clone();
    patterns.add_untyped(vector::CreateMaskOp::DEF, move |rw, op, operands| {
        scalable::lower_mask(&lowering, rw, op, operands)
    });
}

/// The number of the case that an attribute of an enum holds.
fn enum_case(ctx: &Context, attr: Attribute) -> Option<i64> {
    match attr.kind(ctx) {
        AttrKind::Dialect { params, .. } => params.first()?.as_i64(ctx),
        _ => attr.as_i64(ctx),
    }
}
