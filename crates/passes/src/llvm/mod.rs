//! Passes on the llvm dialect.

pub mod ensure_debug_info_scope_on_llvm_func;
pub mod llvm_add_comdats;
pub mod llvm_legalize_for_export;
pub mod llvm_request_c_wrappers;
pub mod llvm_use_default_visibility;
pub mod lower_emutls;
pub mod set_llvm_module_datalayout;
