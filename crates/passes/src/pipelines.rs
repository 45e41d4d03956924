//! Several passes under one flag.

use crate::bufferization as b;
use crate::conversion as c;
use crate::general::{canonicalize, cse, reconcile_unrealized_casts};
use crate::options::{OptionInfo, PassOptions};
use crate::registry::{PipelineInfo, PipelineSteps};
use crate::{linalg, memref};

/// From structured ops, loops, vectors, memory and arithmetic to the llvm dialect.
pub static LOWER_TO_LLVM: PipelineInfo = PipelineInfo {
    flag: "test-lower-to-llvm",
    summary: "An example of pipeline to lower the main dialects (arith, linalg, memref, scf, vector) down to LLVM.",
    options: &[OptionInfo::flag(
        "reassociate-fp-reductions",
        "Allow reassociation of FP reductions",
        "false",
    )],
    passes: lower_to_llvm,
};

fn lower_to_llvm(options: &PassOptions) -> Result<PipelineSteps, String> {
    let reassociate = options.flag("reassociate-fp-reductions")?;
    let vectors = format!("reassociate-fp-reductions={reassociate}");
    let steps = [
        &c::convert_vector_to_scf::INFO,
        &linalg::convert_linalg_to_loops::INFO,
        &c::lower_affine::INFO,
        &c::convert_scf_to_cf::INFO,
        &canonicalize::INFO,
        &cse::INFO,
        &c::convert_vector_to_llvm::INFO,
        &c::convert_math_to_llvm::INFO,
        &memref::expand_strided_metadata::INFO,
        &c::lower_affine::INFO,
        &c::finalize_memref_to_llvm::INFO,
        &c::convert_func_to_llvm::INFO,
        &c::convert_arith_to_llvm::INFO,
        &c::convert_cf_to_llvm::INFO,
        &c::convert_index_to_llvm::INFO,
        &c::convert_ub_to_llvm::INFO,
        &reconcile_unrealized_casts::INFO,
    ];
    let with_options = |info: &'static crate::PassInfo| {
        let takes = std::ptr::eq(info, &c::convert_vector_to_llvm::INFO);
        (info, if takes { vectors.clone() } else { String::new() })
    };
    Ok(steps.into_iter().map(with_options).collect())
}

/// Frees what `one-shot-bufferize` allocates.
pub static BUFFER_DEALLOCATION: PipelineInfo = PipelineInfo {
    flag: "buffer-deallocation-pipeline",
    summary: "The default pipeline for automatically inserting deallocation operations after one-shot bufferization. \
              Deallocation operations (except `memref.realloc`) may not be present already.",
    options: &[OptionInfo::flag(
        "private-function-dynamic-ownership",
        "Allows to add additional results to private functions to return ownership of returned memrefs to callers. This \
         can avoid spurious buffer clones in the callee.",
        "false",
    )],
    passes: free_buffers,
};

fn free_buffers(options: &PassOptions) -> Result<PipelineSteps, String> {
    let is_dynamic = options.flag("private-function-dynamic-ownership")?;
    let plain = |info| (info, String::new());
    Ok(vec![
        (&memref::expand_realloc::INFO, "emit-deallocs=false".to_owned()),
        plain(&canonicalize::INFO),
        (
            &b::ownership_based_buffer_deallocation::INFO,
            format!("private-function-dynamic-ownership={is_dynamic}"),
        ),
        plain(&canonicalize::INFO),
        plain(&b::buffer_deallocation_simplification::INFO),
        plain(&b::bufferization_lower_deallocations::INFO),
        plain(&cse::INFO),
        plain(&canonicalize::INFO),
    ])
}
