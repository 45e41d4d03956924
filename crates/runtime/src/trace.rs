//! A trace of what the scheduler does, as a file for Chrome's `about:tracing` and for Perfetto.
//!
//! The environment variable [`TRACE_VARIABLE`] names the file. It is read when the first runtime is made.
//! If it is not set, all that is left of tracing is a load of one flag that never changes at each place
//! that could note something.
//!
//! Each thread keeps its events and writes them out when it has many, parks or ends. When the process ends, or the program
//! fails, what all threads have kept is written, and the file is closed. It is an array
//! in the [trace event format], which allows its closing bracket to be missing; so a process may also end by a signal. A forked
//! process notes nothing: the file is that of the process which opened it.
//!
//! [trace event format]: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::Instant;

use crate::forked;
use crate::report::report;

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
    /// This thread takes part in a parallel loop, whose body is the function at an address.
    LoopBegin(usize),
    LoopEnd,
    /// It runs iterations from one to another, which is not included.
    ChunkBegin(u64, u64),
    ChunkEnd,
    /// It waits for the chunks of other threads.
    WaitBegin,
    WaitEnd,
}

/// What else is known about an event.
enum Facts {
    None,
    Address(usize),
    Iterations(u64, u64),
}

impl Event {
    /// Phase, name and further facts.
    fn parts(self) -> (char, &'static str, Facts) {
        match self {
            Self::TaskBegin(coroutine) => ('B', "task", Facts::Address(coroutine)),
            Self::TaskEnd => ('E', "task", Facts::None),
            Self::Suspend(object) => ('i', "suspend", Facts::Address(object)),
            Self::Steal => ('i', "steal", Facts::None),
            Self::ParkBegin => ('B', "park", Facts::None),
            Self::ParkEnd => ('E', "park", Facts::None),
            Self::AwaitBegin(object) => ('B', "await", Facts::Address(object)),
            Self::AwaitEnd => ('E', "await", Facts::None),
            Self::LoopBegin(function) => ('B', "loop", Facts::Address(function)),
            Self::LoopEnd => ('E', "loop", Facts::None),
            Self::ChunkBegin(begin, end) => ('B', "chunk", Facts::Iterations(begin, end)),
            Self::ChunkEnd => ('E', "chunk", Facts::None),
            Self::WaitBegin => ('B', "wait", Facts::None),
            Self::WaitEnd => ('E', "wait", Facts::None),
        }
    }
}

static ON: AtomicBool = AtomicBool::new(false);
static SINK: OnceLock<Sink> = OnceLock::new();

struct Sink {
    /// The [process](forked::process) that opened the file.
    process: u32,
    file: Mutex<Output>,
    begin: Instant,
}

/// The file, as long as it is open.
struct Output {
    file: Option<BufWriter<File>>,
    /// Whether the next event is the first one.
    is_empty: bool,
}

struct Buffer {
    thread: u32,
    /// The name that is not in the file yet.
    name: Option<&'static str>,
    events: Vec<(u64, Event)>,
}

/// What the threads keep.
static BUFFERS: Mutex<Vec<Arc<Mutex<Buffer>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread's own buffer.
struct Own(Arc<Mutex<Buffer>>);

impl Own {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let buffer = Arc::new(Mutex::new(Buffer {
            thread: NEXT.fetch_add(1, Ordering::Relaxed),
            name: Some("caller"),
            events: Vec::new(),
        }));
        lock(&BUFFERS).push(buffer.clone());
        Self(buffer)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        if own_sink().is_none() {
            return;
        }
        lock(&self.0).write();
        lock(&BUFFERS).retain(|buffer| !Arc::ptr_eq(buffer, &self.0));
    }
}

thread_local! {
    static BUFFER: Own = Own::new();
}

/// Opens the file that the environment names, if it names one. Calls after the first do nothing.
pub(crate) fn start() {
    static START: Once = Once::new();
    START.call_once(|| {
        let Some(path) = std::env::var_os(TRACE_VARIABLE).filter(|path| !path.is_empty()) else {
            return;
        };
        let file = File::create(&path).and_then(|mut file| file.write_all(b"[").map(|()| file));
        match file {
            Ok(file) => {
                let file = Mutex::new(Output {
                    file: Some(BufWriter::new(file)),
                    is_empty: true,
                });
                let begin = Instant::now();
                let process = forked::process();
                ON.store(SINK.set(Sink { process, file, begin }).is_ok(), Ordering::Release);
                // SAFETY: the function stays as long as the process, or as this library, which calls it when it goes.
                unsafe { libc::atexit(at_exit) };
            }
            Err(error) => report(format_args!(
                "{TRACE_VARIABLE}={}: {error}; there is no trace",
                path.to_string_lossy()
            )),
        }
    });
}

/// The file, in the process that opened it. In another one, locks may be held by threads that are not there.
fn own_sink() -> Option<&'static Sink> {
    SINK.get().filter(|sink| sink.process == forked::process())
}

