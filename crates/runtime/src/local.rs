//! What a thread keeps for itself: free memory, counts, the scheduler that it works for.
//!
//! One thread-local block without a destructor, so that reaching it is one address computation
//! ([`block`] says where it is). What has to be given back when a thread ends is given back by a second thread-local,
//! which a thread sets up the first time that it keeps something (`arm`). Whatever the thread does after that,
//! in destructors of other thread-locals, finds the block `closed` and goes the slow way.
//!
//! # Counts of live objects
//!
//! Each thread counts what it creates and drops in a counter that only it writes, with plain loads
//! and stores; readers add all counters up. Counters are never freed: a thread that ends leaves its
//! own, with its value, to a thread that begins later.

mod block;

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicIsize, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crossbeam_utils::CachePadded;

use crate::memory::FreeLists;
use crate::parallel_for::{Experience, Position};
use crate::program_failure::Catcher;
use crate::scheduler::{Again, ChainNotes, Scheduler, StackLimits, ThreadContext};

/// The identity of a token, by which a blocking await recognises the task that completes it. Never
/// used twice in a process; zero stands for none.
pub(crate) type Key = u64;

/// Keys that a thread takes at once.
const KEY_BLOCK: u64 = 1 << 20;

pub(crate) struct Local {
    /// The thread's place in a scheduler.
    pub(crate) context: Cell<*const ThreadContext>,
    /// The coroutine that the innermost resume on this stack runs.
    pub(crate) resuming: Cell<*mut c_void>,
    /// What the innermost resume has to go on with when its coroutine returns.
    pub(crate) again: Again,
    /// Which coroutines wait for each other while the thread blocks.
    pub(crate) chain: ChainNotes,
    /// Nested resumes on this stack.
    pub(crate) depth: Cell<u32>,
    /// Who catches the failure of a program.
    pub(crate) catcher: Cell<Catcher>,
    /// How often coroutines have gone on without being suspended since the last one was.
    pub(crate) went_on: Cell<u32>,
    /// Tasks that compiled code has queued on this thread, or in iterations of this thread's loops on another.
    pub(crate) queued: Cell<u64>,
    /// What `queued` was when a host called a program whose failure it catches.
    pub(crate) queued_before: Cell<u64>,
    /// How many tasks the runtime without workers had queued then to whose task the call belongs.
    pub(crate) queued_without_workers: Cell<u64>,
    /// The key of the token that was created last, until a task is executed.
    pub(crate) recent: Cell<Key>,
    next_key: Cell<Key>,
    last_key: Cell<Key>,
    /// Whether coroutines that await something complete are queued like any other.
    pub(crate) queues_ready: Cell<bool>,
    /// Whether the thread runs tasks of runtimes without workers when it waits.
    pub(crate) drives: Cell<bool>,
    /// Work in parallel loops, in ticks, that this thread has done since it last woke somebody for one.
    pub(crate) unshared: Cell<u64>,
    /// When the thread took part in a parallel loop last, by the clock; zero if it never did.
    pub(crate) looped: Cell<u64>,
    /// The shared loop whose iterations the thread runs.
    pub(crate) position: Cell<Position>,
    /// How long parallel loops took, from the first one on; freed when the thread ends.
    experience: Cell<*mut Experience>,
    /// The scheduler that made the thread, which may be gone when the thread ends; null for threads of others.
    pub(crate) made_by: Cell<*const Scheduler>,
    /// How far the stack may be used.
    pub(crate) stack: Cell<StackLimits>,
    pub(crate) memory: FreeLists,
    live: Cell<*const Counter>,
    armed: Cell<bool>,
    closed: Cell<bool>,
}

type Counter = CachePadded<AtomicIsize>;

impl Local {
    /// A thread that has done nothing yet: all bytes are zero, for [`block`] does not run this everywhere.
    #[cfg_attr(asyncir_static_tls, expect(dead_code, reason = "the assembly makes the same"))]
    const fn new() -> Self {
        Self {
            context: Cell::new(ptr::null()),
            resuming: Cell::new(ptr::null_mut()),
            again: Again::new(),
            chain: ChainNotes::new(),
            depth: Cell::new(0),
            catcher: Cell::new(Catcher::NOBODY),
            went_on: Cell::new(0),
            queued: Cell::new(0),
            queued_before: Cell::new(0),
            queued_without_workers: Cell::new(0),
            recent: Cell::new(0),
            next_key: Cell::new(0),
            last_key: Cell::new(0),
            queues_ready: Cell::new(false),
            drives: Cell::new(false),
            unshared: Cell::new(0),
            looped: Cell::new(0),
            position: Cell::new(Position::NOWHERE),
            experience: Cell::new(ptr::null_mut()),
            made_by: Cell::new(ptr::null()),
            stack: Cell::new(StackLimits::UNKNOWN),
            memory: FreeLists::new(),
            live: Cell::new(ptr::null()),
            armed: Cell::new(false),
            closed: Cell::new(false),
        }
    }
}

