//! Memory of tokens, values, waiters and coroutine frames: pools per thread.
//!
//! Small blocks are kept in free lists by size, in steps of a cache line, to which they are aligned:
//! the neighbour of a token that one thread completes is often in use by another. A thread has two
//! lists a size, each of at most a batch: it takes from and puts on one, and swaps them when that one is empty or
//! full. If both are, it fetches a batch from, or leaves one at, the central free list that all threads share,
//! so a lock is taken at most once a batch even if one thread only allocates and another only frees.
//! The central list keeps a bounded amount; what is beyond it goes back to the system, so memory stays
//! proportional to what lives.
//!
//! # Safety argument
//!
//! A block that is free belongs to one list, and a list to one thread or, under its lock, to the
//! central list. The link is written into the block itself, which is at least as large as a pointer, and
//! which nobody else touches while it is free. Blocks of one size class are interchangeable.

mod central;
mod region;

use std::alloc::{self, Layout};
use std::cell::Cell;
use std::ptr::{self, NonNull};

use crate::local::{self, Local};
use central::central;

const STEP: usize = 64;
/// Blocks up to this size are pooled.
const LARGEST: usize = 1024;
const CLASSES: usize = LARGEST / STEP;
/// Blocks that move between a thread and the central list at once.
const BATCH: u32 = 64;
/// Whether blocks are kept at all: not where a tool watches every allocation.
const POOLED: bool = !cfg!(any(loom, miri, asyncir_system_alloc));

struct Block {
    next: *mut Block,
}

/// A chain of free blocks.
#[derive(Clone, Copy)]
struct Batch {
    head: *mut Block,
    count: u32,
}

// SAFETY: free blocks belong to whoever has the batch.
unsafe impl Send for Batch {}

impl Batch {
    const EMPTY: Self = Self {
        head: ptr::null_mut(),
        count: 0,
    };

    /// The batch with one block more.
    ///
    /// # Safety
    /// The block is free, belongs to the caller, and is large enough for a link.
    #[inline]
    unsafe fn with(self, block: NonNull<Block>) -> Self {
        // SAFETY: the caller's promise.
        unsafe { block.write(Block { next: self.head }) };
        Self {
            head: block.as_ptr(),
            count: self.count + 1,
        }
    }
}

struct FreeList {
    active: Cell<Batch>,
    /// Empty or a full batch.
    reserve: Cell<Batch>,
}

/// The free blocks of one thread.
pub(crate) struct FreeLists([FreeList; CLASSES]);

/// The class of a layout, if its blocks are pooled.
#[inline]
fn class_of(layout: Layout) -> Option<usize> {
    let size = layout.size();
    let pooled = POOLED && layout.align() <= STEP && size.wrapping_sub(1) < LARGEST;
    pooled.then(|| (size - 1) / STEP)
}

/// Allocates a block. The layout must not be empty.
#[inline]
pub(crate) fn allocate(local: &Local, layout: Layout) -> NonNull<u8> {
    debug_assert_ne!(layout.size(), 0, "an empty layout");
    match class_of(layout) {
        Some(class) => local.memory.take(local, class),
        None => from_system(layout),
    }
}

/// As [`allocate`], if the thread has such a block at hand. Callers that go another way if it has none need no registers
/// saved for that on the usual one.
#[inline]
pub(crate) fn at_hand(local: &Local, layout: Layout) -> Option<NonNull<u8>> {
    local.memory.pop(class_of(layout)?)
}

/// Frees a block.
///
/// # Safety
/// `block` was made by [`allocate`] with this layout, and is not used any more.
#[inline]
pub(crate) unsafe fn free(local: &Local, block: NonNull<u8>, layout: Layout) {
    match class_of(layout) {
        // SAFETY: passed on to the caller.
        Some(class) => unsafe { local.memory.put(local, class, block.cast()) },
        // SAFETY: `allocate` took it from the system.
        None => unsafe { alloc::dealloc(block.as_ptr(), layout) },
    }
}

/// From now on, new slabs are cut from one range of addresses, so that [`allocate_unsized`] can work. Returns
/// whether the system gave that range.
pub(crate) fn reserve_region() -> bool {
    POOLED && region::reserve()
}

/// Allocates a block that can be freed without saying how large it is. Its alignment is at least 64. `None` if
/// the block would be too large, or the range of addresses is not reserved or used up.
#[inline]
pub(crate) fn allocate_unsized(local: &Local, size: usize) -> Option<NonNull<u8>> {
    let class = class_of(Layout::from_size_align(size, STEP).ok()?)?;
    match local.memory.pop(class) {
        Some(block) if region::contains(block.addr().get()) => Some(block),
        block => unsized_slowly(local, class, block),
    }
}

