//! `asyncir doc`: prints the reference page of a dialect.

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::{context, reference};
use clap::{Arg, Command};

use crate::failure::{Failure, Outcome};
use crate::{args, output};

/// The flags of the tool.
pub fn command(name: &'static str) -> Command {
    let dialect = Arg::new("dialect").value_name("dialect").required(true);
    Command::new(name)
        .about("Prints the reference page of a dialect in Markdown")
        .arg(dialect.help("Name of the dialect, such as 'async'"))
        .arg(args::output())
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    let name = matches.get_one::<String>("dialect").map_or("", String::as_str);
    let ctx = context();
    let dialect = ctx.dialect(name).ok_or_else(|| {
        let all = ctx.dialect_names().join(", ");
        Failure::message(format!("there is no dialect '{name}'; there are {all}"))
    })?;
    let path = matches.get_one::<String>("o").map_or("-", String::as_str);
    output::write(path, reference::page(&ctx, dialect).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
