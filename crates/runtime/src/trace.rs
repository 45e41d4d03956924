//! A trace of what the scheduler does, as a file for Chrome's `about:tracing` and for Perfetto.
//!
//! The environment variable [`TRACE_VARIABLE`] names the file. It is read when the first runtime is made.
//! If it is not set, all that is left of tracing is a load of one flag that never changes at each place
//! that could note something.
//!
//! Each thread keeps its events and writes them out when it has many, parks or ends. The file is an array
//! in the [trace event format], which allows its closing bracket to be missing; so a process may end at
//! any time.
//!
//! [trace event format]: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::time::Instant;

/// The environment variable that names the file to write a trace to.
pub const TRACE_VARIABLE: &str = "ASYNCIR_TRACE";

/// Events that a thread keeps before it writes them.
const KEPT: usize = 4096;

#[derive(Clone, Copy)]
pub(crate) enum Event {
    /// A coroutine runs, or runs again.
    TaskBegin(usize),
    /// It suspended or ended.
    TaskEnd,
    /// It will be resumed when an object is complete.
    Suspend(usize),
    /// This thread took tasks from another one.
    Steal,
    ParkBegin,
    ParkEnd,
    /// This thread blocks until an object is complete.
    AwaitBegin(usize),
    AwaitEnd,
}

impl Event {
    /// Phase, name and address.
    fn parts(self) -> (char, &'static str, Option<usize>) {
        match self {
            Self::TaskBegin(coroutine) => ('B', "task", Some(coroutine)),
            Self::TaskEnd => ('E', "task", None),
            Self::Suspend(object) => ('i', "suspend", Some(object)),
            Self::Steal => ('i', "steal", None),
            Self::ParkBegin => ('B', "park", None),
            Self::ParkEnd => ('E', "park", None),
            Self::AwaitBegin(object) => ('B', "await", Some(object)),
            Self::AwaitEnd => ('E', "await", None),
        }
    }
}

static ON: AtomicBool = AtomicBool::new(false);
static SINK: OnceLock<Sink> = OnceLock::new();

struct Sink {
    file: Mutex<BufWriter<File>>,
    begin: Instant,
}

struct Buffer {
    thread: u32,
    events: Vec<(u64, Event)>,
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.write();
    }
}

thread_local! {
    static BUFFER: RefCell<Buffer> = {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        RefCell::new(Buffer {
            thread: NEXT.fetch_add(1, Ordering::Relaxed),
            events: Vec::new(),
        })
    };
}

/// Opens the file that the environment names, if it names one. Calls after the first do nothing.
pub(crate) fn start() {
    static START: Once = Once::new();
    START.call_once(|| {
        let Some(path) = std::env::var_os(TRACE_VARIABLE).filter(|path| !path.is_empty()) else {
            return;
        };
        let file = File::create(&path).and_then(|mut file| file.write_all(b"[\n").map(|()| file));
        match file {
            Ok(file) => {
                let file = Mutex::new(BufWriter::new(file));
                let begin = Instant::now();
                ON.store(SINK.set(Sink { file, begin }).is_ok(), Ordering::Release);
            }
            Err(error) => eprintln!(
                "asyncir-runtime: {TRACE_VARIABLE}={}: {error}; there is no trace",
                path.to_string_lossy()
            ),
        }
    });
}

/// Notes an event, if there is a trace.
#[inline]
pub(crate) fn note(event: Event) {
    if ON.load(Ordering::Relaxed) {
        keep(event);
    }
}

#[cold]
fn keep(event: Event) {
    let Some(sink) = SINK.get() else { return };
    let time = sink.begin.elapsed();
    // More than five centuries do not happen.
    let nanoseconds = time.as_nanos() as u64;
    // What a thread does while it ends is not noted.
    let _ = BUFFER.try_with(|buffer| {
        let mut buffer = buffer.borrow_mut();
        buffer.events.push((nanoseconds, event));
        if buffer.events.len() >= KEPT {
            buffer.write();
        }
    });
}

/// Writes out what the thread has kept.
pub(crate) fn flush() {
    if ON.load(Ordering::Relaxed) {
        let _ = BUFFER.try_with(|buffer| buffer.borrow_mut().write());
    }
}

impl Buffer {
    fn write(&mut self) {
        let Some(sink) = SINK.get() else { return };
        let mut file = sink.file.lock().unwrap_or_else(PoisonError::into_inner);
        for (nanoseconds, event) in self.events.drain(..) {
            let written = write_event(&mut *file, self.thread, nanoseconds, event);
            if written.is_err() {
                // A full disk must not end the program that is traced.
                ON.store(false, Ordering::Relaxed);
            }
        }
        let _ = file.flush();
    }
}

fn write_event(file: &mut impl Write, thread: u32, nanoseconds: u64, event: Event) -> std::io::Result<()> {
    let (phase, name, address) = event.parts();
    let process = std::process::id();
    let (micros, rest) = (nanoseconds / 1000, nanoseconds % 1000);
    write!(
        file,
        r#"{{"name":"{name}","ph":"{phase}","ts":{micros}.{rest:03},"pid":{process},"tid":{thread}"#
    )?;
    if phase == 'i' {
        file.write_all(br#","s":"t""#)?;
    }
    if let Some(address) = address {
        write!(file, r#","args":{{"address":"{address:#x}"}}"#)?;
    }
    file.write_all(b"},\n")
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn events_have_the_format_of_chrome() {
        let mut text = Vec::new();
        write_event(&mut text, 3, 1_234_567, Event::TaskBegin(0x10)).expect("a vector takes all");
        write_event(&mut text, 3, 2_000_001, Event::Steal).expect("a vector takes all");
        let process = std::process::id();
        let expected = format!(
            "{{\"name\":\"task\",\"ph\":\"B\",\"ts\":1234.567,\"pid\":{process},\"tid\":3,\"args\":{{\"address\":\"0x10\"}}}},\n\
             {{\"name\":\"steal\",\"ph\":\"i\",\"ts\":2000.001,\"pid\":{process},\"tid\":3,\"s\":\"t\"}},\n"
        );
        assert_eq!(String::from_utf8(text).expect("it is text"), expected);
    }
}
