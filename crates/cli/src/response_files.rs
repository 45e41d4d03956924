//! Arguments from files: `@file` stands for what is in the file, as in LLVM's tools.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use asyncir::runtime::runner_utils::os_message;

use crate::failure::Failure;

/// Puts the arguments that are in files in the places of these. They are separated and quoted as in a shell, and may name
/// further files. What is no name of a file stays as it is.
///
/// # Errors
/// If a file cannot be read, its quotes do not match, or it contains itself.
pub fn expanded(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut all = Vec::new();
    for argument in arguments {
        expand(argument, &mut Vec::new(), &mut all)?;
    }
    Ok(all)
}

/// The same for one argument; `open` are the files that it stands in.
fn expand(argument: OsString, open: &mut Vec<PathBuf>, all: &mut Vec<OsString>) -> Result<(), Failure> {
    let Some(path) = file_of(&argument) else {
        all.push(argument);
        return Ok(());
    };
    let shown = path.display();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            all.push(argument);
            return Ok(());
        }
        Err(error) => {
            let message = format!("cannot read arguments from '{shown}': {}", os_message(&error));
            return Err(Failure::message(message));
        }
    };
    let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if open.contains(&file) {
        return Err(Failure::message(format!(
            "arguments in '{shown}' lead back to this file"
        )));
    }
    let Some(words) = shlex::split(&text) else {
        return Err(Failure::message(format!("arguments in '{shown}' end within quotes")));
    };
    open.push(file);
    for word in words {
        expand(word.into(), open, all)?;
    }
    open.pop();
    Ok(())
}

/// The file that an argument names.
fn file_of(argument: &OsStr) -> Option<&Path> {
    let name = argument.to_str()?.strip_prefix('@')?;
    (!name.is_empty()).then(|| Path::new(name))
}
