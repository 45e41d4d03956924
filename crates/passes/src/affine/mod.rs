//! Passes that change affine loops.

mod accesses;
pub mod affine_expand_index_ops;
pub mod affine_loop_coalescing;
pub mod affine_loop_invariant_code_motion;
pub mod affine_loop_normalize;
pub mod affine_loop_tile;
pub mod affine_loop_unroll;
pub mod affine_loop_unroll_jam;
pub mod affine_parallelize;
pub mod affine_raise_from_memref;
pub mod affine_scalrep;
pub mod affine_simplify_structures;
mod coalesce;
mod coalesce_scf;
mod intervening;
mod jam;
mod loops;
mod reductions;
mod tile;
mod tile_separation;
mod unroll;
