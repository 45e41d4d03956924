//! The machine that code is generated for.

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};

use super::object::CraneliftOptions;

/// Whether this machine is supported by the code generator and by the linker for its object files.
#[must_use]
pub const fn is_supported() -> bool {
    cfg!(all(target_arch = "x86_64", target_os = "linux"))
}

/// A description of this machine. If two machines get different code, their descriptions differ.
#[must_use]
pub fn machine() -> String {
    let isa = isa(Processor::This, false, false).map(|isa| {
        let flags: Vec<String> = isa.isa_flags().iter().map(ToString::to_string).collect();
        format!("{} {} {}", cranelift_codegen::VERSION, isa.triple(), flags.join(" "))
    });
    isa.unwrap_or_else(|reason| reason)
}

/// Code generation as the options want it.
pub(super) fn target(options: &CraneliftOptions<'_>) -> Result<OwnedTargetIsa, String> {
    let processor = match &options.files {
        Some(files) if !files.for_this_cpu => Processor::Any,
        _ => Processor::This,
    };
    isa(processor, options.optimize, options.files.is_some())
}

enum Processor {
    /// The processor of this machine.
    This,
    /// All processors of this machine's architecture.
    Any,
}

fn isa(processor: Processor, optimize: bool, is_pic: bool) -> Result<OwnedTargetIsa, String> {
    let mut builder = settings::builder();
    let flags = [
        ("opt_level", if optimize { "speed" } else { "none" }),
        (
            "regalloc_algorithm",
            if optimize { "backtracking" } else { "single_pass" },
        ),
        // What the dialect's verifier lets pass, and does not fit, must not become code.
        ("enable_verifier", "true"),
        ("is_pic", if is_pic { "true" } else { "false" }),
        ("enable_llvm_abi_extensions", "true"),
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ];
    for (name, value) in flags {
        builder.set(name, value).map_err(|error| error.to_string())?;
    }
    let isa = match processor {
        Processor::This => cranelift_native::builder(),
        Processor::Any => cranelift_native::builder_with_options(false),
    };
    isa.map_err(str::to_owned)?
        .finish(settings::Flags::new(builder))
        .map_err(|error| error.to_string())
}
