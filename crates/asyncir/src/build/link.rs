//! Linking object files through the system's C compiler.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use asyncir_codegen::needed_symbols;
use asyncir_codegen::objects::ObjectCode;
use asyncir_runtime::runner_utils::os_message;
use tempfile::TempDir;

use super::BuildOptions;
use crate::Error;

/// What links unless options name something else.
const LINKER: &str = "cc";
/// The static library of the runtime.
const RUNTIME: &str = "libasyncir_runtime.a";
/// What the runtime needs of the system.
const SYSTEM_LIBRARIES: &[&str] = if cfg!(target_os = "linux") {
    &["-lpthread", "-ldl", "-lm", "-lc"]
} else {
    &["-lpthread", "-lm"]
};
/// What walks the stack when the runtime panics: a shared library, which static executables have as another one.
const UNWINDER: &str = "-lgcc_s";
const STATIC_UNWINDER: &str = "-lgcc_eh";
/// Leaves out what nothing refers to: most of the runtime and of Rust's library.
const DROP_UNUSED: &str = if cfg!(target_vendor = "apple") {
    "-Wl,-dead_strip"
} else {
    "-Wl,--gc-sections"
};
/// Binds what a library uses of itself when it is linked: another library in the process may have functions and globals of the
/// same names.
const BIND_TO_ITSELF: &[&str] = if cfg!(target_vendor = "apple") {
    &[]
} else {
    &["-Wl,-Bsymbolic"]
};
/// Keeps the runtime's symbols to a library: another one may have a runtime of its own.
const HIDE_RUNTIME: &[&str] = if cfg!(target_vendor = "apple") {
    &[]
} else {
    &["-Wl,--exclude-libs,ALL", "-Wl,-z,defs"]
};

/// Whether the linker can be started.
pub(super) fn is_available(options: &BuildOptions) -> bool {
    let mut command = Command::new(linker(options));
    command.arg("--version").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Several object files as one.
pub(super) fn relocatable(options: &BuildOptions, objects: &[ObjectCode]) -> Result<Vec<u8>, Error> {
    link(options, objects, &["-r", "-nostdlib"], &[])
}

/// A shared library with the runtime in it.
pub(super) fn shared_library(options: &BuildOptions, objects: &[ObjectCode]) -> Result<Vec<u8>, Error> {
    let runtime = runtime_library(options)?;
    let flags = ["-shared", DROP_UNUSED];
    let flags: Vec<&str> = flags
        .iter()
        .chain(BIND_TO_ITSELF)
        .chain(HIDE_RUNTIME)
        .copied()
        .collect();
    link(options, objects, &flags, &[runtime])
}

/// An executable with the runtime in it.
pub(super) fn executable(options: &BuildOptions, objects: &[ObjectCode]) -> Result<Vec<u8>, Error> {
    let runtime = runtime_library(options)?;
    link(options, objects, &[DROP_UNUSED], &[runtime])
}

fn linker(options: &BuildOptions) -> &Path {
    options.linker.as_deref().unwrap_or(Path::new(LINKER))
}

fn link(
    options: &BuildOptions,
    objects: &[ObjectCode],
    flags: &[&str],
    libraries: &[PathBuf],
) -> Result<Vec<u8>, Error> {
    let folder = temporary_folder()?;
    let output = folder.path().join("output");
    let mut command = Command::new(linker(options));
    command.args(flags).arg("-o").arg(&output);
    for (index, object) in objects.iter().enumerate() {
        let path = folder.path().join(format!("module.{index}.o"));
        fs::write(&path, &object.bytes).map_err(|error| unwritten(&path, &error))?;
        command.arg(path);
    }
    if !libraries.is_empty() {
        command.args(&options.linker_arguments);
        command.args(libraries).args(unwinder(options)).args(SYSTEM_LIBRARIES);
        for folder in libraries.iter().filter_map(|library| search_path(library)) {
            // Unlike -Wl, -Xlinker takes folders with commas.
            command.args(["-Xlinker", "-rpath", "-Xlinker"]).arg(folder);
        }
    }
    run(options, command)?;
    fs::read(&output).map_err(|error| Error::Link(format!("the linker made no output: {}", os_message(&error))))
}

fn unwinder(options: &BuildOptions) -> Option<&'static str> {
    let is_static = |argument: &String| argument == "-static" || argument == "-static-pie";
    let unwinder = if options.linker_arguments.iter().any(is_static) {
        STATIC_UNWINDER
    } else {
        UNWINDER
    };
    cfg!(target_os = "linux").then_some(unwinder)
}

