//! The machine that `asyncir build` makes code for: its flags, and whether LLVM knows it.

use asyncir::build::BuildOptions;
use asyncir::codegen::llvm::{CompileOptions, Cpu, Machine};
use clap::{Arg, ArgMatches};

use crate::args::value;
use crate::failure::Failure;
use crate::process::standard_error_of;

/// The flags that say which machine it is.
pub fn flags() -> [Arg; 3] {
    [
        value(
            "target",
            "triple",
            "LLVM target triple to build for; by default, this machine",
        )
        .alias("mtriple"),
        value(
            "cpu",
            "name",
            "LLVM's name of the oldest processor that the code must run on, or 'native' for this machine's; by default, \
             the code runs on any processor of the target",
        )
        .alias("mcpu"),
        value(
            "features",
            "list",
            "Processor features to turn on or off, such as +avx2,-sse4a",
        )
        .alias("mattr")
        .allow_hyphen_values(true),
    ]
}

/// The processor that the flags name.
pub fn cpu(matches: &ArgMatches) -> Cpu {
    match matches.get_one::<String>("cpu") {
        None => Cpu::Generic,
        Some(name) if name == "native" => Cpu::Host,
        Some(name) => Cpu::Named(name.clone()),
    }
}

/// The features that the flags name. LLVM would ignore those without a sign.
///
/// # Errors
/// If one has no sign.
pub fn features(matches: &ArgMatches) -> Result<Option<String>, Failure> {
    let Some(list) = matches.get_one::<String>("features") else {
        return Ok(None);
    };
    let has_name = |feature: &str| feature.strip_prefix(['+', '-']).is_some_and(|name| !name.is_empty());
    match list.split(',').find(|feature| !has_name(feature)) {
        Some(wrong) if !list.is_empty() => Err(Failure::message(format!(
            "--features={list}: expected +name or -name for each feature, found '{wrong}'"
        ))),
        _ => Ok(Some(list.clone())),
    }
}

/// Refuses this machine's processor for another architecture, and processors and features that LLVM does not know: it would
/// write a message and make other code.
///
/// # Errors
/// If there is one.
pub fn check(options: &BuildOptions) -> Result<(), Failure> {
    let is_any = options.cpu == Cpu::Generic && options.features.is_none();
    if !options.begins_with_llvm() || is_any {
        return Ok(());
    }
    let compile = CompileOptions {
        triple: options.triple.clone(),
        cpu: options.cpu.clone(),
        features: options.features.clone(),
        ..CompileOptions::default()
    };
    // What else is wrong is an error of the build.
    let Ok(machine) = Machine::of(&compile) else {
        return Ok(());
    };
    if options.cpu == Cpu::Host && !machine.has_host_architecture {
        return Err(Failure::message(format!(
            "--cpu=native is the processor of this machine, which has another architecture than the target '{}'",
            machine.triple
        )));
    }
    let said = standard_error_of(|| _ = machine.check());
    let unknown = said.lines().find(|line| line.contains("is not a recognized"));
    match unknown {
        Some(message) => Err(Failure::message(message.split(" (").next().unwrap_or(message))),
        None => Ok(()),
    }
}
