//! Passes that change loops of `scf` into other loops of `scf`.

pub(crate) mod build;
mod constraints;
mod forall_loops;
pub mod scf_for_loop_canonicalization;
pub mod scf_for_loop_peeling;
pub mod scf_for_loop_range_folding;
pub mod scf_for_loop_specialization;
pub mod scf_for_to_while;
pub mod scf_forall_to_for;
pub mod scf_forall_to_parallel;
pub mod scf_narrow_index_switch;
pub mod scf_parallel_for_to_nested_fors;
pub mod scf_parallel_loop_fusion;
pub mod scf_parallel_loop_specialization;
pub mod scf_parallel_loop_tiling;
pub mod scf_parallel_strength_reduce;
mod specialization;