/// Where what is linked with a shared library looks for it, which is known by its name alone: in the folder where it is now.
fn search_path(library: &Path) -> Option<PathBuf> {
    let name = library.file_name()?.to_string_lossy();
    let is_shared = name.ends_with(".so") || name.contains(".so.");
    let folder = library.parent().filter(|_| is_shared)?;
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    fs::canonicalize(folder).ok()
}

fn temporary_folder() -> Result<TempDir, Error> {
    let folder = tempfile::Builder::new().prefix("asyncir-build-").tempdir();
    folder.map_err(|error| {
        let place = std::env::temp_dir();
        Error::Link(format!(
            "cannot make a temporary folder in '{}': {}",
            place.display(),
            os_message(&error)
        ))
    })
}

fn unwritten(path: &Path, error: &std::io::Error) -> Error {
    let message = format!(
        "cannot write temporary file '{}': {}",
        path.display(),
        os_message(error)
    );
    Error::Link(message)
}

fn run(options: &BuildOptions, mut command: Command) -> Result<(), Error> {
    let name = linker(options).display();
    // `undefined_symbols` reads the linker's messages, so they must not be translated.
    command.env("LC_ALL", "C");
    let output = command.stdin(Stdio::null()).output().map_err(|error| {
        Error::Link(match error.kind() {
            ErrorKind::NotFound => format!(
                "cannot find the linker '{name}': install a C compiler (`apt-get install gcc` on Debian), or name one \
                 with --linker"
            ),
            _ => format!("cannot start the linker '{name}': {}", os_message(&error)),
        })
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let missing = undefined_symbols(&said);
    if !missing.is_empty() {
        return Err(asyncir_codegen::llvm::Error::SymbolsNotFound { names: missing }.into());
    }
    Err(Error::Link(format!("the linker '{name}' failed:\n{}", said.trim_end())))
}

/// The names in GNU ld's and lld's messages about undefined symbols.
fn undefined_symbols(messages: &str) -> Vec<String> {
    let name = |line: &str| {
        let (_, rest) = line
            .split_once("undefined reference to `")
            .or_else(|| line.split_once("undefined symbol: "))?;
        let end = rest.find(['\'', ' ']).unwrap_or(rest.len());
        Some(rest[..end].to_owned())
    };
    let mut names: Vec<String> = messages.lines().filter_map(name).collect();
    names.sort();
    names.dedup();
    names
}

/// What the runtime uses of C's library and others.
pub(super) fn symbols_of_others(options: &BuildOptions) -> Result<HashSet<String>, Error> {
    let path = runtime_library(options)?;
    let library = fs::read(&path).map_err(|error| {
        Error::Link(format!(
            "cannot read the runtime's library '{}': {}",
            path.display(),
            os_message(&error)
        ))
    })?;
    Ok(needed_symbols(&library))
}

/// The static library of the runtime: the one that options name, or the one beside the running program.
fn runtime_library(options: &BuildOptions) -> Result<PathBuf, Error> {
    if let Some(path) = &options.runtime_lib {
        return match fs::metadata(path) {
            Ok(_) => Ok(path.clone()),
            Err(error) => Err(Error::Link(format!(
                "cannot open the runtime's library '{}': {}",
                path.display(),
                os_message(&error)
            ))),
        };
    }
    let places = places();
    let found = places.iter().find(|path| path.is_file()).cloned();
    found.ok_or_else(|| {
        let tried: String = places
            .iter()
            .map(|path| format!("\n  tried {}", path.display()))
            .collect();
        let hint = "name it with --runtime-lib, or install it beside asyncir: for an asyncir in PREFIX/bin, \
                    `cargo xtask install-runtime PREFIX` in the sources of asyncir does that";
        Error::Link(format!("cannot find the runtime's library {RUNTIME}: {hint}{tried}"))
    })
}

/// Where the library is: beside the program, in cargo's folder of dependencies, or where packages put libraries.
fn places() -> Vec<PathBuf> {
    let Ok(program) = std::env::current_exe().and_then(fs::canonicalize) else {
        return Vec::new();
    };
    let folder = program.parent().unwrap_or(Path::new("/"));
    let relative: [OsString; 3] = ["".into(), "deps".into(), "../lib".into()];
    relative.iter().map(|part| folder.join(part).join(RUNTIME)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_symbols_are_found_in_messages_of_both_linkers() {
        let gnu =
            "/usr/bin/ld: a.o: in function `f':\na.c:1: undefined reference to `b'\nld: undefined reference to `a'\n";
        assert_eq!(undefined_symbols(gnu), ["a", "b"]);
        let lld = "ld.lld: error: undefined symbol: c\n>>> referenced by x.o\n";
        assert_eq!(undefined_symbols(lld), ["c"]);
        assert_eq!(undefined_symbols("ld: cannot find -lnothing"), [""; 0]);
    }
}