/// Notes no more in a process that was just forked.
pub(crate) fn leave_to_parent() {
    ON.store(false, Ordering::Relaxed);
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
    let Some(sink) = own_sink() else { return };
    let time = sink.begin.elapsed();
    // More than five centuries do not happen.
    let nanoseconds = time.as_nanos() as u64;
    // What a thread does while it ends is not noted.
    let _ = BUFFER.try_with(|own| {
        let mut buffer = lock(&own.0);
        buffer.events.push((nanoseconds, event));
        if buffer.events.len() >= KEPT {
            buffer.write();
        }
    });
}

/// Says under which name the events of this thread are shown, instead of `caller`.
pub(crate) fn name_thread(name: &'static str) {
    if ON.load(Ordering::Relaxed) {
        let _ = BUFFER.try_with(|own| lock(&own.0).name = Some(name));
    }
}

/// Writes out what the thread has kept.
pub(crate) fn flush() {
    if ON.load(Ordering::Relaxed) {
        let _ = BUFFER.try_with(|own| lock(&own.0).write());
    }
}

extern "C" fn at_exit() {
    finish();
}

/// Writes out what all threads have kept, and closes the file: the process ends. What happens later is not noted.
pub(crate) fn finish() {
    let Some(sink) = own_sink() else { return };
    for buffer in lock(&BUFFERS).iter() {
        lock(buffer).write();
    }
    if let Some(mut file) = lock(&sink.file).file.take() {
        let written = file.write_all(b"\n]\n").and_then(|()| file.flush());
        written.unwrap_or_else(|error| give_up(&error));
    }
    ON.store(false, Ordering::Relaxed);
}

/// Ends the trace: a full disk must not end the program that is traced.
fn give_up(error: &std::io::Error) {
    if ON.swap(false, Ordering::Relaxed) {
        report(format_args!("{TRACE_VARIABLE}: {error}; the trace ends here"));
    }
}

impl Buffer {
    fn write(&mut self) {
        let Some(sink) = own_sink() else { return };
        let written = lock(&sink.file).write(self);
        written.unwrap_or_else(|error| give_up(&error));
        self.events.clear();
    }
}

impl Output {
    fn write(&mut self, buffer: &mut Buffer) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut separate = |file: &mut BufWriter<File>| {
            let is_first = std::mem::replace(&mut self.is_empty, false);
            file.write_all(if is_first { b"\n" } else { b",\n" })
        };
        if let Some(name) = buffer.name.take() {
            separate(file)?;
            write_name(file, buffer.thread, name)?;
        }
        for (nanoseconds, event) in buffer.events.drain(..) {
            separate(file)?;
            write_event(file, buffer.thread, nanoseconds, event)?;
        }
        file.flush()
    }
}

/// Writes the name under which the events of a thread are shown.
fn write_name(file: &mut impl Write, thread: u32, name: &str) -> std::io::Result<()> {
    let name: String = name
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '"' | '\\'))
        .collect();
    let process = std::process::id();
    write!(
        file,
        r#"{{"name":"thread_name","ph":"M","pid":{process},"tid":{thread},"args":{{"name":"{name}"}}}}"#
    )
}

fn write_event(file: &mut impl Write, thread: u32, nanoseconds: u64, event: Event) -> std::io::Result<()> {
    let (phase, name, facts) = event.parts();
    let process = std::process::id();
    let (micros, rest) = (nanoseconds / 1000, nanoseconds % 1000);
    write!(
        file,
        r#"{{"name":"{name}","ph":"{phase}","ts":{micros}.{rest:03},"pid":{process},"tid":{thread}"#
    )?;
    if phase == 'i' {
        file.write_all(br#","s":"t""#)?;
    }
    match facts {
        Facts::None => {}
        Facts::Address(address) => write!(file, r#","args":{{"address":"{address:#x}"}}"#)?,
        Facts::Iterations(begin, end) => write!(file, r#","args":{{"begin":{begin},"end":{end}}}"#)?,
    }
    file.write_all(b"}")
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn events_have_the_format_of_chrome() {
        let process = std::process::id();
        let cases = [
            (
                1_234_567,
                Event::TaskBegin(0x10),
                r#"{"name":"task","ph":"B","ts":1234.567,"pid":PID,"tid":3,"args":{"address":"0x10"}}"#,
            ),
            (
                2_000_001,
                Event::Steal,
                r#"{"name":"steal","ph":"i","ts":2000.001,"pid":PID,"tid":3,"s":"t"}"#,
            ),
            (
                3_000_000,
                Event::ChunkBegin(5, 9),
                r#"{"name":"chunk","ph":"B","ts":3000.000,"pid":PID,"tid":3,"args":{"begin":5,"end":9}}"#,
            ),
        ];
        for (time, event, expected) in cases {
            let mut text = Vec::new();
            write_event(&mut text, 3, time, event).expect("a vector takes all");
            let text = String::from_utf8(text).expect("it is text");
            assert_eq!(text, expected.replace("PID", &process.to_string()));
        }
    }
}
