//! Program text: where it comes from and what it says.

use std::io::Read;
use std::path::Path;

use crate::Error;

/// A text with the name that diagnostics show.
#[derive(Clone, Debug)]
pub struct Source {
    /// File name, or `<stdin>`.
    pub name: String,
    /// The text; not necessarily UTF-8, which the parser reports with its place.
    pub text: Vec<u8>,
}

impl Source {
    /// A text that is in memory.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// The text of a file, or of standard input for `-`.
    ///
    /// # Errors
    /// If it cannot be read.
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

/// What the operating system says, without Rust's error number.
pub(crate) fn os_message(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
