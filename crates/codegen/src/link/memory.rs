//! Pages of memory that are written first and run afterwards.

use std::io;
use std::ops::Range;
use std::ptr::{self, NonNull};

use crate::error::Error;

/// What may be done with a part of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Access {
    /// Run it, and read what stands in between.
    Execute,
    /// Read it.
    Read,
    /// Read and write it.
    Write,
}

/// Memory of one mapping, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Memory {
    start: NonNull<u8>,
    size: usize,
}

// SAFETY: the mapping belongs to this value alone; what it holds is code and data of a program, which has its own rules.
unsafe impl Send for Memory {}
// SAFETY: as above; `&Memory` gives nothing.
unsafe impl Sync for Memory {}

/// Memory that is still written, and known to its owner alone.
#[derive(Debug)]
pub(super) struct Writable(Memory);

impl Writable {
    /// At least `size` bytes of memory, all of them zero.
    pub(super) fn new(size: usize) -> Result<Self, Error> {
        let size = size.max(1).next_multiple_of(page_size());
        // SAFETY: a new private mapping without a file at an address of the system's choice.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(system_error("cannot get memory for code"));
        }
        let start = NonNull::new(start.cast()).ok_or_else(|| Error::Memory("it is at address zero".to_owned()))?;
        Ok(Self(Memory { start, size }))
    }

    /// The address of the first byte.
    pub(super) fn address(&self) -> usize {
        self.0.start.as_ptr().expose_provenance()
    }

    /// All of it.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the mapping is live, readable and writable, since `protect` takes this value; nobody else uses it before.
        unsafe { std::slice::from_raw_parts_mut(self.0.start.as_ptr(), self.0.size) }
    }

    /// Says what may be done with which part. Parts start at pages.
    pub(super) fn protect(self, parts: &[(Range<usize>, Access)]) -> Result<Memory, Error> {
        let Self(memory) = self;
        for (range, access) in parts {
            if range.is_empty() {
                continue;
            }
            let flags = match access {
                Access::Execute => libc::PROT_READ | libc::PROT_EXEC,
                Access::Read => libc::PROT_READ,
                Access::Write => libc::PROT_READ | libc::PROT_WRITE,
            };
            assert!(
                range.start <= range.end && range.end <= memory.size,
                "a part outside of its memory"
            );
            // SAFETY: the range lies in this mapping.
            let failed = unsafe { libc::mprotect(memory.start.as_ptr().add(range.start).cast(), range.len(), flags) };
            if failed != 0 {
                return Err(system_error("cannot make memory executable"));
            }
        }
        Ok(memory)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own. Nobody can be told that it could not be given back.
        let _ = unsafe { libc::munmap(self.start.as_ptr().cast(), self.size) };
    }
}

/// Bytes of a page.
pub(super) fn page_size() -> usize {
    // SAFETY: asks for a number.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

fn system_error(what: &str) -> Error {
    Error::Memory(format!("{what}: {}", io::Error::last_os_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zero_and_gets_its_protection() {
        let mut memory = Writable::new(1).unwrap();
        let address = memory.address();
        assert!(memory.bytes().iter().all(|&byte| byte == 0));
        assert_eq!(memory.bytes().len() % page_size(), 0);
        memory.bytes()[0] = 0xC3;
        let memory = memory.protect(&[(0..1, Access::Execute)]).unwrap();
        #[cfg(target_arch = "x86_64")]
        {
            let address: *const () = ptr::with_exposed_provenance(address);
            // SAFETY: the code is a return.
            unsafe { std::mem::transmute::<*const (), extern "C" fn()>(address)() };
        }
        drop(memory);
    }

    #[test]
    fn too_much_memory_is_an_error() {
        let error = Writable::new(1 << 62).unwrap_err().to_string();
        assert!(error.contains("cannot get memory for code"), "{error}");
    }
}
