//! The free blocks that all threads share, by size, and the slabs that blocks are cut from.
//!
//! Batches that threads leave are kept as they are, up to a limit. What is beyond it is taken apart:
//! each block returns to its slab, and a slab all of whose blocks are back returns to the system. So
//! what is kept does not grow with what was once in use.
//!
//! # Safety argument
//!
//! A slab is aligned to its size, so the slab of a block is found by masking its address. The header of
//! a slab, the links of its free blocks and the list of slabs are touched only under the lock of their
//! size class. `taken` counts the blocks that are out; at zero nobody has an address in the slab.

use std::alloc::{self, Layout};
use std::ptr::{self, NonNull};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{BATCH, Batch, Block, CLASSES, STEP, region};

pub(super) const SLAB_BYTES: usize = 64 << 10;

/// What a central free list keeps in batches of one size.
const KEPT_BYTES: usize = 1 << 20;

/// The free blocks of one size that all threads share.
pub(super) struct CentralFreeList {
    batches: Vec<Batch>,
    /// Slabs with blocks to take.
    partial: Vec<NonNull<Slab>>,
}

// SAFETY: slabs belong to the list.
unsafe impl Send for CentralFreeList {}

#[repr(C, align(64))]
struct Slab {
    free: *mut Block,
    /// Blocks that are out.
    taken: u32,
    /// Blocks that were ever out.
    cut: u32,
    capacity: u32,
    /// The position in `CentralFreeList::partial`, or `u32::MAX`.
    position: u32,
}

const UNLISTED: u32 = u32::MAX;

/// The central free list of a size class.
pub(super) fn central(class: usize) -> MutexGuard<'static, CentralFreeList> {
    static LISTS: [Mutex<CentralFreeList>; CLASSES] = [const {
        Mutex::new(CentralFreeList {
            batches: Vec::new(),
            partial: Vec::new(),
        })
    }; CLASSES];
    LISTS[class].lock().unwrap_or_else(PoisonError::into_inner)
}

fn block_size(class: usize) -> usize {
    (class + 1) * STEP
}

fn slab_layout() -> Layout {
    match Layout::from_size_align(SLAB_BYTES, SLAB_BYTES) {
        Ok(layout) => layout,
        Err(_) => unreachable!("a power of two"),
    }
}

fn slab_from_system() -> NonNull<u8> {
    let layout = slab_layout();
    // SAFETY: the layout is not empty.
    NonNull::new(unsafe { alloc::alloc(layout) }).unwrap_or_else(|| alloc::handle_alloc_error(layout))
}

/// # Safety
/// The slab came from the region or from the system, and nobody uses it any more.
unsafe fn give_back(slab: NonNull<u8>) {
    // SAFETY: the caller's promise; its address tells where it came from.
    unsafe {
        if region::contains(slab.addr().get()) {
            region::give_back(slab);
        } else {
            alloc::dealloc(slab.as_ptr(), slab_layout());
        }
    }
}

impl CentralFreeList {
    /// A batch that is not empty.
    pub(super) fn take(&mut self, class: usize) -> Batch {
        self.batches.pop().unwrap_or_else(|| self.cut(class))
    }

    pub(super) fn put(&mut self, class: usize, batch: Batch) {
        if self.batches.len() < KEPT_BYTES / (block_size(class) * BATCH as usize) {
            return self.batches.push(batch);
        }
        let mut head = batch.head;
        while let Some(block) = NonNull::new(head) {
            // SAFETY: the batch owns the block, which came from `cut`; its link is read first.
            unsafe {
                head = block.as_ref().next;
                self.return_to_slab(block);
            }
        }
    }

