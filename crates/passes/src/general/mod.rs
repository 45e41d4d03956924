//! Passes that know no dialect.

pub mod canonicalize;
pub mod composite_fixed_point_pass;
pub mod control_flow_sink;
pub mod cse;
pub mod duplicate_function_elimination;
pub mod generate_runtime_verification;
pub mod inline;
pub mod loop_invariant_code_motion;
pub mod mem2reg;
pub mod print_ir;
pub mod print_op_stats;
pub mod reconcile_unrealized_casts;
pub mod remove_dead_values;
pub mod sccp;
pub mod sroa;
pub mod strip_debuginfo;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod topological_sort;
