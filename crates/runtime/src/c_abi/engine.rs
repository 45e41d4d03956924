//! What MLIR's execution engine calls when it loads and leaves the library.
//!
//! MLIR's lowering allocates coroutine frames with `aligned_alloc` and frees them with `free`, which is half of
//! the time of a short task. The engine lets a library define symbols for compiled code: so these functions
//! are defined here, and take frames from the pools of [`memory`]. Compiled code alone sees them.
//!
//! # What is pooled
//!
//! Requests with an alignment of eight, which is that of frames; MLIR's buffers come from `malloc`, or ask for
//! sixteen at least unless the program says otherwise. Everything else goes to the C library, whose pointers may be
//! mixed with these freely inside of compiled code. A pooled block must not be passed to the `free` of somebody
//! else, be it the host's, that of another library with functions for compiled code, or one of the program's own: the
//! environment variable `ASYNCIR_POOL_FRAMES=0` leaves compiled code with the C library's functions. Where another
//! library has defined one of the three before, nothing is defined here.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use super::asyncirRuntimeShutdown;
use super::string_map::StringMap;
use crate::symbol::symbol_table;
use crate::{local, memory};

/// The alignment of coroutine frames without over-aligned contents.
const FRAME_ALIGNMENT: usize = 8;

/// Called by MLIR's execution engine when it loads the library, with the symbols to define, a
/// `llvm::StringMap<void *>`. The functions of the interface it finds by their names.
///
/// # Safety
/// `exports` is null or leads to such a map, of the LLVM whose library the process has loaded, which nobody else uses
/// meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __mlir_execution_engine_init(exports: *mut c_void) {
    let wanted = std::env::var_os("ASYNCIR_POOL_FRAMES").is_none_or(|value| value != "0");
    // SAFETY: MLIR's engine passes such a map, which lives during the call.
    let map = unsafe { StringMap::new(exports) };
    if let Some(mut map) = map.filter(|_| wanted && memory::reserve_region()) {
        let functions = symbol_table![aligned_alloc, free, realloc];
        map.define_all(functions);
    }
}

/// Called by MLIR's execution engine before it frees compiled code.
#[unsafe(no_mangle)]
pub extern "C" fn __mlir_execution_engine_destroy() {
    let _ = asyncirRuntimeShutdown();
}

/// C's function of this name, for compiled code.
unsafe extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    let pooled = alignment == FRAME_ALIGNMENT;
    match pooled.then(|| local::with(|local| memory::allocate_unsized(local, size))) {
        Some(Some(block)) => block.as_ptr().cast(),
        // SAFETY: what the caller asked for, or a little more: some C libraries want a multiple of the alignment.
        _ => unsafe { libc::aligned_alloc(alignment, size.checked_next_multiple_of(alignment).unwrap_or(size)) },
    }
}

/// C's function of this name, for compiled code.
unsafe extern "C" fn free(block: *mut c_void) {
    // SAFETY: the caller gives the block away; it is the pools' or the C library's.
    unsafe {
        let pooled = NonNull::new(block.cast()).is_some_and(|block| memory::free_unsized(block));
        if !pooled {
            libc::free(block);
        }
    }
}

/// C's function of this name, for compiled code.
unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    let Some((old, old_size)) =
        NonNull::new(block.cast::<u8>()).and_then(|old| Some((old, memory::unsized_size(old)?)))
    else {
        // SAFETY: what the caller asked for, of a block that is not pooled.
        return unsafe { libc::realloc(block, size) };
    };
    // SAFETY: the caller gives the old block away, if there is a new one, which is as large as what is copied.
    unsafe {
        if size == 0 {
            // As the C library does.
            memory::free_unsized(old);
            return ptr::null_mut();
        }
        let new = libc::malloc(size);
        if !new.is_null() {
            ptr::copy_nonoverlapping(old.as_ptr(), new.cast(), old_size.min(size));
            memory::free_unsized(old);
        }
        new
    }
}

#[cfg(all(test, not(any(loom, miri, asyncir_system_alloc))))]
mod tests {
    use super::*;

    fn pooled(block: *mut c_void) -> bool {
        NonNull::new(block.cast()).is_some_and(|block| memory::unsized_size(block).is_some())
    }

    /// Blocks of all sizes, each filled with its size, freed on another thread.
    #[test]
    fn frames_are_pooled_and_everything_else_is_not() {
        assert!(memory::reserve_region());
        // Lists that were filled before may hold blocks from elsewhere.
        let thread = std::thread::spawn(|| {
            let mut blocks = Vec::new();
            for (alignment, size) in (1..3000)
                .map(|size| (8, size))
                .chain([(16, 112), (64, 64), (8, 1 << 20)])
            {
                // SAFETY: what C allows; the block is filled, not more.
                let block = unsafe {
                    let block = aligned_alloc(alignment, size);
                    block.cast::<u8>().write_bytes(size as u8, size);
                    block
                };
                assert_eq!(block.addr() % alignment, 0);
                assert!(
                    alignment == 8 && size <= 1024 || !pooled(block),
                    "{size} bytes at {alignment}"
                );
                blocks.push((block.expose_provenance(), size, pooled(block)));
            }
            blocks
        });
        let blocks = thread.join().expect("no panic");
        assert!(blocks.iter().filter(|block| block.2).count() > 900, "frames are pooled");
        for (address, size, _) in blocks {
            // SAFETY: the other thread gave the block away, which is as large as it says.
            unsafe {
                let block = ptr::with_exposed_provenance_mut::<c_void>(address);
                let bytes = std::slice::from_raw_parts(block.cast::<u8>(), size);
                assert!(
                    bytes.iter().all(|&byte| byte == size as u8),
                    "{size} bytes were changed"
                );
                free(block);
            }
        }
        // SAFETY: C allows to free nothing.
        unsafe { free(ptr::null_mut()) };
    }

    #[test]
    fn blocks_move_with_their_contents() {
        assert!(memory::reserve_region());
        // SAFETY: what C allows.
        unsafe {
            let mut block = aligned_alloc(FRAME_ALIGNMENT, 200);
            block.cast::<u8>().write_bytes(7, 200);
            for size in [300, 100, 5000, 100] {
                block = realloc(block, size);
                let kept = std::slice::from_raw_parts(block.cast::<u8>(), 100);
                assert!(kept.iter().all(|&byte| byte == 7));
                assert!(!pooled(block));
            }
            free(block);
            free(realloc(ptr::null_mut(), 10));
            assert!(realloc(aligned_alloc(FRAME_ALIGNMENT, 200), 0).is_null());
        }
    }

    #[test]
    fn what_is_no_map_is_left_alone() {
        let zeros = [0u64; 4];
        let untouched = zeros;
        // SAFETY: neither address is that of a map, which is seen by the size of entries that it does not tell.
        unsafe {
            __mlir_execution_engine_init(ptr::null_mut());
            __mlir_execution_engine_init(ptr::from_ref(&untouched).cast_mut().cast());
        }
        assert_eq!(untouched, zeros);
    }
}
