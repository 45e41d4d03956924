//! What is found in frames, and how it is reported.

use std::fmt;

use super::description::Description;
use crate::report::abort;

/// When something was found, or what was tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    Suspended,
    Resumed,
    Freed,
    /// It is freed.
    Kept,
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Suspended => "suspended",
            Self::Resumed => "resumed or destroyed",
            Self::Freed | Self::Kept => "freed",
        })
    }
}

/// What is wrong. Bytes are counted from the start of the frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// A byte was overwritten that belongs to nothing.
    Guard(isize, Moment),
    /// A byte was written to while the coroutine was suspended and did not use it.
    WrittenUnused(isize),
    /// A byte was written to after the frame was freed.
    WrittenFreed(isize),
    Running(Moment),
    Suspended(Moment),
    Freed(Moment),
}

/// A broken rule about the frame of a coroutine.
pub(super) struct Violation<'a> {
    name: &'a str,
    size: usize,
    fault: Fault,
}

impl fmt::Display for Violation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = format_args!("the frame of coroutine '{}' ({} bytes)", self.name, self.size);
        match self.fault {
            Fault::Guard(at, moment) => {
                write!(
                    f,
                    "byte {at} of {frame} was overwritten, which belongs to nothing: seen as it is {moment}"
                )
            }
            Fault::WrittenUnused(at) => {
                write!(
                    f,
                    "byte {at} of {frame} was written to while the coroutine was suspended and did not use it"
                )
            }
            Fault::WrittenFreed(at) => write!(f, "byte {at} of {frame} was written to after it was freed"),
            Fault::Freed(Moment::Freed) => write!(f, "{frame} is freed a second time"),
            Fault::Freed(moment) => write!(f, "{frame} is {moment} after it was freed"),
            Fault::Running(moment) => write!(f, "{frame} is {moment} while the coroutine runs"),
            Fault::Suspended(moment) => write!(f, "{frame} is {moment} while the coroutine is suspended"),
        }
    }
}

impl<'a> Violation<'a> {
    pub(super) fn new(description: &'a Description, fault: Fault) -> Self {
        Self {
            name: &description.name,
            size: description.size,
            fault,
        }
    }

    pub(super) fn abort(self) -> ! {
        abort(format_args!("{self}"))
    }

    /// An address is that of no frame.
    pub(super) fn no_frame() -> ! {
        abort(format_args!("expected the frame of a coroutine, found something else"))
    }

    /// A frame cannot be described like that.
    pub(super) fn bad_table(name: &str) -> ! {
        abort(format_args!("the frame of coroutine '{name}' is described wrongly"))
    }

    /// There is no memory for such a frame.
    pub(super) fn impossible(description: &Description) -> ! {
        let (name, size) = (&description.name, description.size);
        abort(format_args!(
            "cannot allocate the frame of coroutine '{name}' of {size} bytes"
        ))
    }
}
