//! All passes and pipelines by their flags.

use crate::affine;
use crate::arith;
use crate::r#async;
use crate::bufferization;
use crate::conversion;
use crate::general;
use crate::gpu;
use crate::linalg;
use crate::llvm;
use crate::math;
use crate::memref;
use crate::options::{OptionInfo, OptionKind, PassOptions};
use crate::pass::PassInfo;
use crate::scf;
use crate::tensor;
use crate::vector;

/// All passes of this crate.
pub static PASSES: &[&PassInfo] = &[
    &affine::affine_loop_coalescing::INFO,
    &affine::affine_loop_invariant_code_motion::INFO,
    &affine::affine_loop_normalize::INFO,
    &affine::affine_loop_tile::INFO,
    &affine::affine_loop_unroll::INFO,
    &affine::affine_loop_unroll_jam::INFO,
    &affine::affine_parallelize::INFO,
    &affine::affine_raise_from_memref::INFO,
    &affine::affine_scalrep::INFO,
    &affine::affine_simplify_structures::INFO,
    &arith::arith_int_range_narrowing::INFO,
    &arith::arith_unsigned_when_equivalent::INFO,
    &arith::int_range_optimizations::INFO,
    &r#async::async_distinct_captures::INFO,
    &r#async::async_func_to_async_runtime::INFO,
    &r#async::async_func_to_func::INFO,
    &r#async::async_inline_execute::INFO,
    &r#async::async_parallel_for::INFO,
    &r#async::async_propagate_errors::INFO,
    &r#async::async_runtime_merge_drops::INFO,
    &r#async::async_runtime_policy_based_ref_counting::INFO,
    &r#async::async_runtime_ref_counting::INFO,
    &r#async::async_runtime_ref_counting_opt::INFO,
    &r#async::async_to_async_runtime::INFO,
    &r#async::parallel_loops_to_async_runtime::INFO,
    &r#async::split_coroutines::INFO,
    &bufferization::buffer_deallocation_simplification::INFO,
    &bufferization::buffer_hoisting::INFO,
    &bufferization::buffer_loop_hoisting::INFO,
    &bufferization::buffer_results_to_out_params::INFO,
    &bufferization::bufferization_lower_deallocations::INFO,
    &bufferization::drop_equivalent_buffer_results::INFO,
    &bufferization::ownership_based_buffer_deallocation::INFO,
    &bufferization::one_shot_bufferize::eliminate_empty_tensors::INFO,
    &bufferization::empty_tensor_to_alloc_tensor::INFO,
    &bufferization::free_local_buffers::INFO,
    &bufferization::free_owned_buffers::INFO,
    &bufferization::mark_manual_deallocation::INFO,
    &bufferization::one_shot_bufferize::INFO,
    &bufferization::optimize_allocation_liveness::INFO,
    &bufferization::promote_buffers_to_stack::INFO,
    &bufferization::scope_loop_allocas::INFO,
    &affine::affine_expand_index_ops::INFO,
    &arith::arith_emulate_unsupported_floats::INFO,
    &arith::arith_emulate_wide_int::INFO,
    &arith::arith_expand::INFO,
    &conversion::convert_arith_to_llvm::INFO,
    &conversion::convert_async_to_llvm::INFO,
    &conversion::convert_bufferization_to_memref::INFO,
    &conversion::convert_cf_to_llvm::INFO,
    &conversion::convert_complex_to_libm::INFO,
    &conversion::convert_complex_to_llvm::INFO,
    &conversion::convert_complex_to_standard::INFO,
    &linalg::convert_elementwise_to_linalg::INFO,
    &conversion::convert_func_to_llvm::INFO,
    &linalg::convert_linalg_to_tiled_loops::INFO,
    &linalg::convert_linalg_to_affine_loops::INFO,
    &linalg::convert_linalg_to_loops::INFO,
    &linalg::convert_linalg_to_parallel_loops::INFO,
    &conversion::convert_math_to_arith::INFO,
    &conversion::convert_math_to_funcs::INFO,
    &conversion::convert_math_to_libm::INFO,
    &conversion::convert_math_to_llvm::INFO,
    &conversion::convert_index_to_llvm::INFO,
    &conversion::convert_scf_to_cf::INFO,
    &conversion::convert_strided_copies_to_linalg::INFO,
    &conversion::convert_tensor_to_linalg::INFO,
    &conversion::convert_to_llvm::INFO,
    &conversion::convert_ub_to_llvm::INFO,
    &conversion::convert_vector_to_llvm::INFO,
    &conversion::convert_vector_to_scf::INFO,
    &tensor::decompose_tensor_ops::INFO,
    &memref::expand_realloc::INFO,
    &memref::expand_strided_metadata::INFO,
    &conversion::finalize_memref_to_llvm::INFO,
    &memref::flatten_memref::INFO,
    &memref::fold_memref_alias_ops::INFO,
    &conversion::lift_cf_to_scf::INFO,
    &linalg::linalg_generalize_named_ops::INFO,
    &llvm::llvm_request_c_wrappers::INFO,
    &llvm::llvm_use_default_visibility::INFO,
    &conversion::lower_affine::INFO,
    &memref::lower_alloca_scopes::INFO,
    &vector::lower_vector_mask::INFO,
    &vector::lower_vector_multi_reduction::INFO,
    &math::math_expand_ops::INFO,
    &math::math_extend_to_supported_types::INFO,
    &math::math_sincos_fusion::INFO,
    &math::math_uplift_to_fma::INFO,
    &memref::memref_emulate_wide_int::INFO,
    &memref::memref_expand::INFO,
    &memref::resolve_result_dims::INFO,
    &memref::resolve_result_dims::RANKED_INFO,
    &general::canonicalize::INFO,
    &general::composite_fixed_point_pass::INFO,
    &general::control_flow_sink::INFO,
    &general::cse::INFO,
    &general::duplicate_function_elimination::INFO,
    &general::generate_runtime_verification::INFO,
    &general::inline::INFO,
    &general::loop_invariant_code_motion::INFO,
    &general::mem2reg::INFO,
    &general::print_ir::INFO,
    &general::print_op_stats::INFO,
    &general::reconcile_unrealized_casts::INFO,
    &general::remove_dead_values::INFO,
    &general::sccp::INFO,
    &general::sroa::INFO,
    &general::strip_debuginfo::INFO,
    &general::symbol_dce::INFO,
    &general::symbol_privatize::INFO,
    &general::topological_sort::INFO,
    &gpu::gpu_async_region::INFO,
    &linalg::linalg_collapse_contiguous_dims::INFO,
    &linalg::linalg_fold_unit_extent_dims::INFO,
    &linalg::linalg_fuse_elementwise_ops::INFO,
    &linalg::linalg_inline_scalar_operands::INFO,
    &llvm::ensure_debug_info_scope_on_llvm_func::INFO,
    &llvm::llvm_add_comdats::INFO,
    &llvm::llvm_legalize_for_export::INFO,
    &llvm::lower_emutls::INFO,
    &llvm::set_llvm_module_datalayout::INFO,
    &scf::scf_for_loop_canonicalization::INFO,
    &scf::scf_for_loop_peeling::INFO,
    &scf::scf_for_loop_range_folding::INFO,
    &scf::scf_for_loop_specialization::INFO,
    &scf::scf_for_to_while::INFO,
    &scf::scf_forall_to_for::INFO,
    &scf::scf_forall_to_parallel::INFO,
    &scf::scf_parallel_for_to_nested_fors::INFO,
    &scf::scf_parallel_loop_fusion::INFO,
    &scf::scf_parallel_loop_specialization::INFO,
    &scf::scf_parallel_loop_tiling::INFO,
    &scf::scf_narrow_index_switch::INFO,
    &scf::scf_parallel_strength_reduce::INFO,
];

