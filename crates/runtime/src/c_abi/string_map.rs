//! Insertion into a `llvm::StringMap<void *>` of the program that loaded this library.
//!
//! The map's code is in LLVM's library, which the program has loaded; the parts of it that are not inlined are
//! found by their mangled names. What is inlined (where entries go, and what they look like) is done here, for
//! the layout that LLVM 19 to 22 have. A map that does not look like one, or a program without
//! these functions, is left alone.

use std::ffi::{CStr, c_void};
use std::mem;
use std::ptr::{self, NonNull};

use crate::symbol::SymbolAddress;

/// `llvm::StringMapImpl`.
#[repr(C)]
struct Table {
    buckets: *mut *mut Entry,
    bucket_count: u32,
    items: u32,
    tombstones: u32,
    item_size: u32,
}

/// `llvm::StringMapEntry<void *>`; the key and a zero byte follow.
#[repr(C)]
struct Entry {
    key_length: usize,
    value: *const (),
}

/// What stands in the bucket of an entry that was removed.
const TOMBSTONE: usize = usize::MAX << 3;

/// A `llvm::StringRef` is passed as its two words.
type Hash = unsafe extern "C" fn(*const u8, usize) -> u32;
type LookupBucketFor = unsafe extern "C" fn(*mut Table, *const u8, usize, u32) -> u32;
type RehashTable = unsafe extern "C" fn(*mut Table, u32) -> u32;
type AllocateBuffer = unsafe extern "C" fn(usize, usize) -> *mut c_void;

pub(super) struct StringMap {
    table: NonNull<Table>,
    hash: Hash,
    lookup_bucket_for: LookupBucketFor,
    rehash_table: RehashTable,
    allocate_buffer: AllocateBuffer,
}

impl StringMap {
    /// The map at an address, if it looks like one and LLVM's functions for it are there.
    ///
    /// # Safety
    /// The address is null or that of a live `llvm::StringMap` that nobody else uses meanwhile.
    pub(super) unsafe fn new(map: *mut c_void) -> Option<Self> {
        let table = NonNull::new(map.cast::<Table>()).filter(|table| table.is_aligned())?;
        // SAFETY: the caller's promise; the functions have these types in every LLVM that has functions of these
        // names, into which the types of their arguments are mangled.
        unsafe {
            table.as_ref().is_plausible().then_some(Self {
                table,
                hash: mem::transmute::<NonNull<c_void>, Hash>(find(c"_ZN4llvm13StringMapImpl4hashENS_9StringRefE")?),
                lookup_bucket_for: mem::transmute::<NonNull<c_void>, LookupBucketFor>(find(
                    c"_ZN4llvm13StringMapImpl15LookupBucketForENS_9StringRefEj",
                )?),
                rehash_table: mem::transmute::<NonNull<c_void>, RehashTable>(find(
                    c"_ZN4llvm13StringMapImpl11RehashTableEj",
                )?),
                allocate_buffer: mem::transmute::<NonNull<c_void>, AllocateBuffer>(find(
                    c"_ZN4llvm15allocate_bufferEmm",
                )?),
            })
        }
    }

    /// Defines symbols that belong together: none if the map has one of them.
    pub(super) fn define_all(&mut self, symbols: &[(&str, SymbolAddress)]) {
        if symbols.iter().any(|(name, _)| self.has(name)) {
            return;
        }
        for &(name, address) in symbols {
            self.define(name, address);
        }
    }

    fn has(&mut self, name: &str) -> bool {
        // SAFETY: as for `define`.
        unsafe {
            let (_, place) = self.place_of(name);
            !(*place).is_null() && (*place).addr() != TOMBSTONE
        }
    }

    /// The bucket that has a name, or that is free for it.
    ///
    /// # Safety
    /// The place is used before the map changes.
    unsafe fn place_of(&mut self, name: &str) -> (u32, *mut *mut Entry) {
        // SAFETY: the map is live and nobody else's (`new`); LLVM's function gives the number of a bucket.
        unsafe {
            let hash = (self.hash)(name.as_ptr(), name.len());
            let bucket = (self.lookup_bucket_for)(self.table.as_ptr(), name.as_ptr(), name.len(), hash);
            (bucket, self.table.as_mut().buckets.add(bucket as usize))
        }
    }

    /// What `StringMap::try_emplace` does with a name that the map does not have.
    fn define(&mut self, name: &str, address: SymbolAddress) {
        // SAFETY: the map is live and nobody else's (`new`). LLVM's functions keep a bucket free for the new entry,
        // which is allocated as LLVM allocates it, since LLVM frees it.
        unsafe {
            let (bucket, place) = self.place_of(name);
            let removed = (*place).addr() == TOMBSTONE;
            *place = self.new_entry(name, address);
            let table = self.table.as_mut();
            table.tombstones -= u32::from(removed);
            table.items += 1;
            (self.rehash_table)(self.table.as_ptr(), bucket);
        }
    }

    /// # Safety
    /// As for `define`.
    unsafe fn new_entry(&self, name: &str, address: SymbolAddress) -> *mut Entry {
        let size = size_of::<Entry>() + name.len() + 1;
        // SAFETY: LLVM's allocation ends the process rather than return null; there is room for the entry, the key
        // and a zero byte.
        unsafe {
            let entry = (self.allocate_buffer)(size, align_of::<Entry>()).cast::<Entry>();
            entry.write(Entry {
                key_length: name.len(),
                value: address.as_ptr(),
            });
            let key = entry.add(1).cast::<u8>();
            ptr::copy_nonoverlapping(name.as_ptr(), key, name.len());
            key.add(name.len()).write(0);
            entry
        }
    }
}

impl Table {
    fn is_plausible(&self) -> bool {
        let filled = self.items.saturating_add(self.tombstones);
        let empty = self.buckets.is_null() && self.bucket_count == 0 && filled == 0;
        let in_use = !self.buckets.is_null() && self.bucket_count.is_power_of_two() && filled < self.bucket_count;
        (empty || in_use) && self.item_size as usize == size_of::<Entry>()
    }
}

/// A function of the program or the libraries that it was linked with.
fn find(name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: the name ends with a zero byte.
    NonNull::new(unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) })
}
