//! Conversions between dialects, a file or folder a pass.

pub(crate) mod arith_build;
pub mod arith_expand;
pub mod async_structural;
mod complex_common;
pub mod convert_arith_to_llvm;
pub mod convert_async_to_llvm;
pub mod convert_cf_to_llvm;
pub mod convert_complex_to_llvm;
pub mod convert_complex_to_standard;
pub mod convert_func_to_llvm;
pub mod convert_index_to_llvm;
pub mod convert_linalg_to_affine_loops;
pub mod convert_linalg_to_loops;
pub mod convert_linalg_to_parallel_loops;
pub mod convert_math_to_llvm;
pub mod convert_scf_to_cf;
pub mod convert_ub_to_llvm;
pub mod convert_vector_to_llvm;
pub mod convert_vector_to_scf;
pub mod expand_strided_metadata;
mod fastmath;
pub mod finalize_memref_to_llvm;
mod linalg_to_loops;
pub mod llvm_common;
mod llvm_element_address;
pub mod lower_affine;
pub mod memref_expand;
