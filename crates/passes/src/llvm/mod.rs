//! Passes on the llvm dialect.

pub mod ensure_debug_info_scope_on_llvm_func;
