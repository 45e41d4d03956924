//! Program text, and the name of the file that it is from.

use std::io::Read;
use std::path::Path;

use crate::Error;

/// A program text, and the name under which diagnostics refer to it.
#[derive(Clone, Debug)]
pub struct Source {
    /// File name, or `<stdin>`.
    pub name: String,
    /// The text. It need not be valid UTF-8: the parser reports invalid bytes with their location.
    pub text: Vec<u8>,
}

impl Source {
    /// Makes a source of a text in memory.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Read`] if the file cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        match std::fs::read(path) {
            Ok(text) => Ok(Self::new(path.to_string_lossy(), text)),
            Err(error) => Err(Error::Read {
                path: path.to_owned(),
                error,
            }),
        }
    }

    /// Reads standard input.
    ///
    /// # Errors
    /// [`Error::Read`] if it cannot be read.
    pub fn read_stdin() -> Result<Self, Error> {
        let mut text = Vec::new();
        match std::io::stdin().lock().read_to_end(&mut text) {
            Ok(_) => Ok(Self::new(STDIN, text)),
            Err(error) => Err(Error::Read {
                path: STDIN.into(),
                error,
            }),
        }
    }
}

/// The name of standard input in diagnostics.
const STDIN: &str = "<stdin>";
