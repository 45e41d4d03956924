//! Writing results: whole or not at all.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes to a file, or to standard output for `-`. A file appears under its name only when all of it is written.
///
/// # Errors
/// If it cannot be written, such as on a full disk.
pub fn write(path: &str, contents: &[u8]) -> Result<(), Failure> {
    write_as(path, contents, Mode::Data)
}

/// As [`write`], for a file of some kind.
///
/// # Errors
/// As [`write`].
pub fn write_as(path: &str, contents: &[u8], mode: Mode) -> Result<(), Failure> {
    let mut output = Output::new(path);
    output.mode = mode;
    output.write(contents);
    output.finish(true)
}

/// Who may do what with a file that is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Read and write.
    Data,
    /// Also run it.
    Program,
}

/// Something that is being written, piece by piece. Of what goes to a file nothing is seen before all is written.
pub struct Output<'a> {
    path: &'a str,
    mode: Mode,
    target: Option<Target>,
    /// The first error; what comes after it is lost anyway.
    error: Option<Unwritten>,
}

/// Why something is not written.
struct Unwritten {
    /// What could not be done.
    verb: &'static str,
    error: std::io::Error,
}

impl Unwritten {
    fn when(verb: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self { verb, error }
    }
}

/// Where it goes.
enum Target {
    Stdout,
    /// A device or pipe, which cannot be replaced by a file.
    Device(File),
    /// A file that gets its name in the end.
    New(NamedTempFile),
}

impl<'a> Output<'a> {
    /// Nothing is written yet.
    pub fn new(path: &'a str) -> Self {
        Self {
            path,
            mode: Mode::Data,
            target: None,
            error: None,
        }
    }

    /// Adds a piece. An error is kept until [`Output::finish`].
    pub fn write(&mut self, piece: &[u8]) {
        if self.error.is_none() {
            self.error = self.try_write(piece).err();
        }
    }

    fn try_write(&mut self, piece: &[u8]) -> Result<(), Unwritten> {
        let target = match &mut self.target {
            Some(target) => target,
            None => {
                let opened = open(self.path, self.mode).map_err(Unwritten::when("open"))?;
                self.target.insert(opened)
            }
        };
        let written = match target {
            Target::Stdout => std::io::stdout().lock().write_all(piece),
            Target::Device(file) => file.write_all(piece),
            Target::New(file) => file.write_all(piece),
        };
        written.map_err(Unwritten::when("write"))
    }

    /// Gives a file its name, unless it is not to be kept. What went to standard output or a device stays written.
    ///
    /// # Errors
    /// If anything could not be written.
    pub fn finish(mut self, keep: bool) -> Result<(), Failure> {
        if keep {
            self.write(&[]);
        }
        let done = match (self.error, self.target) {
            (Some(error), _) => Err(error),
            (None, Some(Target::Stdout)) => std::io::stdout().lock().flush().map_err(Unwritten::when("write")),
            (None, Some(Target::New(file))) if keep => match file.persist(self.path) {
                Ok(_) => Ok(()),
                Err(error) => Err(Unwritten::when("replace")(error.error)),
            },
            (None, _) => Ok(()),
        };
        done.map_err(|Unwritten { verb, error }| unwritten(self.path, verb, &error))
    }
}

fn open(path: &str, mode: Mode) -> std::io::Result<Target> {
    if path == "-" {
        return Ok(Target::Stdout);
    }
    let path = Path::new(path);
    if path.exists() && !path.is_file() {
        return Ok(Target::Device(File::options().write(true).open(path)?));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        let bits = if mode == Mode::Program { 0o777 } else { 0o666 };
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(bits));
    }
    #[cfg(not(unix))]
    let _ = mode;
    Ok(Target::New(builder.tempfile_in(folder)?))
}

/// What is said when something cannot be written; `verb` is what could not be done.
pub fn unwritten(path: &str, verb: &str, error: &std::io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe && path == "-" {
        return Failure::ReaderGone;
    }
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or_default();
    match path {
        "-" => Failure::message(format!("cannot write to standard output: {reason}")),
        _ => Failure::message(format!("cannot {verb} output file '{path}': {reason}")),
    }
}

/// Shows a text on standard error; where nobody can read it, nobody can be told.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
