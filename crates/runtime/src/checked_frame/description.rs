//! What compiled code says about the frames of a coroutine.

use std::ops::Range;

use super::violation::Violation;

/// The frames of a coroutine. Ranges are bytes of the frame.
#[derive(Debug)]
pub(crate) struct Description {
    /// The name of the coroutine.
    pub(super) name: Box<str>,
    /// In bytes.
    pub(super) size: usize,
    /// A power of two.
    pub(super) align: usize,
    /// What belongs to nothing.
    pub(super) guards: Vec<Range<usize>>,
    /// For each suspension point what is not in use across it.
    unused: Vec<Vec<Range<usize>>>,
}

/// Reads a table of numbers.
struct Table(*const i64);

impl Table {
    /// # Safety
    /// The table has a further number.
    unsafe fn next(&mut self) -> Option<usize> {
        // SAFETY: the caller's promise.
        unsafe {
            let number = self.0.read();
            self.0 = self.0.add(1);
            usize::try_from(number).ok()
        }
    }

    /// Reads a count and as many ranges, each with its start and its length.
    ///
    /// # Safety
    /// The next numbers of the table are a count and as many ranges.
    unsafe fn ranges(&mut self, size: usize) -> Option<Vec<Range<usize>>> {
        // SAFETY: the caller's promise.
        unsafe {
            let mut ranges = Vec::new();
            for _ in 0..self.next()? {
                let (start, length) = (self.next()?, self.next()?);
                ranges.push(start..start.checked_add(length).filter(|&end| end <= size)?);
            }
            Some(ranges)
        }
    }
}

impl Description {
    /// Reads what `asyncirRuntimeAllocateCheckedFrame` is given.
    ///
    /// # Safety
    /// The table is as `include/asyncir_runtime.h` says.
    pub(crate) unsafe fn read(name: Box<str>, table: *const i64) -> Self {
        // SAFETY: passed on to the caller.
        let read = || unsafe {
            let mut table = Table(table);
            let (size, align) = (table.next()?, table.next()?);
            let guards = table.ranges(size)?;
            let mut unused = Vec::new();
            for _ in 0..table.next()? {
                unused.push(table.ranges(size)?);
            }
            Some((size, align, guards, unused))
        };
        match read().filter(|&(_, align, ..)| align.is_power_of_two()) {
            Some((size, align, guards, unused)) => Self {
                name,
                size,
                align,
                guards,
                unused,
            },
            None => Violation::bad_table(&name),
        }
    }

    /// What is not in use while the coroutine is suspended at a point.
    pub(super) fn unused_at(&self, point: usize) -> &[Range<usize>] {
        self.unused.get(point).map_or(&[], Vec::as_slice)
    }
}
