//! Command-line arguments in the style of LLVM's tools: one dash or two, `--flag=value`, flags and files in any order.

use std::ffi::OsString;

use asyncir::Source;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::failure::Failure;
use crate::output;

/// The text that `--version` prints after the name of the tool.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (asyncir; text and flags of MLIR 22)");

/// Parses the arguments, which start after the name of the program.
///
/// # Errors
/// On unknown or malformed arguments. A request for help or for the version is returned as an error, too.
pub fn matches(command: Command, arguments: Vec<OsString>) -> Result<ArgMatches, Failure> {
    let name = command.get_name().to_owned();
    let command = command.version(VERSION).arg(color());
    let all = std::iter::once(OsString::from(name)).chain(with_two_dashes(&command, arguments));
    let mut usage = command.clone();
    let matches = command
        .try_get_matches_from(all)
        .map_err(|error| Failure::Usage(without_far_suggestion(without_escape(error), || usage.render_usage())))?;
    if let Some(&wanted) = matches.get_one("color") {
        output::set_color(wanted);
    }
    Ok(matches)
}

/// The flag that every command has.
fn color() -> Arg {
    flag(
        "color",
        "Colour messages (default: on a terminal, unless NO_COLOR is set)",
    )
}

/// The error without a similar flag that is not similar enough to be meant. clap takes any with a few letters in common.
fn without_far_suggestion(mut error: clap::Error, usage: impl FnOnce() -> StyledStr) -> clap::Error {
    let (Some(ContextValue::String(wrong)), Some(ContextValue::String(suggested))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg))
    else {
        return error;
    };
    let is_far = strsim::damerau_levenshtein(wrong, suggested) * 3 > wrong.len();
    if is_far {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage()));
    }
    error
}

/// The error without clap's advice to write `-- --flag` for an unknown flag: no file here has such a name.
fn without_escape(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    error
}

/// Adds a tip to a usage error of this kind.
pub fn with_tip(failure: Failure, kind: ErrorKind, tip: impl FnOnce(&str) -> String) -> Failure {
    let Failure::Usage(mut error) = failure else {
        return failure;
    };
    if error.kind() == kind {
        let wrong = match error
            .get(ContextKind::InvalidArg)
            .or(error.get(ContextKind::InvalidSubcommand))
        {
            Some(ContextValue::String(text)) => text.clone(),
            _ => String::new(),
        };
        let tip = vec![StyledStr::from(tip(&wrong))];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
    }
    Failure::Usage(error)
}

/// The arguments as clap knows them: flags have two dashes. What a flag takes stays as it is, and so does what is behind `--`.
fn with_two_dashes(command: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let (mut is_value, mut are_files) = (false, false);
    let one = |argument: OsString| {
        if std::mem::take(&mut is_value) || are_files {
            return argument;
        }
        are_files = argument == "--";
        let argument = two_dashes(argument);
        is_value = argument.to_str().is_some_and(|flag| takes_next(command, flag));
        argument
    };
    arguments.into_iter().map(one).collect()
}

/// Whether an argument is a flag whose value is the next argument.
fn takes_next(command: &Command, flag: &str) -> bool {
    let mut known = command.get_arguments().filter(|arg| {
        let is_optional =
            arg.is_require_equals_set() || arg.get_num_args().is_some_and(|count| count.min_values() == 0);
        arg.get_action().takes_values() && !is_optional
    });
    known.any(|arg| {
        let long = flag.strip_prefix("--");
        let short = flag.strip_prefix('-').and_then(|short| short.parse::<char>().ok());
        let mut names = arg
            .get_long()
            .into_iter()
            .chain(arg.get_all_aliases().into_iter().flatten());
        long.is_some_and(|long| names.any(|name| name == long)) || short.is_some() && short == arg.get_short()
    })
}

/// Turns `-flag` into `--flag`, and `--O2` into `-O2`. The short flags `-o`, `-e`, `-e=main`, `-h`, `-V`, `-O2` and `-j8` stay
/// as they are.
fn two_dashes(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    if let Some(level) = text.strip_prefix("--O").filter(|level| level.len() == 1) {
        return OsString::from(format!("-O{level}"));
    }
    let Some(name) = text.strip_prefix('-').filter(|name| !name.starts_with('-')) else {
        return argument;
    };
    let is_threads = name
        .strip_prefix('j')
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    // No long flag starts with this letter.
    let is_level = name.starts_with('O');
    let is_short = name.len() < 2 || name.as_bytes()[1] == b'=';
    if is_short || is_level || is_threads || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return argument;
    }
    OsString::from(format!("--{name}"))
}

/// A boolean flag: `--name`, `--name=true`, `--name=0`.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .help(help)
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
        .value_name("bool")
        .value_parser(boolean)
        .action(ArgAction::Set)
        .overrides_with(name)
}

fn boolean(text: &str) -> Result<bool, String> {
    match text {
        "" | "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err(format!("'{text}' is invalid value for boolean argument! Try 0 or 1")),
    }
}

/// Whether a flag is set.
pub fn is_set(matches: &ArgMatches, name: &str) -> bool {
    matches.get_one::<bool>(name).copied().unwrap_or(false)
}

/// A flag with a value: `--name=value`, `--name value`.
pub fn value(name: &'static str, value_name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .help(help)
        .value_name(value_name)
        .action(ArgAction::Set)
        .overrides_with(name)
}

/// A flag with a list of values, which may be repeated: `--name=a,b`.
pub fn list(name: &'static str, value_name: &'static str, help: &'static str) -> Arg {
    let list = Arg::new(name).long(name).help(help).value_name(value_name);
    list.action(ArgAction::Append).value_delimiter(',')
}

/// All values of a list flag.
pub fn values(matches: &ArgMatches, name: &str) -> Vec<String> {
    matches
        .get_many::<String>(name)
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

/// The positional argument that names the input file. Without it, the tool reads standard input.
pub fn input() -> Arg {
    Arg::new("input")
        .value_name("file")
        .help("MLIR program to read; '-' is standard input")
        .default_value("-")
}

/// Reads the program that the positional argument names.
pub fn source(matches: &ArgMatches) -> Result<Source, Failure> {
    let source = match matches.get_one::<String>("input").map_or("-", String::as_str) {
        "-" => Source::read_stdin(),
        path => Source::read(path),
    };
    Ok(source?)
}

/// The flag for the output file: `-o file`.
pub fn output() -> Arg {
    let arg = Arg::new("o")
        .short('o')
        .long("o")
        .value_name("file")
        .default_value("-")
        .overrides_with("o");
    arg.help("Output file; '-', the default, is standard output")
        .hide_default_value(true)
}

/// The flag for the optimisation level: `-O0` to `-O3`.
pub fn opt_level() -> Arg {
    let arg = Arg::new("O")
        .short('O')
        .value_name("level")
        .default_value("2")
        .overrides_with("O");
    arg.value_parser(["0", "1", "2", "3"])
        .help("Optimisation level of the code generator")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> String {
        two_dashes(text.into()).to_string_lossy().into_owned()
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        assert_eq!(normal("-canonicalize"), "--canonicalize");
        assert_eq!(normal("--canonicalize"), "--canonicalize");
        assert_eq!(normal("-shared-libs=a"), "--shared-libs=a");
        assert_eq!(normal("-e=main"), "-e=main");
        assert_eq!(normal("--O2"), "-O2");
        for kept in ["-O3", "-j", "-j12", "-Ofast", "-e", "-o", "-", "file.mlir", "-1"] {
            assert_eq!(normal(kept), kept);
        }
    }
}
