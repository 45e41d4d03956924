//! Work on several bodies, and whether it is shared out to threads.

use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadBuilder, ThreadPoolBuilder};

use crate::body::Body;
use crate::context::Context;
use crate::verify::VerifyAhead;

/// With fewer ops in all, waking threads takes longer than the work.
const WORTHWHILE: usize = 2000;

/// Pieces of work for each thread, so that none has to wait long for the others in the end.
const PIECES: usize = 16;

/// The number of threads that work is shared out to. The first call starts them, which small programs need not wait for. A
/// process that was forked from one with such threads has none of them, and does all work on one.
pub fn num_threads() -> usize {
    static STARTED_BY: OnceLock<u32> = OnceLock::new();
    // A thread of a host's pool shares work out to that.
    if rayon::current_thread_index().is_none() {
        let process = std::process::id();
        let started_by = STARTED_BY.get_or_init(|| {
            start();
            process
        });
        if *started_by != process {
            return 1;
        }
    }
    rayon::current_num_threads()
}

/// Starts as many threads as are wanted, or as many as the system allows. If it allows none, all work is done on this one:
/// rayon itself panics if one of its threads cannot be started.
fn start() {
    let threads: Vec<Sender<ThreadBuilder>> = (0..wanted_threads())
        .map_while(|number| start_thread(number).ok())
        .collect();
    let builder = match threads.len() {
        0 => ThreadPoolBuilder::new().num_threads(1).use_current_thread(),
        count => ThreadPoolBuilder::new().num_threads(count),
    };
    let mut threads = threads.into_iter();
    let hand_over = |work: ThreadBuilder| {
        // There is a thread for each part of the pool, and it waits for what is sent.
        let thread = threads.next().ok_or(ErrorKind::WouldBlock)?;
        thread.send(work).map_err(|_| ErrorKind::BrokenPipe.into())
    };
    // A host may have started rayon's threads in its own way. Then these here end.
    let _ = builder.spawn_handler(hand_over).build_global();
}

/// A thread that waits for its work in a pool.
fn start_thread(number: usize) -> std::io::Result<Sender<ThreadBuilder>> {
    let (to, from) = channel::<ThreadBuilder>();
    let name = format!("asyncir-{number}");
    thread::Builder::new().name(name).spawn(move || {
        if let Ok(work) = from.recv() {
            work.run();
        }
    })?;
    Ok(to)
}

/// What rayon's variable says, or one thread for each processor.
fn wanted_threads() -> usize {
    let said = std::env::var("RAYON_NUM_THREADS").ok();
    let said = said
        .and_then(|text| text.parse().ok())
        .filter(|&count: &usize| count > 0);
    said.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
}

/// How many of `count` items a thread takes at a time.
pub fn items_per_piece(count: usize) -> usize {
    (count / (PIECES * num_threads())).max(1)
}

/// Runs `work` on one of the threads that work is shared out to. What a thread allocates is freed fastest, and used again
/// soonest, by that thread, so that work of several steps of which most are shared out is best begun on one of them.
pub fn on_a_worker<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    match num_threads() {
        1 => work(),
        _ => rayon::scope(|_| work()),
    }
}

/// Whether the bodies of functions are worth working on several at once. It changes when work is done, never what comes
/// of it.
pub fn are_worth_sharing<'b>(bodies: impl Iterator<Item = &'b Body>) -> bool {
    let (mut count, mut size) = (0, 0);
    for body in bodies {
        count += 1;
        size += body.num_ops();
    }
    count > 1 && size >= WORTHWHILE && num_threads() > 1
}

/// Runs `work` on each of `items`: on several threads if `threads` allows it and their bodies are worth it, else one
/// after the other. Each thread has a verifier of its own, so that a body is verified while it is in the cache.
pub fn share<T: Send>(
    ctx: &Context,
    threads: bool,
    items: &mut [T],
    body_of: impl Fn(&T) -> &Body,
    work: impl Fn(&mut VerifyAhead<'_>, &mut T) + Sync + Send,
) {
    if threads && are_worth_sharing(items.iter().map(body_of)) {
        let at_once = items_per_piece(items.len());
        let items = items.par_iter_mut().with_max_len(at_once);
        items.for_each_init(|| VerifyAhead::new(ctx), work);
    } else {
        let mut verifier = VerifyAhead::new(ctx);
        items.iter_mut().for_each(|item| work(&mut verifier, item));
    }
}
