//! Names of entries.

use std::fmt;

/// The name of an entry: the hash of everything that its contents depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(blake3::Hash);

impl Key {
    /// Parses a key from the text that [`fmt::Display`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text).ok().map(Self)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// Builds a key from parts. The hash includes the name and the length of each part, so different parts give different keys.
#[derive(Clone)]
pub struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// Starts a key. `purpose` distinguishes kinds of entries.
    #[must_use]
    pub fn new(purpose: &str) -> Self {
        Self(blake3::Hasher::new()).with("purpose", purpose.as_bytes())
    }

    /// Adds a part.
    #[must_use]
    pub fn with(mut self, name: &str, part: &[u8]) -> Self {
        for bytes in [name.as_bytes(), part] {
            self.0.update(&(bytes.len() as u64).to_le_bytes());
            self.0.update(bytes);
        }
        self
    }

    /// The key.
    #[must_use]
    pub fn finish(&self) -> Key {
        Key(self.0.finalize())
    }
}

impl fmt::Debug for KeyBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyBuilder({})", self.finish())
    }
}