/// Allocates a block where the thread had none, or one from elsewhere, which is put back.
#[cold]
#[inline(never)]
fn unsized_slowly(local: &Local, class: usize, elsewhere: Option<NonNull<u8>>) -> Option<NonNull<u8>> {
    let block = elsewhere.unwrap_or_else(|| local.memory.take(local, class));
    if region::contains(block.addr().get()) {
        return Some(block);
    }
    // SAFETY: taken from there just now.
    unsafe { local.memory.put(local, class, block.cast()) };
    None
}

/// Whether a block is one of those that [`allocate_unsized`] gives; if so, its size.
#[inline]
pub(crate) fn unsized_size(block: NonNull<u8>) -> Option<usize> {
    let address = block.addr().get();
    region::contains(address).then(|| (region::class_at(address) + 1) * STEP)
}

/// Frees a block if it is one of those that [`allocate_unsized`] gives. Returns whether it is.
///
/// # Safety
/// If it is, it is not used any more.
#[inline]
pub(crate) unsafe fn free_unsized(block: NonNull<u8>) -> bool {
    let address = block.addr().get();
    let ours = region::contains(address);
    if ours {
        // SAFETY: the caller's promise.
        local::with(|local| unsafe { local.memory.put(local, region::class_at(address), block.cast()) });
    }
    ours
}

/// A block for something.
#[inline]
pub(crate) fn block_for<T>() -> NonNull<T> {
    local::with(|local| allocate(local, Layout::new::<T>())).cast()
}

/// Moves something into a block of its own.
#[cfg(test)]
pub(crate) fn boxed<T>(content: T) -> NonNull<T> {
    let block = block_for::<T>();
    // SAFETY: a fresh block of the right layout.
    unsafe { block.write(content) };
    block
}

/// Moves something out of a block that [`block_for`] gave.
///
/// # Safety
/// `block` came from `block_for`, was written, and is not used any more.
#[inline]
pub(crate) unsafe fn unboxed<T>(block: NonNull<T>) -> T {
    // SAFETY: the block holds a `T`, and is the caller's.
    unsafe {
        let content = block.read();
        free_boxed(block);
        content
    }
}

/// Frees a block that [`block_for`] gave, without dropping what is in it.
///
/// # Safety
/// `block` came from `block_for`, and is not used any more.
#[inline]
pub(crate) unsafe fn free_boxed<T>(block: NonNull<T>) {
    // SAFETY: the layout that it was allocated with, and the caller's promise.
    local::with(|local| unsafe { free(local, block.cast(), Layout::new::<T>()) });
}

#[cold]
fn from_system(layout: Layout) -> NonNull<u8> {
    // SAFETY: callers pass no empty layout.
    NonNull::new(unsafe { alloc::alloc(layout) }).unwrap_or_else(|| alloc::handle_alloc_error(layout))
}

impl FreeLists {
    pub(crate) const fn new() -> Self {
        Self(
            [const {
                FreeList {
                    active: Cell::new(Batch::EMPTY),
                    reserve: Cell::new(Batch::EMPTY),
                }
            }; CLASSES],
        )
    }

    #[cfg(all(test, not(any(loom, asyncir_static_tls))))]
    pub(crate) fn is_empty(&self) -> bool {
        let is_empty = |batch: &Cell<Batch>| batch.get().head.is_null() && batch.get().count == 0;
        self.0
            .iter()
            .all(|list| is_empty(&list.active) && is_empty(&list.reserve))
    }

    #[inline]
    fn take(&self, local: &Local, class: usize) -> NonNull<u8> {
        match self.pop(class) {
            Some(block) => block,
            None => self.refill(local, class),
        }
    }

    /// Takes a block off the active list.
    #[inline]
    fn pop(&self, class: usize) -> Option<NonNull<u8>> {
        let list = &self.0[class];
        let Batch { head, count } = list.active.get();
        let block = NonNull::new(head)?;
        // SAFETY: a free block of this thread's list.
        let next = unsafe { block.as_ref().next };
        list.active.set(Batch {
            head: next,
            count: count - 1,
        });
        Some(block.cast())
    }

    #[cold]
    fn refill(&self, local: &Local, class: usize) -> NonNull<u8> {
        let list = &self.0[class];
        let reserve = list.reserve.replace(Batch::EMPTY);
        let batch = if reserve.count > 0 {
            reserve
        } else {
            central(class).take(class)
        };
        if !local.arm() {
            return self.take_one(class, batch);
        }
        list.active.set(batch);
        self.take(local, class)
    }

