//! Diagnostics: what is wrong, where, with notes. Collected, never printed here.

use std::fmt;

use crate::location::Location;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// Information attached to another diagnostic, or standing alone.
    Note,
    /// Advice that an optimisation gives.
    Remark,
    /// Suspicious, but not wrong.
    Warning,
    /// Wrong: the stage that reports it has failed.
    Error,
}

/// One message with its place and its notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic(Box<Inner>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Inner {
    severity: Severity,
    location: Location,
    message: String,
    notes: Vec<(Location, String)>,
    follower: Option<Diagnostic>,
}

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(severity: Severity, location: Location, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            severity,
            location,
            message: message.into(),
            notes: Vec::new(),
            follower: None,
        }))
    }

    /// An error.
    pub fn error(location: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// The diagnostic with a further note.
    #[must_use]
    pub fn with_note(mut self, location: Location, message: impl Into<String>) -> Self {
        self.0.notes.push((location, message.into()));
        self
    }

    /// The diagnostic, followed by another one about what it leads to. It comes behind those that follow already.
    #[must_use]
    pub fn followed_by(mut self, follower: Diagnostic) -> Self {
        let mut last = &mut self.0.follower;
        while let Some(next) = last {
            last = &mut next.0.follower;
        }
        *last = Some(follower);
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// Where it is.
    pub fn location(&self) -> Location {
        self.0.location
    }

    /// What it says.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Notes in the order they were added.
    pub fn notes(&self) -> &[(Location, String)] {
        &self.0.notes
    }
}

/// The outcome of something that can be wrong in one way.
pub type Fallible<T = ()> = Result<T, Diagnostic>;

/// Diagnostics in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

/// The message of the diagnostic, without the place, which only its context can tell.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Diagnostic {}

/// All messages, a line each, without places.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, diagnostic) in self.iter().enumerate() {
            let line_break = if number > 0 { "\n" } else { "" };
            write!(f, "{line_break}{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut all = Self::new();
        all.push(diagnostic);
        all
    }
}

impl Diagnostics {
    /// No diagnostics.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one, and those that follow it.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let mut next = Some(diagnostic);
        while let Some(mut diagnostic) = next {
            next = diagnostic.0.follower.take();
            self.0.push(diagnostic);
        }
    }

    /// Adds an error.
    pub fn error(&mut self, location: Location, message: impl Into<String>) {
        self.push(Diagnostic::error(location, message));
    }

    /// Keeps the value of `result`, or adds its diagnostic.
    pub fn take<T>(&mut self, result: Fallible<T>) -> Option<T> {
        result.map_err(|d| self.push(d)).ok()
    }

    /// Adds all of `other` behind the ones here.
    pub fn append(&mut self, mut other: Diagnostics) {
        self.0.append(&mut other.0);
    }

    /// `Ok` if no error is among them.
    ///
    /// # Errors
    /// All of them, if an error is.
    pub fn into_result(self) -> Result<(), Self> {
        if self.has_errors() { Err(self) } else { Ok(()) }
    }

    /// Whether an error is among them.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity() == Severity::Error)
    }

    /// All of them, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
