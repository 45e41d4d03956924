//! Passes on ops of memref.

pub mod expand_realloc;
pub mod expand_strided_metadata;
pub mod flatten_memref;
pub mod fold_memref_alias_ops;
pub mod lower_alloca_scopes;
pub mod memref_emulate_wide_int;
pub mod memref_expand;
pub mod resolve_result_dims;
