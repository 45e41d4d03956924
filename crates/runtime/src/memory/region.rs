//! A range of addresses that slabs are cut from, once it is reserved: whether a block is pooled, and of
//! which size, can then be told from its address alone.
//!
//! Memory of the range is the system's until a slab is used for the first time, and is given back to it
//! when a slab is empty, but for a few that are kept. One byte a slab says which class its blocks have;
//! these bytes stand together, not in the slabs, whose first lines would fight for one place in the caches.
//!
//! # Safety argument
//!
//! The range is mapped once and never unmapped. A slab is in use by one size class, or on the list of empty
//! ones, or beyond `used`; the list and `used` are behind a lock. The class of a slab is written before
//! its first block is handed out, and does not change while a block is out.

use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::central::SLAB_BYTES;

/// Addresses to ask for; where the system refuses (a limit on address space), less will do.
const SIZES: [usize; 3] = [64 << 30, 8 << 30, 1 << 30];
/// Empty slabs whose memory is kept.
const KEPT_SLABS: usize = (8 << 20) / SLAB_BYTES;

/// The first address and the number of bytes; zero bytes until the range is reserved.
static START: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// The classes of the slabs.
static CLASSES: AtomicPtr<AtomicU8> = AtomicPtr::new(ptr::null_mut());

struct Slabs {
    /// Where the range starts.
    start: *mut u8,
    /// Slabs that were ever used.
    used: usize,
    count: usize,
    /// Empty slabs with memory.
    kept: Vec<NonNull<u8>>,
    /// Empty slabs whose memory is the system's.
    empty: Vec<NonNull<u8>>,
}

// SAFETY: the list of slabs is the only owner of those on it.
unsafe impl Send for Slabs {}

fn slabs() -> MutexGuard<'static, Slabs> {
    static SLABS: Mutex<Slabs> = Mutex::new(Slabs {
        start: ptr::null_mut(),
        used: 0,
        count: 0,
        kept: Vec::new(),
        empty: Vec::new(),
    });
    SLABS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reserves the range, if that has not been done. Returns whether there is one.
pub(super) fn reserve() -> bool {
    let mut slabs = slabs();
    if slabs.count > 0 {
        return true;
    }
    let Some((bytes, start, classes)) = SIZES.iter().find_map(|&bytes| map_range(bytes)) else {
        return false;
    };
    let count = bytes / SLAB_BYTES;
    let skipped = start.addr().get().wrapping_neg() % SLAB_BYTES;
    // SAFETY: a slab more than `bytes` was mapped.
    slabs.start = unsafe { start.as_ptr().add(skipped) };
    slabs.count = count;
    CLASSES.store(classes.as_ptr().cast(), Ordering::Release);
    START.store(slabs.start.expose_provenance(), Ordering::Release);
    BYTES.store(bytes, Ordering::Release);
    true
}

/// Whether an address lies in the range.
#[inline]
pub(super) fn contains(address: usize) -> bool {
    // The size is written last: who sees one sees the start, too.
    let bytes = BYTES.load(Ordering::Acquire);
    address.wrapping_sub(START.load(Ordering::Relaxed)) < bytes
}

/// The class of the blocks around an address of the range.
#[inline]
pub(super) fn class_at(address: usize) -> usize {
    usize::from(class_of_slab(address).load(Ordering::Relaxed))
}

#[inline]
fn class_of_slab(address: usize) -> &'static AtomicU8 {
    debug_assert!(contains(address), "an address of the range");
    let slab = (address - START.load(Ordering::Relaxed)) / SLAB_BYTES;
    // SAFETY: one byte a slab, never unmapped, zero at first.
    unsafe { &*CLASSES.load(Ordering::Relaxed).add(slab) }
}

/// A slab of the range for blocks of a class, if the range is reserved and not used up.
pub(super) fn take(class: usize) -> Option<NonNull<u8>> {
    let mut slabs = slabs();
    let slab = match slabs.kept.pop().or_else(|| slabs.empty.pop()) {
        Some(slab) => slab,
        None if slabs.used < slabs.count => {
            let offset = slabs.used * SLAB_BYTES;
            slabs.used += 1;
            // SAFETY: in the range.
            NonNull::new(unsafe { slabs.start.add(offset) })?
        }
        None => return None,
    };
    // There are fewer classes than a byte can say.
    class_of_slab(slab.addr().get()).store(class as u8, Ordering::Relaxed);
    Some(slab)
}

/// Takes a slab back, all of whose blocks are free.
///
/// # Safety
/// [`take`] gave it, and nobody uses it any more.
pub(super) unsafe fn give_back(slab: NonNull<u8>) {
    let mut slabs = slabs();
    if slabs.kept.len() < KEPT_SLABS {
        return slabs.kept.push(slab);
    }
    // SAFETY: the slab is mapped, private memory that nobody uses.
    unsafe { libc::madvise(slab.as_ptr().cast(), SLAB_BYTES, libc::MADV_DONTNEED) };
    slabs.empty.push(slab);
}

/// Maps a range of so many bytes, with some more to align it, and the classes of its slabs.
fn map_range(bytes: usize) -> Option<(usize, NonNull<u8>, NonNull<u8>)> {
    let size = bytes + SLAB_BYTES;
    let start = map(size)?;
    let classes = map(bytes / SLAB_BYTES);
    if classes.is_none() {
        // SAFETY: mapped just now.
        unsafe { libc::munmap(start.as_ptr().cast(), size) };
    }
    Some((bytes, start, classes?))
}

/// Maps memory that takes none before it is used.
fn map(bytes: usize) -> Option<NonNull<u8>> {
    // SAFETY: a fresh mapping, wherever there is room.
    let start = unsafe {
        libc::mmap(
            ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    (start != libc::MAP_FAILED)
        .then_some(start.cast())
        .and_then(NonNull::new)
}

#[cfg(all(test, not(any(loom, miri, asyncir_system_alloc))))]
mod tests {
    use super::*;

    #[test]
    fn slabs_are_told_by_their_addresses() {
        const CLASS: usize = 5;
        assert!(reserve() && reserve());
        let slabs: Vec<_> = (0..2 * KEPT_SLABS)
            .map(|_| take(CLASS).expect("there is room"))
            .collect();
        let mut addresses: Vec<_> = slabs.iter().map(|slab| slab.addr().get()).collect();
        addresses.sort_unstable();
        addresses.dedup();
        assert_eq!(addresses.len(), slabs.len(), "a slab was given twice");
        for &slab in &slabs {
            let address = slab.addr().get();
            assert_eq!(address % SLAB_BYTES, 0);
            for inside in [address, address + SLAB_BYTES - 1] {
                assert!(contains(inside));
                assert_eq!(class_at(inside), CLASS);
            }
            // SAFETY: the slab is this test's.
            unsafe { slab.write_bytes(0xff, SLAB_BYTES) };
        }
        let outside = Box::new(0u8);
        assert!(!contains(ptr::from_ref(&*outside).addr()) && !contains(0));
        for slab in slabs {
            // SAFETY: taken above, given back once.
            unsafe { give_back(slab) };
        }
        let again = take(CLASS + 1).expect("there is room");
        assert_eq!(class_at(again.addr().get()), CLASS + 1);
        // SAFETY: as above.
        unsafe { give_back(again) };
    }
}
