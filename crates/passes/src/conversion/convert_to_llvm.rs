//! `convert-to-llvm`: the ops of all dialects that have a direct form in the llvm dialect, at once.

use asyncir_ir::asm::inner_ops;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Diagnostic, Diagnostics, Fallible, Location, OpRef, OwnedOp};

use super::complex_common::ComplexRange;
use super::convert_math_to_llvm::Approximations;
use super::llvm_common::{CAST, LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm};
use super::{
    convert_arith_to_llvm, convert_cf_to_llvm, convert_complex_to_llvm, convert_func_to_llvm, convert_index_to_llvm,
    convert_math_to_llvm, convert_ub_to_llvm, convert_vector_to_llvm, finalize_memref_to_llvm,
};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-to-llvm",
    class: "ConvertToLLVMPass",
    summary: "Convert to LLVM via dialect interfaces found in the input IR",
    anchor: None,
    options: &[
        OptionInfo::list(
            "filter-dialects",
            "Test conversion patterns of only the specified dialects",
        ),
        OptionInfo::flag(
            "dynamic",
            "Use op conversion attributes to configure the conversion",
            "false",
        ),
        OptionInfo::flag(
            "allow-pattern-rollback",
            "Experimental performance flag to disallow pattern rollback",
            "true",
        ),
    ],
    create: |options| {
        Ok(Box::new(ConvertToLlvm {
            dialects: options.list("filter-dialects")?,
        }))
    },
};

/// Whether a program has ops of a dialect.
fn is_used(op: OpRef<'_>, dialect: &str) -> bool {
    op.data().name().dialect_namespace(op.ctx) == dialect || inner_ops(op).any(|inner| is_used(inner, dialect))
}

/// A dialect and what adds its patterns.
type DialectPatterns = (&'static str, fn(&LlvmTypeConverter, &mut ConversionPatterns));

/// The dialects that are converted. No attribute of them asks for a conversion of its own, so that `dynamic` changes nothing.
static DIALECTS: &[DialectPatterns] = &[
    ("arith", convert_arith_to_llvm::populate_all),
    ("cf", |converter, patterns| {
        convert_cf_to_llvm::populate(converter, patterns);
        convert_cf_to_llvm::populate_assert(converter, patterns, false);
    }),
    ("complex", |converter, patterns| {
        convert_complex_to_llvm::populate(converter, patterns, ComplexRange::Basic);
    }),
    ("func", convert_func_to_llvm::populate),
    ("index", convert_index_to_llvm::populate),
    ("math", |converter, patterns| {
        convert_math_to_llvm::populate(converter, patterns, Approximations::ALL);
    }),
    ("ub", convert_ub_to_llvm::populate),
    ("vector", convert_vector_to_llvm::populate),
    // Asks what the patterns so far convert.
    ("memref", finalize_memref_to_llvm::populate),
];

struct ConvertToLlvm {
    /// The dialects to convert; none means all.
    dialects: Vec<String>,
}

impl Pass for ConvertToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        self.check_dialects(op.op_ref(cx.ctx))?;
        convert_to_llvm(op, cx, LowerToLlvmOptions::default(), |converter, patterns, target| {
            // Casts are not kept as they are: those that undo each other fold.
            target.forget_op_named(CAST);
            for (dialect, populate) in DIALECTS {
                if self.dialects.is_empty() || self.dialects.iter().any(|wanted| wanted == dialect) {
                    populate(converter, patterns);
                }
            }
        })
    }
}

impl ConvertToLlvm {
    fn check_dialects(&self, op: OpRef<'_>) -> Fallible {
        let is_known = |name: &str| DIALECTS.iter().any(|(dialect, _)| *dialect == name);
        let Some(name) = self.dialects.iter().find(|name| !is_known(name)) else {
            return Ok(());
        };
        let problem = if name == "llvm" || is_used(op, name) {
            "dialect does not implement ConvertToLLVMPatternInterface"
        } else {
            "dialect not loaded"
        };
        Err(Diagnostic::error(Location::UNKNOWN, format!("{problem}: {name}\n")))
    }
}
