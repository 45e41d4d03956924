//! Failures of a command: most print a message on standard error, and end the process with exit code 1.

use std::process::ExitCode;

use asyncir::Error;

use crate::output;

/// The result of a command.
pub type Outcome = Result<ExitCode, Failure>;

/// Why a command failed.
pub enum Failure {
    /// An error message that is still to be printed.
    Message(String),
    /// The entry point cannot be called: an error message that is still to be printed.
    Entry(String),
    /// Functions that the program calls are nowhere defined: an error message that is still to be printed.
    Undefined(String),
    /// An error message that repeats the wording of another tool.
    Verbatim(String),
    /// The reader of standard output has closed the pipe. No message is printed.
    ReaderGone,
    /// All messages have been printed already.
    Reported,
    /// A usage error or a request for help. clap prints its text.
    Usage(clap::Error),
}

impl Failure {
    /// A failure whose message is printed after `error: `.
    pub fn message(message: impl Into<String>) -> Self {
        Failure::Message(message.into())
    }

    /// A failure whose message is printed exactly as given, because it repeats the wording of another tool.
    pub fn verbatim(message: impl Into<String>) -> Self {
        Failure::Verbatim(message.into())
    }

    /// The failure; if functions are missing, it says which flag names a library that has them.
    pub fn with_library_flag(self, flag: &str) -> Self {
        match self {
            Failure::Undefined(message) => Failure::Message(format!(
                "{message}\nnote: {flag}=file names a library that defines them"
            )),
            other => other,
        }
    }

    /// The message, without printing it. It is empty if there is none.
    pub fn into_message(self) -> String {
        match self {
            Failure::Message(message)
            | Failure::Entry(message)
            | Failure::Undefined(message)
            | Failure::Verbatim(message) => message,
            Failure::Reported | Failure::ReaderGone => String::new(),
            Failure::Usage(error) => error.to_string(),
        }
    }

    /// Prints the message, and returns the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Message(message) | Failure::Entry(message) | Failure::Undefined(message) => {
                output::say_error(&message);
            }
            Failure::Verbatim(message) => output::say(&format!("{message}\n")),
            Failure::Reported => {}
            // The exit status that shells report for a process that SIGPIPE ended.
            Failure::ReaderGone => return ExitCode::from(128 + 13),
            Failure::Usage(error) if error.use_stderr() => {
                let _ = error.print();
            }
            Failure::Usage(help) => match output::stdout_is_open().and_then(|()| help.print()) {
                Ok(()) => return ExitCode::SUCCESS,
                Err(reason) => return output::unwritten("-", "write", &reason).report(),
            },
        }
        ExitCode::FAILURE
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Undefined(_) => Failure::Undefined(message),
            _ => Failure::Message(message),
        }
    }
}
