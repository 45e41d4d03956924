//! What the C runtime is told of frames, so that programs that give up can be unwound.

use std::ffi::c_void;

unsafe extern "C" {
    /// libgcc's and libunwind's: adds a table of frames, which ends with four zeros.
    fn __register_frame(begin: *const c_void);
    /// Removes it.
    fn __deregister_frame(begin: *const c_void);
}

/// Tables of frames that are registered.
#[derive(Debug)]
pub(super) struct Frames {
    tables: Vec<usize>,
}

impl Frames {
    /// Registers the tables at these addresses: sections `.eh_frame` that are in their place and do not change any more.
    pub(super) fn register(addresses: impl Iterator<Item = usize>) -> Self {
        let tables: Vec<usize> = addresses.collect();
        for &address in &tables {
            // SAFETY: the linker puts zeros behind each table, and the owner of the memory drops this value first.
            unsafe { __register_frame(std::ptr::with_exposed_provenance(address)) };
        }
        Self { tables }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        for &address in &self.tables {
            // SAFETY: it was registered, and the memory is still there.
            unsafe { __deregister_frame(std::ptr::with_exposed_provenance(address)) };
        }
    }
}
