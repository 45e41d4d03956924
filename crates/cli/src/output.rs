//! Writing output files. A file appears complete or not at all.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes to a file, or to standard output if the path is `-`. A file appears under its name only when it is complete.
///
/// # Errors
/// If the contents cannot be written, for example because the disk is full.
pub fn write(path: &str, contents: &[u8]) -> Result<(), Failure> {
    write_as(path, contents, Mode::Data)
}

/// As [`write`], with the permissions of the new file.
///
/// # Errors
/// As [`write`].
pub fn write_as(path: &str, contents: &[u8], mode: Mode) -> Result<(), Failure> {
    let mut output = Output::new(path);
    output.mode = mode;
    output.write(contents);
    output.finish(true)
}

/// The permissions of a new file, before the process's umask is applied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Everyone may read and write it.
    Data,
    /// Everyone may also execute it.
    Program,
}

/// An output that is written piece by piece. A file appears under its name only when [`Output::finish`] is called.
pub struct Output<'a> {
    path: &'a str,
    mode: Mode,
    target: Option<Target>,
    /// The first error. Later pieces are dropped.
    error: Option<Unwritten>,
}

/// An error while an output was written.
struct Unwritten {
    /// The operation that failed: `open`, `write` or `replace`.
    verb: &'static str,
    error: std::io::Error,
}

impl Unwritten {
    fn when(verb: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self { verb, error }
    }
}

/// The destination of an output.
enum Target {
    Stdout,
    /// A device or pipe, which is written in place, because a new file must not replace it.
    Device(File),
    /// A temporary file, and the path that it is renamed to when it is complete.
    New(NamedTempFile, PathBuf),
}

impl<'a> Output<'a> {
    /// An output with this path. Nothing is opened or written yet.
    pub fn new(path: &'a str) -> Self {
        Self {
            path,
            mode: Mode::Data,
            target: None,
            error: None,
        }
    }

    /// Writes a piece. An error is kept, and reported by [`Output::finish`].
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
            Target::New(file, _) => file.write_all(piece),
        };
        written.map_err(Unwritten::when("write"))
    }

    /// Ends the output. With `keep`, a file gets its name; otherwise it is removed. This has no effect on text that was
    /// written to standard output or to a device.
    ///
    /// # Errors
    /// If a piece could not be written, or the file could not be renamed.
    pub fn finish(mut self, keep: bool) -> Result<(), Failure> {
        if keep {
            self.write(&[]);
        }
        let done = match (self.error, self.target) {
            (Some(error), _) => Err(error),
            (None, Some(Target::Stdout)) => std::io::stdout().lock().flush().map_err(Unwritten::when("write")),
            (None, Some(Target::New(file, path))) if keep => match file.persist(path) {
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
    let path = behind_links(Path::new(path));
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
    let file = builder.tempfile_in(folder)?;
    Ok(Target::New(file, path))
}

/// What a path stands for if it is a symbolic link: that is written, and the link stays.
fn behind_links(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = path.read_link() else { break };
        // An absolute target replaces all of the path.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// The failure for an output that cannot be written. `verb` names the operation that failed.
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

/// Prints a text on standard error. Errors are ignored, because there is no other place to report them.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
