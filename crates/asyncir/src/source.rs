//! Program text, and the name of the file that it is from.

use std::io::Read;
use std::path::Path;

use asyncir_runtime::runner_utils::os_message;

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

    /// Reads a file, or standard input if the path is `-`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &str) -> Result<Self, Error> {
        if path == "-" {
            let mut text = Vec::new();
            let read = std::io::stdin().lock().read_to_end(&mut text);
            read.map_err(|error| Error::Read {
                path: "<stdin>".to_owned(),
                message: error.to_string(),
            })?;
            return Ok(Self::new("<stdin>", text));
        }
        match std::fs::read(Path::new(path)) {
            Ok(text) => Ok(Self::new(path, text)),
            Err(error) => Err(Error::Read {
                path: path.to_owned(),
                message: os_message(&error),
            }),
        }
    }
}
