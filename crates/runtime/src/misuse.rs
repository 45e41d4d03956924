//! Wrong use of the C interface: what can be noticed, and how it is reported.

use std::fmt;

use crate::head::Outcome;
use crate::object::Kind;

/// A broken rule of the C interface. Compiled code that breaks one is miscompiled; there is nobody
/// to return an error to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misuse {
    CompletedTwice { kind: Kind, earlier: Outcome },
    AddedToDead { kind: Kind, references: i64, added: i64 },
    TooManyReferences { kind: Kind, added: i64 },
    DroppedTooMany { kind: Kind, references: i64, dropped: i64 },
    GroupOverfull { size: i64 },
    WrongKind { expected: Kind, found: Kind },
    Null { expected: &'static str },
    BadLayout { size: i64, alignment: i64 },
    BadGroupSize { size: i64 },
    NoFrame,
    NoPlace { size: i64, offset: i64 },
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CompletedTwice { kind, earlier } => {
                let earlier = match earlier {
                    Outcome::Available => "available",
                    Outcome::Error => "in error",
                };
                write!(f, "a {kind} was completed a second time; it was {earlier}")
            }
            Self::AddedToDead {
                kind,
                references,
                added,
            } => {
                write!(f, "{added} references added to a {kind} that has {references}")
            }
            Self::TooManyReferences { kind, added } => {
                write!(f, "{added} references added to a {kind} are more than it can count")
            }
            Self::DroppedTooMany {
                kind,
                references,
                dropped,
            } => {
                write!(f, "{dropped} references dropped from a {kind} that has {references}")
            }
            Self::GroupOverfull { size } => {
                write!(f, "more members were added to a group than its size {size}")
            }
            Self::WrongKind { expected, found } => {
                write!(f, "expected a {expected}, found a {found}")
            }
            Self::Null { expected } => write!(f, "expected a {expected}, found a null pointer"),
            Self::BadLayout { size, alignment } => {
                write!(f, "cannot allocate a value of {size} bytes aligned to {alignment}")
            }
            Self::NoFrame => {
                f.write_str("expected the frame of a task, found one that does not stand behind its token")
            }
            Self::NoPlace { size, offset } => {
                write!(
                    f,
                    "a value of {size} bytes has no place {offset} bytes behind the frame of its task"
                )
            }
            Self::BadGroupSize { size } => write!(f, "a group cannot have {size} members"),
        }
    }
}

impl std::error::Error for Misuse {}

impl Misuse {
    /// Ends the process with a message in debug builds. Release builds carry on: the operation had
    /// no effect beyond the broken count, as in MLIR's own runtime.
    pub(crate) fn report(self) {
        if cfg!(debug_assertions) {
            self.abort();
        }
    }

    /// Ends the process with a message: there is no way to carry on.
    pub(crate) fn abort(self) -> ! {
        crate::report::abort(format_args!("{self}"));
    }
}
