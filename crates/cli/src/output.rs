//! Writing results: whole or not at all.

use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::failure::Failure;

/// Writes to a file, or to standard output for `-`. A file appears under its name only when all of it is written.
///
/// # Errors
/// If it cannot be written, such as on a full disk.
pub fn write(path: &str, contents: &[u8]) -> Result<(), Failure> {
    let written = if path == "-" {
        to_stdout(contents)
    } else {
        to_file(Path::new(path), contents)
    };
    written.map_err(|error| unwritten(path, &error))
}

/// What is said when something cannot be written.
pub fn unwritten(path: &str, error: &std::io::Error) -> Failure {
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or_default();
    Failure::message(match (path, error.kind()) {
        ("-", _) => format!("cannot write to standard output: {reason}"),
        (_, ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::BrokenPipe) => {
            format!("cannot write output file '{path}': {reason}")
        }
        _ => format!("cannot open output file '{path}': {reason}"),
    })
}

/// Shows a text on standard error; where nobody can read it, nobody can be told.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

fn to_stdout(contents: &[u8]) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(contents)?;
    stdout.flush()
}

fn to_file(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    // A device or pipe cannot be replaced by a file.
    if path.exists() && !path.is_file() {
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(contents);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(contents)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
