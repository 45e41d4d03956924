//! How a command ends when it does not end well: a message on standard error, exit code 1.

use std::process::ExitCode;

use asyncir::Error;

use crate::output;

/// What a command ends with.
pub type Outcome = Result<ExitCode, Failure>;

/// Why a command failed.
pub enum Failure {
    /// An error.
    Message(String),
    /// An error, worded as another tool words it.
    Verbatim(String),
    /// Nobody reads standard output any more: nothing to say.
    ReaderGone,
    /// Everything was said.
    Reported,
    /// A usage error or a request for help, which clap words.
    Usage(clap::Error),
}

impl Failure {
    /// An error; `error: ` is put in front of it.
    pub fn message(message: impl Into<String>) -> Self {
        Failure::Message(message.into())
    }

    /// The same, worded as another tool does it, with its own word for an error.
    pub fn verbatim(message: impl Into<String>) -> Self {
        Failure::Verbatim(message.into())
    }

    /// What there is to say.
    pub fn into_message(self) -> String {
        match self {
            Failure::Message(message) | Failure::Verbatim(message) => message,
            Failure::Reported | Failure::ReaderGone => String::new(),
            Failure::Usage(error) => error.to_string(),
        }
    }

    /// Says it and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Message(message) => output::say(&format!("error: {message}\n")),
            Failure::Verbatim(message) => output::say(&format!("{message}\n")),
            Failure::Reported => {}
            // What a shell says of a program that the signal SIGPIPE ended.
            Failure::ReaderGone => return ExitCode::from(128 + 13),
            Failure::Usage(error) => match error.print() {
                Ok(()) if !error.use_stderr() => return ExitCode::SUCCESS,
                Err(reason) if !error.use_stderr() => return output::unwritten("-", "write", &reason).report(),
                _ => {}
            },
        }
        ExitCode::FAILURE
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::message(error.to_string())
    }
}
