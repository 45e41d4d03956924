//! The free blocks that all threads share, by size, and the slabs that blocks are cut from.
//!
//! Batches that threads leave are kept as they are, up to a limit. What is beyond it is taken apart:
//! each block returns to its slab, and a slab all of whose blocks are back returns to the system. So
//! what is kept does not grow with what was once in use. But each block that is kept keeps its slab, and after a burst, the
//! blocks of a batch come from many. So where slabs take much more than what is in use, all batches are taken apart; again
//! at once if slabs have become free by that, and otherwise when twice as many have come in, or as many as are in use.
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

/// How many times more than blocks in use slabs may take, in bytes, and how much beyond that.
const WASTE: usize = 4;
const WASTED_BYTES: usize = 8 << 20;

/// The free blocks of one size that all threads share.
pub(super) struct CentralFreeList {
    batches: Vec<Batch>,
    /// Slabs with blocks to take.
    partial: Vec<NonNull<Slab>>,
    /// How many slabs there are.
    slabs: usize,
    /// Blocks that are out, kept ones among them.
    taken: usize,
    /// Blocks in `batches`.
    kept: usize,
    /// How many batches to keep before waste is looked for.
    patience: usize,
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
    static LISTS: [Mutex<CentralFreeList>; CLASSES] = [const { Mutex::new(CentralFreeList::new()) }; CLASSES];
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
    const fn new() -> Self {
        Self {
            batches: Vec::new(),
            partial: Vec::new(),
            slabs: 0,
            taken: 0,
            kept: 0,
            patience: 1,
        }
    }

    /// A batch that is not empty.
    pub(super) fn take(&mut self, class: usize) -> Batch {
        let Some(batch) = self.batches.pop() else {
            return self.cut(class);
        };
        self.kept -= batch.count as usize;
        batch
    }

    pub(super) fn put(&mut self, class: usize, batch: Batch) {
        let most = KEPT_BYTES / (block_size(class) * BATCH as usize);
        let is_due = self.batches.len() >= self.patience.min(most) || self.kept >= self.used();
        if is_due && self.wastes(class) {
            self.take_all_apart();
        }
        if self.batches.len() >= most {
            return self.take_apart(batch);
        }
        self.kept += batch.count as usize;
        self.batches.push(batch);
    }

    /// How many blocks are out and not kept.
    fn used(&self) -> usize {
        self.taken - self.kept
    }

    /// Whether slabs take much more than the blocks that are in use.
    fn wastes(&self, class: usize) -> bool {
        let used = self.used() * block_size(class);
        self.slabs * SLAB_BYTES > WASTE * used + WASTED_BYTES
    }

    #[cold]
    fn take_all_apart(&mut self) {
        let (slabs, batches) = (self.slabs, self.batches.len());
        while let Some(batch) = self.batches.pop() {
            self.take_apart(batch);
        }
        self.kept = 0;
        self.patience = if self.slabs < slabs { 1 } else { 2 * batches };
    }

    /// Returns blocks to their slabs.
    fn take_apart(&mut self, batch: Batch) {
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
        // SAFETY: the slab is live and the lock is held; the blocks are free, and large enough for a link.
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
                self.taken += 1;
                batch = batch.with(block);
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
        self.slabs += 1;
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
            self.taken -= 1;
            if this.position == UNLISTED {
                this.position = self.partial.len() as u32;
                self.partial.push(slab);
            }
            if this.taken == 0 {
                self.unlist(slab);
                self.slabs -= 1;
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
        let mut list = CentralFreeList::new();
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
        list.take_all_apart();
        assert_eq!((list.slabs, list.taken, list.kept), (0, 0, 0));
        assert!(list.partial.is_empty(), "a slab is left");
    }

    /// A batch of the blocks at these places of a list.
    fn batch_of(blocks: &[NonNull<Block>]) -> Batch {
        // SAFETY: the blocks are this test's.
        let add = |batch: Batch, &block| unsafe { batch.with(block) };
        blocks.iter().fold(Batch::EMPTY, add)
    }

    #[test]
    fn a_few_blocks_do_not_keep_many_slabs() {
        // There are few in a slab, which an interpreter can do.
        const CLASS: usize = CLASSES - 1;
        let few = WASTED_BYTES / SLAB_BYTES;
        let mut list = CentralFreeList::new();
        let mut blocks = Vec::new();
        while list.slabs <= 3 * few {
            let mut head = list.take(CLASS).head;
            while let Some(block) = NonNull::new(head) {
                blocks.push(block);
                // SAFETY: the batch is this test's.
                head = unsafe { block.as_ref().next };
            }
        }
        let most = list.slabs;
        // One block of each slab after another.
        let per_slab = blocks.len() / most;
        let order = (0..per_slab).flat_map(|first| (first..blocks.len()).step_by(per_slab));
        let order: Vec<NonNull<Block>> = order.map(|place| blocks[place]).collect();
        for blocks in order.chunks(BATCH as usize) {
            list.put(CLASS, batch_of(blocks));
        }
        assert!(list.slabs <= few, "{} of {most} slabs are left", list.slabs);
        list.take_all_apart();
        assert!(list.partial.is_empty(), "a slab is left");
    }
}
