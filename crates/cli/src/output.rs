//! Writing results: whole or not at all.

use std::io::Write;
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
    written.map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" (os error").next().unwrap_or_default();
        match path {
            "-" => Failure::message(format!("cannot write to standard output: {reason}")),
            _ => Failure::message(format!("cannot open output file '{path}': {reason}")),
        }
    })
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
