//! Names of a text as keys of tables.

use std::hash::{Hash, Hasher};

/// A piece of text that is compared and hashed by two numbers as long as it is short, as nearly all names are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// The first bytes, and the last ones; they overlap in a piece of fewer than sixteen.
    ends: [u64; 2],
    text: &'a str,
}

/// Pieces of at most so many bytes are told apart by their ends and their length.
const SHORT: usize = 16;

impl<'a> Word<'a> {
    #[inline]
    pub(super) fn new(text: &'a str) -> Self {
        let ends = ends(text.as_bytes());
        Self { ends, text }
    }

    pub(super) fn text(self) -> &'a str {
        self.text
    }
}

#[inline]
fn ends(bytes: &[u8]) -> [u64; 2] {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return [u64::from_le_bytes(*first), u64::from_le_bytes(*last)];
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return [u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into()];
    }
    match *bytes {
        [] => [0, 0],
        [first, .., last] => [first.into(), u64::from(bytes[bytes.len() / 2]) << 8 | u64::from(last)],
        [only] => [only.into(), 0],
    }
}

impl PartialEq for Word<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends
            && self.text.len() == other.text.len()
            && (self.text.len() <= SHORT || self.text == other.text)
    }
}

impl Eq for Word<'_> {}

impl Hash for Word<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.text.len() > SHORT {
            return self.text.hash(state);
        }
        state.write_u64(self.ends[0]);
        state.write_u64(self.ends[1]);
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use foldhash::fast::FixedState;

    use super::*;

    #[test]
    fn words_are_equal_as_their_texts_are() {
        // All texts of up to twenty letters, of which at most one differs from the others.
        let with_other =
            |len: usize, at: usize| -> String { (0..len).map(|i| if i == at { 'b' } else { 'a' }).collect() };
        let texts: Vec<String> = (0..=20)
            .flat_map(|len| (0..=len).map(move |at| with_other(len, at)))
            .collect();
        let hash = |word: Word<'_>| FixedState::default().hash_one(word);
        for a in &texts {
            for b in &texts {
                let (x, y) = (Word::new(a), Word::new(b));
                assert_eq!(x == y, a == b, "{a} {b}");
                assert!(a != b || hash(x) == hash(y), "{a} {b}");
            }
        }
    }
}
