//! Coroutine frames that are checked: a debug mode of compiled programs.
//!
//! Such a frame has guards, bytes of a known pattern, before and behind it, and wherever nothing has a place in it. What
//! is not in use holds a pattern too: all of a new frame, the places of what is dead while the coroutine is suspended, a
//! freed frame. The patterns are looked at whenever the coroutine is suspended, resumed or destroyed and when its frame
//! is freed; freed frames are kept for a while ([`freed`]) and looked at again. What is found ends the process with a
//! message.
//!
//! # Safety argument
//!
//! In front of each frame stands a [`Header`], whose state says whether the coroutine runs, is suspended, or has freed
//! its frame. Only the thread that runs a coroutine touches its frame: it enters `RUNNING` by a compare-and-swap from `SUSPENDED`,
//! which one thread wins, and leaves it the same way. Compiled code that breaks this is what is looked for; a frame that
//! it uses after it left the list of freed ones is beyond what can be noticed.

mod description;
mod freed;
mod violation;

use std::alloc::{self, Layout};
use std::ffi::c_void;
use std::mem;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

pub(crate) use description::Description;
pub(crate) use freed::check_freed;
use violation::{Fault, Moment, Violation};

/// What bytes hold that belong to nothing.
const GUARD: u8 = 0xfa;
/// What places in a frame hold as long as nothing was stored there. No address looks like that.
const UNUSED: u8 = 0xbe;
/// What a freed frame holds.
const FREED_BYTE: u8 = 0xfd;
/// Bytes of guards before and behind a frame.
const GUARD_BYTES: usize = 64;

/// States, which no other memory is likely to hold.
const RUNNING: u64 = u64::from_le_bytes(*b"frameRUN");
const SUSPENDED: u64 = u64::from_le_bytes(*b"frameSUS");
const FREED: u64 = u64::from_le_bytes(*b"frameFRE");

/// What stands before the guard in front of a frame.
#[repr(C, align(16))]
struct Header {
    state: AtomicU64,
    /// Where the coroutine was suspended last.
    point: AtomicUsize,
    description: Description,
}

/// Where a frame starts within its memory, and the layout of that.
fn layout(description: &Description) -> (Layout, usize) {
    let align = description.align.max(mem::align_of::<Header>());
    let start = (mem::size_of::<Header>() + GUARD_BYTES).next_multiple_of(align);
    let size = start.checked_add(description.size);
    let size = size.and_then(|size| size.checked_add(GUARD_BYTES));
    let layout = size.and_then(|size| Layout::from_size_align(size, align).ok());
    let layout = layout.unwrap_or_else(|| Violation::impossible(description));
    (layout, start)
}

/// A frame and what stands in front of it.
#[derive(Clone, Copy)]
pub(crate) struct Frame(NonNull<u8>);

// SAFETY: a frame is nothing but memory, whose state says who may touch it.
unsafe impl Send for Frame {}

impl Frame {
    /// Allocates a frame, of a coroutine that runs.
    pub(crate) fn allocate(description: Description) -> Self {
        let (layout, start) = layout(&description);
        // SAFETY: the layout is not empty.
        let memory = NonNull::new(unsafe { alloc::alloc(layout) }).unwrap_or_else(|| alloc::handle_alloc_error(layout));
        // SAFETY: the memory is as large as the layout says, and the header and the frame are aligned in it: the size
        // of the header and that of the guard are multiples of the header's alignment.
        unsafe {
            memory.write_bytes(GUARD, layout.size());
            let frame = Self(memory.add(start));
            frame.header().write(Header {
                state: AtomicU64::new(RUNNING),
                point: AtomicUsize::new(0),
                description,
            });
            let description = &frame.header().as_ref().description;
            frame.0.write_bytes(UNUSED, description.size);
            for guard in &description.guards {
                frame.0.add(guard.start).write_bytes(GUARD, guard.len());
            }
            frame
        }
    }

    /// The frame at an address.
    ///
    /// # Safety
    /// Memory in front of the address can be read, as it can in front of every frame.
    pub(crate) unsafe fn at(address: *mut c_void) -> Self {
        let frame = NonNull::new(address.cast::<u8>()).map(Self);
        // SAFETY: the caller's promise.
        match frame.filter(|frame| address.cast::<Header>().is_aligned() && unsafe { frame.is_one() }) {
            Some(frame) => frame,
            None => Violation::no_frame(),
        }
    }

    pub(crate) fn address(self) -> *mut c_void {
        self.0.as_ptr().cast()
    }

    fn header(self) -> NonNull<Header> {
        // SAFETY: a frame stands behind its header and the guard.
        unsafe { self.0.sub(GUARD_BYTES + mem::size_of::<Header>()).cast() }
    }

    /// # Safety
    /// As for [`Frame::at`].
    unsafe fn is_one(self) -> bool {
        // SAFETY: the caller's promise; the state is the first thing in the header.
        let state = unsafe { self.header().cast::<AtomicU64>().as_ref() };
        matches!(state.load(Ordering::Acquire), RUNNING | SUSPENDED | FREED)
    }

    /// # Safety
    /// The frame was not given back to the system.
    unsafe fn known<'a>(self) -> &'a Header {
        // SAFETY: the caller's promise.
        unsafe { self.header().as_ref() }
    }

    /// The coroutine is about to be suspended at a point: everything that lives across it is stored.
    ///
    /// # Safety
    /// The address was that of a frame, and its coroutine runs on this thread, as far as the caller knows.
    pub(crate) unsafe fn suspend(self, point: usize) {
        // SAFETY: as far as anybody can know, the frame is there.
        let header = unsafe { self.known() };
        header.must_be(RUNNING, Moment::Suspended);
        // SAFETY: the coroutine runs, so the frame is the caller's.
        unsafe { self.check_guards(Moment::Suspended) };
        for unused in header.description.unused_at(point) {
            // SAFETY: ranges are within the frame.
            unsafe { self.0.add(unused.start).write_bytes(UNUSED, unused.len()) };
        }
        header.point.store(point, Ordering::Relaxed);
        header.change(RUNNING, SUSPENDED, Moment::Suspended);
    }