    fn cut(&mut self, class: usize) -> Batch {
        let slab = match self.partial.last() {
            Some(&slab) => slab,
            None => self.add_slab(class),
        };
        let mut batch = Batch::EMPTY;
        // SAFETY: the slab is live and the lock is held.
        unsafe {
            let this = &mut *slab.as_ptr();
            while batch.count < BATCH && this.taken < this.capacity {
                let block = match NonNull::new(this.free) {
                    Some(block) => {
                        this.free = block.as_ref().next;
                        block
                    }
                    None => {
                        let offset = size_of::<Slab>() + this.cut as usize * block_size(class);
                        this.cut += 1;
                        slab.cast::<u8>().add(offset).cast()
                    }
                };
                this.taken += 1;
                block.write(Block { next: batch.head });
                batch.head = block.as_ptr();
                batch.count += 1;
            }
            if this.taken == this.capacity {
                self.unlist(slab);
            }
        }
        batch
    }

    fn add_slab(&mut self, class: usize) -> NonNull<Slab> {
        let slab = region::take(class).unwrap_or_else(slab_from_system).cast::<Slab>();
        let capacity = (SLAB_BYTES - size_of::<Slab>()) / block_size(class);
        // SAFETY: a fresh allocation of a slab's size.
        unsafe {
            slab.write(Slab {
                free: ptr::null_mut(),
                taken: 0,
                cut: 0,
                // Both are below the size of a slab.
                capacity: capacity as u32,
                position: self.partial.len() as u32,
            });
        }
        self.partial.push(slab);
        slab
    }

    /// # Safety
    /// `block` was cut from a slab of this class and is not used any more.
    unsafe fn return_to_slab(&mut self, block: NonNull<Block>) {
        let address = block.as_ptr().map_addr(|address| address & !(SLAB_BYTES - 1));
        // SAFETY: slabs are aligned to their size; a slab lives as long as one of its blocks is out.
        unsafe {
            let slab = NonNull::new_unchecked(address.cast::<Slab>());
            let this = &mut *slab.as_ptr();
            block.write(Block { next: this.free });
            this.free = block.as_ptr();
            this.taken -= 1;
            if this.position == UNLISTED {
                this.position = self.partial.len() as u32;
                self.partial.push(slab);
            }
            if this.taken == 0 {
                self.unlist(slab);
                give_back(slab.cast());
            }
        }
    }

    /// # Safety
    /// `slab` is live and listed.
    unsafe fn unlist(&mut self, slab: NonNull<Slab>) {
        // SAFETY: all listed slabs are live.
        unsafe {
            let position = std::mem::replace(&mut (*slab.as_ptr()).position, UNLISTED);
            self.partial.swap_remove(position as usize);
            if let Some(moved) = self.partial.get(position as usize) {
                (*moved.as_ptr()).position = position;
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn slabs_return_to_the_system() {
        const CLASS: usize = 3;
        let mut list = CentralFreeList {
            batches: Vec::new(),
            partial: Vec::new(),
        };
        let batches: Vec<_> = (0..200).map(|_| list.take(CLASS)).collect();
        let mut addresses = Vec::new();
        for batch in &batches {
            assert!(batch.count > 0);
            let mut head = batch.head;
            while let Some(block) = NonNull::new(head) {
                addresses.push(head.addr());
                // SAFETY: the batch is this test's.
                head = unsafe { block.as_ref().next };
            }
        }
        addresses.sort_unstable();
        assert!(
            addresses.windows(2).all(|pair| pair[1] - pair[0] >= block_size(CLASS)),
            "blocks overlap"
        );
        batches.into_iter().for_each(|batch| list.put(CLASS, batch));
        let kept = list.batches.len();
        assert!(kept * BATCH as usize * block_size(CLASS) <= KEPT_BYTES);
        while let Some(mut batch) = list.batches.pop() {
            while let Some(block) = NonNull::new(batch.head) {
                // SAFETY: the batch is this test's.
                unsafe {
                    batch.head = block.as_ref().next;
                    list.return_to_slab(block);
                }
            }
        }
        assert!(list.partial.is_empty(), "a slab is left");
    }
}