/// Passes with the options they are made with, as text.
pub type PipelineSteps = Vec<(&'static PassInfo, String)>;

/// Several passes under one flag.
#[derive(Debug)]
pub struct PipelineInfo {
    /// The flag.
    pub flag: &'static str,
    /// One line.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
    /// The passes.
    pub passes: fn(&PassOptions) -> Result<PipelineSteps, String>,
}

/// All pipelines of this crate.
pub static PIPELINES: &[&PipelineInfo] = &[&crate::pipelines::BUFFER_DEALLOCATION, &crate::pipelines::LOWER_TO_LLVM];

/// The passes and pipelines that can be named.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    passes: Vec<&'static PassInfo>,
    pipelines: Vec<&'static PipelineInfo>,
}

impl Registry {
    /// The passes and pipelines of this crate.
    pub fn new() -> Self {
        Self {
            passes: PASSES.to_vec(),
            pipelines: PIPELINES.to_vec(),
        }
    }

    /// Adds a pass.
    pub fn add(&mut self, pass: &'static PassInfo) {
        self.passes.push(pass);
    }

    /// Adds a pipeline.
    pub fn add_pipeline(&mut self, pipeline: &'static PipelineInfo) {
        self.pipelines.push(pipeline);
    }

    /// The pass of a flag.
    pub fn pass(&self, flag: &str) -> Option<&'static PassInfo> {
        self.passes.iter().copied().find(|pass| pass.flag == flag)
    }

    /// The pipeline of a flag.
    pub fn pipeline(&self, flag: &str) -> Option<&'static PipelineInfo> {
        self.pipelines.iter().copied().find(|pipeline| pipeline.flag == flag)
    }

    /// All passes, sorted by flag.
    pub fn passes(&self) -> Vec<&'static PassInfo> {
        let mut sorted = self.passes.clone();
        sorted.sort_by_key(|pass| pass.flag);
        sorted
    }

    /// All pipelines, sorted by flag.
    pub fn pipelines(&self) -> Vec<&'static PipelineInfo> {
        let mut sorted = self.pipelines.clone();
        sorted.sort_by_key(|pipeline| pipeline.flag);
        sorted
    }

    /// The list of passes and pipelines for `--help`.
    pub fn help(&self) -> String {
        let mut lines: Vec<(String, &str)> = vec![("  Passes:".to_owned(), "")];
        for pass in self.passes() {
            lines.push((format!("    --{}", pass.flag), pass.summary));
            help_options(pass.options, &mut lines);
        }
        let pipelines = self.pipelines();
        if !pipelines.is_empty() {
            lines.push(("  Pass Pipelines:".to_owned(), ""));
        }
        for pipeline in pipelines {
            lines.push((format!("    --{}", pipeline.flag), pipeline.summary));
            help_options(pipeline.options, &mut lines);
        }
        let width = lines.iter().map(|(flag, _)| flag.len()).max().unwrap_or(0) + 1;
        let show = |(flag, text): &(String, &str)| {
            if text.is_empty() {
                format!("{flag}\n")
            } else {
                format!("{flag:width$} - {text}\n")
            }
        };
        lines.iter().map(show).collect()
    }
}

fn help_options(options: &'static [OptionInfo], lines: &mut Vec<(String, &str)>) {
    for option in options {
        let value = match option.kind {
            OptionKind::Bool => String::new(),
            OptionKind::Int(word) => format!("=<{word}>"),
            OptionKind::Text | OptionKind::List | OptionKind::Pipelines => "=<string>".to_owned(),
            OptionKind::Enum(cases) => format!("=<{}>", cases.join("|")),
        };
        lines.push((format!("      {}{value}", option.name), option.description));
    }
}