    /// The coroutine is resumed or destroyed.
    ///
    /// # Safety
    /// As for [`Frame::suspend`], of a suspended coroutine.
    pub(crate) unsafe fn resume(self) {
        // SAFETY: as far as anybody can know, the frame is there.
        let header = unsafe { self.known() };
        header.change(SUSPENDED, RUNNING, Moment::Resumed);
        // SAFETY: the coroutine runs, so the frame is the caller's.
        unsafe {
            self.check_guards(Moment::Resumed);
            for unused in header.description.unused_at(header.point.load(Ordering::Relaxed)) {
                self.check(unused.start as isize, unused.len(), UNUSED, |at| {
                    Fault::WrittenUnused(at)
                });
            }
        }
    }

    /// Frees the frame.
    ///
    /// # Safety
    /// As for [`Frame::suspend`].
    pub(crate) unsafe fn free(self) {
        // SAFETY: as far as anybody can know, the frame is there.
        let header = unsafe { self.known() };
        header.must_be(RUNNING, Moment::Freed);
        // SAFETY: the coroutine runs, so the frame is the caller's.
        unsafe {
            self.check_guards(Moment::Freed);
            self.0.write_bytes(FREED_BYTE, header.description.size);
            for word in 0..self.functions() {
                self.0
                    .cast::<usize>()
                    .add(word)
                    .write(resumed_freed as *const () as usize);
            }
        }
        header.change(RUNNING, FREED, Moment::Freed);
        freed::keep(self);
    }

    /// How many addresses of functions a frame starts with: those that resume and destroy the coroutine.
    fn functions(self) -> usize {
        // SAFETY: called for frames that are there.
        let size = unsafe { self.known() }.description.size;
        (size / mem::size_of::<usize>()).min(2)
    }

    /// # Safety
    /// Nobody else writes to the frame.
    unsafe fn check_guards(self, moment: Moment) {
        // SAFETY: the guards belong to the frame's memory.
        unsafe {
            self.check_ends(moment);
            for guard in &self.known().description.guards {
                self.check(guard.start as isize, guard.len(), GUARD, |at| Fault::Guard(at, moment));
            }
        }
    }

    /// # Safety
    /// As for [`Frame::check_guards`].
    unsafe fn check_ends(self, moment: Moment) {
        // SAFETY: the guards belong to the frame's memory.
        unsafe {
            let size = self.known().description.size as isize;
            for start in [-(GUARD_BYTES as isize), size] {
                self.check(start, GUARD_BYTES, GUARD, |at| Fault::Guard(at, moment));
            }
        }
    }

    /// # Safety
    /// The frame is one that was freed.
    unsafe fn check_freed(self) {
        // SAFETY: as far as anybody can know, nobody else touches it.
        unsafe {
            self.check_ends(Moment::Kept);
            let functions = self.functions() * mem::size_of::<usize>();
            let size = self.known().description.size;
            self.check(functions as isize, size - functions, FREED_BYTE, Fault::WrittenFreed);
            for word in 0..self.functions() {
                if self.0.cast::<usize>().add(word).read() != resumed_freed as *const () as usize {
                    let at = (word * mem::size_of::<usize>()) as isize;
                    Violation::new(&self.known().description, Fault::WrittenFreed(at)).abort();
                }
            }
        }
    }

    /// # Safety
    /// The bytes are within the frame's memory.
    unsafe fn check(self, start: isize, length: usize, wanted: u8, fault: impl Fn(isize) -> Fault) {
        // SAFETY: the caller's promise.
        let bytes = unsafe { std::slice::from_raw_parts(self.0.offset(start).as_ptr(), length) };
        if let Some(at) = bytes.iter().position(|&byte| byte != wanted) {
            // SAFETY: the frame is there, as its bytes are.
            let description = unsafe { &self.known().description };
            Violation::new(description, fault(start + at as isize)).abort();
        }
    }

    /// Gives the memory of a freed frame back to the system.
    ///
    /// # Safety
    /// Nobody has the frame any more.
    unsafe fn give_back(self) {
        // SAFETY: `allocate` made the header, and the memory with this layout.
        unsafe {
            let (layout, start) = layout(&self.known().description);
            // No frame is there any more.
            self.known().state.store(0, Ordering::Release);
            self.header().drop_in_place();
            alloc::dealloc(self.0.sub(start).as_ptr(), layout);
        }
    }
}

impl Header {
    fn must_be(&self, state: u64, moment: Moment) {
        let found = self.state.load(Ordering::Acquire);
        if found != state {
            self.refuse(found, moment);
        }
    }

    fn change(&self, from: u64, to: u64, moment: Moment) {
        let changed = self
            .state
            .compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire);
        changed.map_or_else(|found| self.refuse(found, moment), |_| ());
    }

    fn refuse(&self, found: u64, moment: Moment) {
        let fault = match found {
            RUNNING => Fault::Running(moment),
            SUSPENDED => Fault::Suspended(moment),
            FREED => Fault::Freed(moment),
            _ => Violation::no_frame(),
        };
        Violation::new(&self.description, fault).abort()
    }
}

/// What stands in a freed frame in the place of the functions that resume and destroy its coroutine.
unsafe extern "C" fn resumed_freed(frame: *mut c_void) {
    // SAFETY: whoever calls this read its address in a freed frame.
    unsafe { Frame::at(frame).resume() }
}