thread_local! {
    static AT_EXIT: AtExit = const { AtExit };
}

struct AtExit;

impl Drop for AtExit {
    fn drop(&mut self) {
        with(|local| {
            local.closed.set(true);
            local.recent.set(0);
            crate::scheduler::leave(local);
            local.memory.flush();
            let experience = local.experience.replace(ptr::null_mut());
            if !experience.is_null() {
                // SAFETY: made by `experience_to_keep`, for this thread alone.
                drop(unsafe { Box::from_raw(experience) });
            }
            let counter = local.live.replace(ptr::null());
            if !counter.is_null() {
                // SAFETY: counters are leaked.
                registry().idle.push(unsafe { &*counter });
            }
        });
    }
}

/// Calls a function with the block of the current thread.
#[inline(always)]
pub(crate) fn with<R>(f: impl FnOnce(&Local) -> R) -> R {
    let block = block::of_this_thread();
    // SAFETY: the thread's own block. It has no destructor, and goes with the thread.
    f(unsafe { &*block })
}

impl Local {
    /// Notes that compiled code has queued a task.
    #[inline]
    pub(crate) fn note_queued(&self) {
        self.queued.set(self.queued.get().wrapping_add(1));
    }

    /// Whether the thread may keep something: false while it ends.
    #[inline]
    pub(crate) fn arm(&self) -> bool {
        if self.armed.get() {
            return !self.closed.get();
        }
        self.arm_slowly()
    }

    #[cold]
    fn arm_slowly(&self) -> bool {
        let open = AT_EXIT.try_with(|_| ()).is_ok();
        self.armed.set(true);
        self.closed.set(!open);
        open
    }

    /// What the thread knows of loops; `None` if it has run none.
    #[inline]
    pub(crate) fn experience(&self) -> Option<&Experience> {
        // SAFETY: null, or made by `experience_to_keep` and freed when the thread ends.
        unsafe { self.experience.get().as_ref() }
    }

    /// Where to keep what the thread learns of loops; `None` if the thread ends.
    pub(crate) fn experience_to_keep(&self) -> Option<&Experience> {
        if self.experience.get().is_null() && self.arm() {
            self.experience.set(Box::into_raw(Box::default()));
        }
        self.experience()
    }

    /// A key that no other token has.
    #[inline]
    pub(crate) fn fresh_key(&self) -> Key {
        let key = self.next_key.get();
        if key == self.last_key.get() {
            return self.fresh_block();
        }
        self.next_key.set(key + 1);
        key
    }

    #[cold]
    fn fresh_block(&self) -> Key {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let first = NEXT.fetch_add(KEY_BLOCK, Ordering::Relaxed);
        self.next_key.set(first + 1);
        self.last_key.set(first + KEY_BLOCK);
        first
    }

    /// Counts live objects.
    #[inline]
    pub(crate) fn count_live(&self, change: isize) {
        let counter = self.live.get();
        if counter.is_null() {
            return self.count_live_slowly(change);
        }
        // SAFETY: counters are leaked.
        let counter = unsafe { &*counter };
        counter.store(counter.load(Ordering::Relaxed) + change, Ordering::Relaxed);
    }

    #[cold]
    fn count_live_slowly(&self, change: isize) {
        if !self.arm() {
            LATE.fetch_add(change, Ordering::Relaxed);
            return;
        }
        let mut registry = registry();
        let counter = registry.idle.pop().unwrap_or_else(|| {
            let fresh: &'static Counter = Box::leak(Box::default());
            registry.all.push(fresh);
            fresh
        });
        drop(registry);
        self.live.set(counter);
        self.count_live(change);
    }
}

/// Counts of threads that are past giving their counter back.
static LATE: AtomicIsize = AtomicIsize::new(0);

struct Registry {
    all: Vec<&'static Counter>,
    idle: Vec<&'static Counter>,
}

fn registry() -> MutexGuard<'static, Registry> {
    static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
        all: Vec::new(),
        idle: Vec::new(),
    });
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of tokens, values and groups that exist in this process. If it does not return to an
/// earlier number, objects have leaked. It is exact only while no other thread creates or drops objects.
pub fn live_objects() -> usize {
    let all = registry();
    let counted: isize = all.all.iter().map(|counter| counter.load(Ordering::Relaxed)).sum();
    usize::try_from(counted + LATE.load(Ordering::Relaxed)).unwrap_or(0)
}
