//! Bytes that are written.

use crate::format::PADDING;

/// A stretch of a file.
#[derive(Default)]
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    /// The largest alignment of what is in it, relative to its start.
    alignment: u64,
}

impl Buffer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A number of one to nine bytes, as few as possible.
    pub(super) fn number(&mut self, value: u64) {
        if value < 1 << 7 {
            return self.byte((value << 1 | 1) as u8);
        }
        let length = (u64::BITS - value.leading_zeros()).div_ceil(7) as usize;
        if length > 8 {
            self.byte(0);
            return self.bytes.extend_from_slice(&value.to_le_bytes());
        }
        let encoded = (value << 1 | 1) << (length - 1);
        self.bytes.extend_from_slice(&encoded.to_le_bytes()[..length]);
    }

    /// A number that may be negative.
    pub(super) fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    /// A number with a flag in its lowest bit.
    pub(super) fn flagged(&mut self, value: u64, flag: bool) {
        self.number(value << 1 | u64::from(flag));
    }

    /// Text with a zero behind it.
    pub(super) fn terminated(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.byte(0);
    }

    /// Bytes with their number in front.
    pub(super) fn blob(&mut self, data: &[u8]) {
        self.number(data.len() as u64);
        self.bytes.extend_from_slice(data);
    }

    /// Fills the space up to the next multiple of an alignment.
    pub(super) fn align(&mut self, alignment: u64) {
        let alignment = alignment.max(1);
        self.alignment = self.alignment.max(alignment);
        let length = (self.bytes.len() as u64).next_multiple_of(alignment);
        self.bytes.resize(length as usize, PADDING);
    }

    /// A section with what is in another buffer.
    pub(super) fn section(&mut self, number: u8, data: &Buffer) {
        let is_aligned = data.alignment > 1;
        self.byte(number | u8::from(is_aligned) << 7);
        self.number(data.bytes.len() as u64);
        if is_aligned {
            self.number(data.alignment);
            self.align(data.alignment);
        }
        self.bytes.extend_from_slice(&data.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let length = |value: u64| {
            let mut buffer = Buffer::default();
            buffer.number(value);
            buffer.bytes.len()
        };
        assert_eq!(
            [length(0), length(127), length(128), length((1 << 14) - 1)],
            [1, 1, 2, 2]
        );
        assert_eq!([length((1 << 56) - 1), length(1 << 56), length(u64::MAX)], [8, 9, 9]);
    }
}
