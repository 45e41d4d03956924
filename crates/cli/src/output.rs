//! Writing output files. A file appears complete or not at all.
//!
//! A file that exists keeps its permissions, and is refused if it cannot be written. Where no new file can get its place, it
//! is written in place when the output is complete: then only a full disk can leave it incomplete.

#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anstyle::{AnsiColor, Style};
use asyncir::runtime::runner_utils::os_message;
use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::process;

/// Writes to a file, or to standard output if the path is `-`. A file appears under its name only when it is complete.
///
/// # Errors
/// If the contents cannot be written, for example because the disk is full.
pub fn write(path: &str, contents: &[u8]) -> Result<(), Failure> {
    let mut output = Output::new(path);
    output.write(contents);
    output.finish(true)
}

/// Ends several outputs that belong together. None of their files appears if one could not be written.
///
/// # Errors
/// As [`Output::finish`].
pub fn finish_all(outputs: Vec<Output<'_>>) -> Result<(), Failure> {
    let failed = outputs.iter().position(|output| output.error.is_some());
    let mut outputs = outputs.into_iter();
    if let Some(failed) = failed {
        return outputs.nth(failed).map_or(Ok(()), |output| output.finish(false));
    }
    outputs.try_for_each(|output| output.finish(true))
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
    /// The operation that failed: `open`, `write`, `replace` or `make executable`.
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
    /// A file that cannot be replaced by another one. Its contents are kept here until they are complete.
    Old(PathBuf, Vec<u8>),
}

impl<'a> Output<'a> {
    /// An output with this path. Nothing is opened or written yet.
    pub fn new(path: &'a str) -> Self {
        Self {
            path: if path == "/dev/stdout" { "-" } else { path },
            mode: Mode::Data,
            target: None,
            error: None,
        }
    }

    /// The output with these permissions, if it is a file.
    pub fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
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
            Target::Stdout if piece.is_empty() => Ok(()),
            Target::Stdout => stdout_is_open().and_then(|()| std::io::stdout().lock().write_all(piece)),
            Target::Device(file) => file.write_all(piece),
            Target::New(file, _) => file.write_all(piece),
            Target::Old(_, contents) => {
                contents.extend_from_slice(piece);
                Ok(())
            }
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
            (None, Some(Target::Old(path, contents))) if keep => overwrite(&path, &contents, self.mode),
            (None, _) => Ok(()),
        };
        done.map_err(|Unwritten { verb, error }| unwritten(self.path, verb, &error))
    }
}

/// An error if standard output is closed. Rust's own functions take that for success.
pub fn stdout_is_open() -> std::io::Result<()> {
    if process::is_stdout_closed() {
        Err(std::io::Error::other("it is closed"))
    } else {
        Ok(())
    }
}

fn open(path: &str, mode: Mode) -> std::io::Result<Target> {
    if path == "-" {
        return Ok(Target::Stdout);
    }
    let old = match fs::metadata(path) {
        Ok(old) if !old.is_file() => return Ok(Target::Device(File::options().write(true).open(path)?)),
        old => old.ok(),
    };
    let path = behind_links(Path::new(path));
    if path.starts_with("/proc") {
        // A descriptor, such as /dev/fd/3: what it leads to is written on, wherever that is.
        return Ok(Target::Device(File::options().append(true).open(path)?));
    }
    if old.is_some() {
        match File::options().write(true).open(&path) {
            // A program that runs cannot be written, but replaced.
            Err(error) if error.kind() != ErrorKind::ExecutableFileBusy => return Err(error),
            _ => {}
        }
    }
    match (replacement(&path, mode, old.as_ref()), old) {
        (Ok(Some(file)), _) => Ok(Target::New(file, path)),
        (Ok(None), _) => Ok(Target::Old(path, Vec::new())),
        // No new file can be made in the folder, but the old one can be written.
        (Err(_), Some(_)) => Ok(Target::Old(path, Vec::new())),
        (Err(error), None) => Err(error),
    }
}

/// A temporary file that can get the place of the file with this path, which is `old` if it exists; none if it would not be
/// the same: other paths lead to the old one, or it has another owner.
fn replacement(path: &Path, mode: Mode, old: Option<&Metadata>) -> std::io::Result<Option<NamedTempFile>> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        let bits = if mode == Mode::Program { 0o777 } else { 0o666 };
        builder.permissions(PermissionsExt::from_mode(bits));
    }
    let file = builder.tempfile_in(folder)?;
    #[cfg(unix)]
    if let Some(old) = old {
        let new = file.as_file().metadata()?;
        if old.nlink() > 1 || (old.uid(), old.gid()) != (new.uid(), new.gid()) {
            return Ok(None);
        }
        file.as_file().set_permissions(permissions(old, mode))?;
    }
    #[cfg(not(unix))]
    let _ = (mode, old);
    Ok(Some(file))
}

/// The permissions of a file that was there before: its own, and whoever may read a program may execute it.
#[cfg(unix)]
fn permissions(old: &Metadata, mode: Mode) -> Permissions {
    let bits = old.mode() & 0o777;
    let executable = if mode == Mode::Program { (bits & 0o444) >> 2 } else { 0 };
    PermissionsExt::from_mode(bits | executable)
}

/// Writes a file in place.
fn overwrite(path: &Path, contents: &[u8], mode: Mode) -> Result<(), Unwritten> {
    let mut file = File::create(path).map_err(Unwritten::when("open"))?;
    file.write_all(contents).map_err(Unwritten::when("write"))?;
    #[cfg(unix)]
    {
        let old = file.metadata().map_err(Unwritten::when("open"))?;
        let wanted = permissions(&old, mode);
        if wanted.mode() != old.mode() & 0o777 {
            file.set_permissions(wanted)
                .map_err(Unwritten::when("make executable"))?;
        }
    }
    #[cfg(not(unix))]
    let _ = mode;
    Ok(())
}

/// What a path stands for if it is a symbolic link: that is written, and the link stays. Links to open files in `/proc` are
/// not followed.
fn behind_links(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
        if let Some(folder) = folder.filter(|folder| folder.starts_with("/proc")) {
            return folder.join(path.file_name().unwrap_or_default());
        }
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
    let reason = os_message(error);
    match path {
        "-" => Failure::message(format!("cannot write to standard output: {reason}")),
        _ => Failure::message(format!("cannot {verb} output file '{path}': {reason}")),
    }
}

/// Prints a text on standard error. Errors are ignored, because there is no other place to report them.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints an error message on standard error.
pub fn say_error(message: &str) {
    let style = if is_colored() {
        AnsiColor::Red.on_default().bold()
    } else {
        Style::new()
    };
    say(&format!("{style}error:{style:#} {message}\n"));
}

/// Whether messages are coloured, once a flag or the terminal has said so.
static COLOR: OnceLock<bool> = OnceLock::new();

/// Says whether messages are coloured, instead of asking the terminal. Later calls have no effect.
pub fn set_color(wanted: bool) {
    let _ = COLOR.set(wanted);
}

/// Whether messages are coloured.
pub fn is_colored() -> bool {
    let choice = || anstream::AutoStream::choice(&std::io::stderr());
    *COLOR.get_or_init(|| choice() != anstream::ColorChoice::Never)
}