    /// Takes one block of a batch and leaves the others at the central list: the thread ends.
    fn take_one(&self, class: usize, batch: Batch) -> NonNull<u8> {
        let Some(block) = NonNull::new(batch.head) else {
            unreachable!("batches from the central list are not empty")
        };
        let rest = Batch {
            // SAFETY: a free block of the batch.
            head: unsafe { block.as_ref().next },
            count: batch.count - 1,
        };
        if rest.count > 0 {
            central(class).put(class, rest);
        }
        block.cast()
    }

    /// # Safety
    /// `block` is one of this class, and free from now on.
    #[inline]
    unsafe fn put(&self, local: &Local, class: usize, block: NonNull<Block>) {
        let list = &self.0[class];
        let active = list.active.get();
        if active.count == 0 || active.count >= BATCH {
            // SAFETY: passed on to the caller.
            return unsafe { self.put_slowly(local, class, block) };
        }
        // SAFETY: passed on to the caller.
        list.active.set(unsafe { active.with(block) });
    }

    /// Puts a block where the active list is empty or full.
    ///
    /// # Safety
    /// As for [`FreeLists::put`].
    #[cold]
    #[inline(never)]
    unsafe fn put_slowly(&self, local: &Local, class: usize, block: NonNull<Block>) {
        // SAFETY: passed on to the caller.
        let batch = unsafe { Batch::EMPTY.with(block) };
        if !local.arm() {
            return central(class).put(class, batch);
        }
        if self.0[class].active.get().count > 0 {
            self.make_room(class);
        }
        self.0[class].active.set(batch);
    }

    /// Empties the active list, which is full.
    #[cold]
    fn make_room(&self, class: usize) {
        let list = &self.0[class];
        let full = list.active.replace(Batch::EMPTY);
        let reserve = list.reserve.replace(full);
        if reserve.count > 0 {
            central(class).put(class, reserve);
        }
    }

    /// Gives everything away: the thread ends.
    pub(crate) fn flush(&self) {
        for (class, list) in self.0.iter().enumerate() {
            for batch in [list.active.replace(Batch::EMPTY), list.reserve.replace(Batch::EMPTY)] {
                if batch.count > 0 {
                    central(class).put(class, batch);
                }
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, 8).expect("a sane layout")
    }

    #[test]
    fn blocks_do_not_overlap_and_are_reused() {
        for size in [1, 63, 64, 65, 512, 1024, 1025, 4096] {
            let blocks: Vec<_> = (0..if cfg!(miri) { 10 } else { 1000u32 })
                .map(|index| {
                    let block = local::with(|local| allocate(local, layout(size)));
                    // SAFETY: a fresh block of `size` bytes.
                    unsafe { block.write_bytes(index as u8, size) };
                    (index as u8, block)
                })
                .collect();
            for (content, block) in blocks {
                // SAFETY: the block is this test's until it is freed, once.
                unsafe {
                    let bytes = std::slice::from_raw_parts(block.as_ptr(), size);
                    assert!(bytes.iter().all(|&byte| byte == content));
                    local::with(|local| free(local, block, layout(size)));
                }
            }
        }
        let first = boxed([7u64; 4]);
        // SAFETY: made by `boxed`, used no more.
        assert_eq!(unsafe { unboxed(first) }, [7; 4]);
        let second = boxed([0u64; 4]);
        assert!(
            !POOLED || first == second,
            "the block freed last is the first to be reused"
        );
        // SAFETY: as above.
        unsafe { unboxed(second) };
    }

    #[test]
    fn what_one_thread_frees_another_reuses() {
        const COUNT: usize = if cfg!(miri) { 200 } else { 10_000 };
        let (send, receive) = std::sync::mpsc::sync_channel::<Vec<usize>>(4);
        let consumer = std::thread::spawn(move || {
            let mut freed = 0;
            for addresses in receive {
                for address in addresses {
                    let block = NonNull::new(ptr::with_exposed_provenance_mut::<u8>(address)).expect("not null");
                    // SAFETY: the producer gave the block away.
                    unsafe { local::with(|local| free(local, block, layout(64))) };
                    freed += 1;
                }
            }
            freed
        });
        for _ in 0..COUNT / 100 {
            let addresses = (0..100)
                .map(|_| {
                    local::with(|local| allocate(local, layout(64)))
                        .as_ptr()
                        .expose_provenance()
                })
                .collect();
            send.send(addresses).expect("the consumer lives");
        }
        drop(send);
        assert_eq!(consumer.join().expect("no panic"), COUNT);
    }
}
