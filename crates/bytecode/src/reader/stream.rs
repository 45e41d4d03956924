//! Bytes that are read from the front.

use crate::format::PADDING;

/// What is wrong with a file, and at which of its bytes.
#[derive(Debug)]
pub(super) struct Bad {
    pub(super) at: usize,
    pub(super) message: String,
}

/// What was read, or what is wrong.
pub(super) type Read<T> = Result<T, Bad>;

/// A stretch of a file.
#[derive(Clone, Copy)]
pub(super) struct Stream<'b> {
    bytes: &'b [u8],
    /// Where the rest starts in the file.
    at: usize,
}

impl<'b> Stream<'b> {
    pub(super) fn new(bytes: &'b [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// An error where the rest starts.
    #[cold]
    pub(super) fn bad<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Bad {
            at: self.at,
            message: message.into(),
        })
    }

    /// How many bytes are left.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next bytes.
    pub(super) fn take(&mut self, count: usize) -> Read<&'b [u8]> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            let left = self.len();
            return self.bad(format!(
                "the number of bytes needed here is {count}, but {left} are left"
            ));
        };
        self.bytes = rest;
        self.at += count;
        Ok(taken)
    }

    /// The next bytes as a stretch of their own.
    pub(super) fn part(&mut self, count: usize) -> Read<Stream<'b>> {
        let at = self.at;
        Ok(Stream::new(self.take(count)?, at))
    }

    pub(super) fn byte(&mut self) -> Read<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// A number of one to nine bytes. The zeros at the low end of the first byte tell how many follow it.
    pub(super) fn number(&mut self) -> Read<u64> {
        let first = self.byte()?;
        if first & 1 == 1 {
            return Ok(u64::from(first >> 1));
        }
        let more = first.trailing_zeros() as usize;
        let mut value = [0; 8];
        value[..more].copy_from_slice(self.take(more)?);
        let value = u64::from_le_bytes(value);
        // Eight zeros leave no room for a bit of the value.
        let bits = 8 - (more as u32 + 1).min(8);
        let low = if more == 8 { 0 } else { u64::from(first) >> (more + 1) };
        Ok(value << bits | low)
    }

    /// A number that is negative if its lowest bit is set.
    pub(super) fn signed(&mut self) -> Read<i64> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A number with a flag in its lowest bit.
    pub(super) fn flagged(&mut self) -> Read<(u64, bool)> {
        let value = self.number()?;
        Ok((value >> 1, value & 1 == 1))
    }

    /// A number of things of which each takes a byte at least, so that no more memory is set aside than the file has
    /// bytes.
    pub(super) fn count(&mut self) -> Read<usize> {
        let count = self.number()?;
        self.checked_count(count)
    }

    /// Checks a number that was read: as many bytes must be left, because each of the things that it counts takes one at
    /// least.
    pub(super) fn checked_count(&self, count: u64) -> Read<usize> {
        match usize::try_from(count) {
            Ok(count) if count <= self.len() => Ok(count),
            _ => self.bad(format!("{count} elements do not fit into {} bytes", self.len())),
        }
    }

    /// A list of things that `read` reads.
    pub(super) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Bytes up to a zero.
    pub(super) fn terminated(&mut self) -> Read<&'b [u8]> {
        let Some(end) = self.bytes.iter().position(|&byte| byte == 0) else {
            return self.bad("text without an end");
        };
        let text = self.take(end)?;
        self.take(1)?;
        Ok(text)
    }

    /// Bytes with their number in front.
    pub(super) fn blob(&mut self) -> Read<&'b [u8]> {
        let count = self.count()?;
        self.take(count)
    }

    /// Steps over what fills the space in front of aligned data.
    pub(super) fn align(&mut self, alignment: u64) -> Read<()> {
        if !alignment.is_power_of_two() {
            return self.bad(format!("the alignment {alignment} is no power of two"));
        }
        while !(self.at as u64).is_multiple_of(alignment) {
            if self.byte()? != PADDING {
                return self.bad("wrong padding");
            }
        }
        Ok(())
    }

    /// A section, with its number.
    pub(super) fn section(&mut self) -> Read<(u8, Stream<'b>)> {
        let tag = self.byte()?;
        let length = self.count()?;
        if tag & 0x80 != 0 {
            let alignment = self.number()?;
            self.align(alignment)?;
        }
        Ok((tag & 0x7f, self.part(length)?))
    }

    /// Nothing may be left.
    pub(super) fn end(&self, what: &str) -> Read<()> {
        if self.is_empty() {
            Ok(())
        } else {
            self.bad(format!("{} bytes too many in {what}", self.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_lengths() {
        let read = |bytes: &[u8]| Stream::new(bytes, 0).number().expect("a number");
        assert_eq!(read(&[0x01]), 0);
        assert_eq!(read(&[0xff]), 127);
        assert_eq!(read(&[0x02, 0x02]), 128);
        assert_eq!(read(&[0xfe, 0xff]), (1 << 14) - 1);
        assert_eq!(read(&[0x80, 1, 0, 0, 0, 0, 0, 0]), 1);
        assert_eq!(read(&[0, 255, 255, 255, 255, 255, 255, 255, 255]), u64::MAX);
        let signed = |bytes: &[u8]| Stream::new(bytes, 0).signed().expect("a number");
        assert_eq!([signed(&[0x01]), signed(&[0x03]), signed(&[0x05])], [0, -1, 1]);
    }
}
